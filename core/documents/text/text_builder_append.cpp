// How TextBuilder adds text: every piece becomes clean UTF-8 with its run.
#include "core/documents/text/text_builder.h"

#include "core/formats/utf8.h"
#include "core/types/limits.h"

#include <QString>

#include <algorithm>
#include <array>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kNoBreakSpace = "\xC2\xA0";

// Characters that only steer line breaks: left out of running text (soft hyphen, zero width space, word joiner, zero width
// no-break space) or taken as a space (no-break spaces). They would part words that read and search as one.
struct Invisible
{
    std::string_view bytes;
    bool isSpace;
};
constexpr std::array<Invisible, 6> kInvisible = {{{"\xC2\xAD", false}, {"\xE2\x80\x8B", false}, {"\xE2\x81\xA0", false},
                                                  {"\xEF\xBB\xBF", false}, {kNoBreakSpace, true}, {"\xE2\x80\xAF", true}}};

const Invisible* invisibleAt(std::string_view text)
{
    const char lead = text.front();
    if (lead != '\xC2' && lead != '\xE2' && lead != '\xEF')
        return nullptr;
    const auto found = std::find_if(kInvisible.begin(), kInvisible.end(), [text](const Invisible& i) { return text.starts_with(i.bytes); });
    return found == kInvisible.end() ? nullptr : &*found;
}

// Letters joined in one sign for their looks, and the hyphen at which no line ends: other words to a search. Kept in code.
struct Spelled
{
    std::string_view bytes;
    std::string_view letters;
};
constexpr std::string_view kFirstLigatures = "\xEF\xAC", kFixedHyphen = "\xE2\x80\x91";
constexpr std::array<Spelled, 8> kSpelled = {{{"\xEF\xAC\x80", "ff"}, {"\xEF\xAC\x81", "fi"}, {"\xEF\xAC\x82", "fl"},
                                              {"\xEF\xAC\x83", "ffi"}, {"\xEF\xAC\x84", "ffl"}, {"\xEF\xAC\x85", "st"},
                                              {"\xEF\xAC\x86", "st"}, {kFixedHyphen, "-"}}};

const Spelled* spelledAt(std::string_view text)
{
    const auto found = std::find_if(kSpelled.begin(), kSpelled.end(), [text](const Spelled& s) { return text.starts_with(s.bytes); });
    return found == kSpelled.end() ? nullptr : &*found;
}

// A sign between them says that one line ends and another begins.
bool isParted(std::string_view before, std::string_view next)
{
    constexpr auto kSigns = std::to_array<std::string_view>({".",      ",",      ";",      ":",      "!",      "?",      "|",
                                                             "/",      "-",      "(",      "\u2026", "\u2013", "\u2014", "\u3001",
                                                             "\u3002", "\uFF01", "\uFF0C", "\uFF1A", "\uFF1B", "\uFF1F"});
    return next.starts_with('(') || next.starts_with(')') || next.starts_with('|') ||
           std::any_of(kSigns.begin(), kSigns.end(), [before](std::string_view sign) { return before.ends_with(sign); });
}

bool isContinuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

}  // namespace

// The one place where text grows. `length` 0: no source.
void TextBuilder::append(std::string_view text, std::uint64_t source, std::uint64_t length, bool isVerbatim)
{
    if (text.empty() || m_full)
        return;
    if (text.size() > limits::kCanonicalTextBytes - size()) {
        m_full = true;
        return;
    }
    for (const std::size_t id : m_pendingAnchors)
        m_anchors.emplace_back(id, size());
    m_pendingAnchors.clear();
    const ByteRange range{size(), size() + text.size()};
    m_result.text += text;
    const std::size_t line = text.rfind('\n');
    m_lineCharacters = line == std::string_view::npos ? m_lineCharacters + countCharacters(text) : countCharacters(text.substr(line + 1));
    if (length == 0)
        return;
    const auto unit = static_cast<std::uint32_t>(m_result.units.size() - 1);
    auto& runs = m_result.runs;
    if (isVerbatim && !runs.empty()) {
        PositionRun& last = runs.back();
        if (last.verbatim && last.unit == unit && last.canonical.end == range.begin && last.sourceBegin + last.sourceLength == source &&
            runs.size() > m_runsBefore) {
            last.canonical.end = range.end;
            last.sourceLength += length;
            return;
        }
    }
    runs.push_back({range, unit, source, length, isVerbatim});
}

