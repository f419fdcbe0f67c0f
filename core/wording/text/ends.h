// The words that a document begins and ends with, between what stands before and behind its text: title page and contents, references and
// colophon. Rules; no state, any thread.
#pragma once

#include "core/types/document.h"
#include "core/wording/text/document_texts.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace cairn
{

enum class End
{
    First,
    Last
};

// The text without what stands before and behind it, as far as headings tell.
ByteRange bodyOf(const CanonicalText& text);

// A heading of what stands behind a text: "References", "6. Acknowledgements".
bool isBackMatter(std::string_view heading);

// The first or last whole sentences, headings left out, of at most 300 bytes together, one of at most 600 alone, of the first document that
// has some and `allowed` lets through. `within`: of the first of these parts.
std::optional<DocumentPlace> endOf(End end, std::span<const CanonicalText* const> documents, std::span<const DocumentPlace> within,
                                   const Allowed& allowed);

// What happens in a story is said by no sentence of it; how it begins and ends tells most. The heading right below that of the first part
// of `within`, if there is one ("Chapter 2", "The Moor"), the first words and the last, as endOf() has them. None: one of both is missing.
std::vector<DocumentPlace> courseOf(std::span<const CanonicalText* const> documents, std::span<const DocumentPlace> within,
                                    const Allowed& allowed);

}  // namespace cairn
