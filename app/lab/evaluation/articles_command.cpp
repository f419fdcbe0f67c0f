// `cairn-lab evaluate articles`: long articles put together again from a question corpus, as texts and a file for `evaluate questions`.
// Which documents are held out from training is for the trainer to say; here they are chosen by name, or by the same rule (core/training).
#include "app/lab/commands.h"
#include "app/lab/evaluation/evaluation_commands.h"
#include "app/lab/evaluation/lab.h"
#include "core/evaluation/articles.h"
#include "storage/files/atomic_file.h"

#include <cstdio>
#include <filesystem>

namespace cairn
{

namespace
{

const CommandSpec kArticles{
    .name = "evaluate articles",
    .synopsis = "evaluate articles --corpus DIR --output DIR [--source squad] [--held-out 0.15 --seed N] [--questions 40]",
    .summary = "Rebuilds long articles of a question corpus as texts and questions.jsonl, for evaluate questions.",
    .options = {{"corpus", "DIR", "folder of qa_contexts.jsonl and qa_train.jsonl (plain or .xz)", 0},
                {"output", "DIR", "folder of the texts and of questions.jsonl", 'o'},
                {"source", "NAME", "only data sets whose name begins so (default squad)", 0},
                {"shortest", "N", "bytes of the shortest article (default 8000)", 0},
                {"questions", "N", "of each article, evenly spread (default 40)", 0},
                {"articles", "N", "at most (default: all)", 0},
                {"held-out", "SHARE", "only documents that training with this share and --seed holds out", 0},
                {"seed", "N", "of the training that held them out (default 0)", 0}},
    .minimumOperands = 0,
    .maximumOperands = 0};

Result<ArticleRequest> requestFrom(const Arguments& arguments)
{
    ArticleRequest request;
    request.source = arguments.value("source", "squad");
    const auto shortest = arguments.number("shortest", 8000, 1, 1ull << 30), questions = arguments.number("questions", 40, 1, 1'000'000);
    const auto articles = arguments.number("articles", 1'000'000, 1, 1'000'000), seed = arguments.number("seed", 0, 0,
        ~std::uint64_t{0} >> 1);
    const auto share = arguments.real("held-out", 0, 0, 1);
    for (const auto* number : {&shortest, &questions, &articles, &seed}) {
        if (!*number)
            return number->error();
    }
    if (!share)
        return share.error();
    request.shortest = *shortest;
    request.questions = *questions;
    request.articles = *articles;
    request.heldOutSeed = *seed;
    request.heldOutShare = *share;
    return request;
}

Result<void> writeText(const std::filesystem::path& path, const std::string& text)
{
    return writeFileAtomically(path.string(), std::as_bytes(std::span(text.data(), text.size())));
}

Result<void> writeAll(const std::filesystem::path& folder, const std::vector<TestArticle>& articles)
{
    std::filesystem::create_directories(folder);
    std::string questions;
    for (const TestArticle& article : articles) {
        if (auto done = writeText(folder / article.file, article.text); !done)
            return done.error();
        questions += article.questions;
        std::fprintf(stderr, "%s: %zu bytes\n", article.file.c_str(), article.text.size());
    }
    return writeText(folder / "questions.jsonl", questions);
}

}  // namespace

const CommandSpec& articlesSpec()
{
    return kArticles;
}

int evaluateArticles(std::span<char* const> words)
{
    const auto arguments = parseArguments(kArticles, words);
    if (!arguments)
        return complain(arguments.error());
    const auto corpus = arguments->value("corpus"), out = arguments->value("output");
    if (!corpus || !out)
        return complain({ErrorCode::InvalidArgument, "Both --corpus and --output are needed: " + std::string(kArticles.synopsis)});
    const auto request = requestFrom(*arguments);
    if (!request)
        return complain(request.error());
    const auto read = readQaCorpus(*corpus);
    if (!read)
        return complain(read.error());
    const std::vector<TestArticle> articles = testArticles(*read, *request);
    if (articles.empty())
        return complain({ErrorCode::NotFound, "No article of the corpus fits; try another --source or a smaller --shortest."});
    const auto done = writeAll(*out, articles);
    if (!done)
        return complain(done.error());
    std::printf("%zu articles, %s\n", articles.size(), (std::filesystem::path(*out) / "questions.jsonl").string().c_str());
    return 0;
}

}  // namespace cairn
