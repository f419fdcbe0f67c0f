// Pictures of an EPUB, a DOCX and an ODT: found at their places without changing the text, drawn in the size asked for, refused when they
// are none.
#include "core/documents/document_pictures.h"
#include "core/documents/document_reader.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/zip_file.h"

#include <QBuffer>
#include <QImage>
#include <QTest>

#include <fcntl.h>
#include <unistd.h>

using namespace cairn;

namespace
{

using Parts = std::vector<std::pair<std::string, std::string>>;

std::string picture(const char* format, QSize size, QColor colour)
{
    QImage image(size, QImage::Format_ARGB32);
    image.fill(colour);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    image.save(&buffer, format);
    return bytes.toStdString();
}

Parts book(const std::string& body, const Parts& pictures)
{
    Parts parts{
        {"mimetype", "application/epub+zip"},
        {"META-INF/container.xml",
         "<?xml version='1.0'?><container xmlns='urn:x'><rootfiles><rootfile full-path='OEBPS/content.opf'/></rootfiles></container>"},
        {"OEBPS/content.opf", "<package xmlns='http://www.idpf.org/2007/opf' xmlns:dc='urn:dc'>"
                              "<metadata><dc:title>A book</dc:title></metadata>"
                              "<manifest><item id='a' href='text/one.xhtml' media-type='application/xhtml+xml'/></manifest>"
                              "<spine><itemref idref='a'/></spine></package>"},
        {"OEBPS/text/one.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'><body>" + body + "</body></html>"}};
    parts.insert(parts.end(), pictures.begin(), pictures.end());
    return parts;
}

Parts letter(const std::string& body, const std::string& relations, const Parts& pictures)
{
    const std::string types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
    Parts parts{
        {"[Content_Types].xml", "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'/>"},
        {"_rels/.rels", "<Relationships><Relationship Id='r1' Type='" + types + "officeDocument' Target='word/document.xml'/>"
                        "</Relationships>"},
        {"word/_rels/document.xml.rels", "<Relationships>" + relations + "</Relationships>"},
        {"word/document.xml", "<w:document xmlns:w='urn:w' xmlns:a='urn:a' xmlns:r='urn:r' xmlns:v='urn:v'"
                              " xmlns:mc='urn:mc'><w:body>" + body + "</w:body></w:document>"}};
    parts.insert(parts.end(), pictures.begin(), pictures.end());
    return parts;
}

std::string related(const char* id, const char* target, const char* more = "")
{
    return std::string("<Relationship Id='") + id + "' Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/image'"
           " Target='" + target + "' " + more + "/>";
}

struct File
{
    explicit File(const Parts& parts)
    {
        test::writeContent(folder.file("book.epub"), test::packageOf(parts));
        descriptor = ::open(folder.file("book.epub").c_str(), O_RDONLY);
    }
    ~File() { ::close(descriptor); }
    std::string text() const { return readDocument(descriptor, {"book.epub", {}, {}}, {})->text; }

    test::TemporaryFolder folder;
    int descriptor = -1;
};

// A book whose package says `named` of its cover, which no page shows.
Parts bookWithCover(const std::string& manifest, const std::string& metadata, const std::string& guide, const std::string& body)
{
    Parts parts = book(body, {{"OEBPS/img/front.png", picture("png", {60, 90}, Qt::blue)}, {"OEBPS/img/red.png", picture("png", {40, 20}, Qt::red)}});
    parts[2].second = "<package xmlns='http://www.idpf.org/2007/opf' xmlns:dc='urn:dc'><metadata><dc:title>A book</dc:title>" + metadata +
                      "</metadata><manifest><item id='a' href='text/one.xhtml' media-type='application/xhtml+xml'/>" + manifest +
                      "</manifest><spine><itemref idref='a'/></spine>" + guide + "</package>";
    return parts;
}

const std::string kBody = "<p>Before.</p><div><img src='../img/red.png' alt='A red wall'/></div>"
                          "<p>Between <img src='../img/blue.jpg'/> both.</p>"
                          "<svg><image xlink:href='../img/red.png'/></svg><p>After.</p><p><img src='../img/red.png'/></p>";

Parts pictures()
{
    return {{"OEBPS/img/red.png", picture("PNG", {40, 20}, Qt::red)}, {"OEBPS/img/blue.jpg", picture("JPG", {64, 64}, Qt::blue)}};
}

}  // namespace

