#include "ui/reader/text_find.h"

#include <QList>

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

// One character as it is compared; empty: not at all (a soft hyphen, a combining accent).
QString foldedCharacter(char32_t code, const TextFindOptions& options)
{
    if (code == kSoftHyphen)
        return {};
    if (QChar::isSpace(code))
        return QStringLiteral(" ");
    QString text = QString::fromUcs4(&code, 1);
    if (!options.matchAccents) {
        if (code == 0xDF)
            return QStringLiteral("ss");   // folding of single characters leaves it
        text = text.normalized(QString::NormalizationForm_D);
        text.removeIf([](QChar c) { return c.isMark(); });
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

void foldAscii(std::string_view text, const TextFindOptions& options, Folded& out)
{
    out.bytes.clear();
    out.units.resize(text.size());
    std::transform(text.begin(), text.end(), out.units.begin(),
                   [&](char c) { return foldedAscii(char16_t(static_cast<unsigned char>(c)), options); });
}

void fold(std::string_view text, const TextFindOptions& options, Folded& out)
{
    if (isAscii(text))
        return foldAscii(text, options, out);
    out.units.clear();
    out.bytes.clear();
    const QString all = QString::fromUtf8(text.data(), qsizetype(text.size()));
    std::uint32_t byte = 0;
    for (const char32_t code : all.toUcs4()) {
        if (code < 0x80) {
            out.units.push_back(foldedAscii(char16_t(code), options));
            out.bytes.push_back(byte++);
            continue;
        }
        for (const QChar c : foldedCharacter(code, options)) {
            out.units.push_back(c.unicode());
            out.bytes.push_back(byte);
        }
        byte += code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    }
    out.bytes.push_back(byte);
}

class Finder
{
public:
    Finder(const CanonicalText& document, const QString& words, const TextFindOptions& options) : m_document(document), m_options(options)
    {
        const QByteArray utf8 = words.toUtf8();
        Folded folded;
        fold(std::string_view(utf8.constData(), std::size_t(utf8.size())), options, folded);
        m_words = folded.units;
    }

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
        const ByteRange text = m_document.paragraphs[paragraph].text;
        fold(std::string_view(m_document.text).substr(text.begin, text.size()), m_options, m_folded);
        for (std::size_t at = m_folded.units.find(m_words); at != std::u16string::npos;
             at = m_folded.units.find(m_words, at + m_words.size()))
            if (!take(ByteRange{text.begin + m_folded.byteOf(at), text.begin + m_folded.byteOf(at + m_words.size())}))
                return;
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
    const CanonicalText& m_document;
    const TextFindOptions m_options;
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

std::vector<ByteRange> findAllText(const CanonicalText& document, const QString& words, TextFindOptions options, std::size_t limit)
{
    options.backwards = false;
    Finder finder(document, words, options);
    std::vector<ByteRange> all;
    if (finder.nothing())
        return all;
    for (std::size_t paragraph = 0; paragraph < finder.count() && all.size() < limit; ++paragraph)
        finder.forEachMatch(paragraph, [&](ByteRange range) {
            all.push_back(range);
            return all.size() < limit;
        });
    return all;
}

}  // namespace cairn
