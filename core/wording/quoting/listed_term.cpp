#include "core/wording/quoting/listed_term.h"

#include "core/wording/text/heading_section.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace cairn
{

namespace
{

// "dialout" of "group dialout for", "refresh" of "refresh command"
std::vector<std::string> bareTerm(std::vector<std::string> term)
{
    constexpr auto kKinds = std::to_array<std::string_view>(
        {"group", "user", "command", "option", "file", "key", "function", "field", "variable", "setting", "flag", "directory", "folder"});
    if (term.size() > 1 && term.back() == "for")
        term.pop_back();
    if (term.size() > 1 && term.back() == "used")
        term.pop_back();
    if (term.size() > 1 && isOneOf(term.back(), kKinds))
        term.pop_back();
    else if (term.size() > 1 && isOneOf(term.front(), kKinds))
        term.erase(term.begin());
    return term;
}

bool areWords(std::string_view text, const std::vector<std::string>& term)
{
    const std::vector<Word> words = splitWords(text);
    return std::equal(words.begin(), words.end(), term.begin(), term.end(),
                      [](const Word& word, const std::string& asked) { return word.folded == asked; });
}

// "LHS   = the left-hand side": words behind the sign, no value or program
bool isEquated(std::string_view line, const std::vector<std::string>& term)
{
    constexpr std::size_t kFewestWords = 3;
    const std::size_t sign = line.find(" = ");
    if (sign == std::string_view::npos || !areWords(line.substr(0, sign), term))
        return false;
    const std::string_view meaning = line.substr(sign + 3);
    const std::vector<Word> words = splitWords(meaning);
    const bool isText = std::any_of(words.begin(), words.end(), [](const Word& word) { return isStopWord(word.folded); });
    return words.size() >= kFewestWords && isText && !meaning.ends_with(';') && !meaning.ends_with('{');
}

// The line is the term alone, and the next one tells in sentences what it is.
ByteRange describedBelow(std::string_view text, const ByteRange& line, const ByteRange& next, const std::vector<std::string>& term)
{
    constexpr std::size_t kFewestWords = 4;
    const std::string_view said = text.substr(next.begin, next.size());
    const bool isBelow = next.begin == line.end + 1 && areWords(text.substr(line.begin, line.size()), term);
    if (!isBelow || !isCapitalAt(text, next.begin) || splitWords(said).size() < kFewestWords)
        return {};
    return openingSentences(text, next.begin, next.end);
}

}  // namespace

std::optional<DocumentPlace> equatedMeaning(const std::vector<std::string>& term, const DocumentTexts& texts,
                                            const Allowed& allowed)
{
    for (std::uint32_t document = 0; document < texts.documents() && !term.empty(); ++document) {
        const std::string_view text = texts.text(document);
        for (const ByteRange& line : splitLines(text)) {
            if (isEquated(text.substr(line.begin, line.size()), term) && allowed({document, line}))
                return DocumentPlace{document, line};
        }
    }
    return std::nullopt;
}

std::optional<DocumentPlace> describedMeaning(const std::vector<std::string>& term, const DocumentTexts& texts,
                                              const Allowed& allowed)
{
    const std::vector<std::string> bare = bareTerm(term);
    for (std::uint32_t document = 0; document < texts.documents() && !bare.empty(); ++document) {
        const std::string_view text = texts.text(document);
        const std::vector<ByteRange> lines = splitLines(text);
        for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
            const ByteRange words = lines[i].size() > 0 ? describedBelow(text, lines[i], lines[i + 1], bare) : ByteRange{};
            if (words.size() > 0 && allowed({document, words}))
                return DocumentPlace{document, words};
        }
    }
    return std::nullopt;
}

}  // namespace cairn
