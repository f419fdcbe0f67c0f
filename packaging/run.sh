#!/usr/bin/env bash
# Sets up, builds and starts Cairn: packaging/run.sh [FILE...]
# Where there is no display, does the main job on the command line: reads the handbook (or FILE), asks a
# question, prints the cited answer and writes a heatmap picture.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
files=()
for file in "$@"; do files+=("$(realpath -- "$file")"); done
cd "$root"

packaging/setup.sh
cmake --preset release >/dev/null
cmake --build --preset release --target cairn_programs

bin=build/release/bin
if [ -x $bin/cairn ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec $bin/cairn ${files[@]+"${files[@]}"}
fi

question=${CAIRN_QUESTION:-}
if [ ${#files[@]} -eq 0 ]; then
    files=("$root/resources/handbook.md")
    question=${question:-How many tokens is Moby-Dick?}
fi
question=${question:-What is this text about?}
sessions=${XDG_DATA_HOME:-$HOME/.local/share}/cairn/sessions
name=$(basename "${files[0]}")
session=$sessions/$name-$(printf '%s\n' "${files[@]}" | sha256sum | cut -c1-8)   # files of one name lie in several folders
echo "Reading ${files[0]} into $session"
$bin/cairn-cli read "${files[@]}" -o "$session"
echo
$bin/cairn-cli ask "$session" "$question"
$bin/cairn-cli heatmap "$session" -o heatmap.png
echo
echo "Heatmap of the blocks that every layer opened: $root/heatmap.png"
echo "Ask more: $root/$bin/cairn-cli ask \"$session\" \"your question\""
