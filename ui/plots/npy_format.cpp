#include "ui/plots/npy_format.h"

namespace cairn
{
namespace
{

constexpr auto kMagic = "\x93NUMPY\x01\x00";
constexpr qsizetype kMagicBytes = 8, kAlignment = 64;

}   // namespace

void putLittle(QByteArray& bytes, std::uint64_t value, int width)
{
    for (int i = 0; i < width; ++i)
        bytes += char((value >> (8 * i)) & 0xFF);
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

}   // namespace cairn
