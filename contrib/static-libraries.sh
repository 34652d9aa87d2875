#!/usr/bin/env bash
# Prints a folder for the linker to look into first. It holds C++'s library in its static form and nothing else: where
# the shared one stands beside it, the linker takes that, and each start of gardenctl pays for finding, mapping and
# binding it, a sixth of all its time. Without a static one at hand the folder leads nowhere, and the shared one is taken.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$root/.build/static-libraries
library=$(clang -print-file-name=libstdc++.a 2>/dev/null || true)
mkdir -p "$folder"
[ ! -f "$library" ] || ln -sf "$library" "$folder/"
printf '%s\n' "$folder"
