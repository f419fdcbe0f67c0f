// Finding words in a canonical text, for every view of it. Matches lie within one paragraph; any white space matches any, soft hyphens are
// looked through. Plain values; any thread. 18 MB of plain English are looked through in about 40 ms.
#pragma once

#include "core/types/document.h"

#include <QString>

#include <optional>
#include <vector>

namespace cairn
{

struct TextFindOptions
{
    bool backwards = false;
    bool matchCase = false;
    bool matchAccents = false;   // false: e finds é, ' finds ’, - finds –
};

// The first match that begins at or after `from` (backwards: the last that begins before it), around the end if need be.
std::optional<ByteRange> findText(const CanonicalText& document, const QString& words, std::uint64_t from, TextFindOptions options = {});

// All matches without overlaps, ascending, at most `limit`.
std::vector<ByteRange> findAllText(const CanonicalText& document, const QString& words, TextFindOptions options = {},
                                   std::size_t limit = 10'000);

}  // namespace cairn
