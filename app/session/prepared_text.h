// The token stream of a session's documents and the index of its words, which need the tokenizer alone: made on threads of their own
// while the model's weights are read and the memory is opened. One thread may ask.
#pragma once

#include "core/answering/document_stream.h"
#include "core/wording/words/bm25.h"

#include <future>
#include <memory>
#include <string_view>
#include <vector>

namespace cairn
{

class PreparedText
{
public:
    using Stream = Result<std::shared_ptr<const DocumentStream>>;

    // Begins. `words`: with the index; else it is made when it is taken. REQUIRES: the texts outlive it and the stream.
    PreparedText(std::vector<std::string_view> texts, std::shared_ptr<const Tokenizer> tokenizer, ChatFormat chat,
                 std::uint32_t blockTokens, bool words);

    Stream stream() const { return m_stream.get(); }   // waits; errors and what is thrown as DocumentStream::build()

    // Once. REQUIRES: stream() is no error.
    Bm25 takeWords();

private:
    std::shared_future<Stream> m_stream;
    std::future<Bm25> m_words;
};

}  // namespace cairn
