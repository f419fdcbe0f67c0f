#include "app/session/prepared_text.h"

#include "core/answering/answerer.h"

namespace cairn
{
namespace
{

constexpr auto kBeside = std::launch::async | std::launch::deferred;   // where no thread can be had, when it is waited for

}  // namespace

PreparedText::PreparedText(std::vector<std::string_view> texts, std::shared_ptr<const Tokenizer> tokenizer, ChatFormat chat,
                           std::uint32_t blockTokens, bool words)
{
    const auto build = [texts = std::move(texts), tokenizer = std::move(tokenizer), chat = std::move(chat), blockTokens]() -> Stream {
        auto stream = DocumentStream::build(texts, *tokenizer, chat, blockTokens);
        if (!stream)
            return stream.error();
        return std::make_shared<const DocumentStream>(std::move(*stream));
    };
    m_stream = std::async(kBeside, build);
    if (words)
        m_words = std::async(kBeside, [stream = m_stream] { return stream.get() ? wordIndexOf(**stream.get()) : Bm25(); });
}

Bm25 PreparedText::takeWords()
{
    return m_words.valid() ? m_words.get() : wordIndexOf(**m_stream.get());
}

}  // namespace cairn
