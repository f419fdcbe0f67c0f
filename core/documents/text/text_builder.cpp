#include "core/documents/text/text_builder.h"

#include "core/formats/utf8.h"
#include "core/types/ascii.h"
#include "core/types/cell_border.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kNoBreakSpace = "\xC2\xA0";
constexpr std::size_t kWarnings = 100;
constexpr std::size_t kBlankBytes = 64;   // longer paragraphs aren't searched for being blank

bool isContinuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

}  // namespace

bool isPower(std::string_view text)
{
    const auto isGreek = [](std::string_view letter) { return letter.size() == 2 && (letter[0] == '\xCE' || letter[0] == '\xCF'); };
    for (const std::string_view sign : {"-", "+", "\u2212", "\u2013"})
        if (text.starts_with(sign)) {
            text.remove_prefix(sign.size());
            const bool isWord = text.size() > 1 && isAsciiLetter(text[0]) && isAsciiLetter(text[1]);
            return text.empty() || (isAsciiAlphanumeric(text.front()) && !isWord) || isGreek(text);
        }
    if (text.empty() || (text.front() >= '0' && text.front() <= '9'))
        return !text.empty();
    constexpr std::string_view kVariables = "abcijkmnpquvwxyzNT"; // not "e", "o", "r", "s", "t", which end ordinals and short words
    const std::string_view rest = text.substr(1);
    const bool adds = rest.starts_with('+') || rest.starts_with('-') || rest.starts_with("\u2212");
    return isGreek(text) || (kVariables.find(text.front()) != std::string_view::npos && (rest.empty() || adds));
}

bool isClauseNumber(std::string_view text)
{
    constexpr std::size_t kLongest = 12;   // bytes
    if (text.size() < 3 || text.size() > kLongest)
        return false;
    if (text.front() == '(' && text.back() == ')') {
        const std::string_view sign = text.substr(1, text.size() - 2);
        const bool isRoman = sign.find_first_not_of("ivx") == std::string_view::npos;
        const bool isLetter = sign.size() == 1 && isAsciiAlphanumeric(sign.front());
        return isRoman || isLetter || (sign.size() == 2 && (std::all_of(sign.begin(), sign.end(), isAsciiDigit) || sign[0] == sign[1]));
    }
    std::size_t numbers = 0;
    for (std::size_t at = 0; at < text.size(); ++numbers) {
        const std::size_t end = std::min(text.find('.', at), text.size());
        if (end == at || end - at > 2 || !std::all_of(text.begin() + std::ptrdiff_t(at), text.begin() + std::ptrdiff_t(end), isAsciiDigit))
            return false;
        at = end + 1;
    }
    return numbers > 1;
}

unsigned clauseHeadingLevel(std::string_view line)
{
    constexpr std::size_t kLongest = 90;   // bytes
    constexpr auto kParts = std::to_array<std::string_view>(
        {"annex", "appendix", "article", "chapter", "clause", "exhibit", "part", "schedule", "section",
         "§", "abschnitt", "anhang", "anlage", "artikel", "kapitel", "teil",
         "annexe", "chapitre", "partie", "anexo", "apéndice", "artículo", "capítulo", "cláusula", "sección", "articolo", "capitolo",
         "Статья", "Глава", "Приложение"});
    const std::size_t end = std::min(line.find(' '), line.size());
    std::string_view number = line.substr(0, end), rest = line.substr(end);
    if (rest.size() < 2 || line.size() > kLongest || std::string_view(".,;:!?").find(line.back()) != std::string_view::npos)
        return 0;
    const bool isPart = std::find(kParts.begin(), kParts.end(), asciiLower(number)) != kParts.end();
    if (isPart) {   // with a number or letter behind it
        number = rest.substr(1, std::min(rest.find_first_of(" :.", 1), rest.size()) - 1);
        const bool isNumber = number.find_first_not_of("0123456789") == std::string_view::npos;
        const bool isRoman = number.find_first_not_of("IVX") == std::string_view::npos;
        return !number.empty() && (isNumber || isRoman || (number.size() == 1 && isAsciiAlphanumeric(number[0]))) ? 1 : 0;
    }
    number.remove_suffix(number.ends_with('.') ? 1 : 0);
    const bool isNumber = number.size() <= 2 && number.find_first_not_of("0123456789") == std::string_view::npos && !number.empty();
    if (!isNumber && (number.front() == '(' || !isClauseNumber(number)))
        return 0;
    return static_cast<unsigned>(1 + std::count(number.begin(), number.end(), '.'));
}

