#include "core/wording/text/overlap.h"

#include "core/wording/text/sentence.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cairn
{

namespace
{

std::set<std::string> stemSet(std::string_view text, TextLanguage language = TextLanguage::English)
{
    const std::vector<std::string> stems = contentStems(text, language);
    return {stems.begin(), stems.end()};
}

// "Schlüssel" in "Haustürschlüssel", "Versammlung" beside "Versammlungsfreiheit": one begins or ends with the other.
bool isPartOfOther(std::string_view a, std::string_view b)
{
    constexpr std::size_t kShortest = 5;
    const auto [part, whole] = a.size() < b.size() ? std::pair(a, b) : std::pair(b, a);
    return part.size() >= kShortest && (whole.starts_with(part) || whole.ends_with(part));
}

// "Ada Lund" to "Who is Ada's aunt?": nobody is her own. Not "Ada's sister", "the aunt of Ada".
bool isWhoseItIs(std::string_view answer, std::string_view question, const std::vector<Word>& asked)
{
    constexpr std::size_t kNameWords = 3;
    const std::vector<Word> words = splitWords(answer);
    if (words.empty() || words.size() > kNameWords || isGenitive(answer, words[0]))
        return false;
    return std::any_of(asked.begin(), asked.end(),
                       [&](const Word& word) { return isGenitive(question, word) && word.folded == words[0].folded; });
}

// "Robert Walton" to "To whom does Walton write?": the one who acts. Of 343 such questions of training none was answered so.
bool isWhoActs(std::string_view answer, std::string_view question, const std::vector<Word>& asked)
{
    constexpr auto kDo = std::to_array<std::string_view>({"do", "does", "did"});
    constexpr std::size_t kNameWords = 3;
    const std::vector<Word> said = splitWords(answer);
    const auto isOf = [&](const Word& word) { return isGenitive(answer, word); };
    if (said.empty() || said.size() > kNameWords || std::any_of(said.begin(), said.end(), isOf))
        return false;
    for (std::size_t i = 0; i + 1 < asked.size(); ++i) {
        const Word& acts = asked[i + 1];
        if (isOneOf(asked[i].folded, kDo) && isCapitalAt(question, acts.range.begin) && !isGenitive(question, acts))
            return std::any_of(said.begin(), said.end(), [&](const Word& word) { return word.folded == acts.folded; });
    }
    return false;
}

// "FMR" to "What false match rate is asked for?", unless it asks what that is called.
bool isShortForIts(std::string_view answer, const std::vector<Word>& asked)
{
    constexpr auto kCalled = std::to_array<std::string_view>(
        {"abbreviation", "abbreviated", "acronym", "initials", "short", "shorthand", "name", "named", "called", "known", "stand",
         "stands"});
    constexpr std::size_t kShortest = 3;   // letters
    std::string initials;
    for (const Word& word : asked) {
        if (isOneOf(word.folded, kCalled))
            return false;
        initials += word.folded.front();
    }
    std::string said;
    for (const Word& word : splitWords(answer)) {
        if (isStopWord(word.folded))
            continue;
        const std::string_view written = answer.substr(word.range.begin, word.range.size());
        if (!said.empty() || !std::all_of(written.begin(), written.end(), [](char c) { return c >= 'A' && c <= 'Z'; }))
            return false;
        said = word.folded;
    }
    return said.size() >= kShortest && initials.find(said) != std::string::npos;
}

// Where an answer stands as it is written, or else the sentences that have most of its words
std::vector<ByteRange> placesOf(std::string_view answer, std::string_view text, const std::vector<ByteRange>& sentences)
{
    std::vector<ByteRange> places;
    if (answer.empty())
        return places;
    for (std::size_t at = text.find(answer); at != std::string_view::npos; at = text.find(answer, at + answer.size()))
        places.push_back({at, at + answer.size()});
    double most = 0;
    const bool isWritten = !places.empty();
    for (const ByteRange& sentence : sentences) {
        const double has = isWritten ? 0 : answerOverlap(answer, text.substr(sentence.begin, sentence.size()));
        if (has > most)
            places.clear();
        if (has > 0 && has >= most)
            places.push_back(sentence);
        most = std::max(most, has);
    }
    return places;
}

// The share of a question's words, by their rarity; `howMuch` of each is there, 0 to 1: told of the word and of what it is known as.
template <typename HowMuch>
double weightedShare(std::string_view question, const Bm25& index, const HowMuch& howMuch)
{
    double all = 0, shared = 0;
    for (const std::string& word : stemSet(question, index.language())) {
        const std::string& known = index.known(word);
        const auto weight = static_cast<double>(index.rarity(known));
        all += weight;
        shared += weight * howMuch(word, known);
    }
    return all > 0 ? shared / all : 1;
}

}  // namespace

bool echoesQuestion(std::string_view answer, std::string_view question)
{
    // Beside a name that the question has, they don't say who that is.
    constexpr auto kOfAnybody = std::to_array<std::string_view>({"mr", "mrs", "miss", "ms", "old", "young", "little", "poor", "dear"});
    const std::vector<Word> asked = splitWords(question);
    if (std::any_of(asked.begin(), asked.end(), [](const Word& word) { return word.folded == "or"; }))
        return false;
    const bool asksWho = !asked.empty() && asked[0].folded == "who";
    if (asksWho && isWhoseItIs(answer, question, asked))
        return true;
    const bool asksForSomebody =
        std::any_of(asked.begin(), asked.end(), [](const Word& word) { return word.folded == "who" || word.folded == "whom"; });
    if ((asksForSomebody && isWhoActs(answer, question, asked)) || isShortForIts(answer, asked))
        return true;
    std::set<std::string> said;
    for (const Word& word : splitWords(answer)) {
        if (!isStopWord(word.folded) && !(asksWho && isOneOf(word.folded, kOfAnybody)))
            said.insert(stem(word.folded));
    }
    const std::set<std::string> there = stemSet(question);
    return !said.empty() && std::includes(there.begin(), there.end(), said.begin(), said.end());
}

double answerOverlap(std::string_view answer, std::string_view text)
{
    const std::set<std::string> wanted = stemSet(answer), there = stemSet(text);
    if (wanted.empty())
        return 1;
    const auto shared = std::count_if(wanted.begin(), wanted.end(), [&](const std::string& word) { return there.contains(word); });
    return static_cast<double>(shared) / static_cast<double>(wanted.size());
}

double questionOverlap(std::string_view question, std::string_view text, const Bm25& index)
{
    constexpr double kPart = 0.6;
    const std::vector<std::string> stems = searchStems(text, index.language());
    const std::set<std::string> there(stems.begin(), stems.end());
    const bool mayBeJoined = joinsWords(index.language());
    return weightedShare(question, index, [&](const std::string& word, const std::string& known) {
        const bool isOfCompound = mayBeJoined && known.size() > word.size() && known.ends_with(word);
        if (there.contains(known))
            return isOfCompound ? kPart : 1.0;
        const auto hasPart = [&](const std::string& other) { return isPartOfOther(isOfCompound ? word : known, other); };
        return mayBeJoined && std::any_of(there.begin(), there.end(), hasPart) ? kPart : 0.0;
    });
}

double shareKnown(std::string_view question, const Bm25& index)
{
    return weightedShare(question, index, [&](const std::string&, const std::string& known) { return index.has(known) ? 1.0 : 0.0; });
}

double questionBeside(std::string_view question, std::string_view answer, std::string_view text, const Bm25& index)
{
    const std::vector<ByteRange> sentences = splitSentences(text);
    double most = 0;
    for (const ByteRange& place : placesOf(answer, text, sentences)) {
        const auto touches = [&](const ByteRange& sentence) { return sentence.end > place.begin && sentence.begin < place.end; };
        auto first = std::find_if(sentences.begin(), sentences.end(), touches);
        const auto last = std::find_if(sentences.rbegin(), sentences.rend(), touches);
        if (first == sentences.end())
            continue;
        const std::uint64_t end = last->end;
        if (first != sentences.begin() && !endsAsSentence(text.substr(std::prev(first)->begin, std::prev(first)->size())))
            --first;   // a heading
        most = std::max(most, questionOverlap(question, text.substr(first->begin, end - first->begin), index));
    }
    return most;
}

}  // namespace cairn
