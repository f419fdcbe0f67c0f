#include "core/answering/said_by_itself.h"

#include "core/answering/drafts.h"
#include "core/answering/said_words.h"
#include "core/answering/strategy.h"
#include "core/answering/support.h"
#include "core/types/ascii.h"
#include "core/wording/questions/manner.h"
#include "core/wording/questions/whether.h"
#include "core/wording/questions/whole_question.h"
#include "core/wording/quoting/abbreviation.h"
#include "core/wording/quoting/asked_age.h"
#include "core/wording/quoting/asked_heading.h"
#include "core/wording/quoting/case_line.h"
#include "core/wording/quoting/characters.h"
#include "core/wording/quoting/comparison.h"
#include "core/wording/quoting/contents.h"
#include "core/wording/quoting/defined_term.h"
#include "core/wording/quoting/definition.h"
#include "core/wording/quoting/enumeration.h"
#include "core/wording/quoting/instruction.h"
#include "core/wording/quoting/listed_term.h"
#include "core/wording/quoting/overview.h"
#include "core/wording/quoting/quoting.h"
#include "core/wording/quoting/speech.h"
#include "core/wording/quoting/stated.h"
#include "core/wording/quoting/stated_fact.h"
#include "core/wording/quoting/statement.h"
#include "core/wording/quoting/summary.h"
#include "core/wording/quoting/told_deed.h"
#include "core/wording/quoting/told_in_turn.h"
#include "core/wording/quoting/whole_phrase.h"
#include "core/wording/text/ends.h"
#include "core/wording/text/imprint.h"
#include "core/wording/text/lists.h"
#include "core/wording/text/overlap.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/language.h"
#include "core/wording/words/own_words.h"
#include "core/wording/words/words.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::string_view kWhat = "what", kWho = "who";
constexpr std::string_view kBetween = ", ";              // several quotations
constexpr const char* kNamedMost = "Named most often: ";   // which is what was counted

// The words of the documents that say what the question's term means, or what its abbreviation is short for; a sentence says more of an
// abbreviation too, and where none does, what stands first below the heading that the term is.
std::optional<DocumentPlace> meaningOf(const std::string& question, const AskingContext& context, const Allowed& allowed)
{
    const DocumentStream& stream = context.stream;
    const bool asksWho = asciiLower(question.substr(0, kWho.size())) == kWho;
    if (const std::string_view abbreviation = abbreviationAsked(question); !abbreviation.empty())
        return expansionOf(abbreviation, stream, allowed);
    std::vector<std::string> term = definedTerm(isTopicAlone(question) ? "define " + question : question);
    if (const auto sentence = definedIn(term, DefinedBy::Meaning, stream, allowed))
        return sentence;
    if (const auto line = equatedMeaning(term, stream, allowed))
        return line;
    for (std::string& word : term) {
        const std::string asStem = stem(word);
        if (const std::string& known = context.index.known(asStem); known != asStem)   // as the text spells it
            word = known;
    }
    const auto definition = [&](const std::vector<std::string>& name) {
        return definitionOf(name, stream, [&](const DocumentPlace& sentence) {
            return !(asksWho && tellsOnlyHow(stream.text(sentence), name)) && allowed(sentence);
        });
    };
    if (const auto sentence = definition(term))
        return sentence;
    if (const std::string given = givenNameAsked(question, stream); !given.empty()) {
        if (const auto sentence = definition({given}))
            return sentence;
    }
    if (const auto expansion = term.size() == 1 ? expansionOf(term.front(), stream, allowed) : std::nullopt)
        return expansion;
    if (const auto description = describedMeaning(term, stream, allowed))
        return description;
    return firstBelowHeadingOf(term, context.documents, allowed);
}

// "What is this about?" may be answered with what it is called.
std::optional<DocumentPlace> subjectOrTitle(const Question& question, const AskingContext& context, const Allowed& allowed)
{
    const auto subject = subjectOf(context.stream, question.within, allowed);
    const bool isEnglish = languageAsked(question.text) == TextLanguage::English;
    const bool asksWhat = isEnglish ? asciiLower(question.text.substr(0, kWhat.size())) == kWhat : question.text.ends_with('?');
    return subject || !asksWhat || !question.within.empty() ? subject : titleOf(context.stream, {}, allowed);
}

