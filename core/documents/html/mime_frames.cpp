#include "core/documents/html/mime_frames.h"

#include "core/documents/html/html_tokenizer.h"
#include "core/documents/html/mime_bytes.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <optional>

namespace cairn
{

namespace
{

constexpr unsigned kDepth = 16;   // of sets of frames in one another

std::string_view bareId(std::string_view id)
{
    return id.starts_with('<') && id.ends_with('>') ? id.substr(1, id.size() - 2) : id;
}

// Addresses of the frames and sheets of a set of frames; empty: the part is none.
std::vector<std::string> framesOf(std::string_view file, const MimePart& part)
{
    std::vector<std::string> addresses;
    const std::string page = part.isHtml ? mimeBytes(file, part.begin, part.end, part.encoding).bytes : std::string();
    if (asciiLower(page).find("<frameset") == std::string::npos)
        return addresses;
    HtmlTokenizer tokens(page, false);
    for (HtmlToken token = tokens.next(); token.kind != HtmlToken::Kind::End; token = tokens.next()) {
        if (token.kind != HtmlToken::Kind::StartTag)
            continue;
        const bool isSheet = token.name == "link" && asciiLower(htmlAttribute(token.attributes, "id").value_or("")) == "shlink";
        if (token.name == "frame" || isSheet)
            addresses.push_back(htmlAttribute(token.attributes, isSheet ? "href" : "src").value_or(""));
    }
    return addresses;
}

class PageParts
{
public:
    PageParts(std::string_view file, const std::vector<PagePart>& page) : m_file(file), m_page(page), m_taken(page.size()) {}

    std::vector<MimePart> from(std::size_t root)
    {
        add(root, 0);
        return std::move(m_parts);
    }

private:
    void add(std::size_t index, unsigned depth)
    {
        m_taken[index] = true;
        const PagePart& own = m_page[index];
        const std::size_t before = m_parts.size();
        if (depth < kDepth && own.parts.size() == 1) {
            for (const std::string& address : framesOf(m_file, own.parts.front()))
                if (const auto frame = partAt(address, own.location))
                    add(*frame, depth + 1);
        }
        if (m_parts.size() == before)
            m_parts.insert(m_parts.end(), own.parts.begin(), own.parts.end());
    }

    // The part that isn't taken yet and that an address means on a page at `base`.
    std::optional<std::size_t> partAt(std::string_view address, std::string_view base) const
    {
        const std::string beside = std::string(base.substr(0, base.rfind('/') + 1)) + std::string(address);
        const std::string below = "/" + std::string(address);
        for (std::size_t i = 0; i < m_page.size() && !address.empty(); ++i) {
            const PagePart& part = m_page[i];
            const bool isById = address.starts_with("cid:") && bareId(part.id) == address.substr(4);
            if (!m_taken[i] && (isById || part.location == address || part.location == beside || part.location.ends_with(below)))
                return i;
        }
        return std::nullopt;
    }

    std::string_view m_file;
    const std::vector<PagePart>& m_page;
    std::vector<bool> m_taken;
    std::vector<MimePart> m_parts;
};

}  // namespace

std::vector<MimePart> partsOfPage(std::string_view file, const std::vector<PagePart>& page, std::string_view start)
{
    const auto isRoot = [start](const PagePart& part) { return !start.empty() && bareId(part.id) == bareId(start); };
    const auto root = std::find_if(page.begin(), page.end(), isRoot);
    return PageParts(file, page).from(root == page.end() ? 0 : static_cast<std::size_t>(root - page.begin()));
}

}  // namespace cairn