class DocumentPicturesTest : public QObject
{
    Q_OBJECT

    // One before "Between", one before "both".
    static void openWithTwo(DocumentPictures& found, const File& file, const std::string& text)
    {
        const auto opened = found.open(file.descriptor);
        QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
        QCOMPARE(found.pictures().size(), std::size_t(2));
        QCOMPARE(found.pictures()[0].place, std::uint64_t(text.find("Between")));
        QCOMPARE(found.pictures()[1].place, std::uint64_t(text.find(" both")));
    }

private Q_SLOTS:
    void theCoverComesFirstWhateverThePagesShow_data()
    {
        QTest::addColumn<QString>("manifest");
        QTest::addColumn<QString>("metadata");
        QTest::addColumn<QString>("guide");
        QTest::addColumn<int>("pictures");
        const QString item = QStringLiteral("<item id='c' href='img/front.png' media-type='image/png'/>");
        QTest::newRow("EPUB 3") << QStringLiteral("<item id='c' href='img/front.png' media-type='image/png' properties='svg cover-image'/>")
                                << QString() << QString() << 2;
        QTest::newRow("EPUB 2") << item << QStringLiteral("<meta name='cover' content='c'/>") << QString() << 2;
        QTest::newRow("guide") << item << QString() << QStringLiteral("<guide><reference type='cover' href='img/front.png'/></guide>") << 2;
        QTest::newRow("guide to a page") << item << QString()
                                         << QStringLiteral("<guide><reference type='cover' href='text/one.xhtml'/></guide>") << 1;
        QTest::newRow("absent") << QStringLiteral("<item id='c' href='img/none.png' media-type='image/png' properties='cover-image'/>")
                                << QString() << QString() << 1;
        QTest::newRow("outside") << QStringLiteral("<item id='c' href='../../front.png' media-type='image/png' properties='cover-image'/>")
                                 << QString() << QString() << 1;
        QTest::newRow("none") << item << QString() << QString() << 1;
    }
    void theCoverComesFirstWhateverThePagesShow()
    {
        QFETCH(const QString, manifest);
        QFETCH(const QString, metadata);
        QFETCH(const QString, guide);
        QFETCH(const int, pictures);
        const File file(bookWithCover(manifest.toStdString(), metadata.toStdString(), guide.toStdString(),
                                      "<p>Before.</p><div><img src='../img/red.png' alt='A red wall'/></div><p>After.</p>"));
        DocumentPictures found;
        QVERIFY(found.open(file.descriptor));
        QCOMPARE(found.pictures().size(), std::size_t(pictures));
        QCOMPARE(found.pictures()[0].height, pictures == 2 ? 90.f : 20.f);
        QCOMPARE(found.pictures().back().height, 20.f);
        if (pictures == 2)
            QCOMPARE(found.pictures()[0].place, std::uint64_t(0));
    }
    void aCoverThatAPageShowsIsThereOnce()
    {
        const File file(bookWithCover("<item id='c' href='img/front.png' media-type='image/png' properties='cover-image'/>", "", "",
                                      "<div><img src='../img/front.png' alt='Front'/></div><p>Before.</p><p>After.</p>"));
        DocumentPictures found;
        QVERIFY(found.open(file.descriptor));
        QCOMPARE(found.pictures().size(), std::size_t(1));
    }

    void picturesStandWhereTheTextHasThem()
    {
        const File file(book(kBody, pictures()));
        const std::string text = file.text();
        QCOMPARE(text, std::string("Before.\n\nA red wall\n\nBetween both.\n\nAfter."));
        DocumentPictures found;
        QVERIFY(found.open(file.descriptor));
        QCOMPARE(found.pictures().size(), std::size_t(3));   // the last one has no text behind it
        QCOMPARE(found.pictures()[0].place, std::uint64_t(text.find("A red wall")));
        QCOMPARE(found.pictures()[1].place, std::uint64_t(text.find(" both")));
        QCOMPARE(found.pictures()[2].place, std::uint64_t(text.find("After")));
        QCOMPARE(found.pictures()[0].width, 40.0f);
        QCOMPARE(found.pictures()[0].height, 20.0f);
    }

