#!/usr/bin/env bash
# Slow checks that rarely fail: a notification server on a virtual screen, logind's clients, nights in login sessions, long
# simulations, kills at every call, the example of a client as a package of its own, the growth of work, the contract of each
# method, days of the daemon's own time under load and faults, rules compared with dateutil, statistics with sums in Python,
# reports in Chromium, visits with geopy, exports in other programs, random gardens in
# empty ones, imported years with sums in Python, the sanitizers, the fuzzers, and the bytes per change. contrib/test.sh comes first.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root

cd "$root"
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"
install_packages dunst xvfb imagemagick xdotool fonts-dejavu-core mako-notifier sway swayidle wtype
contrib/test.sh
DESKTOP_TESTS=1 swift test --skip-build --filter DunstTests --filter LoginTests --filter DesktopTests \
    --filter HookUnitTests --filter PhotoUnitTests --filter EndToEndTests.NightTests --filter IdleWatcherTests
LIFE_SEEDS=100 LIFE_STEPS=300 swift test --skip-build --filter LateLifeTests --filter SessionLifeTests
SIMULATION_SEEDS=100 SIMULATION_STEPS=500 SIMULATION_PLACES=all swift test --skip-build --filter GardenSimulationTests
THOROUGH_KILLS=1 swift test --skip-build --filter EndToEndTests.*KillTests --filter UndoAndResetTests --filter FollowerTests \
    --filter HostileTextTests --filter LateChangeFullDiskTests --filter GardenStoreTests.DamageTests
example=$(contrib/build/example.sh)
EXAMPLE_CLIENT=$example/garden-follow THOROUGH_KILLS=1 swift test --skip-build --filter ExampleClientTests
# Times are those of the programs as they are shipped.
GROWTH_SIZES=100,1000,10000 swift test -c release -Xswiftc -enable-testing --filter GrowthTests
seed=$(date +%s)
say "The contract, with the seed $seed"
/usr/bin/python3 contrib/contract/contract.py .build/debug/gardend --requests 1000 --seed "$seed"
contrib/compare/recurrence/run.sh --seed "$(date +%Y%m%d)"
for seed in 1 2 "$(date +%Y%m%d)"; do
    contrib/compare/statistics/run.sh --seed "$seed"
done
contrib/compare/report/run.sh
contrib/compare/toml/run.sh --seed "$(date +%Y%m%d)" --count 100000
contrib/compare/visits/run.sh --gardend .build/debug/gardend --pairs 20000 --visits 5000
contrib/compare/visit-files/run.sh
contrib/compare/exports/run.sh
contrib/compare/gardens/run.sh --seeds 100 --first-seed "$(date +%Y%m%d)"
contrib/compare/history/run.sh --tasks 20000 --seed "$(date +%Y%m%d)"
contrib/soak/run.sh --gardend .build/debug/gardend
contrib/sanitize.sh
contrib/fuzz.sh --seconds "${FUZZ_SECONDS:-120}"
contrib/bench/run.sh --quick --only journal
