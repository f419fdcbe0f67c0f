#include "core/wording/quoting/told_deed.h"

#include "core/wording/quoting/quoting.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

namespace
{

using Words = std::span<const Word>;

constexpr auto kKinds = std::to_array<std::string_view>(
    {"command", "option", "function", "button", "key", "program", "tool", "method", "class", "flag", "script", "setting", "variable",
     "utility", "switch", "parameter", "module", "menu", "device", "valve", "lever"});

Words withoutArticle(Words words)
{
    return !words.empty() && isArticle(words.front().folded) ? words.subspan(1) : words;
}

// "quilt refresh" of "What does the quilt refresh command do?". Empty: another question.
std::vector<std::string> thingAsked(const std::vector<Word>& asked)
{
    constexpr std::size_t kMostWords = 5;
    if (asked.size() < 4 || asked[0].folded != "what" || asked[1].folded != "does" || asked.back().folded != "do")
        return {};
    std::vector<std::string> thing;
    for (const Word& word : withoutArticle(Words(asked).subspan(2, asked.size() - 3)))
        thing.push_back(word.folded);
    return thing.size() <= kMostWords ? thing : std::vector<std::string>();
}

bool isVerb(std::string_view folded)
{
    const bool isKinds = isOneOf(folded.substr(0, folded.size() - 1), kKinds);   // "commands"
    const bool isEnding = folded.ends_with('s') && !folded.ends_with("ss") && !folded.ends_with("us");
    return folded.size() > 3 && isEnding && !isStopWord(folded) && !isKinds;
}

bool tells(std::string_view sentence, std::span<const std::string> thing, bool isKindAsked)
{
    const std::vector<Word> all = splitWords(sentence);
    const Words words = withoutArticle(all);
    const auto isSame = [](const std::string& asked, const Word& word) { return asked == word.folded; };
    if (words.size() < thing.size() + 3 || !std::equal(thing.begin(), thing.end(), words.begin(), isSame))
        return false;
    constexpr auto kAble = std::to_array<std::string_view>({"can", "lets", "helps"});
    const Words behind = words.subspan(thing.size());
    const bool isKind = isOneOf(behind[0].folded, kKinds);
    const std::size_t verb = isKind ? 1 : 0;
    const bool isAble =
        isKind && std::any_of(behind.begin() + 1, behind.end(), [&](const Word& word) { return isOneOf(word.folded, kAble); });
    return (isKind || isKindAsked) && (isVerb(behind[verb].folded) || isAble);
}

}  // namespace

std::optional<DocumentPlace> deedTold(std::string_view question, const DocumentTexts& texts,
                                      const Allowed& allowed)
{
    std::vector<std::string> thing = thingAsked(splitWords(question));
    const bool isKindAsked = thing.size() > 1 && isOneOf(thing.back(), kKinds);
    if (isKindAsked)
        thing.pop_back();
    for (std::uint32_t document = 0; document < texts.documents() && !thing.empty(); ++document) {
        const std::string_view text = texts.text(document);
        for (const ByteRange& sentence : splitSentences(text)) {
            const std::string_view words = text.substr(sentence.begin, sentence.size());
            const bool isTold = endsAsSentence(words) && mayBeQuoted(words) && tells(words, thing, isKindAsked);
            if (isTold && allowed({document, sentence}))
                return DocumentPlace{document, sentence};
        }
    }
    return std::nullopt;
}

}  // namespace cairn