// These headings, those that `allowed` lets through.
std::optional<SaidWords> asContents(std::vector<DocumentPlace> headings, bool counted, const AskingContext& context, const Allowed& allowed)
{
    std::erase_if(headings, [&](const DocumentPlace& heading) { return !allowed(heading); });
    return headings.size() < 2 ? std::nullopt : std::optional(contentsAnswer(headings, context.stream, counted));
}

// What of the documents the question may look at and asks about.
std::vector<DocumentPlace> partsAskedAbout(const Question& question, const AskingContext& context)
{
    const std::uint64_t read = std::uint64_t{context.piecesInReach(question)} * context.stream.blockTokens();
    std::vector<DocumentPlace> inReach = context.stream.placesOfTokens(0, read), parts;
    if (question.within.empty())
        return inReach;
    for (const DocumentPlace& part : question.within) {
        for (const DocumentPlace& place : inReach) {
            if (place.document == part.document && part.range.begin < place.range.end)
                parts.push_back({part.document, {part.range.begin, std::min(part.range.end, place.range.end)}});
        }
    }
    return parts;
}

// The characters of the first part that has any, those whose first mention `allowed` lets through.
std::optional<SaidWords> charactersAsked(const Question& question, const AskingContext& context, const Allowed& allowed)
{
    constexpr std::size_t kMost = 8;
    for (const DocumentPlace& part : partsAskedAbout(question, context)) {
        SaidWords said;
        for (const NamedCharacter& character : charactersOf(context.stream, part, kMost)) {
            if (!allowed(character.place))
                continue;
            addQuotation(said, character.place, said.places.empty() ? kNamedMost : ", ", context);
        }
        if (!said.places.empty())
            return said;
    }
    return std::nullopt;
}

// How a document or a part of it begins and ends, in place of what happens there
std::optional<SaidWords> courseAsked(const Question& question, const AskingContext& context, const Allowed& allowed)
{
    const std::vector<DocumentPlace> course = courseOf(context.documents, question.within, allowed);
    SaidWords said;
    for (const DocumentPlace& place : course) {
        const bool isLast = said.places.size() + 1 == course.size();
        addQuotation(said, place, said.places.empty() ? "" : isLast ? ", \u2026, " : ", ", context);
    }
    return said.places.empty() ? std::nullopt : std::optional(std::move(said));
}

// In short: each of its sentences on a line of its own, behind the title of its document where there are several.
std::optional<SaidWords> summaryAsked(const Question& question, const AskingContext& context, const Allowed& allowed)
{
    const std::vector<DocumentPlace> sentences =
        summaryOf(sentencesWanted(question.text), context.documents, question.within, allowed);
    const bool isOfSeveral = !sentences.empty() && sentences.front().document != sentences.back().document;   // they are in order
    SaidWords said;
    for (const DocumentPlace& place : sentences) {
        std::string before = said.places.empty() ? "" : "\n";
        if (isOfSeveral)
            before += context.documents[place.document]->title + ": ";
        addQuotation(said, place, before, context);
    }
    return said.places.empty() ? std::nullopt : std::optional(std::move(said));
}

// What a document says of itself as a whole.
std::optional<SaidWords> saidOfWhole(const Question& question, WholeQuestion whole, const AskingContext& context, const Allowed& allowed)
{
    const bool counted = whole == WholeQuestion::PartCount;
    switch (whole) {
    case WholeQuestion::Title:
        return asQuoted(titleOf(context.stream, question.within, allowed), context);
    case WholeQuestion::Subject:
        return asQuoted(subjectOrTitle(question, context, allowed), context);
    case WholeQuestion::Summary:
        if (auto summary = summaryAsked(question, context, allowed))
            return summary;
        if (auto course = courseAsked(question, context, allowed))   // of a story
            return course;
        return asQuoted(subjectOf(context.stream, question.within, allowed), context);
    case WholeQuestion::Author:
        return asQuoted(authorsOf(context.stream, context.documents, allowed), context);
    case WholeQuestion::Date:
        return asQuoted(dateOf(context.stream, allowed), context);
    case WholeQuestion::Parts:
    case WholeQuestion::PartCount:
        return asContents(headingsOf(partsAsked(question.text), context.documents, question.within), counted, context, allowed);
    case WholeQuestion::Characters:
        return charactersAsked(question, context, allowed);
    case WholeQuestion::Beginning:
        return asQuoted(endOf(End::First, context.documents, question.within, allowed), context);
    case WholeQuestion::Ending:
        return asQuoted(endOf(End::Last, context.documents, question.within, allowed), context);
    case WholeQuestion::Events:
        if (auto course = courseAsked(question, context, allowed))
            return course;
        return asQuoted(subjectOf(context.stream, question.within, allowed), context);
    case WholeQuestion::None:
        break;
    }
    return std::nullopt;
}

