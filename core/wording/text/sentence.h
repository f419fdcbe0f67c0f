// Sentences of canonical text and of answers as byte ranges. Rules, no model: abbreviations, initials, decimals, quotation marks,
// headings, list items. No state, any thread.
#pragma once

#include "core/types/ids.h"

#include <string_view>
#include <vector>

namespace cairn
{

// Ascending, without overlap; white space around a sentence belongs to none, every other byte to exactly one. A blank line ends
// a sentence, and so does a line break before a list marker.
std::vector<ByteRange> splitSentences(std::string_view text);

// It ends in a full stop or the like, perhaps before closing marks: no heading, no line of a table.
bool endsAsSentence(std::string_view sentence);

// An item of a list without its mark "- ", and one in a row of a table without the cells before its own, which " | " parts; any other
// sentence as it is.
ByteRange withoutListMark(std::string_view text, ByteRange sentence);

// A sentence that opens with "This set ..", "That answer ..", with the one before it in its paragraph, which says what is meant. The
// sentence itself: it opens otherwise, none stands before, or both have more than `most` bytes. English only.
ByteRange withWhatIsMeant(std::string_view text, ByteRange sentence, std::uint64_t most);

// Sentences of text[range], as offsets into `text`. `range` is first widened to whole paragraphs (blank line to blank line), so
// that a sentence which the range cuts is returned whole.
std::vector<ByteRange> sentencesAround(std::string_view text, ByteRange range);

// The same with each row of a table by itself: what a citation shows.
std::vector<ByteRange> sentencesAndRowsAround(std::string_view text, ByteRange range);

// Every line without white space at its ends; a blank one is empty.
std::vector<ByteRange> splitLines(std::string_view text);

// The paragraph that begins at or behind `at`, up to the next empty line. Empty: the text ends before.
ByteRange nextParagraph(std::string_view text, std::uint64_t at);

// text[range] widened to the blank lines around it, without them.
ByteRange paragraphAround(std::string_view text, ByteRange range);

}  // namespace cairn
