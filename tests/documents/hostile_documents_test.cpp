// What is made to hang, crash or fill the memory: nesting, repeated marks, long lines, and thousands of damaged copies of good
// documents. Time limits are wide: the readers need about 0.1 s per MiB, what is quadratic needs minutes.
#include "core/documents/html/html_reader.h"
#include "core/documents/markup/markdown_reader.h"
#include "core/documents/markup/rst_reader.h"
#include "core/documents/packages/docx_reader.h"
#include "core/documents/packages/epub_reader.h"
#include "core/documents/packages/odt_reader.h"
#include "core/documents/text/text_reader.h"
#include "tests/documents/odt_file.h"
#include "tests/documents/readings.h"
#include "tests/support/mutants.h"
#include "tests/support/zip_file.h"

#include <QElapsedTimer>
#include <QTest>

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

using namespace cairn;
using test::Reader;

Q_DECLARE_METATYPE(Reader)

namespace
{

constexpr std::size_t kBytes = 512 << 10;
constexpr qint64 kMostMs = 60'000;

std::string repeated(const std::string& piece, std::size_t bytes = kBytes)
{
    std::string text;
    text.reserve(bytes + piece.size());
    while (text.size() < bytes)
        text += piece;
    return text;
}

std::string staircase(const std::string& step, const std::string& words, int levels)
{
    std::string text, indent;
    for (int i = 0; i < levels; ++i) {
        text += indent + words;
        indent += step;
    }
    return text;
}

const std::string kHtml =
    "<!DOCTYPE html><html><head><title>T</title><meta charset=utf-8></head><body><h1>A</h1><p>b &amp; <i>c</i><ul><li>d<li>e</ul>"
    "<table><tr><td>f<td>g</table><pre> h\n</pre><![CDATA[x]]><!-- i --><img alt='j'><script>k</script></body></html>";
const std::string kMarkdown = "---\ntitle: t\n---\n# A\n\nb *c* `d` [e](f) &amp;\n\n- g\n  1. h\n\n> i\n\n```\nj\n```\n\n| k | l "
                              "|\n|---|---|\n| m | n |\n\n<div>o</div>\n";
const std::string kRst = "=====\nTitle\n=====\n\nA *b* ``c`` `d <e>`_ :f:`g`\n\n- h\n\n  1. i\n\nj::\n\n  k\n\n.. note:: l\n\n   "
                         "m\n\n+---+---+\n| n | o |\n+---+---+\n\n"
                         "=== ===\np   q\n=== ===\n";

std::string bookBytes()
{
    return test::packageOf(
        {{"META-INF/container.xml", "<container><rootfile full-path='o.opf'/></container>"},
         {"o.opf", "<package><manifest><item id='a' href='a.xhtml'/></manifest><spine><itemref idref='a'/></spine></package>"},
         {"a.xhtml", kHtml}});
}

std::string wordBytes()
{
    test::ZipFile zip;
    zip.add("word/document.xml",
            "<w:document><w:body><w:p><w:pPr><w:outlineLvl w:val='0'/></w:pPr><w:r><w:t>Head</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r>"
            "<w:t>cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>",
            false);
    return zip.write();
}

// Something of everything that stands in such a text.
test::OdtParts openDocument()
{
    test::OdtParts parts;
    parts.body = "<text:h text:style-name='Heading_20_1' text:outline-level='1'>Head</text:h><text:list text:style-name='L1'>"
                 "<text:list-item><text:p>a</text:p></text:list-item></text:list><table:table><table:table-row table:number-rows-repeated='2'>"
                 "<table:table-cell table:number-columns-spanned='2'><text:p>cell</text:p></table:table-cell><table:covered-table-cell/>"
                 "</table:table-row></table:table><text:p text:style-name='PCode'>b<text:s text:c='3'/><text:tab/>c<text:note "
                 "text:note-class='endnote'><text:note-body><text:p>d</text:p></text:note-body></text:note></text:p><text:p>e<draw:frame>"
                 "<draw:text-box><text:p>f</text:p></draw:text-box><svg:desc>g</svg:desc></draw:frame><draw:custom-shape><svg:title>h"
                 "</svg:title></draw:custom-shape><text:span text:style-name='Up'>2</text:span>&amp;</text:p>";
    return parts;
}

std::string openDocumentBytes()
{
    test::ZipFile zip;
    zip.add("content.xml", test::odtContent(openDocument()), false);
    return zip.write();
}

// Names as it goes what the readers must give: text whose map holds, or an error in one sentence.
QString outcomeViolation(const Result<CanonicalText>& text, const std::string* source)
{
    if (!text)
        return text.error().message.ends_with('.') ? QString() : QString::fromStdString("no sentence: " + text.error().message);
    if (source)
        return test::violation(*text, {*source});
    const auto promises = checkCanonicalText(*text);
    return promises ? test::paragraphViolation(*text) : QString::fromStdString(promises.error().message);
}

}  // namespace

class HostileDocumentsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingTakesLong_data();
    void nothingTakesLong();
    void deepNestingKeepsTheWords();
    void mutantsGiveTextOrASentence_data();
    void mutantsGiveTextOrASentence();
    void markdownIsReadUpToItsEnd();
    void tooMuchTextIsRefused();
};

void HostileDocumentsTest::nothingTakesLong_data()
{
    QTest::addColumn<Reader>("reader");
    QTest::addColumn<std::string>("source");
    const auto rows = [](Reader reader, const char* format, std::initializer_list<std::string> pieces) {
        int i = 0;
        for (const std::string& piece : pieces)
            QTest::addRow("%s %d %s", format, i++, QByteArray::fromStdString(piece).toPercentEncoding(" <>*&[]()'\"=").constData())
                << reader << repeated(piece);
    };
    rows(readHtml, "html",
         {"<div>",
          "<table><tr><td>a",
          "<ul><li>a",
          "<font size=1><p>a",
          "<title>",
          "<textarea>a",
          "<",
          "&",
          "&a",
          "<!--",
          "<a b=\"",
          "<a x=y ",
          "&amp;",
          "<td>x",
          "<h1><p>a",
          "word ",
          "x",
          "<pre>\n",
          "<svg><style>",
          "<annotation>",
          "</p>",
          "<![CDATA[",
          "<?"});
    rows(readMarkdown, "md",
         {"> ",  "* ",      "*a **b ", "*",   "a**b",    "[",     "[a](",      "[a](<b", "![[]()", "[a]: u\n", "<!A ", "a <?",
          "<a@", "_a __b ", "&amp;",   "a\n", "    a\n", "```\n", "<div>\n\n", "~~a ",   "\\",     "a | b\n",  "`"});
    rows(readReStructuredText, "rst",
         {"*a ", "`a ",     "``a ",    "|a ",     "a_",     "_",  ":a:b",        "..\n", "a\n=\n", "=== ===\n", "+-+-+\n",
          "=",   "a::\n\n", ":a: b\n", "a\n b\n", "1. a\n", "\\", ".. note::\n", "- ",   "`a <b",  ">>> a\n"});
    rows(readText, "txt", {"x", "word ", "\r", "a\r\n", "abc \xFF", "abcdefghijklmnopqrstuvwxyz\1\2", "a\f", "CHAPTER I\n\n", "\n"});
    QTest::newRow("md quotes inside each other") << Reader(readMarkdown) << staircase(">", "> a\n", 1400);
    QTest::newRow("md lists inside each other") << Reader(readMarkdown) << staircase("  ", "* a\n", 1000);
    QTest::newRow("rst lists inside each other") << Reader(readReStructuredText) << staircase("  ", "- a\n\n", 1000);
    QTest::newRow("rst directives inside each other") << Reader(readReStructuredText) << staircase(" ", ".. note::\n", 1400);
}

