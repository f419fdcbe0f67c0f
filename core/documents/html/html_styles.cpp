#include "core/documents/html/html_styles.h"

#include "core/documents/text/text_lines.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::string_view kSpace = " \t\r\n\f";
constexpr unsigned kDepth = 16;                  // of blocks in blocks
constexpr std::size_t kLongestSelector = 1000;   // bytes
constexpr std::size_t kMostNames = 16;           // of an element
constexpr std::size_t kWords = 1 << 18;          // of scripts

std::string withoutComments(std::string_view sheet)
{
    std::string result;
    for (std::size_t at = 0; at < sheet.size();) {
        const std::size_t begin = std::min(sheet.find("/*", at), sheet.size());
        result += sheet.substr(at, begin - at);
        const std::size_t end = begin == sheet.size() ? sheet.npos : sheet.find("*/", begin + 2);
        at = end == sheet.npos ? sheet.size() : end + 2;
        result += ' ';
    }
    return result;
}

// The next of `signs` outside strings and escapes, from `at` on; or the end.
std::size_t findSign(std::string_view text, std::string_view signs, std::size_t at)
{
    for (char quote = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '\\')
            ++at;
        else if (quote != 0)
            quote = c == quote || c == '\n' ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (signs.find(c) != signs.npos)
            return at;
    }
    return text.size();
}

// Behind the '}' of the block whose contents begin at `at`.
std::size_t blockEnd(std::string_view text, std::size_t at)
{
    for (std::size_t depth = 1; at < text.size(); ++at) {
        at = findSign(text, "{}", at);
        if (at < text.size() && text[at] == '{')
            ++depth;
        else if (--depth == 0)
            break;
    }
    return std::min(at + 1, text.size());
}

bool isNamePart(char c)
{
    return isAsciiAlphanumeric(c) || c == '-' || c == '_' || (static_cast<unsigned char>(c) & 0x80) != 0;
}

// A name from `at` on, which moves behind it; "sm\:flex" has an escaped sign.
std::string nameAt(std::string_view text, std::size_t& at)
{
    std::string name;
    for (; at < text.size(); ++at)
        if (text[at] == '\\' && at + 1 < text.size())
            name += text[++at];
        else if (isNamePart(text[at]))
            name += text[at];
        else
            break;
    return name;
}

std::vector<std::string> namesOf(const HtmlToken& token)
{
    std::vector<std::string> names;
    if (const auto id = htmlAttribute(token.attributes, "id"))
        names.push_back('#' + *id);
    const std::string classes = htmlAttribute(token.attributes, "class").value_or("");
    for (std::size_t at = classes.find_first_not_of(kSpace); at < classes.size() && names.size() < kMostNames;) {
        const std::size_t end = std::min(classes.find_first_of(kSpace, at), classes.size());
        names.push_back('.' + classes.substr(at, end - at));
        at = classes.find_first_not_of(kSpace, end);
    }
    return names;
}

// Whether declarations set `display`, and how: the last one counts.
struct Display
{
    bool set = false;
    bool none = false;
    bool important = false;
};

Display displayOf(std::string_view declarations)
{
    Display result;
    for (std::size_t at = 0; at < declarations.size();) {
        const std::size_t end = findSign(declarations, ";{", at);
        const std::string_view one = declarations.substr(at, end - at);
        at = end < declarations.size() && declarations[end] == '{' ? blockEnd(declarations, end + 1) : end + 1;
        const std::size_t colon = one.find(':');
        if (colon == one.npos || asciiLower(trimmedLine(one.substr(0, colon))) != "display")
            continue;
        const std::string value = asciiLower(one.substr(colon + 1));
        const bool important = value.find('!') != value.npos;
        if (result.important && !important)
            continue;
        result = {true, trimmedLine(std::string_view(value).substr(0, value.find('!'))) == "none", important};
    }
    return result;
}

bool setsAbove(std::string_view declarations)
{
    const std::string text = asciiLower(declarations);
    const std::size_t begin = text.find("vertical-align");
    const std::size_t colon = begin == text.npos ? text.npos : text.find_first_not_of(kSpace, begin + 14);
    if (colon == text.npos || text[colon] != ':')
        return false;
    return trimmedLine(std::string_view(text).substr(colon + 1)).starts_with("super");
}

}  // namespace

