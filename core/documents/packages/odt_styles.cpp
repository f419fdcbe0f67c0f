#include "core/documents/packages/odt_styles.h"

#include "core/formats/xml_reader.h"

#include <algorithm>

namespace cairn
{

namespace
{

// "Heading_20_1" -> "Heading 1"
std::string decodedName(std::string_view name)
{
    std::string result(name);
    for (std::size_t at = result.find("_20_"); at != std::string::npos; at = result.find("_20_", at + 1))
        result.replace(at, 4, " ");
    return result;
}

std::string unquoted(std::string_view family)
{
    const std::size_t begin = family.find_first_not_of("'\" ");
    const std::size_t end = family.find_last_not_of("'\" ");
    return begin == family.npos ? std::string() : std::string(family.substr(begin, end - begin + 1));
}

bool isBold(std::string_view weight)
{
    return weight == "bold" || (weight.size() == 3 && weight >= "600");
}

// "super 58%", "33% 58%"
bool isRaised(std::string_view position)
{
    return position.starts_with("super") || (!position.empty() && position[0] >= '1' && position[0] <= '9');
}

NumberForm formOf(const XmlAttributes& attributes)
{
    const std::string_view format = attributes.value("num-format");
    const bool repeats = attributes.value("num-letter-sync") == "true";
    return format == "i"               ? NumberForm::LowerRoman
           : format == "I"             ? NumberForm::UpperRoman
           : format == "a"             ? (repeats ? NumberForm::LowerRepeated : NumberForm::LowerLetter)
           : format == "A"             ? (repeats ? NumberForm::UpperRepeated : NumberForm::UpperLetter)
           : format.starts_with("01,") ? NumberForm::TwoDigits // and as newer programs say it
           : format == "1st"           ? NumberForm::Ordinal
           : format == "One"           ? NumberForm::Words
           : format == "First"         ? NumberForm::OrdinalWords
                                       : NumberForm::Decimal;
}

// "%1.%2)" of "%1%.%2%)", as newer programs say it.
std::string placesOf(std::string_view format)
{
    std::string result;
    for (std::size_t i = 0; i < format.size(); ++i) {
        result += format[i];
        if (format[i] == '%' && i + 2 < format.size() && format[i + 2] == '%') {
            result += format[i + 1];
            i += 2;
        }
    }
    return listMarkText(result);
}

// "%1.%2)" of two shown levels with ")" behind them.
std::string placesOf(unsigned level, const XmlAttributes& attributes)
{
    const unsigned shown = std::clamp(attributes.number("display-levels", 1), 1u, level + 1);
    std::string result = listMarkText(attributes.value("num-prefix"));
    for (unsigned i = level + 1 - shown; i <= level; ++i)
        result += (i + shown > level + 1 ? ".%" : "%") + std::to_string(i + 1);
    return result + listMarkText(attributes.value("num-suffix"));
}

class StylesHandler final : public XmlHandler
{
public:
    StylesHandler(OdtStyleKind kind, OdtStyles& styles) : m_kind(kind), m_styles(styles) {}