std::string alternativeText(std::string_view description)
{
    constexpr std::size_t kLongest = 1000;   // bytes
    constexpr auto kFiles =
        std::to_array<std::string_view>({".bmp", ".emf", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".tif", ".tiff", ".webp", ".wmf"});
    std::string text = oneLine(description, kLongest);
    const std::string ending = asciiLower(text.substr(std::min(text.rfind('.'), text.size())));
    return std::find(kFiles.begin(), kFiles.end(), ending) == kFiles.end() ? text : std::string();
}

std::string oneLine(std::string_view text, std::size_t limit)
{
    std::string result;
    for (std::size_t at = 0; at < text.size() && result.size() < limit;) {
        const std::string_view piece = text.substr(at, limit + 4);
        const std::size_t valid = validUtf8Prefix(piece);
        for (const char c : piece.substr(0, valid))
            if (!isFlowSpace(c) && c != 0)
                result += c;
            else if (!result.empty() && result.back() != ' ')
                result += ' ';
        at += valid;
        const bool cutCharacter = at + (piece.size() - valid) < text.size() && piece.size() - valid < 4;
        if (valid < piece.size() && !cutCharacter) {
            result += kReplacement;
            ++at;
        }
    }
    if (result.size() > limit) {
        std::size_t cut = limit;
        while (cut > 0 && isContinuation(result[cut]))
            --cut;
        result.resize(cut);
    }
    while (!result.empty() && result.back() == ' ')
        result.pop_back();
    return result;
}

TextBuilder::TextBuilder(DocumentFormat format)
{
    m_result.format = format;
}

void TextBuilder::beginUnit(std::string label)
{
    endParagraph();
    m_result.units.push_back({std::move(label), {size(), size()}});
    ++m_unitsWithoutText;
}

void TextBuilder::beginParagraph(ParagraphKind kind, unsigned level)
{
    endParagraph();
    m_kind = kind;
    m_level = std::min(level, 255u);
}

// Writes what stands between the last paragraph and this one. False: no room.
bool TextBuilder::open()
{
    if (m_full)
        return false;
    if (m_open)
        return true;
    m_separator = size();
    m_runsBefore = m_result.runs.size();
    if (!m_result.paragraphs.empty()) {
        const ParagraphKind before = m_result.paragraphs.back().kind;
        const bool tight = before == m_kind && (m_kind == ParagraphKind::TableRow || m_kind == ParagraphKind::ListItem);
        m_result.text += tight ? "\n" : "\n\n";
    }
    if (m_result.units.empty()) {
        m_result.units.emplace_back();
        m_unitsWithoutText = 1;
    }
    m_begin = size();
    m_unitsOpened = std::exchange(m_unitsWithoutText, 0);
    for (std::size_t i = m_result.units.size() - m_unitsOpened; i < m_result.units.size(); ++i)
        m_result.units[i].text.begin = m_begin;
    m_lineCharacters = 0;
    m_open = true;
    return true;
}

void TextBuilder::trim(std::uint64_t begin)
{
    std::string& text = m_result.text;
    while (text.size() > begin && (isFlowSpace(text.back())))
        text.pop_back();
    auto& runs = m_result.runs;
    while (runs.size() > m_runsBefore && runs.back().canonical.begin >= text.size())
        runs.pop_back();
    if (runs.size() > m_runsBefore && runs.back().canonical.end > text.size()) {
        PositionRun& run = runs.back();
        if (run.verbatim)
            run.sourceLength -= run.canonical.end - text.size();
        run.canonical.end = text.size();
    }
}

bool TextBuilder::blankParagraph(bool isRow) const
{
    std::string_view text = std::string_view(m_result.text).substr(m_begin);
    if (text.size() > kBlankBytes)
        return false;
    while (!text.empty())
        if (isFlowSpace(text.front()) || (isRow && text.front() == '|'))
            text.remove_prefix(1);
        else if (text.starts_with(kNoBreakSpace))
            text.remove_prefix(kNoBreakSpace.size());
        else
            return false;
    return true;
}

// A caption is often the alternative text of its picture.
bool TextBuilder::repeatsParagraph() const
{
    if (m_result.paragraphs.empty())
        return false;
    const Paragraph& before = m_result.paragraphs.back();
    const bool ofText = before.kind == ParagraphKind::Text || before.kind == ParagraphKind::Caption;
    const std::string_view text = m_result.text;
    return ofText && text.substr(before.text.begin, before.text.size()) == text.substr(m_begin);
}

