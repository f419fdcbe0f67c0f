// Mails and pages saved as one file: parts, encodings of transfer and characters, what is broken; FictionBook.
#include "core/documents/format_detection.h"
#include "core/documents/html/fb2_reader.h"
#include "core/documents/html/mime_bytes.h"
#include "core/documents/html/mime_parts.h"
#include "core/documents/html/mime_reader.h"
#include "tests/documents/readings.h"
#include "tests/support/zip_file.h"

#include <QElapsedTimer>
#include <QTest>

using namespace cairn;

namespace
{

const std::string kMail = "From: Ann Lee <ann@example.org>\nMIME-Version: 1.0\nSubject: Tea\n";

std::string multipart(const std::string& kind, const std::string& boundary, const std::vector<std::string>& parts)
{
    std::string text = "Content-Type: multipart/" + kind + ";\r\n\tboundary=\"" + boundary + "\"\r\n\r\nNo words of this.\r\n";
    for (const std::string& part : parts)
        text += "--" + boundary + "\r\n" + part + "\r\n";
    return text + "--" + boundary + "--\r\nNor these.\r\n";
}

std::string part(const std::string& type, const std::string& body, const std::string& encoding = {})
{
    return "Content-Type: " + type + "\r\n" + (encoding.empty() ? "" : "Content-Transfer-Encoding: " + encoding + "\r\n") + "\r\n" + body;
}

}  // namespace

class MimeReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mailsAreRead_data();
    void mailsAreRead();
    void attachmentsAreNamed();
    void framesOfAPageAreRead();
    void titleAndAuthorAreTheMails();
    void transferIsUndone_data();
    void transferIsUndone();
    void encodedWords_data();
    void encodedWords();
    void partsNestedTooDeepAreText();
    void nothingTakesLong_data();
    void nothingTakesLong();
    void onlyHeadersMakeAMail_data();
    void onlyHeadersMakeAMail();
    void booksAreRead_data();
    void booksAreRead();
    void titleAndAuthorsAreTheBooks();
    void damagedBookIsReadUpToTheFault();
    void packedBooksAreRead();
    void kindsOfXmlAreTold_data();
    void kindsOfXmlAreTold();
};

