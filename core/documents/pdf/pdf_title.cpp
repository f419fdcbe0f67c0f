#include "core/documents/pdf/pdf_title.h"

#include "core/documents/pdf/pdf_ligatures.h"
#include "core/documents/pdf/pdf_line_numbers.h"
#include "core/documents/pdf/pdf_lines.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <span>

namespace cairn
{
namespace
{

constexpr double kTitleSize = 1.2;       // of the usual size of text
constexpr double kTitleWidth = 1.1;      // of the usual width of its characters
constexpr double kOneSize = 0.87;        // of the largest line: lines of one title, whose letters differ
constexpr double kWidest = 1.0;          // character, of its size; wider: a row with a gap
constexpr double kNarrowest = 0.25;      // the same; narrower: signs above each other
constexpr qsizetype kTitleWord = 6;      // characters; shorter lines tell no size
constexpr qsizetype kTextLine = 30;      // characters of a line of text
constexpr std::size_t kPagesSized = 8;   // pages that tell the usual size
constexpr std::size_t kFirstPages = 3;   // one of which has the title: a cover may be a picture
constexpr std::size_t kFewest = 3;       // lines that tell a size
constexpr qsizetype kMaxTitle = 200;

using Lines = std::vector<PdfLine>;

// Of the first pages, without the numbers that count them.
std::vector<Lines> linesOf(std::span<const PdfPage> pages)
{
    std::vector<Lines> lines;
    for (const PdfPage& page : pages) {
        lines.push_back(splitLines(page));
        placeLines(page, lines.back());
    }
    dropLineNumbers(pages, lines);
    for (Lines& page : lines)
        std::erase_if(page, [](const PdfLine& line) { return line.dropped; });
    return lines;
}

// Of the text; of a short document without any: of the lines of its first page.
struct UsualType
{
    double size = 0; // 0: it can't be told
    double width = 0;
};

class TypeSamples
{
public:
    void add(const PdfPage& page, const Lines& lines, qsizetype shortest)
    {
        for (const PdfLine& line : lines)
            if (line.placed && line.end - line.begin >= shortest) {
                m_sizes.push_back(typeSize(page, line));
                m_widths.push_back(characterWidth(line));
            }
    }
    UsualType usual() const { return m_sizes.size() >= kFewest ? UsualType{median(m_sizes), median(m_widths)} : UsualType(); }

private:
    std::vector<double> m_sizes, m_widths;
};

// `first`: which page tells it where there is no text.
UsualType usualType(std::span<const PdfPage> pages, const std::vector<Lines>& lines, std::size_t first)
{
    TypeSamples text, page;
    for (std::size_t i = 0; i < pages.size(); ++i)
        text.add(pages[i], lines[i], kTextLine);
    page.add(pages[first], lines[first], kTitleWord);
    const UsualType ofText = text.usual();
    return ofText.size > 0 ? ofText : page.usual();
}

// What heads a part of a document and never all of it.
bool namesAPart(QString text)
{
    static constexpr auto kNames = std::to_array<QStringView>(
        {u"abstract", u"contents", u"tableofcontents", u"dedication", u"foreword", u"introduction", u"preface", u"synopsis", u"name",
         u"inhalt", u"inhaltsverzeichnis", u"einleitung", u"vorwort", u"zusammenfassung", u"sommaire", u"tabledesmatières", u"résumé",
         u"índice", u"indice", u"resumen", u"sommario", u"содержание", u"оглавление", u"введение", u"目次", u"目录", u"目錄",
         u"차례"});
    text.remove(u' ');
    return std::any_of(kNames.begin(), kNames.end(), [&](QStringView name) { return name.compare(text, Qt::CaseInsensitive) == 0; });
}

// "1 Introduction", "12. März 2018", "September 3, 2010", "Tables . . . . 7"
bool isNoTitle(const QString& text)
{
    static const QRegularExpression pattern(QStringLiteral("^[\\d\u0660-\u0669]{1,3}(?:\\.\\d{1,3})*[.)]?\\s"
                                                           "|^\\p{L}{3,12}\\.? \\d{1,2},? \\d{4}$"
                                                           "|(?:\\.\\s?){4,}\\s*\\w{0,6}$"
                                                           "|^[\\\\\u2212-]|\\p{Cc}"));
    const auto letters = std::count_if(text.begin(), text.end(), [](QChar c) { return c.isLetter(); });
    return letters < 2 || 2 * letters < text.size() - text.count(u' ') || namesAPart(text) || pattern.match(text).hasMatch();
}

// The largest lines of a page; what stands between two of them is a mark of a note, if anything.
QString largestLines(const PdfPage& page, const Lines& lines, const UsualType& usual)
{
    const auto isLine = [](const PdfLine& line) { return line.placed && line.end - line.begin >= kTitleWord; };
    const auto isClose = [&](const PdfLine& line) {
        return characterWidth(line) < kWidest * typeSize(page, line) && characterWidth(line) > kNarrowest * typeSize(page, line);
    };
    const bool isSpaced = std::none_of(lines.begin(), lines.end(), [&](const PdfLine& line) { return isLine(line) && isClose(line); });
    std::vector<double> sizes; // 0: no line of a title
    for (const PdfLine& line : lines) {
        const bool isLarge = isLine(line) && typeSize(page, line) >= kTitleSize * usual.size
            && characterWidth(line) >= kTitleWidth * usual.width;
        const bool mayBe = isLarge && (isSpaced || isClose(line)) && !isNoTitle(spelled(lineText(page, line)));
        sizes.push_back(mayBe ? typeSize(page, line) : 0);
    }
    const double largest = sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
    QString title;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool isMark = lines[i].end - lines[i].begin <= 2;
        if (sizes[i] > 0 && sizes[i] > kOneSize * largest)
            title += (title.isEmpty() ? QString() : QStringLiteral(" ")) + lineText(page, lines[i]).toString();
        else if (!title.isEmpty() && !isMark)
            break;
    }
    return title.size() <= kMaxTitle ? spelled(title).simplified() : QString();
}

QString printedTitle(const PdfSource& source)
{
    const std::span pages = std::span(source.pages).first(std::min(source.pages.size(), kPagesSized));
    const std::vector<Lines> lines = linesOf(pages);
    for (std::size_t i = 0; i < std::min(pages.size(), kFirstPages); ++i) {
        if (lines[i].empty())
            continue;
        const UsualType usual = usualType(pages, lines, i);
        return usual.size > 0 ? largestLines(pages[i], lines[i], usual) : QString();
    }
    return {};
}

// The first entry, if it stands above all others, or if the text begins with it.
QString outlineTitle(const CanonicalText& text)
{
    if (text.outline.empty())
        return {};
    const Heading& first = text.outline.front();
    const bool isAbove = std::all_of(text.outline.begin() + 1, text.outline.end(), [&](const Heading& h) { return h.level > first.level; });
    const QString title = QString::fromStdString(first.text);
    return (isAbove || first.begin == 0) && !isNoTitle(title) ? title : QString();
}

// What programs write where a person gave none.
QString ownTitle(const PdfSource& source)
{
    static const QRegularExpression typesetter(QStringLiteral("^\\S+\\.(?:dvi|tex|ps|eps|log)$"),
                                               QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression office(QStringLiteral("^Microsoft (?:Word|PowerPoint|Excel) - "));
    static const QRegularExpression none(QStringLiteral("^(?:untitled(?:[- ]?\\d+)?|powerpoint[- ]presentation)$"),
                                         QRegularExpression::CaseInsensitiveOption);
    const QString title = spelled(source.title).simplified();
    if (const auto found = office.match(title); found.hasMatch())
        return QFileInfo(title.mid(found.capturedLength())).completeBaseName(); // what it writes is a file's name
    return typesetter.match(title).hasMatch() || none.match(title).hasMatch() ? QString() : title;
}

} // namespace

std::string pdfTitle(const PdfSource& source, const CanonicalText& text, const std::string& fileName)
{
    QString title = ownTitle(source);
    if (title.isEmpty())
        title = printedTitle(source);
    if (title.isEmpty())
        title = outlineTitle(text);
    if (title.isEmpty())
        title = QFileInfo(QString::fromStdString(fileName)).completeBaseName();
    return title.toStdString();
}

} // namespace cairn
