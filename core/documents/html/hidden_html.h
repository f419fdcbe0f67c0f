// What a page hides by attributes of its elements (`hidden`, an inline `display: none` or `visibility: hidden`), how a word is pronounced
// (ruby), and where that ends, as browsers close elements: also without an end tag. Style sheets: html_styles.h. In doubt text is shown.
#pragma once

#include "core/documents/html/html_tokenizer.h"

#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

enum class HtmlHiding
{
    None,
    Display,
    Visibility
};

// By this start tag's own attributes. Never html and body: pages that hide those show them later.
HtmlHiding hidingOf(const HtmlToken& token);

// Its style attribute says how it is shown, whatever style sheets say.
bool setsDisplay(const HtmlToken& token);

// The mark of a comment in the margin, in pages that Word saves; it is hidden.
bool marksComment(const HtmlToken& token);

class HiddenHtml
{
public:
    bool isOpen() const { return !m_inside.empty(); }

    // A start tag that hides what follows; false: it can have no contents.
    bool begin(const HtmlToken& token, HtmlHiding hiding, bool closesItself);

    // Tags while something is hidden. false: it is over, and the tag belongs to what is shown.
    bool startTag(const HtmlToken& token, bool closesItself);
    bool endTag(const HtmlToken& token, bool isInline);

private:
    void closeImplied(std::string_view name);
    bool closeTo(std::string_view name, std::string_view barrier, std::string_view otherBarrier = {});

    std::vector<std::string> m_inside; // open elements from the one that hides on
    std::size_t m_tooDeep = 0;
    bool m_rootIsInline = false;
    HtmlHiding m_hiding = HtmlHiding::None;
};

} // namespace cairn