void MimeReaderTest::mailsAreRead_data()
{
    QTest::addColumn<std::string>("source");
    QTest::addColumn<std::string>("shape");
    const auto row = [](const char* name, const std::string& source, const char* shape) {
        QTest::newRow(name) << source << std::string(shape);
    };
    const std::string head = "T From: Ann Lee <ann@example.org>~Subject: Tea\n";
    const std::string html = part("text/html; charset=utf-8", "<p>At t=C3=A9=\r\nn.</p><ul><li>a</ul>", "quoted-printable");
    row("plain", kMail + "\nAt ten.\n\nBob", (head + "T At ten.\nT Bob\n").c_str());
    row("order of headers", "To: b@c\nSubject: Tea\nMIME-Version: 1.0\nDate: 3 May\nFrom: a@b\nContent-Type: text/plain\n\nx",
        "T From: a@b~Date: 3 May~To: b@c~Subject: Tea\nT x\n");
    row("HTML among alternatives", kMail + multipart("alternative", "b", {part("text/plain", "plain"), html}),
        (head + "T At t\u00E9n.\nL1 - a\n").c_str());
    row("page with pictures",
        "From: <Saved by Blink>\nMIME-Version: 1.0\nSubject: x\n" +
            multipart("related", "b", {html, part("image/png", "iVBOR", "base64"), part("text/html", "frame")}),
        "T At t\u00E9n.\nL1 - a\n");
    row("parts in parts",
        kMail + multipart("mixed", "out",
                          {multipart("alternative", "out2", {part("text/plain", "a"), part("text/html", "<ul><li>b</ul>")}),
                           part("text/html", "<ul><li>c</ul>"), part("text/plain", "list foot")}),
        (head + "L1 - b\nL1 - c\nT list foot\n").c_str());
    row("no last boundary", kMail + "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<h1>a</h1>b",
        (head + "H1 a\nT b\n").c_str());
    row("no boundary at all", kMail + "Content-Type: multipart/mixed; boundary=b\n\n<html><p>a<p>b", (head + "T a\nT b\n").c_str());
    row("boundary of another name",
        kMail + "Content-Type: multipart/mixed; boundary=\n\n--b\nContent-Type: text/html\n\n<html><p>a", (head + "T a\n").c_str());
    row("boundary inside a line", kMail + "Content-Type: multipart/mixed; boundary=b\n\n--b\n\na --b\n--bc\nd\n--b--\ne",
        (head + "T a --b~--bc~d\n").c_str());
    row("part without headers", kMail + "Content-Type: multipart/mixed; boundary=b\n\n--b\n\na\n--b--", (head + "T a\n").c_str());
    row("base64", kMail + part("text/html; charset=utf-8", "PHA+Q2Fmw6kgYXQg\r\ndGVuPC9wPg==", "BASE64"),
        (head + "T Caf\u00E9 at ten\n").c_str());
    row("base64 with garbage", kMail + part("text/plain", "Q2Fm!?\r\n\t#Zg==\r\nIGF0=", "base64"), (head + "T Caff at\n").c_str());
    row("another encoding", kMail + part("text/plain; charset=iso-8859-2", "=B3=F3d=BC", "quoted-printable"),
        (head + "T \u0142\u00F3d\u017A\n").c_str());
    row("wrong encoding", kMail + part("text/plain; charset=utf-8", "Caf\xE9 noir and caf\xE9 au lait"),
        (head + "T Caf\u00E9 noir and caf\u00E9 au lait\n").c_str());
    row("unknown encoding", kMail + part("text/plain; charset=x-none", "Caf\u00C3\u00A9"), (head + "T Caf\u00C3\u00A9\n").c_str());
    row("odd quoted-printable", kMail + part("text/plain", "a = b =ZZ c=3", "quoted-printable"), (head + "T a = b =ZZ c=3\n").c_str());
    row("character half encoded", kMail + part("text/plain; charset=utf-8", "t\xC3=A9n", "quoted-printable"),
        (head + "T t\u00E9n\n").c_str());
    row("empty alternative", kMail + multipart("mixed", "b", {part("text/html", "<p> </p>"), part("text/plain", "a")}),
        (head + "T a\n").c_str());
}

void MimeReaderTest::mailsAreRead()
{
    QFETCH(std::string, source);
    QFETCH(std::string, shape);
    QVERIFY(isMime(source, "eml"));
    const auto text = test::readWith(readMime, source);
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(QString::fromStdString(test::shape(*text)), QString::fromStdString(shape));
    QCOMPARE(test::violation(*text, {source}), QString());
}

void MimeReaderTest::framesOfAPageAreRead()
{
    const auto frame = [](const std::string& place, const std::string& body) { return place + "\r\n" + part("text/html", body); };
    const auto location = [](const std::string& address) { return "Content-Location: http://a.b/c/" + address; };
    const std::string root = frame(location("root.html"),
        "<title>Set</title><link id=shLink href='s/4.htm'><frameset><frame src='menu.html'><FRAMESET>"
        "<frame src='cid:x@y'><frame src='http://a.b/c/gone'><frame src='http://a.b/c/in.html'></FRAMESET></frameset>"
        "<noframes><p>No frames.</noframes>");
    const std::string inner = frame(location("in.html"), "<frameset><frame src='root.html'><frame src='last.html'></frameset>");
    const std::string source = "From: <Saved by Blink>\nMIME-Version: 1.0\nSubject: x\n" +
        multipart("related", "b", {root, frame(location("menu.html"), "<p>menu"), frame(location("last.html"), "<p>last"), inner,
                                   frame("Content-ID: <x@y>", "<p>words"), frame(location("s/4.htm"), "<table><tr><td>1<td>2</table>"),
                                   frame(location("ad.html"), "<p>other")});
    const auto text = test::readWith(readMime, source);
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(test::shape(*text), std::string("R 1 | 2\nT menu\nT words\nT last\n"));
    QCOMPARE(test::violation(*text, std::vector<std::string>(text->units.size(), source)), QString());
    const std::string bare = "MIME-Version: 1.0\n" + multipart("related; start=\"<r>\"", "b", {frame("Content-ID: <z>", "<p>a"),
        frame("Content-ID: <r>", "<p>b")});
    const auto second = test::readWith(readMime, bare);
    QVERIFY(second.has_value());
    QCOMPARE(second->text, std::string("b"));
}

