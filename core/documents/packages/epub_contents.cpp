#include "core/documents/packages/epub_contents.h"

#include "core/documents/html/html_tokenizer.h"
#include "core/documents/packages/epub_pages.h"
#include "core/documents/text/text_builder.h"
#include "core/formats/xml_reader.h"

#include <algorithm>
#include <optional>

namespace cairn
{

namespace
{

constexpr std::size_t kEntries = 20'000;
constexpr std::size_t kLongestTitle = 2'000;

void addEntry(std::vector<EpubContentsEntry>& entries, const std::string& title, const std::string& path, const std::string& target,
              unsigned level)
{
    const auto part = resolvePart(path, target);
    std::string line = oneLine(title);
    if (part && !line.empty() && entries.size() < kEntries)
        entries.push_back({std::move(line), *part, level});
}

void addPage(std::vector<EpubContentsEntry>& pages, const std::string& words, const std::string& path, const std::string& target)
{
    addEntry(pages, printedPageLabel(words), path, target, 1);
}

class NcxHandler final : public XmlHandler
{
public:
    explicit NcxHandler(const std::string& path) : m_path(path) {}

    void startElement(std::string_view name, const XmlAttributes& attributes) override
    {
        if (name == "navPoint" || name == "pageTarget") {
            m_inPage = name == "pageTarget";
            m_level += m_inPage ? 0 : 1;
            m_title.clear();
        } else if (name == "text" && (m_level > 0 || m_inPage)) {
            m_inText = true;
        } else if (name == "content" && m_inPage) {
            addPage(result.pages, m_title, m_path, std::string(attributes.value("src")));
        } else if (name == "content" && m_level > 0) {
            addEntry(result.entries, m_title, m_path, std::string(attributes.value("src")), m_level);
        }
    }
    void endElement(std::string_view name) override
    {
        if (name == "navPoint")
            m_level -= m_level > 0 ? 1 : 0;
        m_inPage = m_inPage && name != "pageTarget";
        m_inText = m_inText && name != "text";
    }
    void text(std::string_view text, std::uint64_t, std::uint64_t) override
    {
        if (m_inText && m_title.size() < kLongestTitle)
            m_title += text.substr(0, kLongestTitle);
    }

    EpubContents result;

private:
    const std::string& m_path;
    std::string m_title;
    unsigned m_level = 0;
    bool m_inText = false;
    bool m_inPage = false;
};

enum class NavigationKind { Contents, Pages, Other };

NavigationKind navigationKind(const HtmlToken& nav)
{
    const auto type = htmlAttribute(nav.attributes, "epub:type");
    if (type == "page-list" || htmlAttribute(nav.attributes, "role") == "doc-pagelist")
        return NavigationKind::Pages;
    return type.value_or("toc") == "toc" ? NavigationKind::Contents : NavigationKind::Other;
}

}  // namespace

EpubContents contentsOfNcx(std::string_view xml, const std::string& path)
{
    NcxHandler handler(path);
    (void)parseXml(xml, handler, "The table of contents");   // without it the headings serve
    return std::move(handler.result);
}

EpubContents contentsOfNavigation(std::string_view xhtml, const std::string& path)
{
    EpubContents result;
    HtmlTokenizer tokenizer(xhtml, true);
    NavigationKind kind = NavigationKind::Other;
    unsigned level = 0;
    std::optional<std::string> target;
    std::string title;
    for (HtmlToken token = tokenizer.next(); token.kind != HtmlToken::Kind::End; token = tokenizer.next()) {
        const bool starts = token.kind == HtmlToken::Kind::StartTag;
        const bool ends = token.kind == HtmlToken::Kind::EndTag;
        if (token.name == "nav" && (starts || ends)) {
            kind = starts ? navigationKind(token) : NavigationKind::Other;
            level = 0;
        } else if (kind == NavigationKind::Other) {
            continue;
        } else if (token.name == "ol" && (starts || ends)) {
            level = starts ? level + 1 : level - (level > 0 ? 1 : 0);
        } else if (token.name == "a" && starts) {
            target = htmlAttribute(token.attributes, "href");
            title.clear();
        } else if (token.name == "a" && ends && target) {
            if (kind == NavigationKind::Pages)
                addPage(result.pages, title, path, *target);
            else
                addEntry(result.entries, title, path, *target, std::max(level, 1u));
            target.reset();
        } else if (token.kind == HtmlToken::Kind::Text && target && title.size() < kLongestTitle) {
            title += decodeHtmlText(xhtml.substr(token.begin, std::min(token.end - token.begin, kLongestTitle)));
        }
    }
    return result;
}

}  // namespace cairn