// A list, or the headings below the one that a list is asked for with.
std::optional<SaidWords> listAsked(const Question& question, const AskingContext& context, const Allowed& allowed)
{
    const std::string asked = askedWhich(question.text);
    if (!asksForList(asked))
        return std::nullopt;
    if (const auto list = listOf(asked, context.stream, context.index, allowed))
        return asQuoted(list, context);
    return asContents(headingsUnder(asked, context.documents, question.within), false, context, allowed);
}

// What somebody in the documents says, of the question's topic where it names one
std::optional<SaidWords> speechAskedFor(const Question& question, const AskingContext& context, const Allowed& allowed)
{
    constexpr std::size_t kMost = 3;
    std::vector<DocumentPlace> places;
    if (const auto asked = speechAsked(question.text))
        places = speechOf(*asked, context.stream, kMost, allowed);
    if (const auto asked = places.empty() ? statementAsked(question.text) : std::nullopt)
        places = statementsOf(*asked, context.stream, kMost, allowed);
    return allQuoted(places, kBetween, context);
}

// What stands first below the heading that the topic is, or what it means
std::optional<DocumentPlace> explanationOf(const std::string& topic, const AskingContext& context, const Allowed& allowed)
{
    if (topic.empty())
        return std::nullopt;
    if (const auto below = firstBelowHeadingOf(topic, TextLanguage::English, context.documents, allowed))
        return below;
    return meaningOf("define " + topic, context, allowed);
}

}  // namespace

std::optional<SaidWords> saidByItself(const Question& question, const AskingContext& context, const std::stop_token& stop)
{
    if (!question.options.reread.quoteDefinitions)
        return std::nullopt;
    const Allowed allowed = allowedFor(question, context);
    if (const auto below = answerBelowHeading(question.text, context.documents, allowed))
        return asQuoted(below, context);
    const WholeQuestion whole = wholeQuestion(question.text, context.documents, !question.options.previous.empty());
    auto said = saidOfWhole(question, whole, context, allowed);
    const bool isOfWords = whole != WholeQuestion::None && whole != WholeQuestion::Parts && whole != WholeQuestion::PartCount;
    if (said || isOfWords)
        return said;
    const std::function<std::optional<SaidWords>()> rules[] = {
        [&] { return speechAskedFor(question, context, allowed); },
        [&] { return listAsked(question, context, allowed); },
        [&] { return allQuoted(toldInTurn(askedWhich(question.text), context.stream, context.index, allowed), kBetween, context); },
        [&] { return allQuoted(definitionsOfBoth(question.text, context.stream, allowed), kBetween, context); },
        [&] { return asQuoted(instructionFor(aimAsked(question.text), context.stream, context.index, allowed), context); },
        [&] { return asQuoted(explanationOf(topicExplained(question.text), context, allowed), context); },
        [&] { return asQuoted(deedTold(question.text, context.stream, allowed), context); },
        [&] { return asQuoted(pronunciationTold(question.text, context.stream, allowed), context); },
        [&] { return asQuoted(meaningOf(question.text, context, allowed), context); },
    };
    for (const auto& rule : rules) {
        if (said || stop.stop_requested())
            break;
        said = rule();
    }
    return said;
}