void MimeReaderTest::attachmentsAreNamed()
{
    const std::string named =
        "Content-Type: application/pdf; name=\"=?utf-8?Q?caf=C3=A9.pdf?=\"\r\nContent-Disposition: attachment\r\n\r\nx";
    const std::string other =
        "Content-Type: text/plain\r\nContent-Disposition: attachment; filename*=utf-8''t%C3%A9.txt\r\n\r\nnot read";
    const std::string source = kMail + multipart("mixed", "b", {part("text/plain", "a"), named, other, part("image/png", "x")});
    const auto text = test::readWith(readMime, source);
    QVERIFY(text.has_value());
    QVERIFY(text->text.find("not read") == std::string::npos);
    QCOMPARE(text->warnings, std::vector<std::string>{"Attached files are not read: caf\u00E9.pdf, t\u00E9.txt, image/png."});
}

void MimeReaderTest::titleAndAuthorAreTheMails()
{
    const auto mail = test::readWith(readMime, kMail + part("text/html", "<title>x</title><h1>y</h1>"));
    QVERIFY(mail.has_value());
    QCOMPARE(mail->title, std::string("Tea"));
    QCOMPARE(mail->author, std::string("Ann Lee"));
    const std::string page = "Subject: =?utf-8?B?Q2Fmw6k=?=\nMIME-Version: 1.0\n";
    const auto saved = test::readWith(readMime, page + part("text/html", "<title>x</title>y"));
    QCOMPARE(saved->title, std::string("x"));
    QCOMPARE(test::readWith(readMime, page + part("text/html", "y"))->title, std::string("Caf\u00E9"));
}

void MimeReaderTest::transferIsUndone_data()
{
    QTest::addColumn<std::string>("source");
    QTest::addColumn<QString>("encoding");
    QTest::addColumn<std::string>("bytes");
    const auto row = [](const char* source, const char* encoding, const std::string& bytes) {
        QTest::newRow(source) << std::string(source) << QString::fromLatin1(encoding) << bytes;
    };
    row("a=\nb=3D=\r\nc= \t\nd", "quoted-printable", "ab=cd");
    row("=", "quoted-printable", "=");
    row("=4", "quoted-printable", "=4");
    row("", "quoted-printable", "");
    row("YWJj", "base64", "abc");
    row("YW Jj ZA==YQ==", "base64", "abcda");
    row("YWI", "base64", "ab");
    row("Y", "base64", "");
    row("====", "base64", "");
    row("a=3D", "8bit", "a=3D");
}

void MimeReaderTest::transferIsUndone()
{
    QFETCH(std::string, source);
    QFETCH(QString, encoding);
    QFETCH(std::string, bytes);
    QCOMPARE(mimeBytes(source, 0, source.size(), encoding.toStdString()).bytes, bytes);
}

void MimeReaderTest::encodedWords_data()
{
    QTest::addColumn<std::string>("value");
    QTest::addColumn<std::string>("words");
    const auto row = [](const char* value, const char* words) { QTest::newRow(value) << std::string(value) << std::string(words); };
    row("=?utf-8?B?SGVsbG8=?=", "Hello");
    row("a =?UTF-8*en?q?caf=C3=A9_au?= =?utf-8?Q?_lait?= b", "a caf\u00E9 au lait b");
    row("=?iso-8859-1?Q?caf=E9?=", "caf\u00E9");
    row("=?utf-8?X?a?= =?utf-8?Q?b", "=?utf-8?X?a?= =?utf-8?Q?b");
    row("=?", "=?");
    row("=?" "?Q?" "?=", "");
}