void TextBuilder::lower(std::uint64_t sign)
{
    std::string& text = m_result.text;
    const char before = sign > m_begin ? text[sign - 1] : ' ';
    if (!m_open || sign < m_begin || sign >= size())
        return;
    if (isAsciiAlphanumeric(before)) {
        text[sign] = ' ';
        return;
    }
    text.erase(sign, 1);
    --m_lineCharacters;
    for (auto run = m_result.runs.rbegin(); run != m_result.runs.rend() && run->canonical.end > sign; ++run) {
        run->canonical.begin -= run->canonical.begin > sign ? 1 : 0;
        --run->canonical.end;
    }
    for (auto anchor = m_anchors.rbegin(); anchor != m_anchors.rend() && anchor->second > sign; ++anchor)
        --anchor->second;
}

// Undoes open() and all that was added since.
void TextBuilder::takeBack()
{
    while (!m_anchors.empty() && m_anchors.back().second >= m_begin) {
        m_pendingAnchors.push_back(m_anchors.back().first);
        m_anchors.pop_back();
    }
    m_result.text.resize(m_separator);
    m_result.runs.resize(m_runsBefore);
    m_unitsWithoutText = m_unitsOpened;
}

void TextBuilder::makeHeading(unsigned level)
{
    m_kind = ParagraphKind::Heading;
    m_level = level;
}

void TextBuilder::endParagraph()
{
    m_space = {};
    m_cells = 0;
    const ParagraphKind paragraphKind = std::exchange(m_kind, ParagraphKind::Text);
    const unsigned level = std::exchange(m_level, 0);
    if (!std::exchange(m_open, false))
        return;
    trim(m_begin);
    if (blankParagraph(paragraphKind == ParagraphKind::TableRow))
        return takeBack();
    if (paragraphKind == ParagraphKind::Caption && repeatsParagraph()) {
        m_result.paragraphs.back().kind = ParagraphKind::Caption;
        return takeBack();
    }
    m_result.paragraphs.push_back({{m_begin, size()}, paragraphKind, static_cast<std::uint8_t>(level)});
    if (paragraphKind == ParagraphKind::Heading) {
        std::string title = oneLine(std::string_view(m_result.text).substr(m_begin));
        m_result.outline.push_back({std::move(title), static_cast<std::uint8_t>(std::clamp(level, 1u, 6u)), m_begin});
    }
}

void TextBuilder::cell()
{
    if (m_cells++ == 0)
        return;
    m_space = {};
    inserted(cellBorder(!m_open));
}

void TextBuilder::warn(std::string sentence)
{
    if (m_result.warnings.size() < kWarnings)
        m_result.warnings.push_back(std::move(sentence));
}

void TextBuilder::warnOfComments(std::size_t comments)
{
    if (comments > 0)
        warn(commentsLeftOut(comments));
}

void TextBuilder::setTitle(std::string_view title)
{
    if (m_result.title.empty())
        m_result.title = oneLine(title);
}

void TextBuilder::setAuthor(std::string_view author)
{
    if (m_result.author.empty())
        m_result.author = oneLine(author);
}

Result<CanonicalText> TextBuilder::finish(const std::string& fileName)
{
    endParagraph();
    if (m_full)
        return Error{ErrorCode::Unsupported, "The document holds more than 256 MiB of text; split it into parts and open them one by one."};
    if (m_result.text.empty() && !m_hasPicture)
        return Error{ErrorCode::Unsupported, "The document is empty: it holds no text. Choose another file."};
    if (m_result.text.empty())
        return Error{
            ErrorCode::Unsupported,
            "The document holds no text; if its pages are pictures, run a text recognition program (OCR) on it and open the result."};
    for (std::size_t i = m_result.units.size() - m_unitsWithoutText; i < m_result.units.size(); ++i)
        m_result.units[i].text.begin = size();
    for (std::size_t i = 0; i < m_result.units.size(); ++i)
        m_result.units[i].text.end = i + 1 < m_result.units.size() ? m_result.units[i + 1].text.begin : size();
    if (!m_outline.empty())
        m_result.outline = std::move(m_outline);
    if (!m_result.outline.empty())
        setTitle(m_result.outline.front().text);
    setTitle(fileName);
    if (m_invalid > 0)
        warn(std::to_string(m_invalid) + (m_invalid == 1 ? " byte that is" : " bytes that are") +
             " not valid text became a replacement character.");
    return std::move(m_result);
}

std::string commentsLeftOut(std::size_t comments)
{
    return std::to_string(comments) + (comments == 1 ? " comment in the margin was left out." : " comments in the margin were left out.");
}

}  // namespace cairn
