#!/usr/bin/env bash
# Reads every GPX file below some folders in dry runs, and compares how many waypoints are taken and left out with those that expat
# counts. The files are read where they are. gardend and gardenctl must have been built.
#
# Usage: contrib/compare/imports/run.sh [--programs FOLDER] FOLDER…
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
readonly root
cd "$root"
exec /usr/bin/python3 contrib/compare/imports/waypoints.py "$@"
