// What Markdown and HTML exports say besides the words of questions, answers and documents: English, or another language of the person's.
// Values.
#pragma once

#include <array>
#include <map>
#include <string>

namespace cairn
{

struct ExportWords   // %1, %2: numbers and names
{
    std::string language = "en";                                     // BCP 47
    std::string page = "p. %1";
    std::string sheet = "p. %1 (PDF %2)";                            // where the sheet is another number than the page's
    std::string paragraph = "par. %1";
    std::string coverage = "Opened %1 and consulted %2 of %3 blocks.";
    std::string partly = "%1 of %2 blocks had been read when it was asked.";
    std::string stopped = "Writing was stopped; what was written stays.";
    std::string withheld = "No passage stood out. The answer is withheld: it may come from the model itself.";
    std::string refused = "The model found no answer in what it opened.";
    std::string unsupported = "Weak support: no passage stood out. The answer may come from the model itself.";
    std::string follows = "Follow-up of “%1”";                        // a question
    std::string followsRemoved = "Follow-up of an answer that was removed";
    std::string lookedAt = "Only this was looked at: %1.";            // places
    std::string keptOut = "This was kept out: %1.";
    std::string placed = "This was pinned: %1.";
    std::string more = "%1 more";                                     // behind places that are named
    std::string nearest = "Nearest passage: %1";                      // its place
    std::string misquoted = "Quotations that are not in the text: %1.";
    std::string madeWith = "%1, %2, strategy %3.";                    // model, kind, strategy
    std::map<std::string, std::string> kinds = {};                   // of models, by their names in AnswerContext; else these
    std::array<std::string, 4> strategies{"memory", "reread", "window", "bm25"};   // in the order of Strategy
    std::string withoutHeads = "Heads switched off: %1.";
    std::string notes = "Notes", highlight = "Highlight", pinned = "Pinned", barred = "Barred", bookmark = "Bookmark", note = "Note";
};

}  // namespace cairn
