#include "app/window/printed_file.h"

#include "storage/files/atomic_file.h"
#include "ui/reader/document_print.h"

#include <QFile>
#include <QPrinter>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr qint64 kTail = 1024;   // bytes: the end of a PDF stands in these

bool isWhole(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return false;
    file.seek(std::max<qint64>(0, file.size() - kTail));
    return file.readAll().contains("%%EOF");
}

}  // namespace

PrintedFile::PrintedFile(QPrinter& printer)
{
    if (printer.outputFormat() != QPrinter::PdfFormat || printer.outputFileName().isEmpty())
        return;
    m_place = printer.outputFileName();
    m_beside = m_place + QStringLiteral(".part");
    printer.setOutputFileName(m_beside);
    printer.setOutputFormat(QPrinter::PdfFormat);
}

PrintedFile::~PrintedFile()
{
    if (!m_beside.isEmpty())
        QFile::remove(m_beside);
}

Result<void> PrintedFile::end()
{
    if (m_beside.isEmpty())
        return {};
    const QString beside = std::exchange(m_beside, {});
    auto moved = isWhole(beside) ? moveIntoPlace(beside.toStdString(), m_place.toStdString()) : Result<void>(paperRefused());
    if (!moved)
        QFile::remove(beside);
    return moved;
}

}  // namespace cairn
