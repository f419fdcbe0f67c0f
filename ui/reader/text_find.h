// Finding words in a canonical text, for every view of it. Matches lie within one paragraph; any white space matches any (in patterns: each
// one), soft hyphens and joiners are looked through. Plain values; any thread. 18 MB of plain English are looked through for words in about
// 60 ms, twice that where every third paragraph has dashes or curly quotation marks.
#pragma once

#include "core/types/document.h"
#include "ui/find_way.h"

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
    bool wholeWords = false;     // no letter or digit before or behind; not of patterns
};

struct TextMatches
{
    std::vector<ByteRange> ranges;   // ascending, without overlaps
    bool more = false;               // there may be others: too many, or the search took too long
    QString problem;                 // what is wrong with a pattern, in the words of its engine; empty: nothing
};

// The first match that begins at or after `from` (backwards: the last that begins before it), around the end if need be.
std::optional<ByteRange> findText(const CanonicalText& document, const QString& words, std::uint64_t from, TextFindOptions options = {});

// All matches, at most `limit`. Near: the shortest stretches of a paragraph, up to kNearUnits, that hold every word. Pattern: a
// Perl-compatible regular expression, given up after kPatternMs.
inline constexpr std::size_t kNearUnits = 150;
inline constexpr int kPatternMs = 2000;
TextMatches findAllText(const CanonicalText& document, const QString& words, TextFindOptions options = {}, FindWay way = FindWay::Words,
                        std::size_t limit = 10'000);

}  // namespace cairn
