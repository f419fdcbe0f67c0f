#!/bin/sh
# Runs a test. With CAIRN_REQUIRE_ALL=1 one that skips something, since a part of it is missing here, has failed.
[ "$CAIRN_REQUIRE_ALL" = 1 ] || exec "$@"
output=$(mktemp) || exit 1
trap 'rm -f "$output"' EXIT
"$@" >"$output" 2>&1
code=$?
cat "$output"
if grep -q '^SKIP   : ' "$output"; then
    echo "CAIRN_REQUIRE_ALL=1: what was skipped counts as failed."
    [ "$code" -ne 0 ] || code=1
fi
exit "$code"
