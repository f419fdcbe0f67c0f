#include "core/wording/text/question_paragraphs.h"

#include "core/types/ascii.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <string>

namespace cairn
{

namespace
{

// The length of "Q:", "Q 4:", "Q4." or "Question:" and the spaces behind at the beginning of a line; 0: none. `letter` and `word` in lower
// case.
std::size_t markAt(std::string_view line, char letter, std::string_view word)
{
    constexpr std::size_t kLongest = 14;
    const std::string opening = asciiLower(line.substr(0, kLongest));
    std::size_t at = opening.starts_with(word) ? word.size() : !opening.empty() && opening[0] == letter ? 1 : 0;
    if (at == 0)
        return 0;
    const std::size_t digits = opening.find_first_not_of(" 0123456789", at);
    at = digits == std::string::npos ? opening.size() : digits;
    const bool isMarked = at < opening.size() && (opening[at] == ':' || (opening[at] == '.' && at > 1 && isAsciiDigit(opening[at - 1])));
    return isMarked ? std::min(line.find_first_not_of(" \t", at + 1), line.size()) : 0;
}

}  // namespace

std::vector<Section> questionSections(std::span<const CanonicalText* const> documents)
{
    constexpr std::uint64_t kLongestQuestion = 600;
    std::vector<Section> sections;
    for (std::uint32_t number = 0; number < documents.size(); ++number) {
        const std::string_view bytes = documents[number]->text;
        const std::size_t before = sections.size();
        ByteRange open;   // the mark of a question that waits for its answer
        for (const ByteRange& line : splitLines(bytes)) {
            const std::string_view words = bytes.substr(line.begin, line.size());
            if (const std::size_t mark = markAt(words, 'q', "question"); mark > 0) {
                if (sections.size() > before && open.size() == 0)
                    sections.back().text = bytes.substr(0, line.begin);
                open = {line.begin, line.begin + mark};
                continue;
            }
            const std::size_t mark = open.size() > 0 ? markAt(words, 'a', "answer") : 0;
            if (mark == 0 || line.begin - open.begin > kLongestQuestion)
                continue;
            const std::uint64_t end = bytes.find_last_not_of(" \t\n", line.begin - 1) + 1;
            const std::string heading(bytes.substr(open.end, end - open.end));
            sections.push_back({documents[number], number, heading, {open.begin, line.begin + mark}, bytes});
            open = {};
        }
    }
    return sections;
}

}  // namespace cairn
