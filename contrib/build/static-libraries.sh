#!/usr/bin/env bash
# Prints a folder that the linker searches first. It contains only C++'s static library: if the shared one is next to
# it, the linker prefers that, and each start of gardenctl pays for finding, mapping and binding it, a sixth of its
# total time. Without a static library the folder is empty, and the linker uses the shared one.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$root/.build/static-libraries
library=$(clang -print-file-name=libstdc++.a 2>/dev/null || true)
mkdir -p "$folder"
[ ! -f "$library" ] || ln -sf "$library" "$folder/"
printf '%s\n' "$folder"
