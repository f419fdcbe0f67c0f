// Questions about passages: qa_contexts.jsonl and qa_train.jsonl (plain or .xz). A passage row has id, src, doc, title, para, text;
// a question row ctx (id of its passage), q, a (accepted answers), starts (characters into the passage, -1: not its words), kind.
#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

struct QaPassage
{
    std::string source;                    // data set: "squad1.1-train44"
    std::string document;                  // whole document it is part of, unique over the data sets; never empty
    std::string title;
    std::int64_t paragraph = 0;            // its place in the document, where that is known
    std::string text;
};

struct QaQuestion
{
    std::size_t passage = 0;               // index into QaCorpus::passages
    std::string question;
    std::vector<std::string> answers;      // empty: the passage doesn't say
    std::optional<std::uint64_t> begin;    // byte offset of the first answer in the passage, where it stands there word for word
    std::string kind;                      // "span", "freeform", "noanswer", "yesno"
};

struct QaCorpus
{
    std::vector<QaPassage> passages;       // in the file's order
    std::vector<QaQuestion> questions;

    // Passages of a document in paragraph order, joined by blank lines, with where each begins. `document` as in QaPassage.
    struct Article
    {
        std::string text;
        std::vector<std::pair<std::size_t, std::uint64_t>> passages;   // (index, byte offset of its text)
    };
    Article article(std::string_view document) const;
};

// How much of a training to answer a data set gets beside others. Tables and questions that were made by rule teach little about prose: 0.
double trainingWeight(std::string_view source);

// `folder` holds the two files. NotFound: it doesn't. Corruption: a row without what it must have, or about an unknown passage.
Result<QaCorpus> readQaCorpus(const std::string& folder);

}  // namespace cairn
