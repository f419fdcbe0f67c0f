// A byte of a session's words on the disk turned into another one.
#pragma once

#include <QFile>
#include <QString>

namespace cairn::test
{

// The first byte of the first place that says `words`. false: none does, or the file can't be changed.
inline bool flipWords(const QString& folder, const char* words)
{
    QFile file(folder + QStringLiteral("/session.db"));
    if (!file.open(QIODevice::ReadWrite))
        return false;
    const QByteArray bytes = file.readAll();
    const qsizetype place = bytes.indexOf(words);
    return place >= 0 && file.seek(place) && file.putChar(char(bytes[place] ^ 1));
}

}  // namespace cairn::test
