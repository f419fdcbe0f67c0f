#include "ui/reader/text_find.h"

#include <QElapsedTimer>
#include <QList>
#include <QRegularExpression>

#include <algorithm>
#include <string>
#include <string_view>

namespace cairn
{
namespace
{

constexpr char16_t kSoftHyphen = 0x00AD;

// A text made equal where differences don't count, and which byte each of its units comes from.
struct Folded
{
    std::u16string units;
    std::vector<std::uint32_t> bytes;   // [units + 1]; empty: one byte per unit
    std::uint32_t byteOf(std::size_t unit) const { return bytes.empty() ? std::uint32_t(unit) : bytes[unit]; }
};

char16_t plainPunctuation(char16_t c)
{
    if (c == 0x2018 || c == 0x2019 || c == 0x201B || c == 0x02BC)
        return u'\'';
    if (c >= 0x201C && c <= 0x201F)
        return u'"';
    if (c >= 0x2010 && c <= 0x2015)
        return u'-';
    return c;
}

// Neither seen nor written by anyone who searches: joiners, marks of direction, zero-width spaces, a glyph's variant.
bool isUnseen(char32_t code)
{
    return code == kSoftHyphen || (code >= 0x200B && code <= 0x200F) || (code >= 0x202A && code <= 0x202E) ||
           (code >= 0x2060 && code <= 0x2069) || (code >= 0xFE00 && code <= 0xFE0F) || code == 0xFEFF;
}

// An accent, a vowel point, a tone; not a vowel sign, a virama or a voicing mark, without which it is another syllable.
bool isAccent(QChar c)
{
    return c.isMark() && c.combiningClass() >= 10;
}

// Letters in another shape: ligatures, full and half width, the Arabic forms of old fonts.
bool isShaped(char32_t code)
{
    const QChar::Decomposition shape = QChar::decompositionTag(code);
    const bool arabic = shape >= QChar::Initial && shape <= QChar::Isolated;
    return arabic || shape == QChar::Compat || shape == QChar::Wide || shape == QChar::Narrow;
}

// One character as it is compared; empty: not at all (a soft hyphen, a combining accent).
QString foldedCharacter(char32_t code, const TextFindOptions& options)
{
    if (isUnseen(code))
        return {};
    if (QChar::isSpace(code))
        return QStringLiteral(" ");
    QString text = QString::fromUcs4(&code, 1);
    if (!options.matchAccents) {
        if (code == 0xDF)
            return QStringLiteral("ss");   // folding of single characters leaves it
        if (isShaped(code)) {
            if (const QString plain = text.normalized(QString::NormalizationForm_KD); !plain.startsWith(QLatin1Char(' ')))
                text = plain;
        }
        text = text.normalized(QString::NormalizationForm_D);
        text.removeIf(isAccent);
        for (QChar& c : text)
            c = QChar(plainPunctuation(c.unicode()));
    }
    return options.matchCase ? text : text.toCaseFolded();
}

bool isAscii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

char16_t foldedAscii(char16_t c, const TextFindOptions& options)
{
    if (c == u'\n' || c == u'\t' || c == u'\r')
        return u' ';
    return !options.matchCase && c >= u'A' && c <= u'Z' ? char16_t(c + 32) : c;
}

// Whether white space follows on white space somewhere; told without a branch, which every space would mislead.
bool foldAscii(std::string_view text, const TextFindOptions& options, Folded& out)
{
    out.bytes.clear();
    out.units.resize(text.size());
    char16_t* to = out.units.data();
    unsigned gaps = 0, before = 0;
    for (const char c : text) {
        const char16_t unit = foldedAscii(char16_t(static_cast<unsigned char>(c)), options);
        const unsigned space = unit == u' ';
        gaps |= space & before;
        before = space;
        *to++ = unit;
    }
    return gaps != 0;
}

// Of units that are their bytes, which they are no more from here on.
void joinSpaces(Folded& folded)
{
    std::u16string& units = folded.units;
    std::size_t end = 0;
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        if (end > 0 && units[end - 1] == u' ' && units[unit] == u' ')
            continue;
        folded.bytes.push_back(static_cast<std::uint32_t>(unit));
        units[end++] = units[unit];
    }
    folded.bytes.push_back(static_cast<std::uint32_t>(units.size()));
    units.resize(end);
}

// Several white spaces are one, but for a pattern.
void fold(std::string_view text, const TextFindOptions& options, FindWay way, Folded& out)
{
    const bool exact = way == FindWay::Pattern;
    if (isAscii(text)) {
        if (foldAscii(text, options, out) && !exact)
            joinSpaces(out);
        return;
    }
    const auto add = [&](char16_t unit, std::uint32_t byte) {
        if (!exact && unit == u' ' && !out.units.empty() && out.units.back() == u' ')
            return;
        out.units.push_back(unit);
        out.bytes.push_back(byte);
    };
    out.units.clear();
    out.bytes.clear();
    const QString all = QString::fromUtf8(text.data(), qsizetype(text.size()));
    std::uint32_t byte = 0;
    for (const char32_t code : all.toUcs4()) {
        if (code < 0x80) {
            add(foldedAscii(char16_t(code), options), byte++);
            continue;
        }
        for (const QChar c : foldedCharacter(code, options))
            add(c.unicode(), byte);
        byte += code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    }
    out.bytes.push_back(byte);
}

// Neither neighbour continues the word.
bool isWholeWord(const std::u16string& units, std::size_t begin, std::size_t end)
{
    const auto letter = [&](std::size_t at) { return QChar(units[at]).isLetterOrNumber() || QChar(units[at]).isSurrogate(); };
    return (begin == 0 || !letter(begin - 1)) && (end >= units.size() || !letter(end));
}

// The marks that make another syllable of the kana before them
bool isVoicing(const std::u16string& units, std::size_t at)
{
    return at < units.size() && (units[at] == 0x3099 || units[at] == 0x309A);
}

class Finder
{
public:
    Finder(const CanonicalText& document, const QString& words, const TextFindOptions& options, FindWay way = FindWay::Words)
        : m_document(document), m_options(options), m_way(way)
    {
        const QByteArray utf8 = words.toUtf8();
        Folded folded;
        fold(std::string_view(utf8.constData(), std::size_t(utf8.size())), options, way, folded);
        m_words = folded.units;
    }

