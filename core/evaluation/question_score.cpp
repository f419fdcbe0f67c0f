#include "core/evaluation/question_score.h"

#include "core/types/ascii.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace cairn
{

namespace
{

// The words of normalised() and how often each stands there.
std::map<std::string, int> countedWords(std::string_view text)
{
    std::map<std::string, int> words;
    for (const Word& word : splitWords(text)) {
        if (!isArticle(word.folded))
            ++words[word.folded];
    }
    return words;
}

int total(const std::map<std::string, int>& words)
{
    return std::accumulate(words.begin(), words.end(), 0, [](int sum, const auto& entry) { return sum + entry.second; });
}

void addOccurrences(std::string_view text, std::string_view gold, std::uint32_t document, const DocumentStream& stream,
                    std::vector<std::uint32_t>& blocks)
{
    for (std::size_t at = text.find(gold); at != std::string_view::npos && !gold.empty(); at = text.find(gold, at + 1)) {
        for (const BlockId block : stream.blocksOf({document, {at, at + gold.size()}}))
            blocks.push_back(block.value);
    }
}

}  // namespace

bool containsGold(std::string_view answer, std::span<const std::string> gold)
{
    return std::any_of(gold.begin(), gold.end(), [&](const std::string& one) { return holdsWords(answer, one); });
}

double tokenF1(std::string_view answer, std::span<const std::string> gold)
{
    const std::map<std::string, int> said = countedWords(answer);
    double best = 0;
    for (const std::string& one : gold) {
        const std::map<std::string, int> wanted = countedWords(one);
        int shared = 0;
        for (const auto& [word, count] : wanted) {
            const auto found = said.find(word);
            shared += found == said.end() ? 0 : std::min(count, found->second);
        }
        if (shared > 0)
            best = std::max(best, 2.0 * shared / (total(said) + total(wanted)));
    }
    return best;
}

std::vector<std::uint32_t> goldBlocks(const GoldQuestion& question, const DocumentStream& stream)
{
    std::vector<std::uint32_t> blocks;
    if (question.begin && !question.answers.empty()) {
        for (const BlockId block : stream.blocksOf({0, {*question.begin, *question.begin + question.answers.front().size()}}))
            blocks.push_back(block.value);
        return blocks;
    }
    for (std::uint32_t document = 0; document < stream.documents(); ++document) {
        for (const std::string& gold : question.answers)
            addOccurrences(stream.text(document), gold, document, stream, blocks);
    }
    for (std::uint32_t document = 0; blocks.empty() && document < stream.documents(); ++document) {
        const std::string folded = asciiLower(stream.text(document));
        for (const std::string& gold : question.answers)
            addOccurrences(folded, asciiLower(gold), document, stream, blocks);
    }
    std::sort(blocks.begin(), blocks.end());
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    return blocks;
}

QuestionScore scoreAnswer(const GoldQuestion& question, const Answer& answer, std::span<const std::uint32_t> ranked,
                          std::span<const std::uint32_t> gold)
{
    QuestionScore score;
    score.answerable = !question.answers.empty();
    score.refused = !answer.found;
    if (!score.answerable)
        return score;
    score.contained = containsGold(answer.text, question.answers);
    score.exact = std::any_of(question.answers.begin(), question.answers.end(),
                              [&](const std::string& one) { return normalised(one) == normalised(answer.text); });
    score.f1 = score.refused ? 0 : tokenF1(answer.text, question.answers);
    for (std::size_t i = 0; i < ranked.size() && score.rank == 0; ++i) {
        if (std::find(gold.begin(), gold.end(), ranked[i]) != gold.end())
            score.rank = static_cast<std::uint32_t>(i + 1);
    }
    score.sentence = std::any_of(answer.citations.begin(), answer.citations.end(),
                                 [&](const Citation& citation) { return containsGold(citation.text, question.answers); });
    return score;
}

void ScoreTable::add(const QuestionScore& score)
{
    seconds += score.seconds;
    if (!score.answerable) {
        ++unanswerable;
        rightRefusals += score.refused;
        return;
    }
    ++answerable;
    contained += score.contained;
    exact += score.exact;
    f1 += score.f1;
    first1 += score.rank == 1;
    first3 += score.rank >= 1 && score.rank <= 3;
    first5 += score.rank >= 1 && score.rank <= 5;
    sentence += score.sentence;
    falseRefusals += score.refused;
}

}  // namespace cairn