void HostileDocumentsTest::nothingTakesLong()
{
    QFETCH(Reader, reader);
    QFETCH(std::string, source);
    QElapsedTimer timer;
    timer.start();
    const auto text = test::readWith(reader, source);
    QVERIFY2(timer.elapsed() < kMostMs, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(outcomeViolation(text, &source), QString());
}

void HostileDocumentsTest::deepNestingKeepsTheWords()
{
    for (const char* tag : {"div", "blockquote", "table><tr><td", "ul><li", "span"}) {
        std::string source;
        for (int i = 0; i < 100'000; ++i)
            source += "<" + std::string(tag) + ">";
        const auto text = test::readWith(readHtml, "before" + source + "deep inside");
        QVERIFY(text.has_value());
        QVERIFY(text->text.starts_with("before") && text->text.ends_with("deep inside"));
    }
}

void HostileDocumentsTest::mutantsGiveTextOrASentence_data()
{
    QTest::addColumn<Reader>("reader");
    QTest::addColumn<std::string>("original");
    QTest::addColumn<bool>("bytesAreSource");
    QTest::newRow("html") << Reader(readHtml) << kHtml << true;
    QTest::newRow("markdown") << Reader(readMarkdown) << kMarkdown << true;
    QTest::newRow("restructuredtext") << Reader(readReStructuredText) << kRst << true;
    QTest::newRow("text") << Reader(readText) << std::string("\xEF\xBB\xBF" "Title: a\r\n\r\nCHAPTER I\n\nb\xC3\xA9 c\fd\n") << true;
    QTest::newRow("utf-16") << Reader(readText) << std::string("\xFF\xFE" "a\0b\0\n\0\n\0c\0\x3D\xD8\x00\xDE", 16) << true;
    QTest::newRow("epub") << Reader(readEpub) << bookBytes() << false;
    QTest::newRow("docx") << Reader(readDocx) << wordBytes() << false;
    QTest::newRow("odt") << Reader(readOdt) << openDocumentBytes() << false;
    QTest::newRow("fodt") << Reader(readOdt) << test::flatOdtFile(openDocument()) << false;
}

void HostileDocumentsTest::mutantsGiveTextOrASentence()
{
    QFETCH(Reader, reader);
    QFETCH(std::string, original);
    QFETCH(bool, bytesAreSource);
    QVERIFY(test::readWith(reader, original).has_value());
    test::Mutants mutants(original, original.size());
    for (int i = 0; i < 3000; ++i) {
        const std::string bytes = mutants.next();
        const QString wrong = outcomeViolation(test::readWith(reader, bytes), bytesAreSource ? &bytes : nullptr);
        QVERIFY2(wrong.isEmpty(), qPrintable(QString::fromLatin1("mutant %1: %2").arg(i).arg(wrong)));
    }
}

// As a file is mapped whose size is a multiple of a page: there is nothing behind its last byte.
void HostileDocumentsTest::markdownIsReadUpToItsEnd()
{
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    auto* const begin = static_cast<char*>(::mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    QVERIFY(begin != MAP_FAILED);
    QCOMPARE(::mprotect(begin + page, page, PROT_NONE), 0);
    for (const std::string end : {"[a](", "![x](", "[a](b", "[a](<b", "[a](b \"c", "[a]:", "<a", "`", "&am", "\\"}) {
        std::memset(begin, 'w', page);
        std::memcpy(begin + page - end.size() - 1, "\n", 1);
        std::memcpy(begin + page - end.size(), end.data(), end.size());
        const std::span<const char> bytes(begin, page);
        const auto text = readMarkdown(std::as_bytes(bytes), ImportContext{"file name", {}});
        QVERIFY(text);
        QVERIFY2(text->text.find("www") != std::string::npos, end.c_str());
    }
    ::munmap(begin, 2 * page);
}

void HostileDocumentsTest::tooMuchTextIsRefused()
{
    std::string bytes(300u << 20, 'x');
    for (std::size_t i = 79; i < bytes.size(); i += 80)
        bytes[i] = '\n';
    const auto text = test::readWith(readText, bytes);
    QVERIFY(!text);
    QCOMPARE(text.error().code, ErrorCode::Unsupported);
    QVERIFY(text.error().message.find("256 MiB") != std::string::npos);
}

QTEST_APPLESS_MAIN(HostileDocumentsTest)
#include "hostile_documents_test.moc"
