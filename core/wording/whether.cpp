#include "core/wording/whether.h"

#include "core/wording/words.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

namespace cairn
{

namespace
{

constexpr std::size_t kFewestShared = 2;   // words that say something, of the question's

constexpr auto kWhether = std::to_array<std::string_view>(
    {"is",   "isnt", "are",   "arent", "was",  "wasnt", "were", "werent", "do",    "dont",  "does", "doesnt", "did",  "didnt",
     "can",  "cant", "could", "may",   "might", "must", "should", "shall", "will", "would", "has",  "have",   "had"});
constexpr auto kRuled = std::to_array<std::string_view>({"must", "should", "shall", "may"});   // what it asks for with them is a rule
constexpr auto kOnlyAsks =
    std::to_array<std::string_view>({"ok", "okay", "possible", "allowed", "permitted", "necessary", "required", "good", "bad", "fine",
                                     "better", "best", "recommended", "right", "true"});

// Of "Is it allowed on the moor?", "Are dogs allowed?": another way to ask for a rule.
constexpr auto kAllowed =
    std::to_array<std::string_view>({"allowed", "permitted", "recommended", "mandatory", "forbidden", "prohibited", "ok", "okay"});

// Words by which a text says what has to be, may be and may not be.
constexpr auto kRules = std::to_array<std::string_view>(
    {"must",       "mustnt",    "shall",       "should",      "shouldnt",   "may",        "can",        "cant",        "cannot",
     "ought",      "never",     "always",      "only",        "require",    "requires",   "required",   "requirement", "recommend",
     "recommends", "avoid",     "avoided",     "recommended", "allow",      "allows",     "allowed",    "permit",      "permits",
     "permitted",  "forbid",    "forbids",     "forbidden",   "prohibit",   "prohibits",  "prohibited", "disallow",    "disallows",
     "disallowed", "mandatory", "encouraged",  "discouraged", "optional",   "acceptable", "okay",       "ok",          "fine",
     "prefer",     "prefers",   "preferred",   "need",        "needs",      "necessary",  "dont"});
constexpr auto kOrders = std::to_array<std::string_view>({"use", "limit", "avoid", "keep", "write", "prefer"});   // where they come first

std::set<std::string> saidBy(std::string_view text)
{
    const std::vector<std::string> stems = searchStems(text);
    return {stems.begin(), stems.end()};
}

}  // namespace

bool asksWhether(std::string_view question)
{
    constexpr auto kElse = std::to_array<std::string_view>(
        {"you",  "your", "me",   "who",  "whom",    "whose", "what",     "which",     "when",      "where", "why",
         "how",  "list", "tell", "show", "explain", "name",  "describe", "summarize", "summarise", "or"});
    const std::vector<Word> words = splitWords(question);
    return words.size() > 2 && isOneOf(words[0].folded, kWhether) &&
           std::none_of(words.begin(), words.end(), [&](const Word& word) { return isOneOf(word.folded, kElse); });
}

std::string_view whetherTopic(std::string_view question)
{
    const std::vector<Word> words = splitWords(question);
    if (words.size() < 3 || !isOneOf(words[0].folded, kWhether))
        return question;
    const bool isIt = words.size() > 4 && words[1].folded == "it" && isOneOf(words[2].folded, kOnlyAsks) &&
                      (words[3].folded == "to" || words[3].folded == "that");
    return question.substr(words[isIt ? 4 : 1].range.begin);
}

bool namesRuleIfAsked(std::string_view question, std::string_view sentence)
{
    const std::vector<Word> asking = splitWords(question), said = splitWords(sentence);
    const bool asksForRule = std::any_of(asking.begin(), asking.end(), [](const Word& word) { return isOneOf(word.folded, kAllowed); }) ||
                             (!asking.empty() && isOneOf(asking[0].folded, kRuled));
    return !asksForRule || (!said.empty() && isOneOf(said[0].folded, kOrders)) ||
           std::any_of(said.begin(), said.end(), [](const Word& word) { return isOneOf(word.folded, kRules); });
}

bool mayTellWhether(std::string_view question, std::string_view sentence, const Bm25& index)
{
    if (!namesRuleIfAsked(question, sentence))
        return false;
    std::set<std::string> asked;
    for (const Word& word : splitWords(whetherTopic(question))) {
        if (!isStopWord(word.folded) && !isOneOf(word.folded, kAllowed))
            asked.insert(stem(word.folded));
    }
    const std::set<std::string> there = saidBy(sentence);
    const auto shared =
        std::count_if(asked.begin(), asked.end(), [&](const std::string& word) { return there.contains(index.known(word)); });
    return static_cast<std::size_t>(shared) >= std::min(kFewestShared, asked.size());
}

}  // namespace cairn
