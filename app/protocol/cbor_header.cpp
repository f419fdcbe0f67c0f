#include "app/protocol/cbor_header.h"

#include <QCborArray>
#include <QCborStreamReader>

#include <cmath>
#include <optional>

namespace cairn
{
namespace
{

constexpr int kMostDepth = 8;
constexpr quint64 kMostKeys = 64;   // QCborMap looks keys up one by one

// One value after the other; every length is compared with the bytes that are left before anything is made.
class StrictReader
{
public:
    explicit StrictReader(const QByteArray& bytes) : m_size(bytes.size()), m_reader(bytes) {}

    std::optional<QCborMap> map(int depth)
    {
        const auto count = enter(QCborStreamReader::Map, depth, 2);
        QCborMap result;
        for (quint64 i = 0; m_good && i < count; ++i) {
            const QString key = m_reader.isString() ? text() : fail<QString>();
            if (result.contains(key))
                m_good = false;
            const QCborValue entry = value(depth + 1);
            if (m_good)
                result.insert(key, entry);
        }
        m_good = m_good && m_reader.leaveContainer();
        return m_good ? std::optional(result) : std::nullopt;
    }

    bool atEnd() const { return m_good && m_reader.currentOffset() == m_size; }

private:
    template <typename T>
    T fail()
    {
        m_good = false;
        return {};
    }

    qint64 rest() const { return m_size - m_reader.currentOffset(); }

    quint64 enter(QCborStreamReader::Type type, int depth, quint64 leastBytes)
    {
        if (depth > kMostDepth || m_reader.type() != type || !m_reader.isLengthKnown())
            return fail<quint64>();
        if (m_reader.length() > static_cast<quint64>(rest()) / leastBytes || (m_reader.isMap() && m_reader.length() > kMostKeys))
            return fail<quint64>();
        const quint64 count = m_reader.length();
        m_good = m_reader.enterContainer();
        return count;
    }

    QString text()
    {
        if (!m_reader.isLengthKnown() || m_reader.length() > static_cast<quint64>(rest()))
            return fail<QString>();
        const auto piece = m_reader.readString();   // checks UTF-8
        if (piece.status != QCborStreamReader::Ok || m_reader.readString().status != QCborStreamReader::EndOfString)
            return fail<QString>();
        return piece.data;
    }

    QByteArray byteString()
    {
        if (!m_reader.isLengthKnown() || m_reader.length() > static_cast<quint64>(rest()))
            return fail<QByteArray>();
        const auto piece = m_reader.readByteArray();
        if (piece.status != QCborStreamReader::Ok || m_reader.readByteArray().status != QCborStreamReader::EndOfString)
            return fail<QByteArray>();
        return piece.data;
    }

    QCborValue array(int depth)
    {
        const quint64 count = enter(QCborStreamReader::Array, depth, 1);
        QCborArray result;
        for (quint64 i = 0; m_good && i < count; ++i)
            result.append(value(depth + 1));
        m_good = m_good && m_reader.leaveContainer();
        return result;
    }

    QCborValue number()
    {
        if (m_reader.isUnsignedInteger() && m_reader.toUnsignedInteger() > static_cast<quint64>(INT64_MAX))
            return fail<QCborValue>();
        if (m_reader.isNegativeInteger())
            return fail<QCborValue>();   // no header has one
        const QCborValue result(static_cast<qint64>(m_reader.toUnsignedInteger()));
        m_good = m_reader.next();
        return result;
    }

    QCborValue real()
    {
        const double result = m_reader.toDouble();
        m_good = std::isfinite(result) && m_reader.next();
        return result;
    }

    QCborValue value(int depth)
    {
        if (!m_good)
            return {};
        if (m_reader.isInteger())
            return number();
        if (m_reader.isDouble())
            return real();
        if (m_reader.isString())
            return text();
        if (m_reader.isByteArray())
            return byteString();
        if (m_reader.isArray())
            return array(depth);
        if (m_reader.isBool()) {
            const bool result = m_reader.toBool();
            m_good = m_reader.next();
            return result;
        }
        if (m_reader.isMap()) {
            const auto inner = map(depth);
            return inner ? QCborValue(*inner) : QCborValue();
        }
        return fail<QCborValue>();           // tags, null, half and single precision, simple values
    }

