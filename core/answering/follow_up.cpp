#include "core/answering/follow_up.h"

#include "core/types/refusal.h"
#include "core/wording/questions/ellipsis.h"
#include "core/wording/words/language.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>

namespace cairn
{

namespace
{

bool leansOnEarlier(std::string_view question)
{
    constexpr auto kGoesOn = std::to_array<std::string_view>({"and", "but", "or", "also", "so", "then", "und", "aber", "oder", "et", "y"});
    constexpr auto kSpokenOf = std::to_array<std::string_view>(
        {"he", "she", "it", "they", "him", "her", "his", "hers", "its", "them", "their", "theirs", "one", "ones"});
    const std::vector<Word> words = splitWords(question);
    if (words.empty() || isOneOf(words[0].folded, kGoesOn))
        return true;
    return contentStems(question, languageAsked(question)).size() < 2 ||
           std::any_of(words.begin(), words.end(), [&](const Word& word) { return isOneOf(word.folded, kSpokenOf); });
}

// "Who has the keys?", "and who is the keeper?", "What is the keeper's name?"
bool asksWho(std::string_view question)
{
    constexpr auto kWho = std::to_array<std::string_view>({"who", "whom", "name", "called"});
    const std::vector<Word> words = splitWords(question);
    return std::any_of(words.begin(), words.end(), [&](const Word& word) { return isOneOf(word.folded, kWho); });
}

}  // namespace

std::string askedInFull(const Question& question)
{
    constexpr std::size_t kMostTurns = 3, kShortAnswer = 120;   // bytes
    const std::vector<ConversationTurn>& turns = question.options.previous;
    std::string whole = question.text;
    std::string_view leaning = question.text;
    for (std::size_t back = 1; back <= std::min(turns.size(), kMostTurns) && leansOnEarlier(leaning); ++back) {
        const ConversationTurn& turn = turns[turns.size() - back];
        const bool isTold = turn.answer.size() <= kShortAnswer && !isRefusal(turn.answer);
        whole = turn.question + ' ' + (isTold ? turn.answer + ' ' : std::string()) + whole;
        leaning = turn.question;
    }
    return whole;
}

std::string withoutEllipsis(const std::string& question, std::span<const ConversationTurn> previous)
{
    if (previous.empty())
        return question;
    std::string earlier = previous.front().question;
    for (const ConversationTurn& turn : previous.subspan(1))
        earlier = withWhatIsLeftOut(turn.question, earlier).value_or(turn.question);
    if (auto whole = withWhatIsLeftOut(question, earlier))
        return *std::move(whole);
    const ConversationTurn& last = previous.back();
    return isRefusal(last.answer) || !asksWho(last.question) ? question : withPersonNamed(question, last.answer).value_or(question);
}

}  // namespace cairn
