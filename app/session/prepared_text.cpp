#include "app/session/prepared_text.h"

#include "app/common/beside.h"
#include "core/answering/answerer.h"

namespace cairn
{

PreparedText::PreparedText(std::vector<std::string_view> texts, std::shared_ptr<const Tokenizer> tokenizer, ChatFormat chat,
                           std::uint32_t blockTokens, bool words)
{
    m_stream = beside([texts = std::move(texts), tokenizer = std::move(tokenizer), chat = std::move(chat), blockTokens]() -> Stream {
        auto stream = DocumentStream::build(texts, *tokenizer, chat, blockTokens);
        if (!stream)
            return stream.error();
        return std::make_shared<const DocumentStream>(std::move(*stream));
    });
    if (words)
        m_words = beside([stream = m_stream] { return stream.get() ? wordIndexOf(**stream.get()) : Bm25(); });
}

Bm25 PreparedText::takeWords()
{
    return m_words.valid() ? m_words.get() : wordIndexOf(**m_stream.get());
}

}  // namespace cairn