    QString folded() const { return QString::fromStdU16String(m_words); }
    bool nothing() const { return m_words.empty() || m_document.paragraphs.empty(); }
    std::size_t count() const { return m_document.paragraphs.size(); }
    std::size_t paragraphAt(std::uint64_t byte) const   // the last that begins at or before it
    {
        const auto& all = m_document.paragraphs;
        const auto after = std::partition_point(all.begin(), all.end(), [byte](const Paragraph& p) { return p.text.begin <= byte; });
        return after == all.begin() ? 0 : std::size_t(after - all.begin()) - 1;
    }

    // Calls `take(range)` for the matches of a paragraph, ascending, without overlaps, until it returns false.
    template <typename Take>
    void forEachMatch(std::size_t paragraph, Take take)
    {
        read(paragraph);
        for (std::size_t at = next(m_words, 0); at != std::u16string::npos; at = next(m_words, at + m_words.size())) {
            if (!take(rangeOf(at, at + m_words.size())))
                return;
        }
    }

    // The same for the shortest stretches that hold all of the words, in any order.
    template <typename Take>
    void forEachStretch(std::size_t paragraph, Take take)
    {
        read(paragraph);
        const std::vector<std::u16string> words = separateWords();
        if (words.empty())
            return;
        std::vector<std::size_t> places;   // the last one of each word before `end`
        std::size_t from = 0;
        for (;;) {
            places.clear();
            for (const std::u16string& word : words)
                places.push_back(next(word, from));
            for (;;) {   // the first word moves on until all of them are close together
                const auto first = std::min_element(places.begin(), places.end());
                std::size_t end = 0;
                for (std::size_t i = 0; i < words.size(); ++i) {
                    if (places[i] == std::u16string::npos)
                        return;
                    end = std::max(end, places[i] + words[i].size());
                }
                const std::size_t follower = next(words[std::size_t(first - places.begin())], *first + 1);
                const bool shorter =
                    follower != std::u16string::npos && follower + words[std::size_t(first - places.begin())].size() <= end;
                if (!shorter && end - *first <= kNearUnits) {
                    if (!take(rangeOf(*first, end)))
                        return;
                    from = end;
                    break;
                }
                *first = follower;
            }
        }
    }

    // And for those of a regular expression; false: it took too long.
    template <typename Take>
    bool forEachPattern(const QRegularExpression& pattern, std::size_t paragraph, Take take)
    {
        read(paragraph);
        const QString text = QString::fromRawData(reinterpret_cast<const QChar*>(m_folded.units.data()), qsizetype(m_folded.units.size()));
        for (qsizetype from = 0; from <= text.size();) {   // an iterator would take a search that was given up for one without a match
            const QRegularExpressionMatch match = pattern.match(text, from);
            if (!match.hasMatch())
                return match.isValid();
            if (match.capturedLength() > 0 && !take(rangeOf(std::size_t(match.capturedStart()), std::size_t(match.capturedEnd()))))
                break;
            from = std::max(match.capturedEnd(), match.capturedStart() + 1);
        }
        return true;
    }

