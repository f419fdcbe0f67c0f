#!/usr/bin/env bash
# Draws every view, light and dark, into a folder: packaging/screenshots.sh [FOLDER]. Needs no display; takes a few minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
    -*) echo "Usage: packaging/screenshots.sh [FOLDER]" >&2; exit 2 ;;
esac
folder=$(realpath -m -- "${1:-build/screenshots}")
packaging/setup.sh
cmake --preset release >/dev/null
cmake --build --preset release --target cairn-screenshots
QT_QPA_PLATFORM=offscreen build/release/bin/cairn-screenshots "$folder"
echo "Pictures are in $folder"
