// The vocabulary of a GGUF file that is known to be good, for tests of the tokenizers alone. Not a reader of foreign files.
#pragma once

#include "core/tokenizer/bpe_tokenizer.h"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

namespace cairn::testing
{

class GgufVocabulary
{
public:
    explicit GgufVocabulary(const std::string& path) : m_file(path, std::ios::binary) {}

    BpeVocabulary read()
    {
        BpeVocabulary v;
        skip(8);   // magic, version
        number<std::uint64_t>();
        for (auto entries = number<std::uint64_t>(); entries > 0; --entries)
            readEntry(v);
        return v;
    }

private:
    template <typename T>
    T number()
    {
        T value{};
        m_file.read(reinterpret_cast<char*>(&value), sizeof(value));
        return value;
    }
    void skip(std::uint64_t bytes) { m_file.seekg(static_cast<std::streamoff>(bytes), std::ios::cur); }
    std::string text()
    {
        std::string value(number<std::uint64_t>(), '\0');
        m_file.read(value.data(), static_cast<std::streamsize>(value.size()));
        return value;
    }
    static std::uint64_t sizeOf(std::uint32_t type)
    {
        constexpr std::uint64_t kSizes[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
        return kSizes[type];
    }
    void skipValue(std::uint32_t type)
    {
        if (type == 8)
            text();
        else
            skip(sizeOf(type));
    }

    void readEntry(BpeVocabulary& v)
    {
        const std::string key = text();
        const auto type = number<std::uint32_t>();
        if (key == "tokenizer.ggml.pre")
            v.preTokenizer = text();
        else if (key == "tokenizer.ggml.bos_token_id")
            v.bos = number<TokenId>();
        else if (key == "tokenizer.ggml.eos_token_id")
            v.eos = number<TokenId>();
        else if (key == "tokenizer.ggml.padding_token_id")
            v.pad = number<TokenId>();
        else if (key == "tokenizer.ggml.add_bos_token")
            v.addBos = number<std::uint8_t>() != 0;
        else if (type == 9)
            readArray(key, v);
        else
            skipValue(type);
    }

    void readArray(const std::string& key, BpeVocabulary& v)
    {
        const auto type = number<std::uint32_t>();
        for (auto count = number<std::uint64_t>(); count > 0; --count) {
            if (key == "tokenizer.ggml.tokens")
                v.tokens.push_back(text());
            else if (key == "tokenizer.ggml.merges")
                v.merges.push_back(text());
            else if (key == "tokenizer.ggml.token_type")
                v.types.push_back(number<std::int32_t>());
            else
                skipValue(type);
        }
    }

    std::ifstream m_file;
};

}  // namespace cairn::testing