void TextBuilder::invalidByte(std::uint64_t source)
{
    ++m_invalid;
    append(kReplacement, source, 1, false);
}

// `text` is clean: valid, no NUL, no '\r'.
void TextBuilder::appendClean(std::string_view text, std::uint64_t source)
{
    if (m_kind == ParagraphKind::Code)
        return appendLetters(text, source);
    if (text.find_first_of("\xCC\xCD") != text.npos)
        return appendMarked(text, source);
    appendSpelled(text, source);
}

// Letters and their accents as two signs, as some systems write them, become one sign each.
void TextBuilder::appendMarked(std::string_view text, std::uint64_t source)
{
    std::size_t done = 0;
    for (std::size_t at = text.find_first_of("\xCC\xCD"); at != text.npos; at = text.find_first_of("\xCC\xCD", at + 2)) {
        std::size_t base = at;
        do {
            base -= base > done ? 1 : 0;
        } while (base > done && isContinuation(text[base]));
        const QString pair = QString::fromUtf8(text.data() + base, qsizetype(at + 2 - base));
        const QString letter = pair.normalized(QString::NormalizationForm_C);
        if (base == at || pair.size() != 2 || letter.size() != 1)
            continue;
        appendSpelled(text.substr(done, base - done), source + done);
        append(letter.toStdString(), source + base, at + 2 - base, false);
        done = at + 2;
    }
    appendSpelled(text.substr(done), source + done);
}

void TextBuilder::appendSpelled(std::string_view text, std::uint64_t source)
{
    std::size_t ligature = text.find(kFirstLigatures), hyphen = text.find(kFixedHyphen), done = 0;
    for (std::size_t at = std::min(ligature, hyphen); at != text.npos; at = std::min(ligature, hyphen)) {
        if (const Spelled* spelled = spelledAt(text.substr(at))) {
            appendLetters(text.substr(done, at - done), source + done);
            append(spelled->letters, source + at, spelled->bytes.size(), false);
            done = at + spelled->bytes.size();
        }
        ligature = ligature == at ? text.find(kFirstLigatures, at + 1) : ligature;
        hyphen = hyphen == at ? text.find(kFixedHyphen, at + 1) : hyphen;
    }
    appendLetters(text.substr(done), source + done);
}

void TextBuilder::appendLetters(std::string_view text, std::uint64_t source)
{
    if (m_lineCharacters + text.size() > kSoftLine)
        appendLongLine(text, source);
    else
        append(text, source, text.size(), true);
}

void TextBuilder::appendLongLine(std::string_view text, std::uint64_t source)
{
    std::size_t done = 0;
    std::size_t line = m_lineCharacters;
    const auto flush = [&](std::size_t end) {
        append(text.substr(done, end - done), source + done, end - done, true);
        done = end;
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (isContinuation(text[at]))
            continue;
        if (text[at] == '\n') {
            line = 0;
        } else if (line >= kSoftLine && text[at] == ' ') {
            flush(at);
            append("\n", source + at, 1, false);
            done = at + 1;
            line = 0;
        } else if (line >= kHardLine) {
            flush(at);
            append("\n", 0, 0, false);
            line = 1;
        } else {
            ++line;
        }
    }
    flush(text.size());
}

