#!/usr/bin/env bash
# Builds Cairn (Release) and runs all tests. Ends with "N passed, N failed, N skipped"; exit status 0 only if none failed.
set -uo pipefail
cd "$(dirname "$0")/.."

packaging/setup.sh || exit
cmake --preset release ${CI:+-DCAIRN_WERROR=ON} || exit
cmake --build --preset release || exit

log=build/release/tests.log
ctest --test-dir build/release --output-on-failure --no-tests=error --parallel 2 --verbose >"$log" 2>&1
status=$?
# Per-test output only where something went wrong or was skipped.
grep -E '^ *[0-9]+/[0-9]+ Test|FAIL!|XPASS|QFATAL|SKIP   :' "$log"
[ $status -eq 0 ] || tail -n 60 "$log"
awk '/^[0-9]+: Totals: /{ passed += $3; failed += $5; skipped += $7; counted[$1] = 1 }
     / Test +#[0-9]+: /{ id = $0; sub(/.*#/, "", id); sub(/:.*/, "", id)
                         if (/ Passed /) { if (!((id ":") in counted)) passed++ } else if (/\*\*\*|Failed|Timeout/) { ended[id] = 1 } }
     END { for (id in ended) if (!((id ":") in counted)) failed++
           printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped }' "$log"
exit $status
