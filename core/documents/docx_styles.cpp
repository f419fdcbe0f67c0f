#include "core/documents/docx_styles.h"

#include "core/documents/list_numbers.h"
#include "core/formats/xml_reader.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace cairn
{

namespace
{

constexpr int kStyleChain = 16;   // styles based on each other; a circle ends here

unsigned numberOf(std::string_view text, unsigned fallback)
{
    unsigned value = fallback;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    return status == std::errc() ? value : fallback;
}

class StylesHandler final : public XmlHandler
{
public:
    explicit StylesHandler(std::unordered_map<std::string, DocxStyle>& styles) : m_styles(styles) {}

    void startElement(std::string_view name, const XmlAttributes& attributes) override
    {
        if (name == "style") {
            m_id = attributes.value("styleId");
            const std::string_view type = attributes.value("type");
            m_style = type == "paragraph" || type == "character" || !attributes.find("type") ? &m_styles[m_id] : nullptr;
        }
        if (!m_style)
            return;
        if (name == "name")
            m_style->name = attributes.value("val");
        else if (name == "basedOn")
            m_style->basedOn = attributes.value("val");
        else if (name == "outlineLvl")
            m_style->outlineLevel = numberOf(attributes.value("val"), kDocxListLevels);
        else if (name == "vanish")
            m_style->hidden = isDocxOn(attributes.value("val"));
        else if (name == "numId")
            m_style->numberId = attributes.value("val");
        else if (name == "ilvl")
            m_style->numberLevel = numberOf(attributes.value("val"), 0);
    }
    void endElement(std::string_view name) override
    {
        if (name == "style")
            m_style = nullptr;
    }
    void text(std::string_view, std::uint64_t, std::uint64_t) override {}

private:
    std::unordered_map<std::string, DocxStyle>& m_styles;
    std::string m_id;
    DocxStyle* m_style = nullptr;
};

class NumberingHandler final : public XmlHandler
{
public:
    NumberingHandler(std::unordered_map<std::string, DocxNumbering::Levels>& lists,
                     std::unordered_map<std::string, DocxNumbering::Number>& numbers)
        : m_lists(lists), m_numbers(numbers)
    {
    }

    void startElement(std::string_view name, const XmlAttributes& attributes) override
    {
        if (name == "abstractNum") {
            m_list = &m_lists[std::string(attributes.value("abstractNumId"))];
        } else if (name == "num") {
            m_number = &m_numbers[std::string(attributes.value("numId"))];
        } else if (name == "abstractNumId" && m_number) {
            m_number->abstract = attributes.value("val");
        } else if (name == "lvlOverride") {
            m_override = numberOf(attributes.value("ilvl"), kDocxListLevels);
        } else if (name == "startOverride" && m_number && m_override < kDocxListLevels) {
            m_number->starts[m_override] = numberOf(attributes.value("val"), 1);
        } else if (name == "lvl" && m_list) {
            const unsigned level = numberOf(attributes.value("ilvl"), kDocxListLevels);
            m_level = level < kDocxListLevels ? &(*m_list)[level] : nullptr;
        }
        if (!m_level)
            return;
        if (name == "start")
            m_level->start = numberOf(attributes.value("val"), 1);
        else if (name == "numFmt")
            m_level->format = attributes.value("val");
        else if (name == "lvlText")
            m_level->text = std::string(attributes.value("val")).substr(0, 64);
    }
    void endElement(std::string_view name) override
    {
        if (name == "lvl")
            m_level = nullptr;
        if (name == "abstractNum")
            m_list = nullptr;
        if (name == "num")
            m_number = nullptr;
    }
    void text(std::string_view, std::uint64_t, std::uint64_t) override {}

private:
    std::unordered_map<std::string, DocxNumbering::Levels>& m_lists;
    std::unordered_map<std::string, DocxNumbering::Number>& m_numbers;
    DocxNumbering::Levels* m_list = nullptr;
    DocxNumbering::Level* m_level = nullptr;
    DocxNumbering::Number* m_number = nullptr;
    unsigned m_override = kDocxListLevels;   // level that the list counts in its own way
};

// Word names its own styles in English in every language ("heading 1"); publishers' templates say "HeadA", "ChapterTitle".
unsigned headingLevelOfName(std::string_view name)
{
    if (name == "TITLE" || name == "CHAPTERTITLE" || name == "CHAPTER TITLE")
        return 1;
    if (!name.starts_with("HEAD"))
        return 0;
    name.remove_prefix(name.starts_with("HEADING") ? 7 : 4);
    while (name.starts_with(' ') || name.starts_with('-') || name.starts_with('_'))
        name.remove_prefix(1);
    if (name.size() != 1)
        return 0;
    if (name[0] >= '1' && name[0] <= '9')
        return static_cast<unsigned>(name[0] - '0');
    return name[0] >= 'A' && name[0] <= 'E' ? static_cast<unsigned>(name[0] - 'A') + 2 : 0;
}

std::string formatted(unsigned value, const std::string& format)
{
    const NumberForm form = format == "lowerRoman"    ? NumberForm::LowerRoman
                            : format == "upperRoman"  ? NumberForm::UpperRoman
                            : format == "lowerLetter" ? NumberForm::LowerRepeated
                            : format == "upperLetter" ? NumberForm::UpperRepeated
                                                      : NumberForm::Decimal;
    return listNumber(value, form);
}

}  // namespace

bool isDocxOn(std::string_view value)
{
    return value != "0" && value != "false" && value != "off";
}

Result<void> DocxStyles::read(std::string_view xml)
{
    StylesHandler handler(m_styles);
    return parseXml(xml, handler, "The document's style part");
}

const DocxStyle* DocxStyles::find(const std::string& id) const
{
    const auto found = m_styles.find(id);
    return found == m_styles.end() ? nullptr : &found->second;
}

bool DocxStyles::isCode(const std::string& style) const
{
    const DocxStyle* found = find(style);
    const std::string name = found ? asciiUpper(found->name) : std::string();
    return name.starts_with("CODE") ? name.find("LABEL") == std::string::npos && name.find("CAPTION") == std::string::npos
                                    : name == "SOURCE CODE" || name.ends_with("PREFORMATTED") || name == "PREFORMATTED TEXT";
}

// Of the style or those it is based on.
bool DocxStyles::isNamed(const std::string& style, std::span<const std::string_view> names) const
{
    const DocxStyle* at = find(style);
    for (int i = 0; at && i < kStyleChain; ++i, at = find(at->basedOn))
        if (std::find(names.begin(), names.end(), asciiUpper(at->name)) != names.end())
            return true;
    return false;
}

bool DocxStyles::isQuotation(const std::string& style) const
{
    constexpr auto kNames = std::to_array<std::string_view>({"QUOTE", "INTENSE QUOTE", "QUOTATIONS", "BLOCK TEXT", "BLOCK QUOTATION"});
    return isNamed(style, kNames);
}

bool DocxStyles::isCaption(const std::string& style) const
{
    constexpr auto kNames = std::to_array<std::string_view>({"CAPTION", "IMAGE CAPTION", "TABLE CAPTION", "FIGURE CAPTION"});
    return isNamed(style, kNames);
}

bool DocxStyles::isHidden(const std::string& style) const
{
    const DocxStyle* at = find(style);
    for (int i = 0; at && i < kStyleChain; ++i, at = find(at->basedOn))
        if (at->hidden)
            return *at->hidden;
    return false;
}

bool DocxStyles::isTitle(const std::string& style) const
{
    const DocxStyle* found = find(style);
    return found && asciiUpper(found->name) == "TITLE";
}

unsigned DocxStyles::headingLevel(const std::string& style) const
{
    const DocxStyle* at = find(style);
    for (int i = 0; at && i < kStyleChain; ++i, at = find(at->basedOn)) {
        if (at->outlineLevel)
            return *at->outlineLevel < kDocxListLevels ? *at->outlineLevel + 1 : 0;
        if (const unsigned level = headingLevelOfName(asciiUpper(at->name)))
            return level;
    }
    return 0;
}

const DocxStyle* DocxStyles::numbered(const std::string& style) const
{
    const DocxStyle* at = find(style);
    for (int i = 0; at && i < kStyleChain; ++i, at = find(at->basedOn))
        if (!at->numberId.empty())
            return at->numberId == "0" ? nullptr : at;
    return nullptr;
}

Result<void> DocxNumbering::read(std::string_view xml)
{
    NumberingHandler handler(m_abstract, m_numbers);
    return parseXml(xml, handler, "The document's numbering part");
}

std::string DocxNumbering::next(const std::string& numberId, unsigned level)
{
    const auto number = m_numbers.find(numberId);
    const auto list = number == m_numbers.end() ? m_abstract.end() : m_abstract.find(number->second.abstract);
    if (list == m_abstract.end() || level >= kDocxListLevels)
        return "-";
    const Levels& levels = list->second;
    const std::string text = levels[level].text.value_or("");
    if (levels[level].format == "bullet")   // or a paragraph that goes on with the item above
        return levels[level].text && text.find_first_not_of(' ') == text.npos ? "" : "-";
    auto& counters = m_counters[number->second.abstract];   // one above the number; 0: not begun
    const auto& starts = number->second.starts;
    for (unsigned i = 0; i < kDocxListLevels && !number->second.begun; ++i)
        counters[i] = starts[i] ? 0 : counters[i];
    number->second.begun = true;
    for (unsigned i = 0; i <= level; ++i)
        counters[i] += counters[i] == 0 ? starts[i].value_or(levels[i].start) + 1 : i == level ? 1 : 0;
    std::fill(counters.begin() + level + 1, counters.end(), 0u);
    if (levels[level].format == "none")
        return {};
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool place = text[i] == '%' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '9';
        if (!place) {
            result += text[i];
            continue;
        }
        const auto of = static_cast<std::size_t>(text[++i] - '1');
        result += formatted(std::max(counters[of], 1u) - 1, levels[of].format);
    }
    return result;
}

}  // namespace cairn