    // First or last match in a paragraph whose beginning lies in [from, before).
    std::optional<ByteRange> match(std::size_t paragraph, std::uint64_t from, std::uint64_t before)
    {
        std::optional<ByteRange> found;
        forEachMatch(paragraph, [&](ByteRange range) {
            if (range.begin >= from && range.begin < before)
                found = range;
            return range.begin < before && (!found || m_options.backwards);
        });
        return found;
    }

private:
    void read(std::size_t paragraph)
    {
        const ByteRange text = m_document.paragraphs[paragraph].text;
        fold(std::string_view(m_document.text).substr(text.begin, text.size()), m_options, m_way, m_folded);
        m_begin = text.begin;
    }
    ByteRange rangeOf(std::size_t begin, std::size_t end) const   // of whole characters: one may be several units
    {
        while (end > begin && end + 1 < m_folded.bytes.size() && m_folded.bytes[end] == m_folded.bytes[end - 1])
            ++end;
        return {m_begin + m_folded.byteOf(begin), m_begin + m_folded.byteOf(end)};
    }
    std::size_t next(const std::u16string& word, std::size_t from) const
    {
        std::size_t at = m_folded.units.find(word, from);
        const auto isOther = [&](std::size_t end) {
            return isVoicing(m_folded.units, end) || (m_options.wholeWords && !isWholeWord(m_folded.units, at, end));
        };
        while (at != std::u16string::npos && isOther(at + word.size()))
            at = m_folded.units.find(word, at + 1);
        return at;
    }
    std::vector<std::u16string> separateWords() const
    {
        std::vector<std::u16string> words;
        for (const QString& word : QString::fromStdU16String(m_words).split(QLatin1Char(' '), Qt::SkipEmptyParts))
            words.push_back(word.toStdU16String());
        return words;
    }

    const CanonicalText& m_document;
    const TextFindOptions m_options;
    const FindWay m_way;
    std::uint64_t m_begin = 0;     // of the paragraph in m_folded
    std::u16string m_words;
    Folded m_folded;
};

}  // namespace

std::optional<ByteRange> findText(const CanonicalText& document, const QString& words, std::uint64_t from, TextFindOptions options)
{
    Finder finder(document, words, options);
    if (finder.nothing())
        return std::nullopt;
    const std::size_t count = finder.count(), start = finder.paragraphAt(from);
    for (std::size_t step = 0; step <= count; ++step) {   // the first paragraph twice: before and after `from`
        const std::size_t index = options.backwards ? (start + count - step % count) % count : (start + step) % count;
        const bool first = step == 0;
        const std::uint64_t low = first && !options.backwards ? from : 0;
        const std::uint64_t high = first && options.backwards ? from : UINT64_MAX;
        if (const auto match = finder.match(index, low, high))
            return match;
    }
    return std::nullopt;
}

TextMatches findAllText(const CanonicalText& document, const QString& words, TextFindOptions options, FindWay way, std::size_t limit)
{
    options.backwards = false;
    TextMatches all;
    // The limit ends what would take for ever within one paragraph. Ignoring accents is folding: then it is done to the pattern too.
    const QString start = QStringLiteral("(*LIMIT_MATCH=1000000)");
    const bool caseless = !options.matchCase;
    if (way == FindWay::Pattern)
        options.matchCase = true;   // \S and \s are different
    Finder finder(document, words, options, way);
    if (finder.nothing() || limit == 0)
        return all;
    QRegularExpression pattern;
    if (way == FindWay::Pattern) {
        pattern.setPattern(start + finder.folded());
        pattern.setPatternOptions(QRegularExpression::UseUnicodePropertiesOption |
                                  (caseless ? QRegularExpression::CaseInsensitiveOption : QRegularExpression::NoPatternOption));
        if (!pattern.isValid()) {
            all.problem = pattern.errorString();
            return all;
        }
    }
    const auto take = [&](ByteRange range) {
        if (!all.ranges.empty() && range.begin < all.ranges.back().end)
            return true;   // the other half of a ligature
        all.ranges.push_back(range);
        all.more = all.ranges.size() >= limit;
        return !all.more;
    };
    QElapsedTimer time;
    time.start();
    for (std::size_t paragraph = 0; paragraph < finder.count() && !all.more; ++paragraph) {
        if (way == FindWay::Words)
            finder.forEachMatch(paragraph, take);
        else if (way == FindWay::Near)
            finder.forEachStretch(paragraph, take);
        else if (!finder.forEachPattern(pattern, paragraph, take) || time.elapsed() > kPatternMs)
            all.more = true;
    }
    return all;
}

}  // namespace cairn
