// Headers of messages: one CBOR map with text keys, read strictly (reliability.md 5.3): definite lengths, unique keys, depth 8, no
// tags, finite numbers, valid UTF-8, nothing after the map. No state, any thread.
#pragma once

#include "app/protocol/frame.h"
#include "core/result.h"

#include <QCborMap>
#include <QString>

#include <span>
#include <string>
#include <vector>

namespace cairn
{

Bytes encodeHeader(const QCborMap& header);

// Corruption: a rule is broken.
Result<QCborMap> decodeHeader(std::span<const std::byte> bytes);

// Takes the fields of a header one by one; after the first that is missing, of another kind or out of range, everything reads as
// zero and done() stays false. Keys that nobody asks for make done() false too.
class HeaderFields
{
public:
    explicit HeaderFields(const QCborMap& map) : m_map(map) {}

    std::uint64_t number(const char* key, std::uint64_t most = INT64_MAX);
    double real(const char* key);                      // finite
    bool flag(const char* key);
    QString text(const char* key, qsizetype mostCharacters = 4096);
    std::string utf8(const char* key, std::size_t mostBytes = 4096);
    QByteArray bytes(const char* key, qsizetype size); // exactly so many
    std::vector<std::uint64_t> numbers(const char* key, std::size_t mostItems, std::uint64_t most = INT64_MAX);
    QStringList texts(const char* key, qsizetype mostItems, qsizetype mostCharacters = 4096);

    template <typename E>
    E choice(const char* key, E last)                  // enumerations counted from 0
    {
        return static_cast<E>(number(key, static_cast<std::uint64_t>(last)));
    }

    void refuse() { m_ok = false; }
    bool ok() const { return m_ok; }
    bool done() const { return m_ok && m_taken == m_map.size(); }

private:
    QCborValue take(const char* key);

    const QCborMap& m_map;
    qsizetype m_taken = 0;
    bool m_ok = true;
};

}  // namespace cairn
