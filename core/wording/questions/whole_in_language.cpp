#include "core/wording/questions/whole_in_language.h"

#include "core/wording/text/document_parts.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <vector>

namespace cairn
{

namespace
{

using Words = std::vector<Word>;

constexpr auto kDocuments = std::to_array<std::string_view>(
    {"arbeit", "artikel", "aufsatz", "band", "beitrag", "bericht", "broschüre", "buch", "buches", "buchs", "datei", "dokument",
     "dokuments", "erzählung", "essay", "geschichte", "gesetz", "handbuch", "handbuchs", "leitfaden", "märchen", "novelle", "paper",
     "publikation", "referenz", "roman", "romans", "schrift", "studie", "text", "textes", "texts", "vertrag", "vertrags", "vortrag",
     "werk", "werkes", "werks", "anleitung", "protokoll"});
constexpr auto kSaysNothing = std::to_array<std::string_view>(
    {"bitte", "viele", "mir", "kurz", "genau", "eigentlich", "wesentlichen", "hier", "ganze", "ganzen", "gesamte", "gesamten",
     "wichtigsten", "jahr", "datum", "sag", "sage", "nenne", "zeige", "gib", "liste", "alle", "denn", "inhalt", "inhalts", "stand"});
constexpr auto kSubject = std::to_array<std::string_view>(
    {"worum", "wovon", "handelt", "thema", "themen", "gegenstand", "hauptthema", "inhalt", "kernaussage", "hauptaussage", "ziel", "zweck"});
constexpr auto kSubjectAlone = std::to_array<std::string_view>(
    {"worum", "wovon", "thema", "hauptthema", "inhalt", "kernaussage", "hauptaussage", "gegenstand"});
constexpr auto kSummary = std::to_array<std::string_view>(
    {"zusammenfassung", "überblick", "zusammen", "zusammenfassen", "fasse", "fass", "kernaussagen", "hauptaussagen", "kernpunkte",
     "hauptpunkte", "punkte", "inhaltsangabe", "kurzfassung", "erkläre", "erklär", "thema", "inhalt"});
constexpr auto kSummaryAlone = std::to_array<std::string_view>(
    {"zusammenfassung", "überblick", "zusammen", "zusammenfassen", "kernaussagen", "hauptaussagen", "kernpunkte", "hauptpunkte", "punkte",
     "inhaltsangabe", "kurzfassung"});
constexpr auto kAuthor = std::to_array<std::string_view>(
    {"autor", "autorin", "autoren", "autorinnen", "verfasser", "verfasserin", "verfasserinnen", "geschrieben", "verfasst", "verfaßt",
     "schrieb", "schrieben", "stammt", "herausgeber"});
constexpr auto kDate = std::to_array<std::string_view>(
    {"erschien", "erschienen", "veröffentlicht", "geschrieben", "verfasst", "verfaßt", "publiziert", "entstand", "entstanden",
     "gedruckt", "herausgegeben"});
constexpr auto kTitle = std::to_array<std::string_view>({"titel", "heißt", "überschrift"});
constexpr auto kContents = std::to_array<std::string_view>(
    {"inhaltsverzeichnis", "gegliedert", "gliederung", "aufgebaut", "aufbau", "kapitel", "abschnitte", "teile", "überschriften"});
constexpr auto kCounted = std::to_array<std::string_view>({"kapitel", "abschnitte", "teile"});
constexpr auto kBegins = std::to_array<std::string_view>({"beginnt", "anfängt", "fängt", "anfang", "erste", "ersten", "lautet"});
constexpr auto kEnds = std::to_array<std::string_view>({"endet", "ende", "ausgeht", "letzte", "letzten", "schluss", "schließt", "lautet"});
constexpr auto kPlaces = std::to_array<std::string_view>({"satz", "sätze", "worte", "wörter", "zeile"});

template <std::size_t N>
bool hasOneOf(const Words& words, const std::array<std::string_view, N>& wanted)
{
    return std::any_of(words.begin(), words.end(), [&](const Word& word) { return isOneOf(word.folded, wanted); });
}

// Every word is one of these, or says nothing of what is in the document.
template <std::size_t N>
bool hasNothingBut(const Words& words, const std::array<std::string_view, N>& wanted)
{
    return std::all_of(words.begin(), words.end(), [&](const Word& word) {
        return isOneOf(word.folded, wanted) || isOneOf(word.folded, kDocuments) || isOneOf(word.folded, kSaysNothing) ||
               isStopWord(word.folded, TextLanguage::German);
    });
}

// "Wie beginnt das Buch?", "Wie lautet der letzte Satz?"
template <std::size_t N>
bool asksForEnd(Words words, const std::array<std::string_view, N>& ends)
{
    const bool isPlace = hasOneOf(words, kPlaces), isHow = words[0].folded == "wie" || words[0].folded == "was";
    std::erase_if(words, [](const Word& word) { return isOneOf(word.folded, kPlaces); });
    return isHow && (isPlace || hasOneOf(words, kDocuments)) && hasOneOf(words, ends) && hasNothingBut(words, ends);
}

WholeQuestion partsQuestion(const Words& words)
{
    if (!hasOneOf(words, kContents) || !hasNothingBut(words, kContents))
        return WholeQuestion::None;
    const bool isHowMany = words.size() > 2 && words[0].folded == "wie" && words[1].folded == "viele";
    return isHowMany && hasOneOf(words, kCounted) ? WholeQuestion::PartCount : WholeQuestion::Parts;
}

WholeQuestion germanQuestion(const Words& words)
{
    const bool asksWho = words[0].folded == "wer" || (words.size() > 1 && words[0].folded == "von" && words[1].folded == "wem");
    const bool asksWhen = words[0].folded == "wann" || words[0].folded == "aus" || words[0].folded == "in";
    const bool hasDocument = hasOneOf(words, kDocuments);
    if (const WholeQuestion parts = partsQuestion(words); parts != WholeQuestion::None)
        return parts;
    if (asksWho && hasOneOf(words, kAuthor) && hasNothingBut(words, kAuthor))
        return WholeQuestion::Author;
    if (asksWhen && (hasOneOf(words, kDate) || hasDocument) && hasNothingBut(words, kDate))
        return WholeQuestion::Date;
    if (hasOneOf(words, kTitle) && hasNothingBut(words, kTitle) && (hasDocument || words.back().folded == "titel"))
        return WholeQuestion::Title;
    if (hasOneOf(words, kSummaryAlone) && hasNothingBut(words, kSummary))
        return WholeQuestion::Summary;
    if (hasOneOf(words, kSubjectAlone) && hasNothingBut(words, kSubject))
        return WholeQuestion::Subject;
    if (asksForEnd(words, kBegins))
        return WholeQuestion::Beginning;
    return asksForEnd(words, kEnds) ? WholeQuestion::Ending : WholeQuestion::None;
}

}  // namespace

WholeQuestion wholeQuestionIn(TextLanguage language, std::string_view question)
{
    const Words words = splitWords(question);
    const bool isOfPart = std::any_of(words.begin(), words.end(), [](const Word& word) { return isDigits(word.folded); });
    return language != TextLanguage::German || words.empty() || isOfPart ? WholeQuestion::None : germanQuestion(words);
}

int subjectStrengthIn(TextLanguage language, std::string_view sentence)
{
    constexpr std::size_t kOpening = 8;   // words
    constexpr auto kThis = std::to_array<std::string_view>(
    {"diese", "dieser", "dieses", "diesem", "die", "das", "der", "vorliegende", "vorliegenden", "unsere", "unserer"});
    constexpr auto kTells = std::to_array<std::string_view>(
    {"beschreibt", "enthält", "behandelt", "erklärt", "erläutert", "untersucht", "stellt", "gibt", "zeigt", "handelt", "befasst",
     "beschäftigt", "bietet", "richtet", "regelt", "soll", "wir", "ich", "wird", "werden", "erzählt", "dient"});
    Words words = splitWords(sentence);
    if (language != TextLanguage::German || words.size() < 4)
        return 0;
    words.resize(std::min(words.size(), kOpening));
    const bool isIn = words[0].folded == "in";
    const bool isThis = isOneOf(words[isIn ? 1 : 0].folded, kThis);
    const auto document = std::find_if(words.begin(), words.end(), [](const Word& word) { return isOneOf(word.folded, kDocuments); });
    return isThis && document != words.end() && hasOneOf(Words(document + 1, words.end()), kTells) ? 2 : 0;
}

bool asksOnlyWhatIsThere(TextLanguage language, std::string_view question)
{
    constexpr auto kThere = std::to_array<std::string_view>(
    {"steht", "sagt", "besagt", "regelt", "enthält", "behandelt", "handelt", "beschreibt", "passiert", "geschieht", "heißt", "lautet",
     "text"});
    return language == TextLanguage::German && hasNothingBut(splitWords(question), kThere);
}

}  // namespace cairn
