// The canonical texts of a session's documents in reading order. Borrowed: they outlive this. Immutable; any thread.
#pragma once

#include "core/types/document.h"

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn
{

// Whether a place may be looked at: what a question asks about and has in its reach.
using Allowed = std::function<bool(const DocumentPlace&)>;

class DocumentTexts
{
public:
    DocumentTexts() = default;
    explicit DocumentTexts(std::vector<std::string_view> texts) : m_texts(std::move(texts)) {}

    std::uint32_t documents() const { return static_cast<std::uint32_t>(m_texts.size()); }
    std::string_view text(std::uint32_t document) const { return m_texts[document]; }
    std::string_view text(const DocumentPlace& place) const
    {
        return m_texts[place.document].substr(place.range.begin, place.range.size());
    }

private:
    std::vector<std::string_view> m_texts;
};

}  // namespace cairn
