// Reads documents with questions once: their landmark keys, kept as files so that a later run reads nothing again, and for each
// question its tokens, the blocks that answer it and how BM25 scores the blocks. Work thread of the engine.
#pragma once

#include "core/corpora/question_corpus.h"
#include "core/engine/engine.h"
#include "core/result.h"
#include "core/training/question_set.h"

#include <cstdint>
#include <string>

namespace cairn
{

struct QuestionReading
{
    std::string folder;                    // of the files of landmark keys; made if missing
    std::uint64_t questionBytes = 300;     // longer questions are left out
};

// A file of another model or adapter is never used: it is named by the memory's key (storage/blocks/block_identity.h). Questions whose
// answer stands in block 0, or beyond the last complete block, are left out.
Result<ReadArticle> readArticle(const Engine& engine, const QuestionDocument& document, const QuestionReading& reading);

}  // namespace cairn
