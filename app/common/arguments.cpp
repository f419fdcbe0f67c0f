#include "app/common/arguments.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace cairn
{
namespace
{

Error usage(const CommandSpec& command, const std::string& what)
{
    return {ErrorCode::InvalidArgument, what + " Usage: " + std::string(command.synopsis)};
}

const OptionSpec* findOption(const CommandSpec& command, std::string_view word)
{
    if (word == "--out")
        word = "--output";   // its older name
    const auto matches = [word](const OptionSpec& option) {
        return word.starts_with("--") ? word.substr(2) == option.name
                                      : option.shortName != 0 && word.size() == 2 && word[1] == option.shortName;
    };
    const auto found = std::find_if(command.options.begin(), command.options.end(), matches);
    return found == command.options.end() ? nullptr : &*found;
}

Error noSuchOption(const CommandSpec& command, std::string_view word)
{
    std::vector<std::string> names;
    for (const OptionSpec& option : command.options)
        names.push_back("--" + std::string(option.name));
    const std::string meant = closestWord(word, names);
    return usage(command, "There is no option " + std::string(word) + "." + (meant.empty() ? "" : " Did you mean " + meant + "?"));
}

// The first word of the synopsis that names what was not given: "TEXT" of "ask SESSION|FILE TEXT [options]".
Error missing(const CommandSpec& command, std::size_t given)
{
    const std::string_view synopsis = command.synopsis;
    for (std::size_t begin = std::min(command.name.size(), synopsis.size()); begin < synopsis.size();) {
        const std::size_t end = std::min(synopsis.find(' ', begin), synopsis.size());
        const std::string_view word = synopsis.substr(begin, end - begin);
        begin = end + 1;
        if (word.empty())
            continue;
        if (word[0] == '[' || word[0] == '-')   // operands come before options
            break;
        if (given-- == 0)
            return usage(command, std::string(word) + " is missing.");
    }
    return usage(command, "Something is missing.");
}

// Letters to put in, leave out, change or swap.
std::size_t slips(std::string_view one, std::string_view other)
{
    std::vector<std::vector<std::size_t>> count(one.size() + 1, std::vector<std::size_t>(other.size() + 1));
    for (std::size_t i = 0; i <= one.size(); ++i) {
        for (std::size_t k = 0; k <= other.size(); ++k) {
            if (i == 0 || k == 0) {
                count[i][k] = i + k;
                continue;
            }
            count[i][k] = std::min({count[i - 1][k] + 1, count[i][k - 1] + 1, count[i - 1][k - 1] + (one[i - 1] != other[k - 1])});
            if (i > 1 && k > 1 && one[i - 1] == other[k - 2] && one[i - 2] == other[k - 1])
                count[i][k] = std::min(count[i][k], count[i - 2][k - 2] + 1);
        }
    }
    return count[one.size()][other.size()];
}

template <typename Number>
std::string plain(Number number)
{
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    return {digits.data(), end};
}

template <typename Number>
Result<Number> parseNumber(std::string_view option, std::string_view text, Number minimum, Number maximum)
{
    Number number{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc{} || end != text.data() + text.size() || !(number >= minimum && number <= maximum)) {
        const std::string range = minimum < maximum ? " takes a number from " + plain(minimum) + " to " + plain(maximum)
                                                    : " can only be " + plain(minimum) + " here";
        return Error{ErrorCode::InvalidArgument, "--" + std::string(option) + range + ", not '" + std::string(text) + "'."};
    }
    return number;
}

}  // namespace

std::optional<std::string> Arguments::value(std::string_view option) const
{
    const auto found = m_values.find(option);
    return found == m_values.end() ? std::nullopt : std::optional(found->second);
}

std::string Arguments::value(std::string_view option, std::string_view otherwise) const
{
    return value(option).value_or(std::string(otherwise));
}

Result<std::uint64_t> Arguments::number(std::string_view option, std::uint64_t otherwise, std::uint64_t minimum,
                                        std::uint64_t maximum) const
{
    const auto text = value(option);
    return text ? parseNumber<std::uint64_t>(option, *text, minimum, maximum) : Result<std::uint64_t>(otherwise);
}

Result<double> Arguments::real(std::string_view option, double otherwise, double minimum, double maximum) const
{
    const auto text = value(option);
    return text ? parseNumber<double>(option, *text, minimum, maximum) : Result<double>(otherwise);
}

Result<std::string> Arguments::choice(std::string_view option, std::string_view otherwise, std::span<const std::string_view> choices) const
{
    const std::string chosen = value(option, otherwise);
    if (std::find(choices.begin(), choices.end(), chosen) != choices.end())
        return chosen;
    std::string message = "--" + std::string(option) + " is one of";
    for (const std::string_view choice : choices)
        message += choice.empty() ? std::string() : " " + std::string(choice);
    return Error{ErrorCode::InvalidArgument, message + ", not '" + chosen + "'."};
}

Result<Arguments> parseArguments(const CommandSpec& command, std::span<char* const> words)
{
    Arguments arguments;
    bool optionsEnded = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string_view word = words[i];
        if (optionsEnded || word.size() < 2 || word[0] != '-') {
            arguments.m_operands.emplace_back(word);
            continue;
        }
        if (word == "--") {
            optionsEnded = true;
            continue;
        }
        std::optional<std::string_view> attached;
        if (const auto equals = word.find('='); word.starts_with("--") && equals != word.npos) {
            attached = word.substr(equals + 1);
            word = word.substr(0, equals);
        }
        const OptionSpec* option = findOption(command, word);
        if (!option)
            return noSuchOption(command, word);
        if (option->placeholder.empty() && attached)
            return usage(command, std::string(word) + " takes no value.");
        if (!option->placeholder.empty() && !attached) {
            if (i + 1 == words.size())
                return usage(command, std::string(word) + " needs a value.");
            attached = words[++i];
        }
        if (!arguments.m_values.emplace(option->name, attached.value_or("")).second)
            return usage(command, std::string(word) + " was given twice.");
    }
    if (arguments.m_operands.size() < command.minimumOperands)
        return missing(command, arguments.m_operands.size());
    if (arguments.m_operands.size() > command.maximumOperands)
        return usage(command, "'" + arguments.m_operands[command.maximumOperands] +
                                  "' is too much (several words that belong together are quoted).");
    return arguments;
}

