#!/usr/bin/env bash
# Collects the texts of the interface into resources/translations/*.ts: run it after a change of words, then translate what it names.
# cairn_en.ts holds plural forms alone. Ends with the number of unfinished texts; exit status 1 if there are any.
set -euo pipefail
cd "$(dirname "$0")/.."

lupdate=$(command -v lupdate6 || command -v /usr/lib/qt6/bin/lupdate || command -v lupdate) ||
    { echo "lupdate is missing: packaging/setup.sh" >&2; exit 2; }
options=(-silent -I . -locations none -no-obsolete -extensions "cpp,h")
# A second's work. lupdate of Qt 6.4 never ends at a call inside the number of a plural form (%n): such a number needs a variable.
collect() { timeout 60 "$lupdate" "${options[@]}" "$@" || { echo "lupdate failed or did not end in a minute" >&2; exit 2; }; }
collect -source-language en -target-language de ui app -ts resources/translations/cairn_de.ts
collect -source-language en -target-language en -pluralonly ui app -ts resources/translations/cairn_en.ts
# A class's words in a file's anonymous namespace are filed without the class's own namespace, and would never be found again.
for context in $(sed -n 's,.*<name>\([A-Za-z]*\)</name>.*,\1,p' resources/translations/cairn_de.ts); do
    grep -rqE "^class $context( final)? : " ui app || continue
    grep -rqE "(Q_DECLARE_TR_FUNCTIONS\($context\)|translate\(\"$context\")" ui app && continue
    echo "The words of $context need QCoreApplication::translate(\"cairn::$context\", ..) in free functions" >&2
    exit 2
done
unfinished=$(cat resources/translations/*.ts | grep -c 'type="unfinished"' || true)
echo "$unfinished unfinished"
[ "$unfinished" -eq 0 ]
