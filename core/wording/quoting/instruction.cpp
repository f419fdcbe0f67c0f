#include "core/wording/quoting/instruction.h"

#include "core/wording/text/heading_section.h"
#include "core/wording/text/lists.h"
#include "core/wording/text/overlap.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace cairn
{

namespace
{

constexpr double kAimed = 0.75;   // of the aim's words by rarity
constexpr std::uint64_t kLongestSentence = 400, kLongestBelow = 300, kLongestHeading = 80;   // bytes
constexpr auto kSomebody = std::to_array<std::string_view>({"i", "you", "we", "one", "they", "users", "somebody", "someone", "people"});
constexpr auto kMay = std::to_array<std::string_view>({"do", "can", "could", "should", "would", "must", "does", "may"});

struct Found
{
    DocumentPlace place;
    double has = 0, dense = 0;   // of the aim's words, and of the clause's that are the aim's
};

// Up to the comma or colon that ends the clause
std::string_view clauseOf(std::string_view words)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool isEnd = i + 1 == words.size() || words[i + 1] == ' ' || words[i + 1] == '\n';
        if ((words[i] == ',' || words[i] == ':') && isEnd)
            return words.substr(0, i);
    }
    return {};
}

// "To salt a password" of "To salt a password, ..", "If you want to salt it, ..": without what leads to the aim. Empty: it names none.
std::string_view purposeOf(std::string_view sentence, const std::vector<Word>& words)
{
    constexpr auto kWish = std::to_array<std::string_view>({"want", "wish", "need", "like", "have"});
    const auto is = [&](std::size_t at, std::string_view word) { return at < words.size() && words[at].folded == word; };
    std::size_t verb = 0;
    if (is(0, "to"))
        verb = 1;
    else if (is(0, "in") && is(1, "order") && is(2, "to"))
        verb = 3;
    else if ((is(0, "if") || is(0, "when")) && words.size() > 4 && isOneOf(words[1].folded, kSomebody) &&
             isOneOf(words[2].folded, kWish) && is(3, "to"))
        verb = 4;
    return verb == 0 || verb >= words.size() ? std::string_view() : clauseOf(sentence.substr(words[verb].range.begin));
}

// "salt one" of "You can salt one using a mill.": what somebody can do before the means. Empty: it tells none.
std::string_view deedOf(std::string_view sentence, const std::vector<Word>& words)
{
    constexpr std::size_t kVerb = 2;
    if (words.size() < 5 || !isOneOf(words[0].folded, kSomebody) || !isOneOf(words[1].folded, kMay))
        return {};
    for (std::size_t i = kVerb + 1; i + 1 < words.size(); ++i) {
        const bool isBy = words[i].folded == "by" && words[i + 1].folded.ends_with("ing");
        if (isBy || words[i].folded == "using" || words[i].folded == "with")
            return sentence.substr(words[kVerb].range.begin, words[i].range.begin - words[kVerb].range.begin);
    }
    return {};
}

// "enter this:", "To light it, use", ".. can light it, so": what it says to do stands below.
bool leadsOn(std::string_view words)
{
    constexpr auto kLast = std::to_array<std::string_view>(
        {"use", "using", "so", "run", "running", "type", "typing", "enter", "entering", "with", "by", "like", "try", "say", "do"});
    if (words.ends_with(':'))
        return true;
    const std::vector<Word> all = splitWords(words);
    return !all.empty() && all.back().range.end == words.size() && isOneOf(all.back().folded, kLast);
}

bool isCommandBelow(std::string_view text, ByteRange words)
{
    const ByteRange below = nextParagraph(text, words.end);
    return below.size() > 0 && isCommand(text.substr(below.begin, below.size()));
}

// Its quotation marks, if any, are around names ("a lamp called "bright""), not around what somebody says.
bool quotesNames(std::string_view sentence)
{
    constexpr std::size_t kLongestName = 40;
    if (sentence.starts_with('"'))
        return false;
    for (std::size_t open = sentence.find('"'); open != std::string_view::npos;) {
        const std::size_t close = sentence.find('"', open + 1);
        if (close == std::string_view::npos || close - open > kLongestName)
            return false;
        if (std::string_view(",.!?\"").find(sentence[close - 1]) != std::string_view::npos)
            return false;
        open = sentence.find('"', close + 1);
    }
    return true;
}

// "you will need a lamp": what is needed, not yet what is done
bool saysNeed(const std::vector<Word>& words)
{
    for (std::size_t i = 0; i + 2 < words.size(); ++i) {
        const std::size_t verb = words[i + 1].folded == "will" || words[i + 1].folded == "may" ? i + 2 : i + 1;
        if (isOneOf(words[i].folded, kSomebody) && words[verb].folded == "need")
            return true;
    }
    return false;
}

// The list, the command or the paragraph below a sentence that leads on to it, with the sentence
ByteRange withBelow(std::string_view text, ByteRange sentence)
{
    if (!leadsOn(text.substr(sentence.begin, sentence.size())))
        return sentence;
    if (const auto list = listBehind(text, sentence))
        return {sentence.begin, list->end};
    const ByteRange below = nextParagraph(text, sentence.end);
    if (isCommandBelow(text, sentence))
        return below.size() <= kLongestBelow ? ByteRange{sentence.begin, below.end} : ByteRange{};
    const bool isFit = below.size() > 0 && below.size() <= kLongestBelow && text.substr(below.begin, below.size()).find('"') == text.npos;
    return isFit ? ByteRange{sentence.begin, below.end} : ByteRange{};
}

