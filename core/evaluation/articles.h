// Long articles with questions for measuring, put together from a question corpus (core/corpora/qa_corpus.h). Pure.
#pragma once

#include "core/corpora/qa_corpus.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn
{

struct ArticleRequest
{
    std::string source = "squad";            // data sets whose name begins so
    std::uint64_t shortest = 8000;           // bytes
    std::uint64_t questions = 40;            // of each article, evenly spread over those it has
    std::uint64_t articles = ~std::uint64_t{0};
    double heldOutShare = 0;                 // > 0: only documents that training with this share and seed holds out (isHeldOut)
    std::uint64_t heldOutSeed = 0;
};

struct TestArticle
{
    std::string document, file;              // file name: letters, digits and dashes of the title, ".txt"
    std::string text;                        // paragraphs with blank lines between
    std::string questions;                   // lines of JSON as `evaluate questions` reads them: doc, question, answers, begin
};

// In the corpus's order. Only questions whose first answer stands in the text where the corpus says, or that have none.
std::vector<TestArticle> testArticles(const QaCorpus& corpus, const ArticleRequest& request);

}  // namespace cairn
