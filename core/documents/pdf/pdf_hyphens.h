// Words divided at the end of a printed line: does the hyphen belong to the word ("non-|reversible") or only to the line
// ("ratio-|nale")? Decided by the words the document itself uses elsewhere. Values; one thread.
#pragma once

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringView>

namespace cairn
{

// "https://example.org/a", in whatever signs: what is divided in it goes on without a space, and keeps its hyphen.
bool isAddress(QStringView word);

enum class LineEndHyphen
{
    Divides,   // the halves are one word: "ratio-|nale"
    Belongs,   // part of the word: "long-|term"
    Suspended  // stands for what comes later: "short-|and long-term"; a space follows it
};

class HyphenRules
{
public:
    // Collects the words of one printed line; parts of divided words at its ends count for little and are left out.
    void addLine(QStringView line, bool continuesWord, bool endsInHyphen);

    // `before` ends where the hyphen stood, `after` starts the next line.
    LineEndHyphen meaningOf(QStringView before, QStringView after) const;

    // A word ends `before` and another one begins `after`, which stands close behind it: both stand often elsewhere, and never as one.
    bool areApart(QStringView before, QStringView after) const;

private:
    void addWord(QStringView word);
    bool areWords(const QString& left, const QString& right) const;

    QSet<QString> m_words;      // lower case, without inner hyphens
    QHash<QString, int> m_counts; // of them
    QSet<QString> m_seenLower;  // words and parts of compounds as printed, when they begin in lower case
    QSet<QString> m_mixed;      // as printed, those with a capital behind a small letter
    QSet<QString> m_parts;      // of compounds, lower case
    QSet<QString> m_hyphenated; // lower case, seen with a hyphen inside a line
    int m_apart = 0;            // words of languages that write compounds apart or with a hyphen, as English
    int m_together = 0;         // of those that write them as one word, as German
};

} // namespace cairn
