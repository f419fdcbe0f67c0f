#include "core/wording/questions/whether.h"

#include "core/wording/words/words.h"

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
    {"is",   "isnt", "are",   "arent", "was",  "wasnt", "were", "werent", "do",    "dont",  "does", "doesnt", "did",  "didnt", "am",
     "can",  "cant", "could", "may",   "might", "must", "should", "shall", "will", "would", "has",  "have",   "had"});
constexpr auto kRuled = std::to_array<std::string_view>({"must", "should", "shall", "may"});   // what it asks for with them is a rule
constexpr auto kAskers = std::to_array<std::string_view>({"i", "we", "you", "one"});   // "Can I use vinegar?" asks for one, too
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
     "prefer",     "prefers",   "preferred",   "need",        "needs",      "necessary",  "dont",         "supported",   "unsupported",
     "available",  "possible"});
// Words that any sentence may share
constexpr auto kBinds =
    std::to_array<std::string_view>({"without", "also", "after", "before", "may", "must", "other", "only", "ever", "still"});
constexpr auto kOrders = std::to_array<std::string_view>({"use", "limit", "avoid", "keep", "write", "prefer"});   // where they come first

std::set<std::string> saidBy(std::string_view text)
{
    const std::vector<std::string> stems = searchStems(text);
    return {stems.begin(), stems.end()};
}

}  // namespace

bool asksWhether(std::string_view question)
{
    constexpr auto kTells = std::to_array<std::string_view>({"say",   "says",  "said",  "tell",      "tells",     "told",  "know", "known",
                                                             "show",  "shows", "clear", "explained", "mentioned", "state", "stated"});
    constexpr auto kAsks = std::to_array<std::string_view>({"who", "whom", "whose", "what", "which", "when", "where", "why", "how", "me"});
    constexpr auto kTalks = std::to_array<std::string_view>({"list", "tell", "show", "explain", "describe", "summarize", "summarise"});
    const std::vector<Word> words = splitWords(question);
    if (words.size() < 3 || !isOneOf(words[0].folded, kWhether) || words[1].folded == "you" || words[1].folded == "your" ||
        isOneOf(words[1].folded, kTalks))
        return false;
    for (std::size_t i = 1; i < words.size(); ++i) {   // "Does it say who came?"; not "Is the cellar part of what I rent?"
        const bool isTold = isOneOf(words[i - 1].folded, kTells) || isOneOf(words[i - 1].folded, kWhether);
        if (words[i].folded == "or" || (isTold && isOneOf(words[i].folded, kAsks)))
            return false;
    }
    return true;
}

std::string_view whetherTopic(std::string_view question)
{
    const std::vector<Word> words = splitWords(question);
    if (words.size() < 3 || !isOneOf(words[0].folded, kWhether))
        return question;
    constexpr auto kAnybody = std::to_array<std::string_view>({"i", "we", "one"});
    constexpr auto kLight = std::to_array<std::string_view>({"put", "have", "get", "make", "take", "give", "do"});   // say nothing alone
    const bool isIt = words.size() > 4 && words[1].folded == "it" && isOneOf(words[2].folded, kOnlyAsks) &&
                      (words[3].folded == "to" || words[3].folded == "that");
    const bool isLight = words.size() > 4 && isOneOf(words[1].folded, kAnybody) && isOneOf(words[2].folded, kLight);
    const bool isAllowed = words.size() > 4 && isOneOf(words[1].folded, kAnybody) && isOneOf(words[2].folded, kOnlyAsks) &&
                           words[3].folded == "to";   // "Am I allowed to move it?"
    return question.substr(words[isIt || isAllowed ? 4 : isLight ? 3 : 1].range.begin);
}

bool asksForRule(std::string_view question)
{
    const std::vector<Word> words = splitWords(question);
    return std::any_of(words.begin(), words.end(), [](const Word& word) { return isOneOf(word.folded, kAllowed); }) ||
           (!words.empty() && isOneOf(words[0].folded, kRuled)) ||
           (words.size() > 2 && words[0].folded == "can" && isOneOf(words[1].folded, kAskers));
}

bool namesRule(std::string_view sentence)
{
    const std::vector<Word> said = splitWords(sentence);
    const bool forbids = said.size() > 1 && said[0].folded == "do" && said[1].folded == "not";
    const auto isDuty = [](const Word& a, const Word& b) { return (a.folded == "has" || a.folded == "have") && b.folded == "to"; };
    const bool obliges = std::adjacent_find(said.begin(), said.end(), isDuty) != said.end();
    return forbids || obliges || (!said.empty() && isOneOf(said[0].folded, kOrders)) ||
           std::any_of(said.begin(), said.end(), [](const Word& word) { return isOneOf(word.folded, kRules); });
}

bool namesRuleIfAsked(std::string_view question, std::string_view sentence)
{
    constexpr std::string_view kThere = "there";
    const std::vector<Word> asking = splitWords(question), said = splitWords(sentence);
    const bool saysThere = asking.size() > 1 && asking[1].folded == kThere && !said.empty() && said[0].folded == kThere;
    return !asksForRule(question) || namesRule(sentence) || saysThere;   // "Should there be a fence?", "There is none."
}

bool mayTellWhether(std::string_view question, std::string_view sentence, const Bm25& index)
{
    if (!namesRuleIfAsked(question, sentence))
        return false;
    const std::string_view topic = whetherTopic(question);
    std::set<std::string> asked, named;
    for (const Word& word : splitWords(topic)) {
        if (isStopWord(word.folded) || isOneOf(word.folded, kAllowed) || isOneOf(word.folded, kBinds))
            continue;
        asked.insert(stem(word.folded));
        if (isCapitalAt(topic, word.range.begin))
            named.insert(stem(word.folded));
    }
    const std::set<std::string> there = saidBy(sentence);
    std::size_t shared = 0;
    bool hasMoreThanNames = named.size() == asked.size();   // all that is asked with
    float rarestShared = 0, rarestElse = 0;
    for (const std::string& word : asked) {
        const bool isThere = there.contains(index.known(word));
        shared += isThere ? 1 : 0;
        hasMoreThanNames = hasMoreThanNames || (isThere && !named.contains(word));
        float& rarest = isThere ? rarestShared : rarestElse;
        rarest = std::max(rarest, index.rarity(word));
    }
    const bool isRuleOfRarest = asksForRule(question) && rarestShared > rarestElse;
    return hasMoreThanNames && (shared >= std::min(kFewestShared, asked.size()) || isRuleOfRarest);
}

bool takesForGranted(std::string_view sentence)
{
    constexpr std::size_t kOpening = 3;   // "And so why"
    const std::vector<Word> words = splitWords(sentence);
    const auto end = words.begin() + static_cast<std::ptrdiff_t>(std::min(words.size(), kOpening));
    return std::count(sentence.begin(), sentence.end(), '?') == 1 && sentence.ends_with('?') &&
           std::any_of(words.begin(), end, [](const Word& word) { return word.folded == "why"; });
}

}  // namespace cairn