HtmlStyles::Media HtmlStyles::mediaOf(std::string_view condition)
{
    const std::string text = asciiLower(condition);
    bool conditional = false;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        std::string_view one = trimmedLine(std::string_view(text).substr(at, end - at));
        at = end + 1;
        if (one.starts_with("only "))
            one = trimmedLine(one.substr(5));
        if (one.empty() || one == "all" || one == "screen")
            return Media::Screen;
        constexpr std::array<std::string_view, 4> kOthers = {"print", "speech", "aural", "amzn-"};
        conditional = conditional || std::none_of(kOthers.begin(), kOthers.end(), [one](auto name) { return one.starts_with(name); });
    }
    return conditional ? Media::Conditional : Media::Other;
}

void HtmlStyles::add(std::string_view sheet, std::string_view media)
{
    const auto names = [sheet](std::string_view property) { return sheet.find(property) != sheet.npos; };
    if (!names("display") && !names("DISPLAY") && !names("super"))
        return;
    const std::string text = withoutComments(sheet);
    rules(text, 0, mediaOf(media), 0);
}

// The rules of a sheet or of a block in it. Returns where it ends.
std::size_t HtmlStyles::rules(std::string_view sheet, std::size_t at, Media media, unsigned depth)
{
    while (at < sheet.size()) {
        const std::size_t end = findSign(sheet, depth > 0 ? "{};" : "{;", at);
        if (end == sheet.size() || sheet[end] == '}')
            return end + 1;
        std::string_view head = trimmedLine(sheet.substr(at, end - at));
        if (head.starts_with("<!--"))
            head = trimmedLine(head.substr(4));
        at = end + 1;
        if (sheet[end] == ';')
            continue;
        const std::string name = head.starts_with('@') ? asciiLower(head.substr(0, head.find_first_of(" \t\r\n\f("))) : std::string();
        const bool holdsRules = name == "@media" || name == "@supports" || name == "@layer" || name == "@container" || name == "@scope";
        if (holdsRules && depth < kDepth) {
            const Media own = name == "@media" ? mediaOf(head.substr(6)) : Media::Conditional;
            at = rules(sheet, at, std::max(media, own), depth + 1);
            continue;
        }
        const std::size_t next = blockEnd(sheet, at);
        if (name.empty() && media != Media::Other)
            rule(head, sheet.substr(at, next - at - (next > at ? 1 : 0)), media);
        at = next;
    }
    return at;
}

void HtmlStyles::rule(std::string_view selectors, std::string_view declarations, Media media)
{
    const Display display = displayOf(declarations);
    const bool raises = setsAbove(declarations);
    if ((!display.set && !raises) || selectors.size() > kLongestSelector)
        return;
    for (std::size_t at = 0; at < selectors.size();) {
        const std::size_t end = findSign(selectors, ",", at);
        const std::string_view one = trimmedLine(selectors.substr(at, end - at));
        const std::size_t dot = one.find('.');
        const bool isClass = dot != one.npos && std::all_of(one.begin() + std::ptrdiff_t(dot) + 1, one.end(), isNamePart);
        if (raises && isClass && m_raising.size() < kRules)
            m_raising.emplace(one.substr(dot));
        if (display.set)
            selector(one, display.none, display.important, media);
        at = end + 1;
    }
}

// Only of the element that it is about; what may hold in part is taken into account if it shows.
void HtmlStyles::selector(std::string_view text, bool hides, bool important, Media media)
{
    std::size_t begin = 0, inside = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        inside += text[i] == '(' || text[i] == '[' ? 1 : 0;
        inside -= (text[i] == ')' || text[i] == ']') && inside > 0 ? 1 : 0;
        if (inside == 0 && (kSpace.find(text[i]) != kSpace.npos || text[i] == '>' || text[i] == '+' || text[i] == '~'))
            begin = i + 1;
    }
    Rule rule;
    std::size_t at = begin;
    bool isPlain = begin == 0;
    if (at < text.size() && text[at] == '*')
        ++at;
    rule.element = asciiLower(nameAt(text, at));
    while (at < text.size() && (text[at] == '.' || text[at] == '#')) {
        std::string name(1, text[at++]);
        rule.weight += name == "#" ? 10'000u : 100u;
        name += nameAt(text, at);
        if (std::find(rule.names.begin(), rule.names.end(), name) == rule.names.end())
            rule.names.push_back(std::move(name));
    }
    const std::string_view rest = text.substr(std::min(at, text.size()));
    const auto isPart = [&](std::string_view name) { return rest.starts_with(name) || rest.starts_with(std::string(":").append(name)); };
    if (isPart(":before") || isPart(":after") || isPart(":first-l") || isPart(":marker") || isPart(":selection"))
        return;   // of something in the element
    isPlain = isPlain && rest.empty();
    if (!hides && media == Media::Screen && (!isPlain || rule.names.size() > 1))
        (isPlain ? m_shownMore : m_shownOwn).insert(rule.names.begin(), rule.names.end());
    if (!hides && media == Media::Conditional)
        m_shown.insert(rule.names.begin(), rule.names.end());
    if (!isPlain || media != Media::Screen || m_rules.size() >= kRules || (rule.names.empty() && rule.element.empty()))
        return;
    rule.weight += rule.element.empty() ? 0 : 1;
    rule.hides = hides;
    rule.important = important;
    std::vector<std::size_t>& ofName = m_byName[rule.names.empty() ? rule.element : rule.names.back()];
    if (ofName.size() >= kRulesOfName)
        return;
    m_hides = m_hides || hides;
    ofName.push_back(m_rules.size());
    m_rules.push_back(std::move(rule));
}

