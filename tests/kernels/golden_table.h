// The unit tables of tests/golden: case.json, and tensors of a small safetensors file.
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>

#include <cstring>
#include <vector>

namespace cairn::kernels::test
{

inline QByteArray goldenFile(const QString& path)
{
    QFile file(QStringLiteral(CAIRN_SOURCE_DIR "/tests/golden/") + path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QJsonObject goldenCase(const QString& name)
{
    return QJsonDocument::fromJson(goldenFile(name + QStringLiteral("/case.json"))).object();
}

// A tensor of NAME/expected.safetensors; empty where there is none
template <typename Number>
std::vector<Number> goldenTensor(const QString& name, const QString& tensor)
{
    const QByteArray bytes = goldenFile(name + QStringLiteral("/expected.safetensors"));
    quint64 headerBytes = 0;
    if (bytes.size() < 8)
        return {};
    std::memcpy(&headerBytes, bytes.constData(), 8);
    const QJsonObject header = QJsonDocument::fromJson(bytes.mid(8, qsizetype(headerBytes))).object();
    const QJsonArray offsets = header.value(tensor).toObject().value(QStringLiteral("data_offsets")).toArray();
    if (offsets.size() != 2)
        return {};
    const qsizetype begin = offsets[0].toInteger(), end = offsets[1].toInteger();
    std::vector<Number> values(std::size_t(end - begin) / sizeof(Number));
    std::memcpy(values.data(), bytes.constData() + 8 + headerBytes + begin, std::size_t(end - begin));
    return values;
}

template <typename Number>
std::vector<Number> numbers(const QJsonValue& array)
{
    std::vector<Number> result;
    for (const QJsonValue& value : array.toArray())
        result.push_back(Number(value.toDouble()));
    return result;
}

}  // namespace cairn::kernels::test