    void picturesAreDrawnOnWhiteInTheSizeAskedFor()
    {
        Parts parts = pictures();
        parts.push_back({"OEBPS/img/glass.png", picture("PNG", {30, 30}, QColor(0, 0, 0, 0))});
        const File file(book("<img src='../img/red.png'/><img src='../img/blue.jpg'/><img src='../img/glass.png'/><p>Text.</p>", parts));
        DocumentPictures found;
        QVERIFY(found.open(file.descriptor));
        const auto red = found.picture(0, 20);
        QVERIFY(red && red->width == 20 && red->height == 10);
        QCOMPARE(red->pixels, std::vector<std::uint32_t>(200, 0xffff0000));
        const auto blue = found.picture(1, 128);
        QVERIFY(blue && blue->width == 128 && qBlue(blue->pixels[5000]) > 240 && qRed(blue->pixels[5000]) < 15);
        QCOMPARE(found.picture(2, 30)->pixels.front(), 0xffffffffu);
        QVERIFY(!found.picture(3, 30));
    }

    void whatIsNoPictureIsLeftOut_data()
    {
        QTest::addColumn<QByteArray>("address");
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const char* address, const std::string& bytes) {
            QTest::newRow(name) << QByteArray(address) << QByteArray::fromStdString(bytes);
        };
        const std::string png = picture("PNG", {40, 20}, Qt::red);
        row("missing", "../img/other.png", png);
        row("outside", "http://example.org/a.png", png);
        row("above the package", "../../../../etc/passwd", png);
        row("other bytes", "../img/a.png", "not a picture");
        row("svg", "../img/a.png", "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'/>");
        row("a line", "../img/a.png", picture("PNG", {400, 1}, Qt::red));
        row("too wide", "../img/a.png", picture("PNG", {kMaxPictureSide + 1, 8}, Qt::red));
        row("cut short", "../img/a.png", png.substr(0, 20));
        row("nothing", "../img/a.png", {});
    }
    void whatIsNoPictureIsLeftOut()
    {
        QFETCH(QByteArray, address);
        QFETCH(QByteArray, bytes);
        const File file(book("<p>One <img src='" + address.toStdString() + "'/> two.</p>", {{"OEBPS/img/a.png", bytes.toStdString()}}));
        DocumentPictures found;
        const auto opened = found.open(file.descriptor);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::NotFound);
        QCOMPARE(file.text(), std::string("One two."));
    }

    void picturesOfADocxStandWhereTheTextHasThem()
    {
        const std::string body =
            "<w:p><w:r><w:t>Before.</w:t></w:r></w:p>"
            "<w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><a:blip r:embed='rId1'/></w:drawing></mc:Choice>"
            "<mc:Fallback><w:pict><v:imagedata r:id='rId1'/></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>"
            "<w:p><w:r><w:t>Between </w:t></w:r><w:r><w:pict><v:imagedata r:id='rId2'/></w:pict></w:r><w:r><w:t>both.</w:t></w:r></w:p>"
            "<w:p><w:r><w:drawing><a:blip r:embed='rId3'/><a:blip r:link='rId4'/><a:blip r:embed='rId9'/></w:drawing></w:r></w:p>"
            "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:drawing><a:blip r:embed='rId1'/></w:drawing></w:r></w:p>"
            "<w:del><w:r><w:drawing><a:blip r:embed='rId1'/></w:drawing></w:r></w:del>"
            "<w:p><w:r><w:t>After.</w:t></w:r></w:p>";
        const File file(letter(body,
                               related("rId1", "media/red.png") + related("rId2", "/word/media/blue.jpg") +
                                   related("rId3", "../../../../etc/passwd") +
                                   related("rId4", "http://example.org/a.png", "TargetMode='External'"),
                               {{"word/media/red.png", picture("PNG", {40, 20}, Qt::red)},
                                {"word/media/blue.jpg", picture("JPG", {64, 64}, Qt::blue)}}));
        const std::string text = file.text();
        QCOMPARE(text, std::string("Before.\n\nBetween both.\n\nAfter."));   // as without pictures
        DocumentPictures found;
        openWithTwo(found, file, text);
        QCOMPARE(found.pictures()[0].width, 40.0f);
        const auto red = found.picture(0, 20);
        QVERIFY(red && red->pixels == std::vector<std::uint32_t>(200, 0xffff0000));
    }

    void picturesOfAnOdtStandWhereTheTextHasThem()
    {
        const auto frame = [](const std::string& address) {
            return "<draw:frame><draw:image xlink:href='" + address +
                   "'><office:binary-data>AAAA</office:binary-data></draw:image></draw:frame>";
        };
        const std::string red = frame("Pictures/red.png"), formula = "<draw:frame><draw:object xlink:href='./Object 1'/>"
                                                                     "<draw:image xlink:href='Pictures/red.png'/></draw:frame>";
        const std::string body =
            "<text:p>Before.</text:p><text:p>" + red + "</text:p><text:p>Between " + frame("./Pictures/blue.jpg") +
            "both.</text:p><text:p>" + frame("../../../etc/passwd") + frame("http://example.org/a.png") + frame("") +
            "</text:p><text:p text:style-name='Gone'>" + red + "</text:p><text:section text:display='none'><text:p>" + red +
            "</text:p></text:section><text:p>A square: " + formula + ".</text:p>";
        const File file({{"mimetype", "application/vnd.oasis.opendocument.text"},
                         {"META-INF/manifest.xml", "<manifest/>"},
                         {"content.xml", "<office:document-content xmlns:office='o' xmlns:text='t' xmlns:style='s' xmlns:draw='d'"
                                         " xmlns:xlink='x'><office:automatic-styles><style:style style:family='paragraph' "
                                         "style:name='Gone'><style:text-properties text:display='none'/></style:style></office:automatic-styles>"
                                         "<office:body><office:text>" + body + "</office:text></office:body></office:document-content>"},
                         {"Object 1/content.xml", "<math><msup><mi>x</mi><mn>2</mn></msup></math>"},
                         {"Pictures/red.png", picture("PNG", {40, 20}, Qt::red)},
                         {"Pictures/blue.jpg", picture("JPG", {64, 64}, Qt::blue)}});
        const std::string text = file.text();
        QCOMPARE(text, std::string("Before.\n\nBetween both.\n\nA square: x^2."));
        DocumentPictures found;
        openWithTwo(found, file, text);
        QCOMPARE(found.pictures()[1].height, 64.0f);
    }

    void aDocxWithoutPicturesSaysSo()
    {
        const File file(letter("<w:p><w:r><w:t>Words.</w:t></w:r></w:p>", {}, {}));
        DocumentPictures found;
        const auto opened = found.open(file.descriptor);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::NotFound);
    }

    void aDamagedPictureFailsAlone()
    {
        QImage noise(64, 64, QImage::Format_RGB32);
        for (int i = 0; i < 64 * 64; ++i)
            noise.setPixel(i % 64, i / 64, qRgb(i * 7919 % 251, i * 104729 % 241, i * 31 % 239));
        QByteArray bytes;
        QBuffer buffer(&bytes);
        noise.save(&buffer, "PNG");
        const std::string cut = bytes.left(bytes.size() / 2).toStdString();
        Parts parts = pictures();
        parts.push_back({"OEBPS/img/cut.png", cut});
        const File file(book("<img src='../img/cut.png'/><img src='../img/red.png'/><p>Text.</p>", parts));
        DocumentPictures found;
        QVERIFY(found.open(file.descriptor));
        QCOMPARE(found.pictures().size(), std::size_t(2));
        QVERIFY(!found.picture(0, 100));
        QVERIFY(found.picture(1, 100));
    }
};

QTEST_GUILESS_MAIN(DocumentPicturesTest)
#include "document_pictures_test.moc"
