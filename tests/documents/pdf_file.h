// Small PDFs written by hand: pages of lines in Helvetica (never embedded), outline, labels, title, pictures, RC4 passwords.
#pragma once

#include <QByteArray>
#include <QCryptographicHash>
#include <QList>

#include <string>
#include <vector>

namespace cairn::test
{

struct PdfFileOptions
{
    QByteArray title;
    bool outline = false;    // one entry per page: its first line
    QByteArray labels;       // a /Nums array: "0<</S/r>>2<</S/D>>"
    QByteArray userPassword; // encrypts (RC4, 40 bits, revision 2)
    bool strokes = false;    // draws the "=" of "6=" over the "6", as TeX's "not equal"
    bool picture = false;    // a dark rectangle over most of each page
    bool shapes = false;     // two lines of writing as thin shapes
    QByteArray toUnicode;    // of the font: "<6C><06440627>", what its codes stand for
    QByteArray field;        // typed into a field of a form that no page shows
    std::vector<QByteArray> annotations; // of the first page: their dictionaries; "$" is the number of the object behind them
    QByteArray behind;       // that object
    QByteArray catalog;      // more of the catalog
    QByteArray more;         // operators behind the text of each page
    double fontSize = 11;
    double leading = 13.5;
};

class PdfFile
{
public:
    using Lines = std::vector<QByteArray>;

    static QByteArray make(const std::vector<Lines>& pages, const PdfFileOptions& options = {}) { return PdfFile(options).build(pages); }

private:
    explicit PdfFile(const PdfFileOptions& options) : m_options(options) {}

    static QByteArray rc4(const QByteArray& key, QByteArray data)
    {
        unsigned char s[256];
        for (int i = 0; i < 256; ++i)
            s[i] = static_cast<unsigned char>(i);
        for (int i = 0, j = 0; i < 256; ++i) {
            j = (j + s[i] + static_cast<unsigned char>(key[i % key.size()])) & 255;
            std::swap(s[i], s[j]);
        }
        for (int n = 0, i = 0, j = 0; n < data.size(); ++n) {
            i = (i + 1) & 255;
            j = (j + s[i]) & 255;
            std::swap(s[i], s[j]);
            data[n] = char(data[n] ^ s[(s[i] + s[j]) & 255]);
        }
        return data;
    }
    static QByteArray md5(const QByteArray& data) { return QCryptographicHash::hash(data, QCryptographicHash::Md5); }
    static QByteArray padded(const QByteArray& password)
    {
        static const QByteArray pad = QByteArray::fromHex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A");
        return (password + pad).left(32);
    }

    // Algorithms 3.2 to 3.4 of the PDF reference, revision 2.
    void prepareEncryption()
    {
        m_owner = rc4(md5(padded("owner")).left(5), padded(m_options.userPassword));
        m_key = md5(padded(m_options.userPassword) + m_owner + QByteArray::fromHex("FCFFFFFF") + m_id).left(5);
        m_user = rc4(m_key, padded({}));
    }
    QByteArray encrypted(const QByteArray& data, int object) const
    {
        if (m_key.isEmpty())
            return data;
        const char number[5] = {char(object), char(object >> 8), char(object >> 16), 0, 0};
        return rc4(md5(m_key + QByteArray(number, 5)).left(10), data);
    }

    QByteArray string(const QByteArray& text, int object) const { return '<' + encrypted(text, object).toHex() + '>'; }
    int next() { return int(m_objects.size()) + 1; }
    int add(const QByteArray& body)
    {
        m_objects.push_back(body);
        return int(m_objects.size());
    }
    int addStream(const QByteArray& data)
    {
        const QByteArray stored = encrypted(data, next());
        return add("<</Length " + QByteArray::number(stored.size()) + ">>stream\n" + stored + "\nendstream");
    }

    QByteArray content(const Lines& lines) const
    {
        QByteArray text;
        if (m_options.picture)
            text += "0.3 g 50 50 500 690 re f\n";
        if (m_options.shapes)
            text += "0.3 g 72 700 300 8 re 72 680 200 8 re f\n";
        text += "0 g BT /F1 " + QByteArray::number(m_options.fontSize) + " Tf " + QByteArray::number(m_options.leading) + " TL 72 720 Td\n";
        for (const QByteArray& line : lines) {
            QByteArray parts;
            for (const QByteArray& cell : line.split('\t')) // a tab: a wide gap
                parts += (parts.isEmpty() ? QByteArray() : QByteArray("-4000")) + '<' + cell.toHex() + '>';
            if (m_options.strokes)
                parts.replace("363d", "36>570<3d");
            text += '[' + parts + "] TJ T*\n";
        }
        return text + "ET\n" + m_options.more;
    }

    QByteArray addAnnotations()
    {
        if (m_options.annotations.empty())
            return {};
        const QByteArray behind = QByteArray::number(next() + int(m_options.annotations.size()));
        QByteArray list;
        for (QByteArray annotation : m_options.annotations)
            list += QByteArray::number(add("<</Type/Annot" + annotation.replace("$", behind) + ">>")) + " 0 R ";
        add(m_options.behind.isEmpty() ? QByteArray("null") : m_options.behind);
        return "/Annots[" + list + "]";
    }

