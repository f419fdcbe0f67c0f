#include "app/protocol/body.h"

#include "core/formats/utf8.h"
#include "storage/records/answer_columns.h"

#include <QCborArray>

#include <map>

namespace cairn
{
namespace
{

constexpr std::uint64_t kLastColumn = kLastAnswerColumn;

bool textsAreUtf8(const Answer& answer)
{
    for (const Citation& citation : answer.citations) {
        for (const std::string* text : {&citation.page, &citation.section, &citation.text}) {
            if (!isValidUtf8(*text))
                return false;
        }
    }
    return isValidUtf8(answer.text);
}

}  // namespace

void BodyWriter::text(QCborMap& header, const char* key, std::string_view text)
{
    header.insert(QLatin1String(key), static_cast<qint64>(text.size()));
    const auto bytes = std::as_bytes(std::span(text));
    m_body.insert(m_body.end(), bytes.begin(), bytes.end());
}

void BodyWriter::answer(QCborMap& header, const Answer& answer, bool withTrace)
{
    QCborArray columns;
    for (const Column& column : packAnswer(answer)) {
        if (!withTrace && isTraceColumn(column.number))
            continue;
        columns.append(column.number);
        columns.append(static_cast<qint64>(column.bytes.size()));
        m_body.insert(m_body.end(), column.bytes.begin(), column.bytes.end());
    }
    header.insert(QLatin1String("columns"), columns);
    header.insert(QLatin1String("strategy"), static_cast<int>(answer.strategy));
}

std::shared_ptr<const Bytes> BodyWriter::take()
{
    return m_body.empty() ? nullptr : std::make_shared<const Bytes>(std::move(m_body));
}

std::span<const std::byte> BodyReader::take(std::size_t size)
{
    if (size > m_rest.size()) {
        m_fields.refuse();
        return {};
    }
    const auto part = m_rest.first(size);
    m_rest = m_rest.subspan(size);
    return part;
}

std::string BodyReader::text(const char* key)
{
    const auto bytes = take(m_fields.number(key));
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (!isValidUtf8(text))
        m_fields.refuse();
    return m_fields.ok() ? text : std::string();
}

Answer BodyReader::answer(bool withTrace)
{
    const std::vector<std::uint64_t> list = m_fields.numbers("columns", 2 * (kLastColumn + 1));
    const auto strategy = m_fields.choice("strategy", Strategy::Bm25);
    std::map<std::uint64_t, std::span<const std::byte>> columns;
    for (std::size_t i = 0; i + 1 < list.size(); i += 2) {
        if (list[i] > kLastColumn || !columns.emplace(list[i], take(list[i + 1])).second)
            m_fields.refuse();
    }
    const AnswerLoader load = [&](AnswerColumn column) -> Result<std::vector<std::byte>> {
        const auto found = columns.find(static_cast<std::uint64_t>(column));
        return found == columns.end() ? Bytes() : Bytes(found->second.begin(), found->second.end());
    };
    if (!m_fields.ok() || list.size() % 2 != 0) {
        m_fields.refuse();
        return {};
    }
    auto answer = unpackAnswer(load, withTrace);
    if (!answer || !textsAreUtf8(*answer)) {
        m_fields.refuse();
        return {};
    }
    answer->strategy = strategy;
    return *std::move(answer);
}

}  // namespace cairn
