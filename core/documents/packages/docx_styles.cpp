#include "core/documents/packages/docx_styles.h"

#include "core/formats/xml_reader.h"

#include <algorithm>

namespace cairn
{

namespace
{

class StylesHandler final : public XmlHandler
{
public:
    explicit StylesHandler(OfficeStyles& styles) : m_styles(styles) {}

    void startElement(std::string_view name, const XmlAttributes& attributes) override
    {
        if (name == "style") {
            const std::string_view type = attributes.value("type");
            const bool isRead = type == "paragraph" || type == "character" || !attributes.find("type");
            m_style = isRead ? &m_styles.add(std::string(attributes.value("styleId"))) : nullptr;
        }
        if (!m_style)
            return;
        if (name == "name")
            m_style->name = attributes.value("val");
        else if (name == "basedOn")
            m_style->basedOn = attributes.value("val");
        else if (name == "outlineLvl")
            m_style->outlineLevel = std::min(attributes.number("val", kListLevels), kListLevels);
        else if (name == "vanish")
            m_style->hidden = isDocxOn(attributes.value("val"));
        else if (name == "numId")
            m_style->numberId = attributes.value("val");
        else if (name == "ilvl")
            m_style->numberLevel = attributes.number("val", 0);
    }
    void endElement(std::string_view name) override
    {
        if (name == "style")
            m_style = nullptr;
    }
    void text(std::string_view, std::uint64_t, std::uint64_t) override {}

private:
    OfficeStyles& m_styles;
    OfficeStyle* m_style = nullptr;
};

NumberForm formOf(std::string_view format)
{
    return format == "lowerRoman"     ? NumberForm::LowerRoman
           : format == "upperRoman"   ? NumberForm::UpperRoman
           : format == "lowerLetter"  ? NumberForm::LowerRepeated
           : format == "upperLetter"  ? NumberForm::UpperRepeated
           : format == "decimalZero"  ? NumberForm::TwoDigits
           : format == "ordinal"      ? NumberForm::Ordinal
           : format == "cardinalText" ? NumberForm::Words
           : format == "ordinalText"  ? NumberForm::OrdinalWords
                                      : NumberForm::Decimal;
}

using Names = std::unordered_map<std::string, std::string>;

class NumberingHandler final : public XmlHandler
{
public:
    NumberingHandler(std::unordered_map<std::string, DocxNumbering::List>& lists,
                     std::unordered_map<std::string, DocxNumbering::Number>& numbers)
        : m_lists(lists), m_numbers(numbers)
    {
    }

    // Lists that only name a style (ECMA-376 part 1, 17.9.21) have the levels of the one that defines it (17.9.27).
    void followStyles()
    {
        for (auto& [id, number] : m_numbers) {
            const auto style = m_styleOf.find(number.abstract);
            const auto list = style == m_styleOf.end() ? m_definedBy.end() : m_definedBy.find(style->second);
            if (list != m_definedBy.end())
                number.abstract = list->second;
        }
    }

    void startElement(std::string_view name, const XmlAttributes& attributes) override
    {
        if (name == "abstractNum") {
            m_listId = attributes.value("abstractNumId");
            m_list = &m_lists[m_listId];
        } else if (name == "numStyleLink" && m_list) {
            m_styleOf[m_listId] = attributes.value("val");
        } else if (name == "styleLink" && m_list) {
            m_definedBy[std::string(attributes.value("val"))] = m_listId;
        } else if (name == "num") {
            m_number = &m_numbers[std::string(attributes.value("numId"))];
        } else if (name == "abstractNumId" && m_number) {
            m_number->abstract = attributes.value("val");
        } else if (name == "lvlOverride") {
            m_override = attributes.number("ilvl", kListLevels);
        } else if (name == "startOverride" && m_number && m_override < kListLevels) {
            m_number->starts[m_override] = attributes.number("val", 1);
        } else if (name == "lvl" && m_list) {
            m_levelIndex = attributes.number("ilvl", kListLevels);
            m_level = m_levelIndex < kListLevels ? &m_list->levels[m_levelIndex] : nullptr;
        } else if (name == "lvl" && m_number && m_override < kListLevels) {
            m_level = &m_number->levels[m_override];
        }
        if (m_level)
            startLevel(name, attributes);
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
    void startLevel(std::string_view name, const XmlAttributes& attributes)
    {
        const std::string_view value = attributes.value("val");
        if (name == "start") {
            m_level->start = attributes.number("val", 1);
        } else if (name == "numFmt") {
            m_level->form = formOf(value);
            m_level->kind = value == "bullet" ? ListLevel::Kind::Bullet : value == "none" ? ListLevel::Kind::None : ListLevel::Kind::Number;
        } else if (name == "lvlText") {
            m_level->text = listMarkText(value);
        } else if (name == "isLgl") {
            m_level->isLegal = isDocxOn(value);
        } else if (name == "lvlRestart") {
            m_level->restart = attributes.number("val", kListLevels);
        } else if (name == "pStyle" && m_list) {
            m_list->ofStyles.emplace(value, m_levelIndex);
        }
    }

    std::unordered_map<std::string, DocxNumbering::List>& m_lists;
    std::unordered_map<std::string, DocxNumbering::Number>& m_numbers;
    Names m_styleOf, m_definedBy;        // list -> style, style -> list
    std::string m_listId;
    DocxNumbering::List* m_list = nullptr;
    ListLevel* m_level = nullptr;
    DocxNumbering::Number* m_number = nullptr;
    unsigned m_levelIndex = kListLevels;
    unsigned m_override = kListLevels;   // level that the list counts in its own way
};

}  // namespace

bool isDocxOn(std::string_view value)
{
    return value != "0" && value != "false" && value != "off";
}

Result<void> readDocxStyles(std::string_view xml, OfficeStyles& styles)
{
    StylesHandler handler(styles);
    return parseXml(xml, handler, "The document's style part");
}

Result<void> DocxNumbering::read(std::string_view xml)
{
    NumberingHandler handler(m_abstract, m_numbers);
    auto done = parseXml(xml, handler, "The document's numbering part");
    handler.followStyles();
    return done;
}

std::string DocxNumbering::next(const std::string& numberId, unsigned level)
{
    const auto number = m_numbers.find(numberId);
    const auto list = number == m_numbers.end() ? m_abstract.end() : m_abstract.find(number->second.abstract);
    if (list == m_abstract.end() || level >= kListLevels)
        return "-";
    auto& [abstract, own, starts, begun] = number->second;
    ListLevels levels;
    if (!own.empty())
        levels = list->second.levels;
    for (const auto& [index, ownLevel] : own)
        levels[index] = ownLevel;
    const ListLevels& used = own.empty() ? list->second.levels : levels;
    ListCounters& counters = m_counters[abstract];
    if (used[level].kind != ListLevel::Kind::Bullet && !std::exchange(begun, true))
        for (unsigned i = 0; i < kListLevels; ++i)
            counters[i] = starts[i] ? 0 : counters[i];
    return nextListMark(used, counters, level, starts);
}

std::optional<unsigned> DocxNumbering::levelOf(const std::string& numberId, const std::string& style) const
{
    const auto number = m_numbers.find(numberId);
    const auto list = number == m_numbers.end() ? m_abstract.end() : m_abstract.find(number->second.abstract);
    if (list == m_abstract.end())
        return {};
    const auto level = list->second.ofStyles.find(style);
    return level == list->second.ofStyles.end() ? std::nullopt : std::optional(level->second);
}

}  // namespace cairn
