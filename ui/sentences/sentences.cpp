#include "ui/sentences/sentences.h"

#include "ui/sentences/catalogue.h"
#include "ui/sentences/sentence_pattern.h"

#include <QCoreApplication>
#include <QHash>
#include <QLocale>
#include <QRegularExpression>

namespace cairn
{
namespace
{

constexpr qsizetype kIndexed = 4;                    // letters that a sentence is looked up by
constexpr qsizetype kLongest = 5'000;                // an error of a foreign engine may be any text
constexpr qsizetype kMostLines = 20;
constexpr int kDeepest = 6;                          // sentences in each other, names with colons

// Whoever writes the sentences keeps to ASCII quotation marks; the window has those of its language.
QString words(const char* english)
{
    static const QRegularExpression kQuoted(QStringLiteral("\"([^\"]*)\""));
    QString translated = QCoreApplication::translate("Sentences", english);
    return translated == QString::fromUtf8(english) ? translated.replace(kQuoted, QStringLiteral("\u201C\\1\u201D")) : translated;
}

struct Entry
{
    KnownSentence sentence;
    SentencePattern pattern;
};

using Entries = std::vector<Entry>;

Entries entriesOf(const std::vector<KnownSentence>& sentences)
{
    Entries entries;
    for (const KnownSentence& sentence : sentences)
        entries.push_back({sentence, SentencePattern(sentence.text)});
    return entries;
}

// By the first letters; those that begin with a place under none.
class Index
{
public:
    Index()
    {
        for (const Entry& entry : m_entries) {
            const QString& beginning = entry.pattern.beginning();
            m_byBeginning[beginning.size() < kIndexed ? QString() : beginning.left(kIndexed)].push_back(&entry);
        }
    }

    struct Found
    {
        const Entry* entry = nullptr;
        QStringList places;
    };

    Found find(const QString& text) const   // the one with the most letters of its own
    {
        Found best;
        for (const QString& key : {text.left(kIndexed), QString()}) {
            for (const Entry* entry : m_byBeginning.value(key)) {
                if (best.entry && best.entry->pattern.letters() >= entry->pattern.letters())
                    continue;
                if (auto places = entry->pattern.match(text))
                    best = {entry, std::move(*places)};
            }
        }
        return best;
    }

private:
    Entries m_entries = entriesOf(knownSentences());
    QHash<QString, std::vector<const Entry*>> m_byBeginning;
};

const Index& index()
{
    static const Index kIndex;
    return kIndex;
}

QString known(const QString& text, int depth);

// A word of the system or of a place; empty: none.
QString part(const QString& text, int depth)
{
    for (const KnownSentence& sentence : sentenceParts()) {
        if (text == QLatin1String(sentence.text))
            return words(sentence.text);
    }
    return known(text, depth + 1);
}

QString filling(const QString& text, Places places, int depth)
{
    if (places == Places::Known) {
        if (const QString found = part(text, depth); !found.isEmpty())
            return found;
    }
    static const QRegularExpression kDecimal(QStringLiteral("^\\d+\\.\\d+( [KMGT]i?B)?$"));
    QString number = text;
    return kDecimal.match(text).hasMatch() ? number.replace(QLatin1Char('.'), QLocale().decimalPoint()) : text;
}

// In one go: what is filled in may hold a %1 itself.
QString filled(const QString& sentence, const QStringList& places, Places kind, int depth)
{
    QString result;
    for (qsizetype at = 0; at < sentence.size(); ++at) {
        const int number = sentence[at] == QLatin1Char('%') && at + 1 < sentence.size() ? sentence[at + 1].digitValue() : -1;
        if (number < 1 || number > places.size()) {
            result += sentence[at];
            continue;
        }
        result += filling(places[number - 1], kind, depth);
        ++at;
    }
    return result;
}

// "NAME: what is wrong with it": the name stays. It may hold colons itself.
QString afterName(const QString& text, int depth)
{
    const qsizetype colon = text.indexOf(QLatin1String(": "));
    const QString rest = colon > 0 ? known(text.mid(colon + 2), depth + 1) : QString();
    return rest.isEmpty() ? QString() : text.left(colon + 2) + rest;
}

QString withOffset(const QString& text, int depth)
{
    static const SentencePattern kOffset("%1 (offset %2)");
    const auto places = kOffset.match(text);
    const QString what = places ? known(places->front(), depth + 1) : QString();
    return what.isEmpty() ? QString() : QCoreApplication::translate("Sentences", "%1 (offset %2)").arg(what, places->at(1));
}

QString known(const QString& text, int depth)
{
    if (text.isEmpty() || text.size() > kLongest || depth > kDeepest)
        return {};
    if (const auto found = index().find(text); found.entry)
        return filled(words(found.entry->sentence.text), found.places, found.entry->sentence.places, depth);
    if (const QString named = afterName(text, depth); !named.isEmpty())
        return named;
    if (text.endsWith(QLatin1Char('.'))) {
        const QString whole = known(text.chopped(1), depth + 1);
        return whole.isEmpty() ? QString() : whole + QLatin1Char('.');
    }
    return withOffset(text, depth);
}

}  // namespace

std::vector<KnownSentence> knownSentences()
{
    std::vector<KnownSentence> all;
    for (const auto part : {engineSentences(), modelSentences(), documentSentences(), storageSentences()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

QString sentenceWords(const QString& english)
{
    QStringList lines = english.split(QLatin1Char('\n'));
    if (lines.size() > 1 && lines.size() <= kMostLines && !known(lines.front(), 0).isEmpty()) {
        for (QString& line : lines) {
            if (const QString found = known(line, 0); !found.isEmpty())
                line = found;
        }
        return lines.join(QLatin1Char('\n'));
    }
    const QString found = known(english, 0);
    return found.isEmpty() ? english : found;
}

QString sentenceWords(const std::string& english) { return sentenceWords(QString::fromStdString(english)); }

QString errorWords(const Error& error) { return sentenceWords(error.message); }

}  // namespace cairn
