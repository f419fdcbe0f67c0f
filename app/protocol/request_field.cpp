#include "app/protocol/request_field.h"

namespace cairn
{

QCborMap headerOf(RequestId request)
{
    return {{QStringLiteral("id"), static_cast<qint64>(request)}};
}

RequestId requestOf(HeaderFields& fields)
{
    const RequestId request = fields.number("id");
    if (request == 0)
        fields.refuse();
    return request;
}

QString cborText(const std::string& text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace cairn