    qint64 m_size;
    QCborStreamReader m_reader;
    bool m_good = true;
};

}  // namespace

Bytes encodeHeader(const QCborMap& header)
{
    const QByteArray bytes = header.toCborValue().toCbor();
    const auto data = reinterpret_cast<const std::byte*>(bytes.constData());
    return Bytes(data, data + bytes.size());
}

Result<QCborMap> decodeHeader(std::span<const std::byte> bytes)
{
    const QByteArray data(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    StrictReader reader(data);
    auto map = reader.map(1);
    if (!map || !reader.atEnd())
        return Error{ErrorCode::Corruption, "The message stream is broken: a header is not as it must be."};
    return *std::move(map);
}

QCborValue HeaderFields::take(const char* key)
{
    const auto entry = m_map.constFind(QLatin1String(key));
    if (!m_ok || entry == m_map.constEnd()) {
        m_ok = false;
        return {};
    }
    ++m_taken;
    return entry.value();
}

std::uint64_t HeaderFields::number(const char* key, std::uint64_t most)
{
    const QCborValue value = take(key);
    m_ok = m_ok && value.isInteger() && value.toInteger() >= 0 && static_cast<std::uint64_t>(value.toInteger()) <= most;
    return m_ok ? static_cast<std::uint64_t>(value.toInteger()) : 0;
}

double HeaderFields::real(const char* key)
{
    const QCborValue value = take(key);
    m_ok = m_ok && value.isDouble() && std::isfinite(value.toDouble());
    return m_ok ? value.toDouble() : 0;
}

bool HeaderFields::flag(const char* key)
{
    const QCborValue value = take(key);
    m_ok = m_ok && value.isBool();
    return m_ok && value.toBool();
}

QString HeaderFields::text(const char* key, qsizetype mostCharacters)
{
    const QCborValue value = take(key);
    m_ok = m_ok && value.isString() && value.toString().size() <= mostCharacters;
    return m_ok ? value.toString() : QString();
}

std::string HeaderFields::utf8(const char* key, std::size_t mostBytes)
{
    const std::string result = text(key, static_cast<qsizetype>(mostBytes)).toStdString();
    m_ok = m_ok && result.size() <= mostBytes;
    return m_ok ? result : std::string();
}

QByteArray HeaderFields::bytes(const char* key, qsizetype size)
{
    const QCborValue value = take(key);
    m_ok = m_ok && value.isByteArray() && value.toByteArray().size() == size;
    return m_ok ? value.toByteArray() : QByteArray(size, '\0');
}

std::vector<std::uint64_t> HeaderFields::numbers(const char* key, std::size_t mostItems, std::uint64_t most)
{
    const QCborValue value = take(key);
    const QCborArray list = value.toArray();
    m_ok = m_ok && value.isArray() && static_cast<std::size_t>(list.size()) <= mostItems;
    std::vector<std::uint64_t> result;
    for (qsizetype i = 0; m_ok && i < list.size(); ++i) {
        const QCborValue item = list.at(i);
        m_ok = item.isInteger() && item.toInteger() >= 0 && static_cast<std::uint64_t>(item.toInteger()) <= most;
        result.push_back(static_cast<std::uint64_t>(item.toInteger()));
    }
    return m_ok ? result : std::vector<std::uint64_t>();
}

QStringList HeaderFields::texts(const char* key, qsizetype mostItems, qsizetype mostCharacters)
{
    const QCborValue value = take(key);
    const QCborArray list = value.toArray();
    m_ok = m_ok && value.isArray() && list.size() <= mostItems;
    QStringList result;
    for (qsizetype i = 0; m_ok && i < list.size(); ++i) {
        m_ok = list.at(i).isString() && list.at(i).toString().size() <= mostCharacters;
        result.append(list.at(i).toString());
    }
    return m_ok ? result : QStringList();
}

}  // namespace cairn
