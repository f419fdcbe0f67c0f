#include "ui/plots/npy_format.h"

#include <QRegularExpression>
#include <QString>

#include <cstring>

namespace cairn
{
namespace
{

constexpr auto kMagic = "\x93NUMPY\x01\x00";
constexpr qsizetype kMagicBytes = 8, kAlignment = 64;
constexpr qsizetype kMostRecords = 100'000'000;

}   // namespace

void putLittle(QByteArray& bytes, std::uint64_t value, int width)
{
    for (int i = 0; i < width; ++i)
        bytes += char((value >> (8 * i)) & 0xFF);
}

std::uint64_t getLittle(const char* bytes, int width)
{
    std::uint64_t value = 0;
    for (int i = width - 1; i >= 0; --i)
        value = value << 8 | std::uint8_t(bytes[i]);
    return value;
}

QByteArray npyHead(const QByteArray& fields, qsizetype records)
{
    QByteArray header = "{'descr': " + fields + ", 'fortran_order': False, 'shape': (" + QByteArray::number(records) + ",), }";
    while ((kMagicBytes + 2 + header.size() + 1) % kAlignment != 0)
        header += ' ';
    header += '\n';
    QByteArray bytes(kMagic, kMagicBytes);
    putLittle(bytes, std::uint64_t(header.size()), 2);
    return bytes + header;
}

std::optional<NpyHead> readNpyHead(const QByteArray& bytes)
{
    if (bytes.size() < kMagicBytes + 2 || std::memcmp(bytes.constData(), kMagic, std::size_t(kMagicBytes)) != 0)
        return {};
    const auto length = qsizetype(getLittle(bytes.constData() + kMagicBytes, 2));
    const QString header = QString::fromLatin1(bytes.mid(kMagicBytes + 2, length));
    static const QRegularExpression form(QStringLiteral("^\\{'descr': (\\[.*\\]), .*'shape': \\((\\d{1,12}),\\)"));
    const auto match = form.match(header);
    NpyHead head{match.captured(1).toLatin1(), match.captured(2).toLongLong(), kMagicBytes + 2 + length};
    if (!match.hasMatch() || head.records > kMostRecords || head.begin > bytes.size())
        return {};
    return head;
}

}   // namespace cairn
