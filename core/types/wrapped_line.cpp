#include "core/types/wrapped_line.h"

#include "core/types/ascii.h"

#include <algorithm>
#include <array>

namespace cairn
{
namespace
{

constexpr std::size_t kLeastWidth = 50;   // characters

// The letters and digits that `text` begins with.
template <typename Is>
std::size_t run(std::string_view text, Is is)
{
    return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is) - text.begin());
}

bool isLowerOrDigit(char c) { return (c >= 'a' && c <= 'z') || isAsciiDigit(c); }

// What is left behind "-", "12.", "(iv)", "b)"; nothing: no entry of a list begins so.
std::string_view behindMark(std::string_view line)
{
    constexpr std::array<std::string_view, 5> kBullets{"-", "*", "+", "\u2022", "\u2013"};
    for (const std::string_view bullet : kBullets) {
        if (line.starts_with(bullet))
            return line.substr(bullet.size());
    }
    const std::size_t digits = run(line, isAsciiDigit);
    if (digits > 0 && digits <= 3 && digits < line.size() && (line[digits] == '.' || line[digits] == ')'))
        return line.substr(digits + 1);
    if (line.starts_with('(')) {
        const std::size_t inside = run(line.substr(1), isLowerOrDigit);
        return inside > 0 && inside <= 5 && line.substr(1 + inside).starts_with(')') ? line.substr(inside + 2) : std::string_view();
    }
    return line.size() > 1 && line[0] >= 'a' && line[0] <= 'z' && line[1] == ')' ? line.substr(2) : std::string_view();
}

}  // namespace

bool isWrapped(std::size_t width, std::string_view next)
{
    constexpr std::string_view kSpaces = " \t\n\r\f\v";
    if (width < kLeastWidth || next.empty() || next.front() == '\n')
        return false;
    const std::string_view entry = behindMark(next);
    return entry.empty() || kSpaces.find(entry.front()) == std::string_view::npos;
}

}  // namespace cairn
