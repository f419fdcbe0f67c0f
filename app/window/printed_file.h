// A PDF that a print dialog asked for: printed beside its place, so that only a whole one takes the place of a file of that name; Qt tells
// of no write that failed. Made before the first page, ended behind the last; on paper it does nothing. UI thread.
#pragma once

#include "core/result.h"

#include <QString>

class QPrinter;

namespace cairn
{

class PrintedFile
{
public:
    explicit PrintedFile(QPrinter& printer);
    PrintedFile(const PrintedFile&) = delete;
    PrintedFile& operator=(const PrintedFile&) = delete;
    ~PrintedFile();   // not ended: nothing of it is left

    // Io: what was printed is no whole file, or can't take its place; a file of that name stays as it was.
    Result<void> end();

private:
    QString m_place, m_beside;   // empty: on paper, or ended
};

}  // namespace cairn
