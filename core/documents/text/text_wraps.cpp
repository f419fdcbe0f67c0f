#include "core/documents/text/text_wraps.h"

#include "core/documents/text/text_builder.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace cairn
{

namespace
{

constexpr std::size_t kLongestWord = 64;   // bytes
constexpr std::size_t kLongestToken = 300; // an address
constexpr std::string_view kFixedSpace = "\xC2\xA0";
constexpr std::string_view kPrintedHyphen = "\xE2\x80\x90";   // as groff divides words
constexpr std::size_t kShortRest = 4;      // bytes of signs behind the word: " ." stays with it
constexpr std::size_t kMostCandidates = 100'000;   // those behind them stay as they are

bool isLineEnd(char c)
{
    return c == '\n' || c == '\r';
}

// Quotation marks, dashes and fixed spaces are no letters.
std::size_t signAt(std::string_view text, std::size_t at)
{
    if (text.substr(at).starts_with("\xE2\x80"))
        return 3;
    const std::string_view two = text.substr(at, 2);
    return two == "\xC2\xAB" || two == "\xC2\xBB" || two == "\xC2\xA0" ? 2 : 0;
}

bool isLetterAt(std::string_view text, std::size_t at)
{
    return at < text.size() && (isAsciiLetter(text[at]) || (static_cast<unsigned char>(text[at]) >= 0x80 && signAt(text, at) == 0));
}

// The byte before `at` ends a letter.
bool isLetterBefore(std::string_view text, std::size_t at)
{
    if (at == 0)
        return false;
    std::size_t begin = at - 1;
    while (begin > 0 && at - begin < 4 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80)
        --begin;
    return isLetterAt(text, begin);
}

bool isWordAt(std::string_view text, std::size_t at)
{
    return isLetterAt(text, at) || (at < text.size() && (isAsciiDigit(text[at]) || text[at] == '-'));
}

// Letters alone, or what else a word has.
template <typename Belongs>
std::string_view wordFrom(std::string_view text, std::size_t begin, const Belongs& belongs)
{
    std::size_t end = begin;
    while (end < text.size() && end - begin < kLongestWord && belongs(text, end))
        ++end;
    return text.substr(begin, end - begin);
}

std::string_view lettersBefore(std::string_view text, std::size_t end)
{
    std::size_t begin = end;
    while (begin > 0 && end - begin < kLongestWord && isLetterBefore(text, begin))
        --begin;
    return text.substr(begin, end - begin);
}

std::string_view wordBefore(std::string_view text, std::size_t end)
{
    std::size_t begin = end;
    while (begin > 0 && end - begin < kLongestWord &&
           (isLetterBefore(text, begin) || isAsciiDigit(text[begin - 1]) || text[begin - 1] == '-'))
        --begin;
    return text.substr(begin, end - begin);
}

bool beginsCapital(std::string_view word)
{
    return !word.empty() && (isAsciiCapital(word.front()) || static_cast<unsigned char>(word.front()) >= 0x80);
}

struct Candidate
{
    std::size_t sign = 0;        // the hyphen or slash
    bool isHyphen = true;        // or kPrintedHyphen
    std::size_t lineBegin = 0;   // of the next line
    std::size_t next = 0;        // its first word
    std::string left, right;     // lower case; of a slash: the letters beside it
    bool isCapital = false;      // the right half begins with one
    bool isCertain = false;      // an address or a path goes on
    std::size_t signBytes = 1;   // kPrintedHyphen has more
};

// White space around it; without the brackets and marks at its end.
std::string_view tokenAt(std::string_view text, std::size_t begin)
{
    std::size_t end = begin;
    while (end < text.size() && !isFlowSpace(text[end]) && end - begin < kLongestToken)
        ++end;
    while (end > begin && std::string_view(".,;:)>\"'").find(text[end - 1]) != std::string_view::npos)
        --end;
    return text.substr(begin, end - begin);
}

// "https://|example.org", "(https://example.org/|a/b)", "/usr/share/|doc/a": what ends at a slash goes on with a part that has one, too, or
// closes the bracket.
bool goesOn(std::string_view text, std::size_t end, std::size_t next)
{
    std::size_t begin = end;
    while (begin > 0 && !isFlowSpace(text[begin - 1]) && end - begin < kLongestToken)
        --begin;
    const std::string_view before = text.substr(begin, end - begin), behind = tokenAt(text, next);
    if (!before.ends_with('/') || behind.empty() || !(isAsciiAlphanumeric(behind.front()) || behind.front() == '_'))
        return false;
    if (behind.find("://") != behind.npos)
        return false;   // another one
    const bool isAddress = before.find("://") != before.npos, isPath = before.starts_with('/') && before.size() > 1;
    const bool closes = before.starts_with('(') && text.substr(next + behind.size()).starts_with(')') && behind.find('(') == behind.npos;
    const bool hasSlash = behind.find('/') != behind.npos;
    if (before.ends_with("://"))   // not "over http://|too"
        return hasSlash || behind.find('.') != behind.npos;
    return ((isAddress || isPath) && hasSlash) || (isAddress && closes);
}

// Between two lines that touch. Nothing stands behind the sign but the line's end.
bool readCandidate(std::string_view text, std::size_t lineEnd, std::size_t nextLine, Candidate& found)
{
    std::size_t end = lineEnd, next = nextLine;
    while (end > 0 && text[end - 1] == ' ')
        --end;
    while (next < text.size() && (text[next] == ' ' || text[next] == '\t' || text.substr(next).starts_with(kFixedSpace)))
        next += text[next] == ' ' || text[next] == '\t' ? 1 : kFixedSpace.size();
    if (end == 0 || next >= text.size() || isLineEnd(text[next]))
        return false;
    const std::size_t signBytes = text.substr(0, end).ends_with(kPrintedHyphen) ? kPrintedHyphen.size() : 1, sign = end - signBytes;
    found = {sign, signBytes > 1 || text[sign] == '-', nextLine, next, {}, {}, false, false, signBytes};
    if (goesOn(text, end, next))
        return found.isCertain = true;
    if (text[next] == '/' && isLetterBefore(text, end) && isLetterAt(text, next + 1)) {   // "GNU|/Linux"
        const std::string left = asciiLower(lettersBefore(text, end)), right = asciiLower(wordFrom(text, next + 1, isLetterAt));
        found = {next, false, nextLine, next, left, right, false, false, 1};
        return true;
    }
    if ((!found.isHyphen && text[sign] != '/') || !isLetterBefore(text, sign) || !isLetterAt(text, next))
        return false;
    found.left = asciiLower(found.isHyphen ? wordBefore(text, sign) : lettersBefore(text, sign));
    const std::string_view right = found.isHyphen ? wordFrom(text, next, isWordAt) : wordFrom(text, next, isLetterAt);
    found.right = asciiLower(right.ends_with('-') ? right.substr(0, right.size() - 1) : right);
    found.isCapital = beginsCapital(right);
    return !found.left.empty() && !found.right.empty();
}

std::vector<Candidate> candidatesOf(std::string_view text)
{
    std::vector<Candidate> candidates;
    Candidate found;
    for (std::size_t at = text.find_first_of("\r\n"); at < text.size() && candidates.size() < kMostCandidates;
         at = text.find_first_of("\r\n", at)) {
        const std::size_t nextLine = at + (text.substr(at).starts_with("\r\n") ? 2 : 1);
        if (readCandidate(text, at, nextLine, found))
            candidates.push_back(found);
        at = nextLine;
    }
    return candidates;
}

std::string lastPart(const std::string& word)
{
    return word.substr(word.rfind('-') + 1);
}

// How often the text has the words that candidates may be, inside its lines.
class Evidence
{
public:
    Evidence(std::string_view text, const std::vector<Candidate>& candidates)
    {
        for (const Candidate& candidate : candidates) {
            if (candidate.isHyphen) {
                m_counts[candidate.left + '-' + candidate.right] = 0;
                m_counts[candidate.left + candidate.right] = 0;
                m_heads[lastPart(candidate.left)] = 0;
            } else {
                m_counts[candidate.left + '/' + candidate.right] = 0;
            }
        }
        if (!candidates.empty())
            read(text);
    }

    int of(const std::string& word) const { return countIn(m_counts, word); }
    int asHead(const std::string& part) const { return countIn(m_heads, part); }   // of "Linux-Kernel": "linux"

private:
    using Counts = std::unordered_map<std::string, int>;

    static int countIn(const Counts& counts, const std::string& word)
    {
        const auto found = counts.find(word);
        return found == counts.end() ? 0 : found->second;
    }
    static void add(Counts& counts, const std::string& word)
    {
        if (const auto found = counts.find(word); found != counts.end())
            ++found->second;
    }

    void read(std::string_view text)
    {
        for (std::size_t at = 0; at < text.size();) {
            if (text[at] == '/' && isLetterAt(text, at + 1) && isLetterBefore(text, at))
                add(m_counts, asciiLower(lettersBefore(text, at)) + '/' + asciiLower(wordFrom(text, at + 1, isLetterAt)));
            const std::string_view word = wordFrom(text, at, isWordAt);
            if (!word.empty())
                readWord(word);
            at += std::max<std::size_t>(word.size(), std::max<std::size_t>(signAt(text, at), 1));
        }
    }

    void readWord(std::string_view word)
    {
        const std::string lower = asciiLower(word);
        add(m_counts, lower);
        std::size_t part = 0;
        for (std::size_t at = word.find('-'); at != word.npos; at = word.find('-', part)) {
            if (at > part && beginsCapital(word.substr(at + 1)))
                add(m_heads, lower.substr(part, at - part));
            part = at + 1;
        }
    }

    Counts m_counts, m_heads;
};

enum class Meaning
{
    Apart, // the line ends between two words, or nothing tells
    Together,
    WithHyphen // or with the slash
};

Meaning meaningOf(const Candidate& candidate, const Evidence& evidence)
{
    if (candidate.isCertain)
        return Meaning::WithHyphen;
    if (!candidate.isHyphen)
        return evidence.of(candidate.left + '/' + candidate.right) > 0 ? Meaning::WithHyphen : Meaning::Apart;
    const int hyphenated = evidence.of(candidate.left + '-' + candidate.right), whole = evidence.of(candidate.left + candidate.right);
    if (hyphenated > 0 && hyphenated >= whole)
        return Meaning::WithHyphen;
    if (whole > 0 && !candidate.isCapital)
        return Meaning::Together;
    if (candidate.signBytes > 1)
        return candidate.isCapital ? Meaning::WithHyphen : Meaning::Together;
    return candidate.isCapital && evidence.asHead(lastPart(candidate.left)) > 0 ? Meaning::WithHyphen : Meaning::Apart;
}

}  // namespace

std::vector<TextWrap> textWraps(std::string_view text)
{
    const std::vector<Candidate> candidates = candidatesOf(text);
    const Evidence evidence(text, candidates);
    std::vector<TextWrap> wraps;
    for (const Candidate& candidate : candidates) {
        const Meaning meaning = meaningOf(candidate, evidence);
        if (meaning == Meaning::Apart)
            continue;
        std::size_t end = candidate.sign;
        if (candidate.sign >= candidate.lineBegin) {   // "GNU|/Linux"
            end = candidate.lineBegin;
            while (end > 0 && isFlowSpace(text[end - 1]))
                --end;
        } else if (meaning == Meaning::WithHyphen) {
            end += candidate.signBytes;
        }
        std::size_t wordEnd = candidate.next;
        while (wordEnd < text.size() && !isFlowSpace(text[wordEnd]))
            ++wordEnd;
        const std::size_t lineEnd = std::min(text.find_first_of("\r\n", wordEnd), text.size());
        const std::string_view rest = text.substr(wordEnd, lineEnd - wordEnd);
        const bool isSigns = rest.size() < kShortRest && std::none_of(rest.begin(), rest.end(), isAsciiAlphanumeric);
        const bool endsLine = wordEnd == text.size() || text[wordEnd] != ' ' || isSigns;
        wraps.push_back({end, candidate.next, endsLine ? 0 : wordEnd, candidate.next - candidate.lineBegin});
    }
    return wraps;
}

}  // namespace cairn
