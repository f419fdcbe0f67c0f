#include "app/window/hit_excerpt.h"

#include "ui/plots/plot_words.h"
#include "ui/reader/text_find.h"

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kExcerpt = 160;   // characters
constexpr int kBefore = 40;     // of them before the words: the list shows two lines and a half in its usual width

// The first place of any of them.
std::optional<ByteRange> firstOf(const CanonicalText& text, const QStringList& phrases, bool whole)
{
    TextFindOptions options;
    options.wholeWords = whole;
    std::optional<ByteRange> first;
    for (const QString& phrase : phrases) {
        const TextMatches found = findAllText(text, phrase, options, FindWay::Words, 1);
        if (!found.ranges.empty() && (!first || found.ranges.front().begin < first->begin))
            first = found.ranges.front();
    }
    return first;
}

// All as it was typed, before single words; these, before beginnings.
std::optional<ByteRange> soughtIn(const std::string& text, const QString& sought)
{
    CanonicalText document;
    document.text = text;
    document.paragraphs = {{{0, text.size()}, ParagraphKind::Text, 0}};
    const QString phrase = sought.simplified();
    const QStringList words = phrase.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (const auto found = firstOf(document, {phrase}, words.size() < 2))
        return found;
    const auto found = firstOf(document, words, true);
    return found ? found : firstOf(document, words, false);
}

}  // namespace

QString excerptAround(const std::string& text, const QString& sought)
{
    const auto place = soughtIn(text, sought);
    const QString before = QString::fromUtf8(text.data(), qsizetype(place ? place->begin : 0));
    if (before.simplified().size() <= kBefore)
        return shortened(text, kExcerpt);
    QString words = before.right(kBefore);
    words.remove(0, words.indexOf(QLatin1Char(' ')) + 1);   // not from within a word
    const auto begin = std::size_t(place->begin) - std::size_t(words.toUtf8().size());
    return QChar(0x2026) + shortened(text.substr(begin), kExcerpt - 1);
}

}  // namespace cairn
