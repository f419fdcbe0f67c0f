// Pictures of a document in the making (EPUB, DOCX, ODT): noted where the text refers to them, placed when it is done. One thread.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/documents/packages/package.h"
#include "core/documents/text/text_builder.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

class PictureList
{
public:
    // Anchor ids from `firstAnchor` on are the list's. The builder outlives it.
    PictureList(TextBuilder& builder, std::size_t firstAnchor) : m_builder(builder), m_firstAnchor(firstAnchor) {}

    // `address` as the part `from` writes it; one outside the package is left out.
    void add(const std::string& from, std::string_view address)
    {
        if (const auto part = resolvePart(from, address); part && !part->path.empty())
            add(part->path);
    }
    void add(const std::string& part)   // a path in the package
    {
        m_builder.anchor(m_firstAnchor + m_parts.size());
        m_parts.push_back(part);
    }
    // Those behind the last text have no place and are left out.
    std::vector<DocumentPicture> placed() const
    {
        std::vector<DocumentPicture> pictures;
        for (const auto& [id, place] : m_builder.anchors()) {
            if (id >= m_firstAnchor)
                pictures.push_back({m_parts[id - m_firstAnchor], place});
        }
        std::stable_sort(pictures.begin(), pictures.end(), [](const auto& a, const auto& b) { return a.place < b.place; });
        return pictures;
    }

private:
    TextBuilder& m_builder;
    std::size_t m_firstAnchor;
    std::vector<std::string> m_parts;
};

}  // namespace cairn