// "view lit lamps" to "light lamps": the verb of the aim is said of something else.
bool isOfOtherDeed(std::string_view clause, const std::vector<std::string>& aim)
{
    const std::vector<std::string> said = contentStems(clause);
    const std::vector<Word> words = splitWords(clause);
    const bool joins = words.size() > 1 && (words[1].folded == "and" || words[1].folded == "or");
    const auto isAimed = [&](const std::string& word) { return std::find(aim.begin(), aim.end(), word) != aim.end(); };
    return !said.empty() && !joins && !isAimed(said.front()) && std::find(said.begin(), said.end(), aim.front()) != said.end();
}

class Finder
{
public:
    Finder(std::string_view aim, const Bm25& index, const Allowed& allowed)
        : m_aim(aim), m_index(index), m_allowed(allowed), m_words(contentStems(aim))
    {
    }

    void look(std::uint32_t document, std::string_view text)
    {
        std::string_view heading;
        for (ByteRange paragraph = nextParagraph(text, 0); paragraph.size() > 0; paragraph = nextParagraph(text, paragraph.end)) {
            const std::string_view words = text.substr(paragraph.begin, paragraph.size());
            const std::vector<ByteRange> sentences = splitSentences(words);
            for (std::size_t i = 0; i < sentences.size(); ++i) {
                constexpr std::string_view kBullet = "\u2022 ";
                ByteRange sentence = withoutListMark(words, sentences[i]);
                if (words.substr(sentence.begin).starts_with(kBullet))
                    sentence.begin += kBullet.size();
                const std::uint64_t next = i + 1 < sentences.size() ? sentences[i + 1].end : sentence.end;
                lookAt(document, text, {paragraph.begin + sentence.begin, paragraph.begin + sentence.end}, paragraph.begin + next);
            }
            if (leadsOn(words) && words.size() <= kLongestSentence && isCommandBelow(text, paragraph))
                offer(document, text, paragraph, std::string(heading).append(" ").append(words));
            const bool isHeading = words.size() <= kLongestHeading && !endsAsSentence(words) && !words.ends_with(':') && !isCommand(words);
            heading = isHeading ? words : std::string_view();
        }
    }

    const std::optional<Found>& best() const { return m_best; }

private:
    // `next`: where the sentence behind it ends
    void lookAt(std::uint32_t document, std::string_view text, ByteRange range, std::uint64_t next)
    {
        const std::string_view sentence = text.substr(range.begin, range.size());
        const bool isWhole = endsAsSentence(sentence) || sentence.ends_with(':') || (leadsOn(sentence) && isCommandBelow(text, range));
        if (range.size() == 0 || range.size() > kLongestSentence || !isWhole || sentence.ends_with('?') || !quotesNames(sentence))
            return;
        const std::vector<Word> words = splitWords(sentence);
        std::string_view clause = purposeOf(sentence, words);
        if (clause.empty())
            clause = deedOf(sentence, words);
        if (!clause.empty() && endsAsSentence(sentence) && saysNeed(words) && next - range.begin <= kLongestSentence)
            range.end = next;
        if (!clause.empty() && !isOfOtherDeed(clause, m_words))
            offer(document, text, range, clause);
    }

    void offer(std::uint32_t document, std::string_view text, ByteRange range, std::string_view clause)
    {
        const double has = questionOverlap(m_aim, clause, m_index);
        if (has < kAimed)
            return;
        const std::vector<std::string> said = contentStems(clause);
        const auto isAimed = [&](const std::string& word) { return std::find(m_words.begin(), m_words.end(), word) != m_words.end(); };
        const auto shared = std::count_if(said.begin(), said.end(), isAimed);
        const double dense = static_cast<double>(shared) / static_cast<double>(std::max<std::size_t>(1, said.size()));
        if (m_best && (has < m_best->has || (has == m_best->has && dense <= m_best->dense)))
            return;
        const DocumentPlace place{document, withBelow(text, range)};
        if (place.range.size() > 0 && m_allowed(place))
            m_best = Found{place, has, dense};
    }

    std::string_view m_aim;
    const Bm25& m_index;
    const Allowed& m_allowed;
    std::vector<std::string> m_words;   // of the aim, as stems
    std::optional<Found> m_best;
};

}  // namespace

std::string_view aimAsked(std::string_view question)
{
    const std::vector<Word> words = splitWords(question);
    if (words.size() < 4 || words[0].folded != "how")
        return {};
    const bool isTo = words[1].folded == "to";
    if (!isTo && (!isOneOf(words[1].folded, kMay) || !isOneOf(words[2].folded, kSomebody) || words[2].folded == "they"))
        return {};
    const std::string_view aim = question.substr(words[isTo ? 2 : 3].range.begin);
    return contentStems(aim).empty() ? std::string_view() : aim;
}

std::optional<DocumentPlace> instructionFor(std::string_view aim, const DocumentTexts& texts, const Bm25& index,
                                            const Allowed& allowed)
{
    Finder finder(aim, index, allowed);
    for (std::uint32_t document = 0; document < texts.documents() && !aim.empty(); ++document)
        finder.look(document, texts.text(document));
    return finder.best() ? std::optional(finder.best()->place) : std::nullopt;
}

}  // namespace cairn
