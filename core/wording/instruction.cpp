#include "core/wording/instruction.h"

#include "core/wording/enumeration.h"
#include "core/wording/overlap.h"
#include "core/wording/sentence.h"
#include "core/wording/words.h"

#include <algorithm>
#include <array>
#include <set>
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

bool isCommand(std::string_view line)
{
    return line.starts_with("$ ") || line.starts_with("> ") || line.starts_with(">>> ");
}

// The list or the paragraph below a sentence that ends in a colon, with the sentence
ByteRange withBelow(std::string_view text, ByteRange sentence)
{
    if (text[sentence.end - 1] != ':')
        return sentence;
    if (const auto list = listBehind(text, sentence))
        return {sentence.begin, list->end};
    const ByteRange below = nextParagraph(text, sentence.end);
    const bool isFit = below.size() > 0 && below.size() <= kLongestBelow && text.substr(below.begin, below.size()).find('"') == text.npos;
    return isFit ? ByteRange{sentence.begin, below.end} : ByteRange{};
}

class Finder
{
public:
    Finder(std::string_view aim, const Bm25& index, const std::function<bool(const DocumentPlace&)>& allowed)
        : m_aim(aim), m_index(index), m_allowed(allowed)
    {
        const std::vector<std::string> stems = contentStems(aim);
        m_words = {stems.begin(), stems.end()};
    }

    void look(std::uint32_t document, std::string_view text)
    {
        std::string_view heading;
        for (ByteRange paragraph = nextParagraph(text, 0); paragraph.size() > 0; paragraph = nextParagraph(text, paragraph.end)) {
            const std::string_view words = text.substr(paragraph.begin, paragraph.size());
            for (const ByteRange& local : splitSentences(words)) {
                const ByteRange sentence = withoutListMark(words, local);
                lookAt(document, text, {paragraph.begin + sentence.begin, paragraph.begin + sentence.end});
            }
            const ByteRange below = nextParagraph(text, paragraph.end);
            if (words.ends_with(':') && words.size() <= kLongestSentence && isCommand(text.substr(below.begin, below.size())))
                offer(document, text, paragraph, std::string(heading).append(" ").append(words));
            const bool isHeading = words.size() <= kLongestHeading && !endsAsSentence(words) && !words.ends_with(':') && !isCommand(words);
            heading = isHeading ? words : std::string_view();
        }
    }

    const std::optional<Found>& best() const { return m_best; }

private:
    void lookAt(std::uint32_t document, std::string_view text, ByteRange range)
    {
        const std::string_view sentence = text.substr(range.begin, range.size());
        if (range.size() == 0 || range.size() > kLongestSentence || !(endsAsSentence(sentence) || sentence.ends_with(':')) ||
            sentence.ends_with('?') || sentence.find('"') != std::string_view::npos)
            return;
        const std::vector<Word> words = splitWords(sentence);
        std::string_view clause = purposeOf(sentence, words);
        if (clause.empty())
            clause = deedOf(sentence, words);
        if (!clause.empty())
            offer(document, text, range, clause);
    }

    void offer(std::uint32_t document, std::string_view text, ByteRange range, std::string_view clause)
    {
        const double has = questionOverlap(m_aim, clause, m_index);
        if (has < kAimed)
            return;
        const std::vector<std::string> said = contentStems(clause);
        const auto shared = std::count_if(said.begin(), said.end(), [&](const std::string& word) { return m_words.contains(word); });
        const double dense = static_cast<double>(shared) / static_cast<double>(std::max<std::size_t>(1, said.size()));
        if (m_best && (has < m_best->has || (has == m_best->has && dense <= m_best->dense)))
            return;
        const DocumentPlace place{document, withBelow(text, range)};
        if (place.range.size() > 0 && m_allowed(place))
            m_best = Found{place, has, dense};
    }

    std::string_view m_aim;
    const Bm25& m_index;
    const std::function<bool(const DocumentPlace&)>& m_allowed;
    std::set<std::string> m_words;
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
                                            const std::function<bool(const DocumentPlace& instruction)>& allowed)
{
    Finder finder(aim, index, allowed);
    for (std::uint32_t document = 0; document < texts.documents() && !aim.empty(); ++document)
        finder.look(document, texts.text(document));
    return finder.best() ? std::optional(finder.best()->place) : std::nullopt;
}

}  // namespace cairn