void MimeReaderTest::encodedWords()
{
    QFETCH(std::string, value);
    QFETCH(std::string, words);
    QCOMPARE(mimeWords(value), words);
}

void MimeReaderTest::partsNestedTooDeepAreText()
{
    std::string source = part("text/plain", "deep");
    for (int i = 0; i < 3'000; ++i)
        source = "Content-Type: multipart/mixed; boundary=b" + std::to_string(i) + "\n\n--b" + std::to_string(i) + "\n" + source;
    source = kMail + source;
    const auto text = test::readWith(readMime, source);
    QVERIFY(text.has_value());
    QVERIFY(text->text.find("deep") != std::string::npos);
    std::string many = kMail + "Content-Type: multipart/mixed; boundary=b\n\n";
    for (int i = 0; i < 100'000; ++i)
        many += "--b\n\na\n";
    const auto bounded = test::readWith(readMime, many);
    QVERIFY(bounded.has_value());
    QVERIFY(bounded->text.size() < 1'000);
}

void MimeReaderTest::nothingTakesLong_data()
{
    QTest::addColumn<std::string>("head");
    QTest::addColumn<std::string>("piece");
    const std::string mixed = kMail + "Content-Type: multipart/mixed; boundary=-\n\n";
    for (const char* piece : {"-", "---\n", "--- ", "---\nContent-Type: multipart/mixed; boundary=-\n\n", "---\n\na\n"})
        QTest::newRow(QByteArray(piece).toPercentEncoding().constData()) << mixed << std::string(piece);
    QTest::newRow("soft lines") << kMail + "Content-Transfer-Encoding: quoted-printable\n\na" << std::string("=\n");
    QTest::newRow("escapes") << kMail + "Content-Transfer-Encoding: quoted-printable\n\na" << std::string("=C3=A9 x");
    QTest::newRow("base64") << kMail + "Content-Transfer-Encoding: base64\n\n" << std::string("Y!W=");
    QTest::newRow("lines of headers") << std::string("From: a\n") << std::string(" a\n");
    QTest::newRow("headers") << kMail << std::string("To: a\n");
    QTest::newRow("encoded words") << std::string("From: ") << std::string("=?utf-8?Q?a ");
    QTest::newRow("parameters") << kMail + "Content-Type: a" << std::string("; a=\"b\\\"");
}

void MimeReaderTest::nothingTakesLong()
{
    QFETCH(std::string, head);
    QFETCH(std::string, piece);
    std::string source = head;
    while (source.size() < 2'000'000)
        source += piece;
    QElapsedTimer timer;
    timer.start();
    const auto text = test::readWith(readMime, source);
    QVERIFY2(timer.elapsed() < 3000 * test::kSlowness, qPrintable(QString::number(timer.elapsed())));
    if (text)
        QCOMPARE(test::violation(*text, {source}), QString());
}

void MimeReaderTest::onlyHeadersMakeAMail_data()
{
    QTest::addColumn<std::string>("source");
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<bool>("mail");
    const auto row = [](const char* name, const std::string& source, const char* suffix, bool mail) {
        QTest::newRow(name) << source << QString::fromLatin1(suffix) << mail;
    };
    row("Word's", "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\nx", "doc", true);
    row("without a version", "From: a@b\nSubject: c\n\nx", "eml", true);
    row("letter", "From: Ann\nTo: Bob\n\nDear Bob,", "", false);
    row("text about mails", "MIME-Version: 1.0\nContent-Type: text/plain\nis what they begin with.\n", "eml", false);
    row("text file", "MIME-Version: 1.0\nContent-Type: text/plain\n\nx", "txt", false);
}

void MimeReaderTest::onlyHeadersMakeAMail()
{
    QFETCH(std::string, source);
    QFETCH(QString, suffix);
    QFETCH(bool, mail);
    QCOMPARE(isMime(source, suffix.toStdString()), mail);
}

namespace
{

std::string book(const std::string& bodies)
{
    return "<?xml version=\"1.0\" encoding=\"windows-1251\"?><FictionBook xmlns='http://www.gribuser.ru/xml/fictionbook/2.0' "
           "xmlns:l='http://www.w3.org/1999/xlink'><stylesheet>.a{}</stylesheet><description><title-info><genre>prose</genre><author>"
           "<first-name>Ann</first-name><last-name>Lee</last-name></author><author><nickname>bob</nickname></author><book-title>Tea"
           "</book-title><annotation><p>About it.</p></annotation><translator><last-name>No</last-name></translator></title-info>"
           "<document-info><id>1</id></document-info></description>" +
           bodies + "<binary id='c'>AAAA</binary></FictionBook>";
}

}  // namespace

void MimeReaderTest::booksAreRead_data()
{
    QTest::addColumn<std::string>("bodies");
    QTest::addColumn<std::string>("shape");
    const auto row = [](const char* name, const char* bodies, const char* shape) {
        QTest::newRow(name) << std::string(bodies) << std::string(shape);
    };
    row("sections",
        "<body><title><p>Tea</p></title><section><title><p>One</p> <p>Leaf</p></title><section><title><p>A</p></title><p>a <strong>b"
        "</strong>c</p> <p>d</p></section></section><section><p>e</p></section></body>",
        "H1 Tea\nH2 One Leaf\nH3 A\nT a bc\nT d\nT e\n");
    row("sections without a title of the body", "<body><section><title><p>One</p></title><p>\xF7</p></section></body>",
        "H1 One\nT \u0447\n");
    row("poems and quotations",
        "<body><section><epigraph><p>a</p><text-author>b</text-author></epigraph><poem><title><p>c</p></title><stanza><v>d</v><v>e</v>"
        "</stanza><stanza><v>f</v></stanza></poem><cite><p>g</p></cite><empty-line/><subtitle>* * *</subtitle><subtitle>h</subtitle>"
        "<p>10<sup>6</sup>, 1<sup>st</sup></p></section></body>",
        "Q a\nQ b\nT c\nT d~e\nT f\nQ g\nT * * *\nH2 h\nT 10^6, 1st\n");
    row("tables", "<body><section><table><tr><th>a</th><td>b <p>c</p><p>d</p></td></tr><tr><td/><td>e</td></tr></table></section></body>",
        "R a | b; c; d\nR | e\n");
    row("notes",
        "<body><section><p>a<a l:href='#n' type='note'>1</a> b<a type='note'><sup>[2]</sup></a> c<a>3</a></p></section></body>"
        "<body name='notes'><title><p>Notes</p></title><section id='n'><title><p>1</p></title><p>x</p><p>y</p></section><section><title>"
        "<p>[2]</p></title><p>z</p></section></body>",
        "T a[1] b[2] c3\nH1 Notes\nT [1] x\nT y\nT [2] z\n");
}

void MimeReaderTest::booksAreRead()
{
    QFETCH(std::string, bodies);
    QFETCH(std::string, shape);
    const std::string source = book(bodies);
    const auto text = test::readWith(readFictionBook, source);
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(QString::fromStdString(test::shape(*text)), QString::fromStdString(shape));
    QCOMPARE(test::violation(*text, {source}), QString());
    const auto bytes = std::as_bytes(std::span(source.data(), source.size()));
    QVERIFY(markupOf(bytes, "a.fb2") == Markup::FictionBook);
}

void MimeReaderTest::titleAndAuthorsAreTheBooks()
{
    const auto text = test::readWith(readFictionBook, book("<body><section><p>a</p></section></body>"));
    QVERIFY(text.has_value());
    QCOMPARE(text->title, std::string("Tea"));
    QCOMPARE(text->author, std::string("Ann Lee, bob"));
}

void MimeReaderTest::damagedBookIsReadUpToTheFault()
{
    const auto text = test::readWith(readFictionBook, book("<body><section><p>a</p><p>b</section></body>"));
    QVERIFY(text.has_value());
    QCOMPARE(text->text, std::string("a\n\nb"));
    QCOMPARE(text->warnings.size(), std::size_t(1));
    QVERIFY(!test::readWith(readFictionBook, book("<body></x>")).has_value());
}

void MimeReaderTest::packedBooksAreRead()
{
    const std::string source = book("<body><section><p>a</p></section></body>");
    const std::string packed = test::packageOf({{"read.me", "b"}, {"Tea.FB2", source}, {"covers.fb2/c.png", "d"}});
    const auto bytes = std::as_bytes(std::span(packed.data(), packed.size()));
    const auto format = detectFormat(bytes, "Tea.fb2.zip");
    QVERIFY(format.has_value());
    QVERIFY(*format == DocumentFormat::Html && markupOf(bytes, "Tea.fb2.zip") == Markup::PackedFictionBook);
    const auto text = test::readWith(readPackedFictionBook, packed);
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(text->text, std::string("a"));
    QCOMPARE(text->title, std::string("Tea"));
    QCOMPARE(test::violation(*text, {source}), QString());
    const auto several = test::readWith(readPackedFictionBook, test::packageOf({{"a.fb2", source}, {"b.fb2", source}}));
    QVERIFY(!several && several.error().message.find("several FictionBook files") != std::string::npos);
    QVERIFY(!test::readWith(readPackedFictionBook, test::packageOf({{"a.fb2/b", source}})));
    QVERIFY(!test::readWith(readPackedFictionBook, packed.substr(0, packed.size() / 2)));
}

void MimeReaderTest::kindsOfXmlAreTold_data()
{
    QTest::addColumn<std::string>("source");
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("words");   // of the sentence; empty: it is read
    const auto row = [](const char* name, const char* source, const char* file, const char* words) {
        QTest::newRow(name) << std::string(source) << std::string(file) << std::string(words);
    };
    row("DocBook", "<?xml version='1.0'?><article xmlns='http://docbook.org/ns/docbook'><title>a</title></article>", "a.xml", "DocBook");
    row("DocBook 4", "<!DOCTYPE book PUBLIC \"-//OASIS//DTD DocBook XML V4.5//EN\" \"x\"><book><title>a</title></book>", "a.xml",
        "DocBook");
    row("TEI", "<TEI xmlns='http://www.tei-c.org/ns/1.0'><text>a</text></TEI>", "a", "TEI");
    row("Word", "<?xml version='1.0'?><?mso-application progid='Word.Document'?><pkg:package xmlns:pkg='x'></pkg:package>", "a.xml",
        "DOCX");
    row("other", "<?xml version='1.0'?><rss><title>a</title></rss>", "a", "XML file");
    row("picture", "<svg xmlns='http://www.w3.org/2000/svg'><text>a</text></svg>", "a.svg", "picture");
    row("Pages", "PK\x03\x04 Index/Document.iwa", "a", "Pages");
    row("Pages by its name", "PK\x03\x04", "a.pages", "Pages");
    row("page", "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><body>a</body></html>", "a.xml", "");
    row("page by its name", "<?xml version='1.0'?><x>a</x>", "a.html", "");
    row("piece of a page", "<div>a</div>", "a", "");
    row("piece of a page in XML", "<?xml version='1.0'?><section xmlns='http://www.w3.org/1999/xhtml'>a</section>", "a", "");
    row("page with another's document type", "<?xml version='1.0'?><!DOCTYPE html><x>a</x>", "a", "");
    row("text", "<a> b </a>", "a.txt", "");
    row("element of no kind", "<a xmlns b/>", "a", "");
}

void MimeReaderTest::kindsOfXmlAreTold()
{
    QFETCH(std::string, source);
    QFETCH(std::string, name);
    QFETCH(std::string, words);
    const auto format = detectFormat(std::as_bytes(std::span(source.data(), source.size())), name);
    QCOMPARE(format.has_value(), words.empty());
    if (!format)
        QVERIFY2(format.error().message.find(words) != std::string::npos, format.error().message.c_str());
}

QTEST_APPLESS_MAIN(MimeReaderTest)
#include "mime_reader_test.moc"
