// Words divided at the end of a printed line: does the hyphen belong to the word ("non-|reversible") or only to the line
// ("ratio-|nale")? Decided by the words the document itself uses elsewhere. Values; one thread.
#pragma once

#include <QSet>
#include <QString>
#include <QStringView>

namespace cairn
{

// "https://example.org/a", in whatever signs: what is divided in it goes on without a space, and keeps its hyphen.
bool isAddress(QStringView word);

class HyphenRules
{
public:
    // Collects the words of one printed line; parts of divided words at its ends count for little and are left out.
    void addLine(QStringView line, bool continuesWord, bool endsInHyphen);

    // `before` ends where the hyphen stood, `after` starts the next line.
    // true: the hyphen is part of the word and stays; false: the halves are one word.
    bool keepsHyphen(QStringView before, QStringView after) const;

private:
    QSet<QString> m_words;      // lower case, without inner hyphens
    QSet<QString> m_hyphenated; // lower case, seen with a hyphen inside a line
};

} // namespace cairn
