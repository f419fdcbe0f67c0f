#include "app/import/warm_up.h"

#include "core/documents/document_reader.h"
#include "core/documents/pdf/pdf_reader.h"

#include <QBuffer>
#include <QImageReader>
#include <QLocale>
#include <QPdfDocument>
#include <QStringDecoder>

namespace cairn
{
namespace
{

// One page, one line in a font the file only names: makes PDFium look for the fonts of this computer.
constexpr char kTinyPdf[] =
    "%PDF-1.4\n"
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>endobj\n"
    "4 0 obj<</Type/Font/Subtype/TrueType/BaseFont/UnknownFace>>endobj\n"
    "5 0 obj<</Length 44>>stream\nBT /F1 24 Tf 72 720 Td (A few words) Tj ET  \nendstream endobj\n"
    "trailer<</Root 1 0 R>>\n";

} // namespace

void warmUp()
{
    (void)QLocale().toLower(QStringLiteral("A"));
    (void)QString::fromLocal8Bit("a");
    for (const char* format : {"jpeg", "gif"}) {   // their decoders are files of their own
        QByteArray nothing;
        QBuffer buffer(&nothing);
        buffer.open(QIODevice::ReadOnly);
        (void)QImageReader(&buffer, format).canRead();
    }
    (void)QImageReader::supportedImageFormats();
    for (const char* name : {"UTF-16", "UTF-32", "ISO-8859-1"})
        (void)QStringDecoder(name).isValid();

    QByteArray bytes(kTinyPdf, int(sizeof kTinyPdf - 1));
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    QPdfDocument document;
    document.load(&buffer);
    if (document.pageCount() > 0) {
        (void)document.getAllText(0).text();
        (void)document.render(0, QSize(16, 16));
    }
}

} // namespace cairn
