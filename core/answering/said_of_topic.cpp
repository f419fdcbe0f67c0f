#include "core/answering/said_by_itself.h"
#include "core/wording/text/lists.h"

#include "core/answering/said_words.h"
#include "core/answering/strategy.h"
#include "core/wording/questions/asked_section.h"
#include "core/wording/questions/whether.h"
#include "core/wording/quoting/asked_heading.h"
#include "core/wording/quoting/overview.h"
#include "core/wording/quoting/reason.h"
#include "core/wording/quoting/statement.h"
#include "core/wording/text/overlap.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <string>

namespace cairn
{

namespace
{

constexpr std::string_view kBehindHeading = ": ";

// The line above an item of a list that says what has to be, may be or may not be
std::optional<DocumentPlace> ruleAbove(const AskingContext& context, const DocumentPlace& item)
{
    const auto line = introductionOf(context.stream.text(item.document), item.range);
    const DocumentPlace place{item.document, line.value_or(ByteRange{})};
    const std::string_view words = context.stream.text(place);
    const bool isOfAll = line && announcesList(words.substr(0, words.size() - 1));   // "one of the following:"
    return line && !isOfAll && namesRule(words) ? std::optional(place) : std::nullopt;
}

// The candidates' sentence that has most of the topic's words by their rarity, and more of them than `most`, which is what it has then.
std::optional<DocumentPlace> sentenceOn(std::string_view topic, double& most, const Question& question, const AskingContext& context,
                                        std::span<const Candidate> candidates, const Allowed& allowed)
{
    std::optional<DocumentPlace> best;
    for (const Candidate& candidate : candidates.first(std::min<std::size_t>(candidates.size(), question.options.reread.answers))) {
        const DocumentPlace core = corePlace(question, context, candidate.block);
        for (const ByteRange& sentence : sentencesAround(context.stream.text(core.document), core.range)) {
            const DocumentPlace place{core.document, sentence};
            const double has = questionOverlap(topic, context.stream.text(place), context.index);
            if (has > most && sentence.size() <= kLongestQuoted && allowed(place)) {
                best = place;
                most = has;
            }
        }
    }
    return best;
}

// "Which paper uses penguins?": that sentence, behind the title of its document. Nothing: there is a single document.
std::optional<SaidWords> documentAsked(std::string_view topic, const Question& question, const AskingContext& context,
                                       std::span<const Candidate> candidates)
{
    constexpr double kShare = 0.5;
    const auto hasText = [](const CanonicalText* document) { return !document->text.empty(); };
    if (std::count_if(context.documents.begin(), context.documents.end(), hasText) < 2)
        return std::nullopt;
    const Allowed allowed = allowedFor(question, context);
    double most = kShare * shareKnown(topic, context.index);
    const auto sentence = sentenceOn(topic, most, question, context, candidates, allowed);
    if (!sentence)
        return std::nullopt;
    const DocumentPlace whole{sentence->document, {0, context.stream.text(sentence->document).size()}};
    const auto title = titleOf(context.stream, std::vector<DocumentPlace>{whole}, allowed);
    if (!title || title->range.end > sentence->range.begin)
        return asQuoted(sentence, context);
    return allQuoted(std::array{*title, *sentence}, kBehindHeading, context);
}

// "Where does it say that fees are due?": that sentence, behind the heading above it.
std::optional<SaidWords> placeAsked(std::string_view topic, const Question& question, const AskingContext& context,
                                    std::span<const Candidate> candidates)
{
    constexpr double kShare = 0.6;
    const Allowed allowed = allowedFor(question, context);
    double most = kShare;
    const auto sentence = sentenceOn(topic, most, question, context, candidates, allowed);
    const auto above = sentence ? headingAbove(*sentence, context.documents) : std::nullopt;
    if (!above || !allowed(*above) || above->range.end > sentence->range.begin)
        return asQuoted(sentence, context);
    return allQuoted(std::array{*above, *sentence}, kBehindHeading, context);
}

// "Why ..?": a sentence of the best candidates' passages with the one beside it that says why.
std::optional<SaidWords> reasonAsked(const Question& question, const AskingContext& context, std::span<const Candidate> candidates)
{
    const Allowed allowed = allowedFor(question, context);
    std::optional<DocumentPlace> best;
    double most = 0;
    for (const Candidate& candidate : candidates.first(std::min<std::size_t>(candidates.size(), question.options.reread.answers))) {
        const DocumentPlace core = corePlace(question, context, candidate.block);
        const auto reason = reasonBeside(question.text, context.stream.text(core.document), core.range, context.index);
        const DocumentPlace place{core.document, reason ? reason->range : ByteRange{}};
        if (reason && reason->share > most && allowed(place)) {
            best = place;
            most = reason->share;
        }
    }
    return asQuoted(best, context);
}

// "Which section covers fees?": the heading that is called so, or the one above that sentence, with it.
std::optional<SaidWords> sectionAsked(std::string_view topic, const Question& question, const AskingContext& context,
                                      std::span<const Candidate> candidates)
{
    constexpr double kShare = 0.5;
    const Allowed allowed = allowedFor(question, context);
    const double named = kShare * shareKnown(topic, context.index);   // words that stand nowhere don't count
    const auto heading = headingOn(topic, named, context.documents, context.index, allowed);
    double most = heading ? heading->share : named;
    const auto best = sentenceOn(topic, most, question, context, candidates, allowed);
    const auto above = best ? headingAbove(*best, context.documents) : std::nullopt;
    if (!best || !above || !allowed(*above) || above->range.end > best->range.begin)
        return heading ? asQuoted(heading->place, context) : std::nullopt;
    return allQuoted(std::array{*above, *best}, kBehindHeading, context);
}

// A sentence that may answer, or an item of a list with the line above it that names its rule.
struct Quotable
{
    ByteRange range;                                  // in the passage's text
    std::optional<DocumentPlace> introduction{};
};

// An item of a list that ends without a full stop but tells something: "- Dogs are not allowed"
bool tellsWithoutStop(std::string_view text, const ByteRange& item)
{
    constexpr auto kTells = std::to_array<std::string_view>(
        {"is", "are", "was", "were", "has", "have", "can", "cannot", "may", "must", "will", "do", "does", "should"});
    constexpr std::size_t kFewestWords = 4;
    const std::string_view words = text.substr(item.begin, item.size());
    const std::vector<Word> said = splitWords(words);
    return itemsOf(text, item).size() == 1 && withoutListMark(text, item) != item && said.size() >= kFewestWords &&
           words.find_first_of("?:|") == std::string_view::npos && words.size() <= kLongestQuoted &&
           std::any_of(said.begin(), said.end(), [&](const Word& word) { return isOneOf(word.folded, kTells); });
}

// The sentences of a passage; where it is asked whether something is so, items of lists first.
std::vector<Quotable> quotablesOf(const DocumentPlace& passage, bool whether, const AskingContext& context)
{
    std::vector<Quotable> result;
    const std::string_view text = context.stream.text(passage);
    for (const ByteRange& whole : splitSentences(text)) {
        const std::vector<ByteRange> items = whether ? itemsOf(text, whole) : std::vector<ByteRange>();
        for (const ByteRange& item : items) {
            const std::uint64_t begin = passage.range.begin;
            const auto rule = ruleAbove(context, {passage.document, {begin + item.begin, begin + item.end}});
            const std::string_view words = text.substr(item.begin, item.size());
            if (rule && words.size() <= kLongestQuoted && words.find('"') == std::string_view::npos)
                result.push_back({item, rule});
        }
        const ByteRange sentence = quotedOf(text, whole);
        if (isQuotable(text.substr(sentence.begin, whole.end - sentence.begin), whether) || (whether && tellsWithoutStop(text, whole)))
            result.push_back({sentence});
    }
    return result;
}

// How much of the topic a sentence that may answer says. `isEnough`: it is near enough to be quoted.
struct Saying
{
    double share = 0;
    std::size_t words = 0;   // that say something
    bool isEnough = false;
};

// Where it is asked whether something is so, the heading above the sentence, if it isn't the first, says a part of it: "- It is not
// considered a fault." below "Loose stones".
Saying sayingOf(const Quotable& one, const DocumentPlace& passage, const Question& question, std::string_view topic,
                const AskingContext& context)
{
    constexpr double kNamed = 0.5, kOfHeading = 0.25, kOfWriter = 0.5;
    const std::string before = one.introduction ? std::string(context.stream.text(*one.introduction)) + ' ' : std::string();
    std::string said = before + std::string(context.stream.text(passage).substr(one.range.begin, one.range.size()));
    Saying saying{questionOverlap(topic, said, context.index), contentStems(said).size(), false};
    if (!asksWhether(question.text)) {
        saying.isEnough = saying.share >= kNamed;
        saying.share += !opinionAsked(question.text).empty() && isOfWriter(said) ? kOfWriter : 0;
        return saying;
    }
    double with = saying.share;
    const std::uint64_t begin = passage.range.begin + one.range.begin;
    const auto heading = headingAbove({passage.document, {begin, begin}}, context.documents);
    const bool isTitle = heading && heading->range.begin <= context.documents[passage.document]->outline.front().begin;
    if (heading && !isTitle && saying.share > 0 && context.mayRead(question, *heading)) {
        said.append(" ").append(context.stream.text(*heading));
        with = questionOverlap(topic, said, context.index);
    }
    saying.share += kOfHeading * (with - saying.share);
    saying.isEnough = with >= kNamed && mayTellWhether(question.text, said, context.index);
    return saying;
}

}  // namespace

std::optional<SaidWords> saidOfTopic(const Question& question, const AskingContext& context, std::span<const Candidate> candidates)
{
    constexpr std::uint64_t kLookedBytes = 900;   // around a candidate: long sentences are not cut
    const RereadTuning& tuning = question.options.reread;
    if (const std::string_view part = sectionTopic(question.text); !part.empty() && tuning.quoteDefinitions)
        return sectionAsked(part, question, context, candidates);
    if (const std::string_view place = whereSaidTopic(question.text); !place.empty() && tuning.quoteDefinitions)
        return placeAsked(place, question, context, candidates);
    if (const std::string_view asked = documentTopic(question.text); !asked.empty() && tuning.quoteDefinitions) {
        if (auto said = documentAsked(asked, question, context, candidates))
            return said;
    }
    if (asksWhy(question.text) && tuning.quoteDefinitions)
        return reasonAsked(question, context, candidates);
    const bool whether = asksWhether(question.text), rule = whether && asksForRule(question.text);
    const std::string_view opinion = opinionAsked(question.text);
    const std::string_view topic = whether ? whetherTopic(question.text) : opinion.empty() ? topicAsked(question.text) : opinion;
    if (topic.empty() || !tuning.quoteDefinitions)
        return std::nullopt;
    std::optional<DocumentPlace> best, introduction;
    double most = 0;
    std::size_t words = 0;
    const std::size_t looked = rule ? tuning.candidates : tuning.answers;
    for (const Candidate& candidate : candidates.first(std::min(candidates.size(), looked))) {
        const DocumentPlace passage = passageFor(question, context, corePlace(question, context, candidate.block), kLookedBytes);
        for (const Quotable& one : quotablesOf(passage, whether, context)) {
            const Saying saying = sayingOf(one, passage, question, topic, context);
            const bool isBetter = saying.share > most || (rule && saying.share == most && saying.words < words);
            if (saying.isEnough && isBetter) {
                const std::uint64_t begin = passage.range.begin;
                introduction = one.introduction;
                best = DocumentPlace{passage.document, {begin + one.range.begin, begin + one.range.end}};
                most = saying.share;
                words = saying.words;
            }
        }
    }
    if (whether && best && !introduction) {
        const DocumentPlace both{best->document, withWhatIsMeant(context.stream.text(best->document), best->range, kLongestQuoted)};
        best = allowedFor(question, context)(both) ? both : *best;
    }
    const bool isIntroduced = best && introduction && allowedFor(question, context)(*introduction);
    return isIntroduced ? allQuoted(std::array{*introduction, *best}, " ", context)   // "The guest shall not:" "(b) smoke;"
                        : asQuoted(best, context);
}

}  // namespace cairn
