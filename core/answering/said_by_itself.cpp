#include "core/answering/said_by_itself.h"

#include "core/answering/abbreviation.h"
#include "core/answering/definition.h"
#include "core/answering/enumeration.h"
#include "core/answering/overview.h"
#include "core/answering/sentence.h"
#include "core/answering/strategy.h"
#include "core/answering/support.h"

#include <algorithm>
#include <functional>

namespace cairn
{

namespace
{

using Allowed = std::function<bool(const DocumentPlace&)>;

// The words of the documents that say what the question's term means, or what its abbreviation is short for; a sentence says more of an
// abbreviation too.
std::optional<DocumentPlace> meaningOf(const std::string& question, const DocumentStream& stream, const Allowed& allowed)
{
    if (const std::string_view abbreviation = abbreviationAsked(question); !abbreviation.empty())
        return expansionOf(abbreviation, stream, allowed);
    const std::vector<std::string> term = definedTerm(question);
    const auto sentence = definitionOf(term, stream, allowed);
    return sentence || term.size() != 1 ? sentence : expansionOf(term.front(), stream, allowed);
}

// The words of a document that answer what is asked about it as a whole, list what is asked for, or say what a term means.
std::optional<DocumentPlace> wordsOf(const Question& question, const AskingContext& context, const Allowed& allowed)
{
    switch (wholeQuestion(question.text)) {
    case WholeQuestion::Title:
        return titleOf(context.stream, question.within, allowed);
    case WholeQuestion::Subject:
        return subjectOf(context.stream, question.within, allowed);
    case WholeQuestion::None:
        break;
    }
    if (asksForList(question.text)) {
        if (const auto list = listOf(question.text, context.stream, context.index, allowed))
            return list;
    }
    return meaningOf(question.text, context.stream, allowed);
}

}  // namespace

std::optional<DocumentPlace> saidByItself(const Question& question, const AskingContext& context)
{
    if (!question.options.reread.quoteDefinitions)
        return std::nullopt;
    return wordsOf(question, context, [&](const DocumentPlace& words) {
        return askedOf(question, words) == words && context.mayRead(question, words);
    });
}

std::optional<DocumentPlace> saidOfTopic(const Question& question, const AskingContext& context, std::span<const Candidate> candidates)
{
    constexpr double kNamed = 0.5;
    constexpr std::uint64_t kLookedBytes = 900, kLongest = 400;   // around a candidate: long sentences are not cut; of a sentence
    const RereadTuning& tuning = question.options.reread;
    const std::string_view topic = topicAsked(question.text);
    if (topic.empty() || !tuning.quoteDefinitions)
        return std::nullopt;
    std::optional<DocumentPlace> best;
    double most = 0;
    for (const Candidate& candidate : candidates.first(std::min<std::size_t>(candidates.size(), tuning.answers))) {
        const DocumentPlace passage = passageFor(question, context, corePlace(question, context, candidate.block), kLookedBytes);
        const std::string_view text = context.stream.text(passage);
        for (const ByteRange& sentence : splitSentences(text)) {
            const std::string_view words = text.substr(sentence.begin, sentence.size());
            const double has = questionOverlap(topic, words, context.index);
            const bool isQuoted = sentence.size() <= kLongest && words.find('"') == std::string_view::npos && endsAsSentence(words);
            if (isQuoted && has >= kNamed && has > most) {
                const std::uint64_t begin = passage.range.begin;
                best = DocumentPlace{passage.document, {begin + sentence.begin, begin + sentence.end}};
                most = has;
            }
        }
    }
    return best;
}

}  // namespace cairn
