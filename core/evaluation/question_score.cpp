#include "core/evaluation/question_score.h"

#include "core/answering/words.h"

#include <algorithm>

namespace cairn
{

namespace
{

std::string lower(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return result;
}

bool isArticle(std::string_view word)
{
    return word == "a" || word == "an" || word == "the";
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

std::string normalised(std::string_view text)
{
    std::string joined;
    for (const Word& word : splitWords(text)) {
        if (!isArticle(word.folded))
            joined += (joined.empty() ? "" : " ") + word.folded;
    }
    return joined;
}

bool containsGold(std::string_view answer, std::span<const std::string> gold)
{
    const std::string there = " " + normalised(answer) + " ";
    return std::any_of(gold.begin(), gold.end(), [&](const std::string& one) {
        const std::string wanted = normalised(one);
        return !wanted.empty() && there.find(" " + wanted + " ") != std::string::npos;
    });
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
        const std::string folded = lower(stream.text(document));
        for (const std::string& gold : question.answers)
            addOccurrences(folded, lower(gold), document, stream, blocks);
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
    first1 += score.rank == 1;
    first3 += score.rank >= 1 && score.rank <= 3;
    first5 += score.rank >= 1 && score.rank <= 5;
    sentence += score.sentence;
    falseRefusals += score.refused;
}

}  // namespace cairn