    QByteArray build(const std::vector<Lines>& pages)
    {
        if (!m_options.userPassword.isEmpty())
            prepareEncryption();
        add("");                                                                         // 1: catalog
        add("");                                                                         // 2: pages
        add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"); // 3
        if (!m_options.toUnicode.isEmpty())
            addToUnicode();
        QByteArray kids;
        std::vector<int> pageIds;
        const QByteArray annotations = addAnnotations();
        for (const Lines& lines : pages) {
            const int stream = addStream(content(lines));
            pageIds.push_back(add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents " +
                                  QByteArray::number(stream) + " 0 R" + (pageIds.empty() ? annotations : QByteArray()) + ">>"));
            kids += QByteArray::number(pageIds.back()) + " 0 R ";
        }
        m_objects[1] = "<</Type/Pages/Count " + QByteArray::number(pages.size()) + "/Kids[" + kids + "]>>";
        QByteArray catalog = "<</Type/Catalog/Pages 2 0 R";
        if (!m_options.labels.isEmpty())
            catalog += "/PageLabels<</Nums[" + m_options.labels + "]>>";
        if (m_options.outline)
            catalog += "/Outlines " + QByteArray::number(addOutline(pages, pageIds)) + " 0 R";
        if (!m_options.field.isEmpty()) {
            const int id = next();
            add("<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V" + string(m_options.field, id) + "/Rect[220 715 420 733]>>");
            catalog += "/AcroForm<</Fields[" + QByteArray::number(id) + " 0 R]>>";
        }
        m_objects[0] = catalog + m_options.catalog + ">>";
        return file();
    }

    void addToUnicode()
    {
        const int map = addStream("/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapName/A def/CMapType 2 def\n"
                                  "1 begincodespacerange<00><FF>endcodespacerange\n"
                                  + QByteArray::number(m_options.toUnicode.count('<') / 2) + " beginbfchar\n" + m_options.toUnicode
                                  + "\nendbfchar endcmap end end");
        m_objects[2].chop(2);
        m_objects[2] += "/ToUnicode " + QByteArray::number(map) + " 0 R>>";
    }

    int addOutline(const std::vector<Lines>& pages, const std::vector<int>& pageIds)
    {
        const int root = next();
        add("");
        for (std::size_t i = 0; i < pages.size(); ++i) {
            const int id = next();
            QByteArray item = "<</Title" + string(pages[i].front(), id) + "/Parent " + QByteArray::number(root) + " 0 R/Dest[" +
                              QByteArray::number(pageIds[i]) + " 0 R/XYZ 0 730 0]";
            if (i > 0)
                item += "/Prev " + QByteArray::number(id - 1) + " 0 R";
            if (i + 1 < pages.size())
                item += "/Next " + QByteArray::number(id + 1) + " 0 R";
            add(item + ">>");
        }
        m_objects[std::size_t(root - 1)] = "<</Type/Outlines/First " + QByteArray::number(root + 1) + " 0 R/Last " +
                                           QByteArray::number(root + int(pages.size())) + " 0 R/Count " + QByteArray::number(pages.size()) +
                                           ">>";
        return root;
    }

    QByteArray file()
    {
        QByteArray trailer = "/Root 1 0 R/ID[<" + m_id.toHex() + "><" + m_id.toHex() + ">]";
        if (!m_options.title.isEmpty()) {
            const int id = next();
            trailer += "/Info " + QByteArray::number(add("<</Title" + string(m_options.title, id) + ">>")) + " 0 R";
        }
        if (!m_key.isEmpty())
            trailer += "/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<" + m_owner.toHex() + ">/U<" + m_user.toHex() + ">>>";
        QByteArray out = "%PDF-1.4\n%\xE2\xE3\xCF\xD3\n";
        QByteArray table = "xref\n0 " + QByteArray::number(m_objects.size() + 1) + "\n0000000000 65535 f \n";
        for (std::size_t i = 0; i < m_objects.size(); ++i) {
            table += QByteArray::number(out.size()).rightJustified(10, '0') + " 00000 n \n";
            out += QByteArray::number(i + 1) + " 0 obj\n" + m_objects[i] + "\nendobj\n";
        }
        const QByteArray start = QByteArray::number(out.size());
        return out + table + "trailer\n<</Size " + QByteArray::number(m_objects.size() + 1) + trailer + ">>\nstartxref\n" + start +
               "\n%%EOF\n";
    }

    PdfFileOptions m_options;
    std::vector<QByteArray> m_objects;
    QByteArray m_id = "0123456789abcdef";
    QByteArray m_owner, m_user, m_key;
};

// Pages with a running header, a number at the foot and different words in between.
inline std::vector<PdfFile::Lines> samplePages(int count)
{
    std::vector<PdfFile::Lines> pages;
    for (int i = 0; i < count; ++i) {
        PdfFile::Lines lines{"Chapter " + QByteArray::number(i + 1)};
        for (int line = 0; line < 12; ++line)
            lines.push_back("Line " + QByteArray::number(line) + " of page " + QByteArray::number(i + 1) +
                            " tells of ships, caf\xE9s and the sea, in a manner that fills the line.");
        pages.push_back(lines);
    }
    return pages;
}

} // namespace cairn::test
