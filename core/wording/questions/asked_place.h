// Questions about a part of a document ("What does section 6.2 say about fees?", "Who speaks in chapter XII?", "What is on page 3?"):
// where that part stands, and the question without its name. The words "section 6.2" stand in hardly any passage that answers it, but
// in many that point there. Rules on English words; no state, any thread.
#pragma once

#include "core/types/document.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// What is asked where a question names a part and nothing else, or wants it in short, its title or what happens there: questions of
// whole_question.h.
inline constexpr std::string_view kPartQuestion = "What is the text about?", kPartSummaryQuestion = "Summarize the text.",
                                  kPartTitleQuestion = "What is the text called?", kPartEventsQuestion = "What happens in the text?";

struct AskedPlace
{
    std::string question;                // "What does the text say about fees?"
    std::vector<DocumentPlace> within;   // at least one, in the documents' order
};

// Nothing: no part is named, or no document has it. Parts are
//   "section 6.2", "chapter XII", "the third chapter", "appendix B", "stave two", "§ 12"   from the heading of that number to the next
//                                         that is none of its own parts
//   "im dritten Kapitel", "au premier chapitre"   the same in German, French and Spanish
//   "in the introduction", "according to the abstract"   the same of a heading of that name, or else of a short one with that word
//   "What is the conclusion?", "What do the authors conclude?"   of that heading
//   "page 12", "pages 12 to 14"           pages with these labels, printed ones of an EPUB too; where none has one, counted from 1
//   "the section on trailing commas", "the chapter called Loomings", "the privacy section"   of the headings with these words the shortest
//   "the last chapter", "the last page"   of those that are numbered
//   "the end of the book"                 the last twentieth, at least 2,000 bytes; "the beginning of the story": the first
//   "figure 2", "table 3"                 the caption, or else the first paragraph that opens so
std::optional<AskedPlace> askedPlace(std::string_view question, std::span<const CanonicalText* const> documents);

}  // namespace cairn