std::string closestWord(std::string_view word, std::span<const std::string> words)
{
    constexpr std::size_t kLongest = 40, kMostSlips = 2;
    const std::string* closest = nullptr;
    std::size_t fewest = std::min(kMostSlips, word.size() / 3) + 1, begun = 0;
    if (word.size() > kLongest)
        return {};
    for (const std::string& one : words) {
        if (const std::size_t count = slips(word, one); count < fewest) {
            fewest = count;
            closest = &one;
        }
    }
    if (closest)
        return *closest;
    for (const std::string& one : words) {
        if (one.starts_with(word)) {
            closest = &one;
            ++begun;
        }
    }
    return begun == 1 ? *closest : std::string();
}

std::string wrapped(std::string_view words, std::size_t indent)
{
    constexpr std::size_t kWidth = 80;   // of a terminal
    std::string text;
    for (std::size_t column = indent; !words.empty();) {
        const auto space = words.find(' ');
        const std::string_view word = words.substr(0, space);
        words = space == words.npos ? std::string_view() : words.substr(space + 1);
        if (column > indent && column + 1 + word.size() > kWidth) {
            text += "\n" + std::string(indent, ' ');
            column = indent;
        }
        text += column > indent ? " " : "";
        column += word.size() + (column > indent ? 1 : 0);
        text += word;
    }
    return text;
}

std::string helpText(std::string_view program, const CommandSpec& command)
{
    const bool hasLines = command.summary.find('\n') != command.summary.npos;   // of its own
    const std::string summary = hasLines ? std::string(command.summary) : wrapped(command.summary, 0);
    std::string text = "Usage: " + std::string(program) + " " + std::string(command.synopsis) + "\n\n" + summary + "\n";
    if (!command.options.empty())
        text += "\nOptions:\n";
    for (const OptionSpec& option : command.options) {
        std::string left = "  ";
        if (option.shortName != 0)
            left += std::string("-") + option.shortName + ", ";
        left += "--" + std::string(option.name);
        if (!option.placeholder.empty())
            left += " " + std::string(option.placeholder);
        left.resize(std::max<std::size_t>(left.size() + 2, 30), ' ');
        text += left + wrapped(option.help, left.size()) + "\n";
    }
    return text;
}

}  // namespace cairn