namespace
{

// Of a passage, the first sentence that has all words of an answer that say something, two at least, and one of what is asked: a small
// model changes endings ("still possess the earth").
std::optional<ByteRange> sentenceWith(std::string_view answer, std::string_view topic, std::string_view text, const ByteRange& passage,
                                      const Bm25& index)
{
    constexpr std::size_t kFewestWords = 2;
    if (contentStems(answer).size() < kFewestWords)
        return std::nullopt;
    for (const ByteRange& sentence : sentencesAround(text, passage)) {
        const std::string_view words = text.substr(sentence.begin, sentence.size());
        if (isQuotable(words, true) && answerOverlap(answer, words) >= 1 && questionOverlap(topic, words, index) > 0)
            return quotedOf(text, sentence);
    }
    return std::nullopt;
}

// The whole sentence that these words stand in
std::optional<ByteRange> sentenceOf(std::string_view text, ByteRange words)
{
    for (const ByteRange& sentence : sentencesAround(text, words)) {
        if (sentence.begin <= words.begin && words.end <= sentence.end && isQuotable(text.substr(sentence.begin, sentence.size()), true))
            return quotedOf(text, sentence);
    }
    return std::nullopt;
}

// The sentence that these words stand in, unless it has no word of what is asked or names no rule where one is asked for: a small model
// often stops a sentence early. Then the one around that has most of these words and does.
std::optional<ByteRange> sentenceOn(std::string_view question, std::string_view text, ByteRange words, const ByteRange& passage,
                                    const Bm25& index)
{
    const auto itsOwn = sentenceOf(text, words);
    std::optional<ByteRange> best;
    double most = 0;
    const auto overlap = [&](const ByteRange& sentence) {
        const std::string_view said = text.substr(sentence.begin, sentence.size());
        return namesRuleIfAsked(question, said) ? questionOverlap(whetherTopic(question), said, index) : 0;
    };
    if (itsOwn && overlap(*itsOwn) > 0)
        return itsOwn;
    for (const ByteRange& sentence : sentencesAround(text, passage)) {
        const double has = overlap(sentence);
        if (has > most && isQuotable(text.substr(sentence.begin, sentence.size()), true)) {
            best = quotedOf(text, sentence);
            most = has;
        }
    }
    return best ? best : itsOwn;
}

// Where these words stand in a passage: of several places the first of those whose sentence has most of what is asked.
std::optional<ByteRange> wordsIn(const DocumentPlace& passage, std::string_view answer, SameWords same, const Question& question,
                                 const AskingContext& context)
{
    const std::string_view text = context.stream.text(passage.document);
    std::optional<ByteRange> best;
    double most = -1;
    for (const ByteRange& found : ownWords(context.stream.text(passage), answer, same)) {
        const ByteRange words{passage.range.begin + found.begin, passage.range.begin + found.end};
        double has = 0;
        for (const ByteRange& sentence : sentencesAround(text, words))
            has = std::max(has, questionOverlap(question.text, text.substr(sentence.begin, sentence.size()), context.index));
        if (has > most)
            best = words;
        most = std::max(most, has);
    }
    return best;
}

// The list that words of a passage announce, the sentence that they are of, or what they are a part of
std::optional<ByteRange> inFull(const Question& question, const AskingContext& context, const DocumentPlace& passage, ByteRange words,
                                bool announces)
{
    const std::string_view text = context.stream.text(passage.document);
    if (announces)
        return listBehind(text, words);
    if (const auto other = lineOfAskedCase(question.text, text, words))
        return other;
    if (const auto reason = behindYesOrNo(text, words))
        return reason;
    if (asksWhether(question.text))
        return sentenceOn(question.text, text, words, passage.range, context.index);
    return wholePhrase(question.text, text, words);
}

}  // namespace

