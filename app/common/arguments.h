// Command lines of our programs: a table of options per command, one parser, one help text. Any thread; plain values.
#pragma once

#include "core/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

struct OptionSpec
{
    std::string_view name;          // without dashes: "json"
    std::string_view placeholder;   // "FILE"; empty: a flag without value
    std::string_view help;
    char shortName = 0;             // 'o' for -o
};

struct CommandSpec
{
    std::string_view name;          // "read", "model info"
    std::string_view synopsis;      // "read FILE.. -o SESSION"
    std::string_view summary;       // one sentence
    std::vector<OptionSpec> options;
    std::size_t minimumOperands = 0;
    std::size_t maximumOperands = 1000;
};

class Arguments
{
public:
    const std::vector<std::string>& operands() const { return m_operands; }
    bool has(std::string_view option) const { return m_values.contains(option); }
    std::optional<std::string> value(std::string_view option) const;
    std::string value(std::string_view option, std::string_view otherwise) const;

    // InvalidArgument: not a number, or outside [minimum, maximum].
    Result<std::uint64_t> number(std::string_view option, std::uint64_t otherwise, std::uint64_t minimum, std::uint64_t maximum) const;
    Result<double> real(std::string_view option, double otherwise, double minimum, double maximum) const;

    // One of `choices`, or `otherwise` when absent; InvalidArgument names the choices.
    Result<std::string> choice(std::string_view option, std::string_view otherwise, std::span<const std::string_view> choices) const;

private:
    friend Result<Arguments> parseArguments(const CommandSpec& command, std::span<char* const> words);
    std::vector<std::string> m_operands;
    std::map<std::string, std::string, std::less<>> m_values;
};

// `words`: what follows the command's name. "--name value", "--name=value", "-o value"; "--" ends the options; "-" is an operand.
// InvalidArgument: unknown or repeated option, missing value, too few or too many operands; the message ends with the synopsis.
Result<Arguments> parseArguments(const CommandSpec& command, std::span<char* const> words);

// The one of `words` that was likely meant: a slip or two away, or the only one that begins so. Empty: none.
std::string closestWord(std::string_view word, std::span<const std::string> words);

std::string helpText(std::string_view program, const CommandSpec& command);

// `words` in lines of a terminal's width, those behind the first one indented. The first one begins at column `indent`.
std::string wrapped(std::string_view words, std::size_t indent);

}  // namespace cairn
