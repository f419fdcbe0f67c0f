// PDFs of pages given by their drawing commands, with what a page dictionary may say besides (rotation, crop), in Helvetica as /F1 and with
// the ligature fi as character 1 of /F2.
#pragma once

#include <QByteArray>

#include <vector>

namespace cairn::test
{

struct PageSpec
{
    QByteArray content;                       // "BT /F1 12 Tf 72 700 Td (Words) Tj ET"
    QByteArray mediaBox = "[0 0 612 792]";
    QByteArray more;                          // "/Rotate 90 /CropBox [10 10 300 400]"
};

inline QByteArray pageFile(const std::vector<PageSpec>& pages)
{
    std::vector<QByteArray> objects{"<</Type/Catalog/Pages 2 0 R>>", "",
                                    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
                                    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 1/LastChar 1/Widths[500]"
                                    "/Encoding<</Differences[1/fi]>>/ToUnicode 5 0 R>>"};
    const QByteArray toUnicode = "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00><FF> endcodespacerange "
                                 "1 beginbfchar <01><FB01> endbfchar endcmap end";
    const auto stream = [](const QByteArray& data) {
        return "<</Length " + QByteArray::number(data.size()) + ">>stream\n" + data + "\nendstream";
    };
    objects.push_back(stream(toUnicode));
    QByteArray kids;
    for (const PageSpec& page : pages) {
        objects.push_back(stream(page.content));
        const QByteArray content = QByteArray::number(objects.size());
        objects.push_back("<</Type/Page/Parent 2 0 R/MediaBox" + page.mediaBox + page.more +
                          "/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>/Contents " + content + " 0 R>>");
        kids += QByteArray::number(objects.size()) + " 0 R ";
    }
    objects[1] = "<</Type/Pages/Count " + QByteArray::number(pages.size()) + "/Kids[" + kids + "]>>";
    QByteArray out = "%PDF-1.4\n";
    QByteArray table = "xref\n0 " + QByteArray::number(objects.size() + 1) + "\n0000000000 65535 f \n";
    for (std::size_t i = 0; i < objects.size(); ++i) {
        table += QByteArray::number(out.size()).rightJustified(10, '0') + " 00000 n \n";
        out += QByteArray::number(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
    }
    const QByteArray start = QByteArray::number(out.size());
    return out + table + "trailer\n<</Size " + QByteArray::number(objects.size() + 1) + "/Root 1 0 R>>\nstartxref\n" + start + "\n%%EOF\n";
}

// Lines of Helvetica 11, the first at `y`.
inline QByteArray linesAt(double x, double y, const std::vector<QByteArray>& lines)
{
    QByteArray text = "BT /F1 11 Tf 14 TL " + QByteArray::number(x) + ' ' + QByteArray::number(y) + " Td\n";
    for (const QByteArray& line : lines)
        text += '(' + line + ") Tj T*\n";
    return text + "ET\n";
}

}  // namespace cairn::test
