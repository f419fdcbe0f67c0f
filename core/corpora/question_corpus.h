// Long documents with questions, made of a question corpus: passages of one document in their order make it whole again; documents
// too short to search in are packed together in the corpus's order, so that neighbours, often about one thing, are told apart.
// Pure functions; any thread.
#pragma once

#include "core/answering/document_stream.h"
#include "core/corpora/qa_corpus.h"
#include "core/result.h"
#include "core/types/ids.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

struct CorpusQuestion
{
    std::string text;
    ByteRange answer;                      // where it stands in the document
};

struct QuestionDocument
{
    std::string id;                        // QaPassage::document, or "source: part 3" of packed ones
    std::string text;                      // UTF-8; passages joined by a blank line
    std::vector<CorpusQuestion> questions;
};

struct QuestionCorpusRequest
{
    std::vector<std::string> sources;      // QaPassage::source; empty: all
    std::uint64_t shortest = 8'000;        // bytes of a document that is searched by itself
    std::uint64_t packed = 36'000;         // bytes of packed documents: as long as a long article
};

// In the corpus's order. Only questions whose answer stands in the text word for word; documents without one are left out.
std::vector<QuestionDocument> questionDocuments(const QaCorpus& corpus, const QuestionCorpusRequest& request);

// Those of the `wanted` sources that have a question with its answer's place. NotFound: another is wanted, named with those there are;
// where nobody named them (`byDefault`), it is left out, unless there is none of them at all.
Result<std::vector<std::string>> sourcesOf(const QaCorpus& corpus, const std::vector<std::string>& wanted, bool byDefault);

// Complete blocks that an answer stands in, ascending; never block 0. `stream`: of the document alone.
std::vector<std::uint32_t> answerBlocks(const DocumentStream& stream, const ByteRange& answer);

}  // namespace cairn
