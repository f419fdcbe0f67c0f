#include "core/answering/said_by_itself.h"

#include "core/answering/said_words.h"
#include "core/answering/strategy.h"
#include "core/wording/questions/kind_in_language.h"
#include "core/wording/questions/whole_question.h"
#include "core/wording/quoting/asked_heading.h"
#include "core/wording/quoting/defined_term.h"
#include "core/wording/quoting/reason.h"
#include "core/wording/text/overlap.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/language.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

namespace cairn
{

namespace
{

constexpr double kOfKind = 0.2;               // for a sentence with the kind of words that is asked for
constexpr double kPerCandidate = 0.02;        // against each later candidate
constexpr double kFewestKnown = 0.43;         // of the question's words, by their rarity, that the texts have at all,
constexpr double kFewestThere = 0.5;          // and of these in the sentence,
constexpr double kFewestOfKind = 0.4;         // or in one of the kind that is asked for
constexpr std::uint64_t kLookedBytes = 900;   // around a candidate: long sentences are not cut

// What one sentence is measured by
struct Asked
{
    std::string topic;
    TextLanguage language;
    KindAsked kind;
    double known;                             // share of the topic that the texts have
    bool isDenied = false;                    // "Wer muss keine Arbeit leisten?"
};

// "kein", "nicht", and in sentences what says so otherwise: "sind befreit"
bool denies(std::string_view text, TextLanguage language)
{
    constexpr auto kGermanNot = std::to_array<std::string_view>(
        {"nicht", "kein", "keine", "keinen", "keinem", "keiner", "keines", "ohne", "niemand", "nie", "befreit", "ausgenommen",
         "entf\u00E4llt", "ausgeschlossen", "untersagt", "verboten", "unzul\u00E4ssig", "verzichtet"});
    const std::vector<Word> words = splitWords(text);
    return language == TextLanguage::German &&
           std::any_of(words.begin(), words.end(), [&](const Word& word) { return isOneOf(word.folded, kGermanNot); });
}

// How well the sentence answers; 0: not at all.
double answers(std::string_view sentence, const Asked& asked, const Bm25& index)
{
    sentence = withoutClause(sentence);
    const bool shows = showsKind(sentence, asked.kind, asked.language);
    const double has = questionOverlap(asked.topic, sentence, index);
    if (asked.isDenied && !denies(sentence, asked.language))
        return 0;
    if (has < (shows ? kFewestOfKind : kFewestThere) * asked.known || (mustShow(asked.kind) && !shows))
        return 0;
    return saysOf(asked.topic, sentence, index) + (shows ? kOfKind : 0);
}

// "Sie ist am 1. Mai zu zahlen.": what it speaks of stands in the sentence before.
bool speaksOfLast(std::string_view sentence, TextLanguage language)
{
    constexpr auto kGermanOpenings = std::to_array<std::string_view>({"er", "sie", "es", "dieser", "diese", "dieses", "das", "dies"});
    constexpr auto kVerbs = std::to_array<std::string_view>({"ist", "sind", "wird", "werden", "war", "waren", "wurde", "wurden", "hat",
                                                             "haben", "kann", "muss", "darf", "soll", "beginnt", "endet", "gilt"});
    const std::vector<Word> words = splitWords(sentence);
    return language == TextLanguage::German && words.size() > 2 && isOneOf(words[0].folded, kGermanOpenings) &&
           isOneOf(words[1].folded, kVerbs);
}

// How well such a sentence answers with the one before it: it shows itself the kind that is asked for, which the other does not.
double answersTogether(std::string_view last, std::string_view sentence, const Asked& asked, const Bm25& index)
{
    const bool isOfKind = mustShow(asked.kind) && showsKind(withoutClause(sentence), asked.kind, asked.language) &&
                          !showsKind(withoutClause(last), asked.kind, asked.language);
    return isOfKind ? answers(std::string(last) + ' ' + std::string(sentence), asked, index) : 0;
}

// Of the candidates' passages, whole sentences alone, or one with the sentence before that says what it speaks of
std::optional<DocumentPlace> bestSentence(const Asked& asked, const Question& question, const AskingContext& context,
                                          std::span<const Candidate> candidates)
{
    std::optional<DocumentPlace> best;
    double most = 0;
    std::set<std::pair<std::uint32_t, std::uint64_t>> seen;   // passages overlap
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const DocumentPlace passage = passageFor(question, context, corePlace(question, context, candidates[i].block), kLookedBytes);
        const std::string_view text = context.stream.text(passage);
        const std::vector<ByteRange> sentences = splitSentences(text);
        for (std::size_t s = 0; s < sentences.size(); ++s) {
            const ByteRange& whole = sentences[s];
            ByteRange sentence = quotedOf(text, whole);
            const std::uint64_t begin = passage.range.begin + sentence.begin;
            if (!seen.insert({passage.document, begin}).second ||
                !isQuotable(text.substr(sentence.begin, whole.end - sentence.begin), true))
                continue;
            const std::string_view said = text.substr(sentence.begin, sentence.size());
            double score = answers(said, asked, context.index);
            const ByteRange last = s > 0 ? quotedOf(text, sentences[s - 1]) : ByteRange{};
            if (last.size() > 0 && sentence.end - last.begin <= kLongestQuoted && speaksOfLast(said, asked.language)) {
                const double together = answersTogether(text.substr(last.begin, last.size()), said, asked, context.index);
                sentence.begin = together > score ? last.begin : sentence.begin;
                score = std::max(score, together);
            }
            score -= kPerCandidate * static_cast<double>(i);
            if (score <= most)
                continue;
            most = score;
            best = DocumentPlace{passage.document, {passage.range.begin + sentence.begin, passage.range.begin + sentence.end}};
        }
    }
    return best;
}

}  // namespace

bool isUntaught(const Question& question, const AskingContext& context)
{
    return question.options.reread.quoteDefinitions && !isAmong(languageAsked(question.text), context.engine.info().languages);
}

bool isOfTexts(const Question& question, const AskingContext& context)
{
    return languageAsked(question.text) == context.index.language();
}

std::optional<SaidWords> saidUntranslated(const Question& question, const AskingContext& context, std::span<const Candidate> candidates)
{
    const TextLanguage language = languageAsked(question.text);
    const Allowed allowed = allowedFor(question, context);
    const std::string_view about = topicAskedIn(question.text, language);
    if (wholeQuestion(question.text, context.documents, !question.options.previous.empty()) != WholeQuestion::None)
        return std::nullopt;   // hardly a word of these stands where they are answered
    if (const auto term = definedIn(termAskedIn(question.text, language), DefinedBy::AnyWay, context.stream, allowed))
        return asQuoted(term, context);
    if (const auto below = firstBelowHeadingOf(about, language, context.documents, allowed))
        return asQuoted(below, context);
    std::string topic = about.empty() ? withoutKind(question.text, language) : std::string(about);
    const double known = shareKnown(topic, context.index);
    if (known < kFewestKnown)
        return std::nullopt;
    const KindAsked kind = kindAsked(question.text, language);
    const Asked asked{std::move(topic), language, kind, known, kind != KindAsked::Whether && denies(question.text, language)};
    auto sentence = bestSentence(asked, question, context, candidates);
    const auto both = sentence && asksWhy(question.text) ? withReasonBeside(context.stream.text(sentence->document), sentence->range)
                                                         : std::nullopt;
    if (both && allowed({sentence->document, *both}))
        sentence->range = *both;
    return asQuoted(sentence, context);
}

}  // namespace cairn
