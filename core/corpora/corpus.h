// Text to train on: JSON Lines ("text", with "title" and "src" where known; plain or .xz), or plain .txt and .md files.
// Chosen once by seed and kept in memory: a training step then picks any of it by number.
#pragma once

#include "core/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

struct TextDocument
{
    std::string id;                        // of the whole document: "source: title", or the file's name
    std::string text;                      // UTF-8; one stretch of a longer document
};

struct CorpusRequest
{
    std::vector<std::string> paths;        // files, and folders of such files (in name order; qa_* files are left out)
    std::uint64_t bytes = 64ull << 20;     // of text to keep, a sample of all documents by seed
    std::uint64_t longest = 60'000;        // bytes kept of one document
    std::uint64_t seed = 0;
};

// The sample, in an order that follows from the seed. NotFound: no such path, or no document in it. Corruption: a line is no JSON
// object, with its number.
Result<std::vector<TextDocument>> readTexts(const CorpusRequest& request);

// Whole documents are held out: the answer depends on id, seed and share alone.
bool isHeldOut(std::string_view documentId, std::uint64_t seed, double share);

// Splits by isHeldOut(): first what is trained on, then what is held out. Where chance holds none of several documents out, the one
// that came nearest to it is: a training on a few books can be measured, too.
std::pair<std::vector<TextDocument>, std::vector<TextDocument>> splitByDocument(std::vector<TextDocument> documents, std::uint64_t seed,
                                                                                double heldOutShare);

}  // namespace cairn
