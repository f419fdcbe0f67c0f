#include "core/wording/questions/whole_question.h"

#include "core/wording/questions/manner.h"
#include "core/wording/questions/whole_in_language.h"
#include "core/wording/text/document_parts.h"
#include "core/wording/words/language.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <vector>

namespace cairn
{

namespace
{

using Words = std::vector<Word>;

constexpr std::string_view kAnyDocument = "the document";

constexpr auto kDocuments =
    std::to_array<std::string_view>({"paper",  "document", "book",  "article",  "report", "novel",         "story",    "text", "manual",
                                     "thesis", "study",    "guide", "handbook", "essay",  "specification", "standard", "work", "tutorial",
                                     "lesson", "proposal", "pep",   "rfc",      "memo",   "ebook",         "pdf",      "file",
                                     "contract", "agreement", "lease", "transcript", "mail", "email",
                                     "booklet", "leaflet", "pamphlet", "brochure", "licence", "license"});
constexpr auto kSubjects = std::to_array<std::string_view>(
    {"topic", "subject", "theme", "purpose", "aim", "goal", "point", "idea", "message", "contribution", "argument"});

// These say what is asked for, of the whole where all other words of the question say nothing.
constexpr auto kSubjectAlone = std::to_array<std::string_view>(
    {"about", "topic", "subject", "idea", "purpose", "goal", "aim", "objective", "contribution"});
constexpr auto kInShort = std::to_array<std::string_view>(
    {"summarize", "summarise", "summary", "overview", "synopsis", "gist", "tldr", "recap", "takeaway", "takeaways", "highlights", "points",
     "ideas", "messages", "sum"});
constexpr auto kSeveral = std::to_array<std::string_view>(   // documents that are to be summed up
    {"documents", "papers", "contracts", "agreements", "leases", "reports", "articles", "books", "texts", "files"});
constexpr auto kExplain = std::to_array<std::string_view>({"explain", "describe", "summarize", "summarise"});
constexpr auto kAuthor = std::to_array<std::string_view>({"author", "authors", "authored", "wrote", "written", "writer", "writers"});
constexpr auto kDate =
    std::to_array<std::string_view>({"published", "publication", "written", "created", "released", "issued", "dated", "printed"});
constexpr auto kContents = std::to_array<std::string_view>({"contents", "headings", "structure", "structured", "organized", "organised"});

constexpr auto kCharacters = std::to_array<std::string_view>({"character", "characters", "protagonist", "protagonists", "hero", "heroine"});

constexpr auto kBegins =
    std::to_array<std::string_view>({"begin", "begins", "start", "starts", "open", "opens", "beginning", "first", "opening"});
constexpr auto kEnds = std::to_array<std::string_view>({"end", "ends", "ending", "last", "final", "closing"});
constexpr auto kWords = std::to_array<std::string_view>({"sentence", "sentences", "line", "lines", "words"});

constexpr auto kSaysNothing = std::to_array<std::string_view>(
    {"please", "tell",      "give",    "show",   "list", "name",   "names", "briefly", "brief",     "short",     "quick", "main", "central",
     "key",    "whole",     "full",    "entire", "all",  "called", "year",  "date",    "dates",     "table",     "whats", "kind", "sort",
     "type",   "different", "exactly", "again",  "up",   "just",   "here",  "overall", "important", "principal", "most"});

constexpr auto kOpening = std::to_array<std::string_view>(
    {"author", "authors", "wrote", "written", "writer", "title", "titled", "called", "date", "dated", "published"});

template <std::size_t N>
bool hasOneOf(const Words& words, const std::array<std::string_view, N>& wanted)
{
    return std::any_of(words.begin(), words.end(), [&](const Word& word) { return isOneOf(word.folded, wanted); });
}

bool has(const Words& words, std::string_view wanted)
{
    return std::any_of(words.begin(), words.end(), [&](const Word& word) { return word.folded == wanted; });
}

bool hasDocument(const Words& words)
{
    return std::any_of(words.begin(), words.end(), [](const Word& word) { return isDocumentOrChapter(word.folded); });
}

// "the topic of this paper", "the main idea of the paper": the document comes at the end, nothing of it is named.
bool endsInDocument(const Words& words)
{
    return words.size() >= 2 && isDocumentOrChapter(words.back().folded) &&
           (isArticle(words[words.size() - 2].folded) || words[words.size() - 2].folded == "this");
}

// Every word is one that says nothing of what is in the document, or one of these.
template <std::size_t N>
bool hasNothingBut(const Words& words, const std::array<std::string_view, N>& wanted)
{
    constexpr auto kSomebody =
        std::to_array<std::string_view>({"he", "him", "his", "she", "her", "they", "them", "their", "we", "us", "our", "my", "your"});
    return std::all_of(words.begin(), words.end(), [&](const Word& word) {
        if (isOneOf(word.folded, kSomebody))
            return false;
        return isOneOf(word.folded, wanted) || isStopWord(word.folded) || isDocumentWord(word.folded) || isOneOf(word.folded, kSaysNothing);
    });
}

// "What is it about?"; "What is this?", "What is this document?"
bool asksForSubject(const Words& words)
{
    constexpr auto kNotWhat = std::to_array<std::string_view>({"who", "whom", "whose", "when", "where", "why", "how", "which", "is", "are",
                                                               "does", "do", "did", "was", "were", "has", "have", "about"});
    const bool asksWhat = words[0].folded == "what" || words[0].folded == "whats";
    const bool isThis = asksWhat && words.size() <= 4 && has(words, "this");
    return !isOneOf(words[0].folded, kNotWhat) && (isThis || hasOneOf(words, kSubjectAlone)) && hasNothingBut(words, kSubjectAlone);
}

// "Summarize it.", "Give me the key points.", "tl;dr", "Explain this paper to me."; not "Which points are discussed?"
bool asksForSummary(const Words& words)
{
    constexpr auto kNotWhat = std::to_array<std::string_view>(
        {"who", "whom", "whose", "when", "where", "why", "how", "which", "is", "are", "does", "do", "did", "was", "were", "has", "have"});
    if (words.size() == 2 && words[0].folded == "tl" && words[1].folded == "dr")
        return true;
    const bool summarizes = words[0].folded == "summarize" || words[0].folded == "summarise";
    const bool explains = hasDocument(words) && hasOneOf(words, kExplain) && hasNothingBut(words, kExplain);
    Words others = words;
    std::erase_if(others, [](const Word& word) { return isOneOf(word.folded, kSeveral); });
    const bool isAlone = hasOneOf(words, kInShort) && hasNothingBut(others, kInShort);
    return !isOneOf(words[0].folded, kNotWhat) && (explains || isAlone || (summarizes && endsInDocument(words)));
}

bool asksForAuthor(const Words& words)
{
    const bool isBy = words[0].folded == "who" && words.back().folded == "by"; // "Who is this by?"
    constexpr auto kElse = std::to_array<std::string_view>({"where", "when", "how", "why", "which", "is", "are", "was", "were"});
    const bool isWho = words[0].folded == "who" || words[0].folded == "whose" || words[0].folded == "by";
    const bool isOfAuthor = (has(words, "author") || has(words, "authors") || has(words, "writer")) && !isOneOf(words[0].folded, kElse) &&
                            !has(words, "do") && !has(words, "does") && !has(words, "did");
    return (isWho || isOfAuthor) && (isBy || hasOneOf(words, kAuthor)) && hasNothingBut(words, kAuthor);
}

bool asksForDate(const Words& words)
{
    const bool asks = words[0].folded == "when" || has(words, "year") || has(words, "date") || has(words, "dates");
    return asks && (hasOneOf(words, kDate) || endsInDocument(words)) && hasNothingBut(words, kDate);
}

bool asksForCharacters(const Words& words)
{
    constexpr auto kAsks = std::to_array<std::string_view>({"who", "what", "name", "list", "tell", "give", "which"});
    return isOneOf(words[0].folded, kAsks) && hasOneOf(words, kCharacters) && hasNothingBut(words, kCharacters);
}

// "How does the book end?", "What is the last sentence?"; not "How did it end?", which may be a war.
template <std::size_t N>
bool asksForEnd(Words words, const std::array<std::string_view, N>& ends)
{
    const bool isHow = words[0].folded == "how" && has(words, "does"), isWhat = words[0].folded == "what" || words[0].folded == "quote";
    const bool hasWords = hasOneOf(words, kWords), hasWhole = hasDocument(words) || has(words, "it") || has(words, "this");
    std::erase_if(words, [](const Word& word) { return word.folded == "quote" || isOneOf(word.folded, kWords); });
    return hasOneOf(words, ends) && hasNothingBut(words, ends) && ((isHow && hasWhole && !hasWords) || (isWhat && hasWords));
}

// "What happens in the story?"; not "What happens then?"
bool asksForEvents(const Words& words)
{
    constexpr auto kHappens = std::to_array<std::string_view>({"happens", "happen", "happened", "chapter"});
    const bool asks = words.size() > 1 && words[0].folded == "what" && words[1].folded.starts_with("happen");
    return asks && hasDocument(words) && hasNothingBut(words, kHappens);
}

// "chapters" of "What are the chapters?"; the end: no such word.
Words::const_iterator partsIn(std::string_view question, const Words& words)
{
    constexpr auto kTitled = std::to_array<std::string_view>({"stories", "tales", "poems", "essays"}); // headings don't say so
    constexpr auto kNoParts = std::to_array<std::string_view>({"page", "figure", "table", "listing", "algorithm"});
    return std::find_if(words.begin(), words.end(), [&](const Word& word) {
        const std::string kind = partKind(question, word);
        return isOneOf(word.folded, kTitled) || (word.folded.ends_with('s') && !kind.empty() && !isOneOf(kind, kNoParts));
    });
}

WholeQuestion partsQuestion(std::string_view question, const Words& words)
{
    Words others = words;
    const auto parts = partsIn(question, others);
    const bool hasParts = parts != others.end();
    if (hasParts)
        others.erase(parts);
    if ((!hasParts && !hasOneOf(words, kContents)) || !hasNothingBut(others, kContents))
        return WholeQuestion::None;
    const bool isHowMany = words.size() > 2 && words[0].folded == "how" && words[1].folded == "many";
    const bool isHow = words[0].folded == "how" && !hasParts; // "How is the paper organized?"
    constexpr auto kOrders = std::to_array<std::string_view>({"what", "which", "list", "name", "show", "give", "table", "contents"});
    if (isHowMany && hasParts)
        return WholeQuestion::PartCount;
    return isHow || isOneOf(words[0].folded, kOrders) ? WholeQuestion::Parts : WholeQuestion::None;
}

// Where the title stands in the question, or its part before a colon; empty: nowhere.
ByteRange titleIn(std::string_view question, std::string_view title)
{
    const Words asked = splitWords(question);
    for (const std::string_view form : {title, title.substr(0, title.find(':'))}) {
        const Words wanted = splitWords(form);
        const auto same = [](const Word& a, const Word& b) { return a.folded == b.folded; };
        const auto found = std::search(asked.begin(), asked.end(), wanted.begin(), wanted.end(), same);
        if (!wanted.empty() && found != asked.end())
            return {found->range.begin, (found + static_cast<std::ptrdiff_t>(wanted.size()) - 1)->range.end};
    }
    return {};
}

}  // namespace

bool isDocumentWord(std::string_view folded)
{
    return isOneOf(folded, kDocuments);
}

bool isDocumentOrChapter(std::string_view folded)
{
    return isDocumentWord(folded) || folded == "chapter";
}

WholeQuestion wholeQuestion(std::string_view question)
{
    const std::string bare = withoutManner(question);   // "in 3 sentences"
    if (bare.size() < question.size() && wholeQuestion(bare) == WholeQuestion::Summary)
        return WholeQuestion::Summary;
    const Words words = splitWords(question);
    const bool isOfPart = std::any_of(words.begin(), words.end(), [](const Word& word) { return isDigits(word.folded); }); // "chapter 30"
    if (words.empty() || isOfPart)
        return WholeQuestion::None;
    if (const TextLanguage language = languageAsked(question); language != TextLanguage::English)
        return wholeQuestionIn(language, question);
    const bool isTitleAlone = words.size() == 4 && words[0].folded == "what" && words[2].folded == "the" && words[3].folded == "title";
    const bool asksWhat = words[0].folded == "what" || words[0].folded == "whats";
    const bool isCalled = words.back().folded == "called" && words.size() <= 5; // not "What is the ship in the book called?"
    const bool hasOne = hasDocument(words);
    const bool isThisCalled = isCalled && has(words, "this") && words.size() <= 4;
    if (isTitleAlone || (asksWhat && (isThisCalled || (hasOne && isCalled) || (has(words, "title") && endsInDocument(words)))))
        return WholeQuestion::Title;
    const bool isShort = words.size() <= 6; // "What is this paper about", not "What is the story that Ishmael tells about"
    if (asksForSummary(words))
        return WholeQuestion::Summary;
    if ((hasOne && asksWhat && isShort && words.back().folded == "about") || (words[0].folded == "describe" && endsInDocument(words)) ||
        (asksWhat && endsInDocument(words) && hasOneOf(words, kSubjects)))
        return WholeQuestion::Subject;
    if (const WholeQuestion parts = partsQuestion(question, words); parts != WholeQuestion::None)
        return parts;
    if (asksForDate(words))
        return WholeQuestion::Date;
    if (asksForAuthor(words))
        return WholeQuestion::Author;
    if (asksForEnd(words, kBegins))
        return WholeQuestion::Beginning;
    if (asksForEnd(words, kEnds))
        return WholeQuestion::Ending;
    if (asksForCharacters(words))
        return WholeQuestion::Characters;
    if (asksForEvents(words))
        return WholeQuestion::Events;
    return asksForSubject(words) ? WholeQuestion::Subject : WholeQuestion::None;
}

WholeQuestion wholeQuestion(std::string_view question, std::span<const CanonicalText* const> documents, bool followsOthers)
{
    if (followsOthers && has(splitWords(question), "it"))
        return WholeQuestion::None;
    const WholeQuestion asked = wholeQuestion(question);
    if (asked != WholeQuestion::None)
        return asked;
    for (const CanonicalText* document : documents) {
        const ByteRange title = titleIn(question, document->title);
        if (title.size() == 0)
            continue;
        const std::string other =
            std::string(question.substr(0, title.begin)) + std::string(kAnyDocument) + std::string(question.substr(title.end));
        const WholeQuestion ofTitle = wholeQuestion(other);
        const Words words = splitWords(other);
        const bool isWhatAlone = ofTitle == WholeQuestion::Subject && !hasOneOf(words, kSubjectAlone); // "What is Bitcoin?"
        const bool isOfThing = ofTitle == WholeQuestion::Date && !has(words, "published") && !has(words, "written"); // "was .. created?"
        if (ofTitle != WholeQuestion::None && !isWhatAlone && !isOfThing)
            return ofTitle;
    }
    return WholeQuestion::None;
}

std::optional<std::uint32_t> documentTitled(std::string_view question, std::span<const CanonicalText* const> documents)
{
    std::optional<std::uint32_t> titled;
    for (std::uint32_t document = 0; document < documents.size(); ++document) {
        if (titleIn(question, documents[document]->title).size() == 0)
            continue;
        if (titled)
            return std::nullopt;
        titled = document;
    }
    return titled;
}

std::string partsAsked(std::string_view question)
{
    const Words words = splitWords(question);
    const auto parts = partsIn(question, words);
    return parts == words.end() ? std::string() : partKind(question, *parts);
}

bool asksAboutDocument(std::string_view question)
{
    bool document = false, opening = false;
    const std::vector<Word> words = splitWords(question);
    constexpr std::size_t kShort = 4;   // "Who is the author?", "When was it published?": of what else?
    if (words.size() <= kShort && !words.empty() && isOneOf(words.back().folded, kOpening))
        return true;
    for (const Word& word : words) {
        document = document || isDocumentWord(word.folded);
        opening = opening || isOneOf(word.folded, kOpening);
    }
    const WholeQuestion whole = wholeQuestion(question);
    return (document && opening) || whole == WholeQuestion::Title || whole == WholeQuestion::Subject || whole == WholeQuestion::Summary ||
           whole == WholeQuestion::Author || whole == WholeQuestion::Date;
}

}  // namespace cairn
