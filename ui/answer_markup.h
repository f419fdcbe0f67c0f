// What the signs in an answer mean: lists, tables, code, headings, bold, italic, as models write them (CommonMark's usual signs). Signs are
// not shown, words stay as they are. No images, no links: their signs are words. Positions are UTF-16 of the text. A plain value.
#pragma once

#include <QString>

#include <utility>
#include <vector>

namespace cairn
{

struct AnswerMarkup
{
    struct Edit                    // `removed` characters at `at` are shown as `shown`
    {
        int at = 0, removed = 0;
        QString shown;
    };
    enum class Style { Bold, Italic, Code };
    struct Styled
    {
        int begin = 0, end = 0;
        Style style = Style::Bold;
    };
    enum class Kind { Text, Item, Code, Row };
    struct Line                    // of the text, without its break
    {
        int begin = 0, end = 0;
        Kind kind = Kind::Text;
        int level = 0;             // of an item's nesting
        int mark = 0;              // characters of an item's mark as it is shown ("• ", "12. "): the next lines hang behind it
        bool operator==(const Line&) const = default;
    };
    std::vector<Edit> edits;       // ascending, apart
    std::vector<Styled> styles;
    std::vector<Line> lines;       // ascending; those that are all signs are not among them
};

// `text`: lines end with U+2028. `quoted`: ascending; what was found in a document letter by letter, whose signs are words ("__doc__").
AnswerMarkup answerMarkup(const QString& text, const std::vector<std::pair<int, int>>& quoted = {});

}  // namespace cairn
