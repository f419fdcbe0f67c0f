#include "app/lab/evaluation/dense_asker.h"

#include "core/engine/sampler.h"

#include <algorithm>
#include <numeric>

namespace cairn
{

Result<DensePass*> DenseAsker::pass()
{
    if (!m_pass) {
        auto opened = DensePass::open(m_modelPath, m_context);
        if (!opened)
            return opened.error();
        m_pass.emplace(*std::move(opened));
    }
    m_pass->restart();
    return &*m_pass;
}

Result<std::string> DenseAsker::ask(std::span<const TokenId> tokens, std::uint32_t reply)
{
    auto dense = pass();
    if (!dense)
        return dense.error();
    std::vector<float> next;
    const auto keep = [&](std::uint32_t, std::span<const float> logits) { next.assign(logits.begin(), logits.end()); };
    if (auto done = (*dense)->run(tokens, {static_cast<std::uint32_t>(tokens.size() - 1)}, keep); !done)
        return done.error();
    const Tokenizer& tokenizer = *(*dense)->tokenizer();
    const std::vector<TokenId> ends = tokenizer.endOfText();
    std::vector<TokenId> suppressed = (*dense)->config().suppressed;
    std::erase_if(suppressed, [&](TokenId id) { return id < 0 || static_cast<std::size_t>(id) >= next.size(); });
    std::string text;
    Sampler greedy(0, 1, 0);
    for (std::uint32_t i = 0; i < reply; ++i) {
        suppress(next, suppressed);
        const TokenId id = greedy.choose(next);
        if (std::find(ends.begin(), ends.end(), id) != ends.end())
            break;
        text += tokenizer.decode(id, false);
        if (auto done = (*dense)->run({&id, 1}, {0}, keep); !done)
            return done.error();
    }
    return text;
}

Result<std::vector<float>> DenseAsker::logProbabilities(std::span<const TokenId> tokens)
{
    auto dense = pass();
    if (!dense)
        return dense.error();
    std::vector<std::uint32_t> rows(tokens.size() - 1);
    std::iota(rows.begin(), rows.end(), 0u);
    std::vector<TokenId> suppressed = (*dense)->config().suppressed;
    std::erase_if(suppressed, [&](TokenId id) { return id < 0 || static_cast<std::uint32_t>(id) >= (*dense)->config().vocabulary; });
    std::vector<float> result, logits;
    auto done = (*dense)->run(tokens, rows, [&](std::uint32_t row, std::span<const float> values) {
        logits.assign(values.begin(), values.end());
        suppress(logits, suppressed);
        result.push_back(logProbability(logits, tokens[row + 1]));
    });
    if (!done)
        return done.error();
    return result;
}

}  // namespace cairn
