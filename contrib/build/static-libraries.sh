#!/usr/bin/env bash
# Prints a folder that the linker searches first. It contains only static libraries: if a shared
# one is next to it, the linker prefers that, and each start of gardenctl pays for finding, mapping and binding it, a
# sixth of its total time for that of C++. Of a library that is missing here, the linker uses the shared one.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$root/.build/static-libraries
mkdir -p "$folder"
for name in libstdc++.a libexpat.a libz.a libhogweed.a libnettle.a libgmp.a; do
    library=$(clang -print-file-name="$name" 2>/dev/null || true)
    [ ! -f "$library" ] || ln -sf "$library" "$folder/"
done
printf '%s\n' "$folder"
