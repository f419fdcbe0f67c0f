#!/usr/bin/env bash
# Collects the texts of the interface into resources/translations/*.ts: run it after a change of words, then translate what it names.
# cairn_en.ts holds plural forms alone. Ends with the number of unfinished texts; exit status 1 if there are any.
set -euo pipefail
cd "$(dirname "$0")/.."

lupdate=$(command -v lupdate6 || command -v /usr/lib/qt6/bin/lupdate || command -v lupdate) || { echo "lupdate is missing: packaging/setup.sh" >&2; exit 2; }
options=(-silent -I . -locations none -no-obsolete -extensions "cpp,h")
# A second's work. lupdate of Qt 6.4 never ends at a call inside the number of a plural form (%n): such a number needs a variable.
collect() { timeout 60 "$lupdate" "${options[@]}" "$@" || { echo "lupdate failed or did not end in a minute" >&2; exit 2; }; }
collect -source-language en -target-language de ui app -ts resources/translations/cairn_de.ts
collect -source-language en -target-language en -pluralonly ui app -ts resources/translations/cairn_en.ts
unfinished=$(cat resources/translations/*.ts | grep -c 'type="unfinished"' || true)
echo "$unfinished unfinished"
[ "$unfinished" -eq 0 ]