void HtmlStyles::heedScripts(std::string_view page, bool xhtml)
{
    HtmlTokenizer tokens(page, xhtml);
    for (HtmlToken token = tokens.next(); token.kind != HtmlToken::Kind::End && !m_loadsScripts; token = tokens.next()) {
        if (token.kind == HtmlToken::Kind::RawText && token.name == "script")
            showNamed(page.substr(token.begin, token.end - token.begin));
        if (token.kind != HtmlToken::Kind::StartTag)
            continue;
        m_loadsScripts = token.name == "script" && htmlAttribute(token.attributes, "src");
        if (const auto pressed = htmlAttribute(token.attributes, "onclick"))
            showNamed(*pressed);
    }
}

void HtmlStyles::showNamed(std::string_view script)
{
    for (std::size_t at = 0; at < script.size(); ++at) {
        const std::size_t begin = at;
        while (at < script.size() && isNamePart(script[at]))
            ++at;
        if (at > begin && m_named.size() < kWords)
            m_named.emplace(script.substr(begin, at - begin));
    }
}

// The rule that decides about `display`, or null.
const HtmlStyles::Rule* HtmlStyles::strongest(std::string_view element, const std::vector<std::string>& names) const
{
    const Rule* best = nullptr;
    std::size_t bestAt = 0;
    const auto consider = [&](const std::string& key) {
        const auto found = m_byName.find(key);
        if (found == m_byName.end())
            return;
        for (const std::size_t i : found->second) {
            const Rule& rule = m_rules[i];
            const auto has = [&](const std::string& name) { return std::find(names.begin(), names.end(), name) != names.end(); };
            if ((!rule.element.empty() && rule.element != element) || !std::all_of(rule.names.begin(), rule.names.end(), has))
                continue;
            const auto strength = [](const Rule& r, std::size_t at) { return std::tuple(r.important, r.weight, at); };
            if (!best || strength(rule, i) > strength(*best, bestAt))
                best = &rule, bestAt = i;
        }
    };
    consider(std::string(element));
    for (const std::string& name : names)
        consider(name);
    return best;
}

bool HtmlStyles::raises(const HtmlToken& token) const
{
    if (setsAbove(htmlAttribute(token.attributes, "style").value_or("")))
        return true;
    if (m_raising.empty())
        return false;
    const std::vector<std::string> names = namesOf(token);
    return std::any_of(names.begin(), names.end(), [this](const std::string& name) { return m_raising.contains(name); });
}

HtmlHiding HtmlStyles::hidingOf(const HtmlToken& token) const
{
    const HtmlHiding own = cairn::hidingOf(token);
    if (!hides() || own == HtmlHiding::Display || token.name == "html" || token.name == "body" || setsDisplay(token))
        return own;
    const std::vector<std::string> names = namesOf(token);
    const Rule* rule = strongest(token.name, names);
    if (!rule || !rule->hides)
        return own;
    const auto isIn = [](const std::unordered_set<std::string>& set) { return [&set](const std::string& n) { return set.contains(n); }; };
    const auto isNamed = [this](const std::string& name) { return m_named.contains(name.substr(1)); };
    const bool doubtful = std::any_of(rule->names.begin(), rule->names.end(), isIn(m_shownOwn)) ||
                          (!m_named.empty() && std::any_of(rule->names.begin(), rule->names.end(), isIn(m_shownMore))) ||
                          std::any_of(names.begin(), names.end(), isIn(m_shown)) || std::any_of(names.begin(), names.end(), isNamed);
    return doubtful ? own : HtmlHiding::Display;
}

}  // namespace cairn
