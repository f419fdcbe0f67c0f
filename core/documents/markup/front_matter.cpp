#include "core/documents/markup/front_matter.h"

#include "core/documents/text/text_builder.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::size_t kLongest = 64 << 10;   // bytes

std::string unquoted(std::string_view value)
{
    std::string text = oneLine(value);
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
        text = text.substr(1, text.size() - 2);
    return text;
}

void add(std::string& names, std::string_view value)
{
    const std::string name = unquoted(value);
    names += (names.empty() || name.empty() ? "" : ", ") + name;
}

// `[Ann, "Bo"]` or one value.
std::string namesOf(std::string_view value)
{
    const std::string text = oneLine(value);
    if (text.size() < 2 || text.front() != '[' || text.back() != ']')
        return unquoted(text);
    std::string names;
    char quote = 0;
    std::size_t begin = 1;
    for (std::size_t i = 1; i < text.size(); ++i) {
        const char c = text[i];
        quote = quote != 0 ? (c == quote ? 0 : quote) : c == '"' || c == '\'' ? c : 0;
        if (i + 1 < text.size() && (c != ',' || quote != 0))
            continue;
        add(names, std::string_view(text).substr(begin, i - begin));
        begin = i + 1;
    }
    return names;
}

class Lines
{
public:
    explicit Lines(char sign) : m_sign(sign) {}

    // False: none of front matter; what was read before is ordinary text.
    bool take(const std::string& line, bool indented)
    {
        const bool isItem = line.starts_with("- ");
        if (m_inAuthors && isItem) {
            const std::string_view item = std::string_view(line).substr(2);
            add(matter.author, item.starts_with("name:") ? item.substr(5) : item);
        } else if (!indented) {
            m_inAuthors = false;
            const std::size_t sign = line.find(m_sign);
            const std::string key = oneLine(std::string_view(line).substr(0, sign));
            const std::string_view value = sign == line.npos ? std::string_view() : std::string_view(line).substr(sign + 1);
            if (key == "title" && matter.title.empty())
                matter.title = unquoted(value);
            if ((key == "author" || key == "authors") && sign != line.npos && matter.author.empty()) {
                matter.author = namesOf(value);
                m_inAuthors = matter.author.empty();
            }
        }
        const bool isTable = m_sign == '=' && line.starts_with('[');
        return line.empty() || line.find(m_sign) != line.npos || line.front() == '-' || line.front() == '#' || isTable || indented;
    }

    FrontMatter matter;

private:
    char m_sign;
    bool m_inAuthors = false;
};

}  // namespace

FrontMatter frontMatterOf(std::string_view text)
{
    const std::string_view head = text.substr(0, kLongest);
    const bool isToml = head.starts_with("+++\n") || head.starts_with("+++\r\n");
    if (!isToml && !head.starts_with("---\n") && !head.starts_with("---\r\n"))
        return {};
    Lines lines(isToml ? '=' : ':');
    for (std::size_t begin = head.find('\n') + 1; begin < head.size();) {
        const std::size_t end = std::min(head.find('\n', begin), head.size());
        const std::string line = oneLine(head.substr(begin, end - begin));
        const bool indented = isFlowSpace(head[begin]);
        begin = end + 1;
        if (isToml ? line == "+++" : line == "---" || line == "...") {
            lines.matter.end = std::min(begin, text.size());
            return lines.matter;
        }
        if (!lines.take(line, indented))
            return {};   // a rule at the start of ordinary text
    }
    return {};
}

}  // namespace cairn
