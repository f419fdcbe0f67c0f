// Parts of a message's body: texts one after the other, and an answer as the columns that it is stored in. Used by the codecs alone.
#pragma once

#include "app/protocol/message.h"
#include "core/types/answer.h"

#include <string_view>

namespace cairn
{

class BodyWriter
{
public:
    // Writes the part and its size as the field `key` of the header.
    void text(QCborMap& header, const char* key, std::string_view text);
    void answer(QCborMap& header, const Answer& answer, bool withTrace);   // fields "columns", "strategy"
    template <typename T>
    void array(const std::vector<T>& values)
    {
        const auto bytes = std::as_bytes(std::span(values));
        m_body.insert(m_body.end(), bytes.begin(), bytes.end());
    }
    std::shared_ptr<const Bytes> take();      // null if it is empty

private:
    Bytes m_body;
};

// The same way back; a part that does not fit makes the fields refuse.
class BodyReader
{
public:
    BodyReader(const Message& message, HeaderFields& fields)
        : m_fields(fields), m_rest(message.body ? std::span(*message.body) : std::span<const std::byte>())
    {
    }

    std::string text(const char* key);        // valid UTF-8
    Answer answer(bool withTrace);
    template <typename T>
    std::vector<T> array(std::size_t count)
    {
        std::vector<T> values;
        if (count > m_rest.size() / sizeof(T)) {
            m_fields.refuse();
            return values;
        }
        values.resize(count);
        const auto bytes = take(count * sizeof(T));
        std::copy(bytes.begin(), bytes.end(), std::as_writable_bytes(std::span(values)).begin());
        return values;
    }
    std::size_t rest() const { return m_rest.size(); }
    bool done() const { return m_fields.done() && m_rest.empty(); }

private:
    std::span<const std::byte> take(std::size_t size);

    HeaderFields& m_fields;
    std::span<const std::byte> m_rest;
};

}  // namespace cairn
