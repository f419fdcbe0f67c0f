#include "app/window/areas/hit_excerpt.h"

#include "ui/plots/plot_words.h"
#include "ui/reader/text_find.h"

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kExcerpt = 160;   // characters
constexpr int kBefore = 40;     // of them before the words: the list shows two lines and a half in its usual width

constexpr qsizetype kLongWord = 30;   // a longer one, as of a script without spaces, is cut
constexpr std::size_t kFirstLetter = 4;   // bytes

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

QString shortenedAtWord(const std::string& text, int characters)
{
    const QString words = shortened(text, characters), longer = shortened(text, 2 * characters);
    const qsizetype end = words.size() - 1;   // of what is kept
    if (words == longer || end < 1 || end >= longer.size() || !longer[end].isLetterOrNumber() || !words[end - 1].isLetterOrNumber())
        return words;
    const qsizetype word = words.lastIndexOf(QLatin1Char(' '), end - 1);
    return word < std::max<qsizetype>(1, end - kLongWord) ? words : words.left(word) + QChar(0x2026);
}

QString excerptOfBlock(const std::string& text, int characters)
{
    const QString words = shortenedAtWord(text, characters);
    const QString first = QString::fromUtf8(text.data(), qsizetype(std::min<std::size_t>(text.size(), kFirstLetter))).left(1);
    if (words.isEmpty() || !words.front().isLower())
        return words;
    const qsizetype next = first.front().isLower() ? words.indexOf(QLatin1Char(' ')) + 1 : 0;   // a block may begin within a word
    return QChar(0x2026) + (next > kLongWord ? words : words.mid(next));
}

QString excerptAround(const std::string& text, const QString& sought)
{
    const auto place = soughtIn(text, sought);
    const QString before = QString::fromUtf8(text.data(), qsizetype(place ? place->begin : 0));
    if (before.simplified().size() <= kBefore)
        return shortenedAtWord(text, kExcerpt);
    QString words = before.right(kBefore);
    words.remove(0, words.indexOf(QLatin1Char(' ')) + 1);   // not from within a word
    const auto begin = std::size_t(place->begin) - std::size_t(words.toUtf8().size());
    return QChar(0x2026) + shortenedAtWord(text.substr(begin), kExcerpt - 1);
}

}  // namespace cairn