std::optional<SaidWords> saidInFull(const Question& question, const AskingContext& context, std::span<const DocumentPlace> passages,
                                    std::string_view answer)
{
    if (!question.options.reread.quoteDefinitions)
        return std::nullopt;
    const bool announces = announcesList(answer), whether = asksWhether(question.text);
    answer = answer.substr(0, answer.find_last_not_of(" \n\".:") + 1);
    answer.remove_prefix(std::min(answer.find_first_not_of('"'), answer.size()));
    if (answer.empty())
        return std::nullopt;
    const auto quoted = [&](const DocumentPlace& passage, const std::optional<ByteRange>& words) {
        const DocumentPlace place{passage.document, words.value_or(ByteRange{})};
        return words && askedOf(question, place) == place && context.mayRead(question, place) ? asQuoted(place, context) : std::nullopt;
    };
    bool isThere = false;
    for (const DocumentPlace& passage : passages) {
        const auto words = wordsIn(passage, answer, SameWords::Folded, question, context);
        isThere = isThere || words;
        if (auto said = quoted(passage, words ? inFull(question, context, passage, *words, announces) : std::nullopt))
            return said;
    }
    for (const DocumentPlace& passage : passages) {
        const std::string_view text = context.stream.text(passage.document);
        if (whether && !announces) {
            if (auto said = quoted(passage, sentenceWith(answer, whetherTopic(question.text), text, passage.range, context.index)))
                return said;
        }
        auto words = isThere || whether ? std::nullopt : wordsIn(passage, answer, SameWords::Stems, question, context);
        for (const SameWords same : {SameWords::Begun, SameWords::Garbled}) {
            if (!words && !isThere && !whether)
                words = wordsIn(passage, answer, same, question, context);
        }
        const auto whole = words ? inFull(question, context, passage, *words, announces) : std::nullopt;
        if (auto said = quoted(passage, whole ? whole : words))   // its own words, at least
            return said;
    }
    return isThere || whether || announces ? std::nullopt : saidInstead(question, context, passages, answer);
}

namespace
{

// A sentence that has all that is asked, where none of these says the answer. Of what is of no kind that it shows, only in place of nothing
// and of words from where less than half of the question stands.
std::optional<DocumentPlace> factInstead(const Question& question, const AskingContext& context, std::string_view answer,
                                         const Allowed& saysAnswer)
{
    constexpr double kBeside = 0.5;
    const StatedFacts facts = factsStated(question.text, context.stream, context.index, allowedFor(question, context));
    if (facts.places.empty() || std::any_of(facts.places.begin(), facts.places.end(), saysAnswer))
        return std::nullopt;
    const auto isBeside = [&] {
        for (std::uint32_t document = 0; document < context.stream.documents(); ++document) {
            if (questionBeside(question.text, answer, context.stream.text(document), context.index) >= kBeside)
                return true;
        }
        return false;
    };
    const bool mayReplace = facts.isOfKind || isEmptyAnswer(answer, question.text) || !isBeside();
    return mayReplace ? std::optional(facts.places.front()) : std::nullopt;
}

}  // namespace

bool isStatedFact(const Question& question, const AskingContext& context, std::string_view answer)
{
    if (!question.options.reread.quoteDefinitions || contentStems(answer).empty())
        return false;
    const StatedFacts facts = factsStated(question.text, context.stream, context.index, allowedFor(question, context));
    return std::any_of(facts.places.begin(), facts.places.end(), [&](const DocumentPlace& place) {
        return answerOverlap(answer, context.stream.text(place)) >= 1 && !echoesQuestion(answer, question.text);
    });
}

std::optional<SaidWords> stated(const Question& question, const AskingContext& context, std::string_view answer)
{
    if (!question.options.reread.quoteDefinitions || question.options.strategy.value_or(kDefaultStrategy) != Strategy::Reread)
        return std::nullopt;
    const Allowed allowed = allowedFor(question, context);
    const auto saysAnswer = [&](const DocumentPlace& place) {
        return !contentStems(answer).empty() && answerOverlap(answer, context.stream.text(place)) >= 1;
    };
    if (ageTold(question.text, context.stream, [&](const DocumentPlace& place) { return saysAnswer(place) && allowed(place); }))
        return std::nullopt;
    auto sentence = ageTold(question.text, context.stream, allowed);
    if (!sentence)
        sentence = stating(question.text, context.stream, allowed);
    if (!sentence)
        sentence = factInstead(question, context, answer, saysAnswer);
    const bool isSaid = sentence && saysAnswer(*sentence);
    return isSaid ? std::nullopt : asQuoted(sentence, context);
}

}  // namespace cairn
