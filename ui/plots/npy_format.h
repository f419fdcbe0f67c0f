// NumPy's file format 1.0 (numpy.lib.format) around an array of records: little endian, the data at a multiple of 64 bytes. What stands
// behind the array NumPy leaves alone: a JSON line says there where the numbers come from. Values only.
#pragma once

#include <QByteArray>

#include <cstdint>

namespace cairn
{

// `fields` as NumPy writes them: "[('row', '<u4'), ('value', '<f4')]".
QByteArray npyHead(const QByteArray& fields, qsizetype records);

void putLittle(QByteArray& bytes, std::uint64_t value, int width);   // `width` bytes

}   // namespace cairn