    void startElement(std::string_view name, const XmlAttributes& attributes) override
    {
        if (name == "font-face")
            m_fonts[std::string(attributes.value("name"))] = unquoted(attributes.value("font-family"));
        else if (name == "styles" || name == "automatic-styles" || name == "master-styles" || name == "body")
            startSection(name);
        else if (m_isRead)
            startStyle(name, attributes);
    }
    void endElement(std::string_view name) override
    {
        if (name == "styles" || name == "automatic-styles")
            m_isRead = false;
        else if (name == "style")
            m_style = nullptr;
        else if (name == "list-style" || name == "outline-style")
            m_levels = nullptr;
    }
    void text(std::string_view, std::uint64_t, std::uint64_t) override {}

private:
    void startSection(std::string_view name)
    {
        m_isNamed = name == "styles";
        m_isRead = m_isNamed || (name == "automatic-styles" && m_kind == OdtStyleKind::All);
        m_style = nullptr;
        m_levels = nullptr;
    }
    void startStyle(std::string_view name, const XmlAttributes& attributes)
    {
        if (name == "style") {
            m_style = addStyle(attributes);
        } else if (name == "text-properties" && m_style) {
            characters(attributes);
        } else if (name == "list-style") {
            m_levels = &m_styles.lists[std::string(attributes.value("name"))];
            m_levels->fill({ListLevel::Kind::Bullet, NumberForm::Decimal, 1, std::nullopt});
        } else if (name == "outline-style") {
            m_levels = &m_styles.outline;
        } else if (m_levels && (name.starts_with("list-level-style-") || name == "outline-level-style")) {
            const unsigned level = attributes.number("level", 0);
            if (level >= 1 && level <= kListLevels)
                (*m_levels)[level - 1] = levelOf(name, level - 1, attributes);
        }
    }
    OfficeStyle* addStyle(const XmlAttributes& attributes)
    {
        const std::string_view family = attributes.value("family"), parent = attributes.value("parent-style-name");
        if (family != "paragraph" && family != "text")
            return nullptr;
        OfficeStyle& style = m_styles.styles.add(odtStyleId(family, attributes.value("name")));
        style = {};
        if (m_isNamed)
            style.name = attributes.find("display-name").value_or(decodedName(attributes.value("name")));
        if (!parent.empty())
            style.basedOn = odtStyleId(family, parent);
        if (attributes.find("default-outline-level"))
            style.outlineLevel = std::clamp(attributes.number("default-outline-level", kListLevels + 1), 1u, kListLevels + 1) - 1;
        if (const auto list = attributes.find("list-style-name"))
            style.numberId = list->empty() ? kOdtNoList : std::string(*list);
        return &style;
    }
    // Bold type counts where it was set by hand.
    void characters(const XmlAttributes& attributes)
    {
        if (const auto display = attributes.find("display"))
            m_style->hidden = *display == "none";
        if (const auto weight = attributes.find("font-weight"); weight && !m_isNamed)
            m_style->bold = isBold(*weight);
        if (const auto position = attributes.find("text-position")) {
            m_style->raised = isRaised(*position);
            m_style->lowered = position->starts_with("sub") || position->starts_with('-');
        }
        if (const auto family = attributes.find("font-family"))
            m_style->font = unquoted(*family);
        if (const auto font = attributes.find("font-name")) {
            const auto known = m_fonts.find(std::string(*font));
            m_style->font = known == m_fonts.end() ? std::string(*font) : known->second;
        }
    }
    static ListLevel levelOf(std::string_view name, unsigned level, const XmlAttributes& attributes)
    {
        if (name == "list-level-style-image")
            return {ListLevel::Kind::Bullet, NumberForm::Decimal, 1, std::nullopt};
        if (name == "list-level-style-bullet")
            return {ListLevel::Kind::Bullet, NumberForm::Decimal, 1, listMarkText(attributes.value("bullet-char"))};
        const auto format = attributes.find("num-list-format");
        return {attributes.value("num-format").empty() ? ListLevel::Kind::None : ListLevel::Kind::Number, formOf(attributes),
                attributes.number("start-value", 1), format ? placesOf(*format) : placesOf(level, attributes)};
    }

    OdtStyleKind m_kind;
    OdtStyles& m_styles;
    std::unordered_map<std::string, std::string> m_fonts;   // name -> family
    OfficeStyle* m_style = nullptr;
    ListLevels* m_levels = nullptr;
    bool m_isRead = false;    // inside a section of styles that is wanted
    bool m_isNamed = false;   // that of named ones
};

}  // namespace

Result<void> readOdtStyles(std::string_view xml, OdtStyleKind kind, OdtStyles& styles, std::string_view what, const XmlLimits& limits)
{
    StylesHandler handler(kind, styles);
    return parseXml(xml, handler, what, limits);
}

}  // namespace cairn