void TextBuilder::appendValid(std::string_view text, std::uint64_t source)
{
    std::size_t returns = text.find('\r');
    std::size_t nul = text.find('\0');
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t stop = std::min({returns, nul, text.size()});
        const std::size_t clean = validUtf8Prefix(text.substr(at, stop - at));
        appendClean(text.substr(at, clean), source + at);
        at += clean;
        if (at == text.size())
            return;
        if (at != returns) {
            invalidByte(source + at);
            if (at++ == nul)
                nul = text.find('\0', at);
            continue;
        }
        if (!text.substr(at).starts_with("\r\n"))   // of "\r\n" the second byte stays
            append("\n", source + at, 1, false);
        returns = text.find('\r', ++at);
    }
}

void TextBuilder::verbatim(std::string_view text, std::uint64_t source)
{
    if (!m_open) {   // blank lines before the first one would merge with the separator
        std::size_t begin = 0;
        for (std::size_t at = 0; at < text.size() && isFlowSpace(text[at]); ++at)
            if (text[at] == '\n' || text[at] == '\r')
                begin = at + 1;
        text.remove_prefix(begin);
        source += begin;
    }
    if (text.empty() || !open())
        return;
    flushSpace(text);
    appendValid(text, source);
}

void TextBuilder::flushSpace(std::string_view next)
{
    const Space space = std::exchange(m_space, {});
    if (!space.pending || size() == m_begin || isFlowSpace(m_result.text.back()))
        return;
    if (space.isLimit && !isParted(m_result.text, next))
        append(";", 0, 0, false);
    if (m_lineCharacters >= kSoftLine)
        append("\n", space.source, space.length, false);
    else
        append(" ", space.source, space.length, space.verbatim);
}

void TextBuilder::flow(std::string_view text, std::uint64_t source)
{
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && isFlowSpace(text[end]))
            ++end;
        if (end > at) {
            if (!m_space.pending)
                m_space = {true, end - at == 1 && text[at] == ' ', source + at, end - at};
            at = end;
            continue;
        }
        // A word, and the words after it that one plain space parts: one piece.
        while (end < text.size() && (!isFlowSpace(text[end]) || (text[end] == ' ' && end + 1 < text.size() && !isFlowSpace(text[end + 1]))))
            ++end;
        flowWords(text.substr(at, end - at), source + at);
        at = end;
    }
}

// `words`: no white space but single spaces inside.
void TextBuilder::flowWords(std::string_view words, std::uint64_t source)
{
    std::size_t done = 0;
    const auto flush = [&](std::size_t end) {
        if (end > done && open()) {
            flushSpace(words.substr(done));
            appendValid(words.substr(done, end - done), source + done);
        }
        done = end;
    };
    for (std::size_t at = 0; at < words.size();) {
        const Invisible* invisible = invisibleAt(words.substr(at));
        if (!invisible) {
            ++at;
            continue;
        }
        flush(at);
        if (invisible->isSpace && !m_space.pending)
            m_space = {true, false, source + at, invisible->bytes.size()};
        at += invisible->bytes.size();
        while (invisible->isSpace && at < words.size() && words[at] == ' ')
            ++at;
        done = at;
    }
    flush(words.size());
}

void TextBuilder::replaced(std::string_view text, std::uint64_t source, std::uint64_t length)
{
    const Invisible* invisible = text.empty() || m_kind == ParagraphKind::Code ? nullptr : invisibleAt(text);
    if (invisible && invisible->bytes.size() == text.size()) {
        if (invisible->isSpace && !m_space.pending)
            m_space = {true, false, source, length};
        return;
    }
    if (text.empty() || !open())
        return;
    flushSpace(text);
    const Spelled* spelled = m_kind == ParagraphKind::Code ? nullptr : spelledAt(text);
    append(spelled && spelled->bytes.size() == text.size() ? spelled->letters : text, source, length, false);
}

void TextBuilder::inserted(std::string_view text)
{
    replaced(text, 0, 0);
}

void TextBuilder::lineBreak()
{
    m_space = {};
    if (m_open)
        append("\n", 0, 0, false);
}

void TextBuilder::space()
{
    if (!m_space.pending)
        m_space = {true, false, 0, 0};
}

void TextBuilder::cellLimit()
{
    space();
    m_space.isLimit = true;
}

}  // namespace cairn
