// What Qt PDF tells about a file, page by page, as plain values; everything after it (lines, paragraphs, maps) is ours.
// Import worker only; one thread.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/result.h"

#include <QIODevice>
#include <QRectF>
#include <QString>

#include <string>
#include <utility>
#include <vector>

class QPdfDocument;

namespace cairn
{

struct PdfStretch
{
    qsizetype begin = 0, end = 0; // UTF-16 units of PdfPage::text
    QRectF box{};                 // points, y downwards
    bool near = false;            // it only begins a box: no wide gap is before it
};

// Text typed into a field or onto the page, or a box, ticked or not.
struct PdfTyped
{
    qsizetype at = -1;   // place in PdfPage::text where `inLine` is written; -1: no words there tell what it is
    bool before = false; // `inLine` begins what stands at the place, else it ends what stands before it
    QString inLine;      // ": Ann Walker", "[x] "
    QString alone;       // as a paragraph of its own: "Name: Ann Walker"; empty: it has none
};

struct PdfPage
{
    QString label;             // as the document numbers it ("xii", "127"); else counted from 1
    QString text; // QPdfDocument::getAllText(page), unit by unit: lines end in "\r\n"; U+FFFE: hyphen at a line's end. Lines to the left
                  // are put in order (pdf_direction.h), ligatures read (pdf_ligatures.h)
    std::vector<std::pair<qsizetype, qsizetype>> moved; // stretches of `text` whose units the file has otherwise, or in another order;
                                                        // ascending
    std::vector<qsizetype> negations; // places in `text` of a stroke drawn over the relation behind it: TeX's "not", read as "6"
    std::vector<qsizetype> gaps; // places in `text` before which a space is missing; ascending
    std::vector<QRectF> boxes; // points, y downwards: stretches of text in the order of `text`, several per line
    std::vector<PdfStretch> stretches; // what stands between gaps in lines, on pages that may have tables; ascending
    std::vector<PdfTyped> typed; // ascending by place
    std::vector<QRectF> rules; // level lines drawn on such pages
    double width = 0;          // points
    double height = 0;
    bool lettersMissing = false; // inside words: a font doesn't say which it draws
    bool skipped = false; // not read: an earlier worker hung or died on it
    bool crashed = false; // not read: it died
    bool picture = false; // hardly any text, but ink over much of the page: a scan, or text drawn as shapes (first few such pages)
    bool drawn = false;   // hardly any text, but some ink (of the same pages)
};

struct PdfBookmark
{
    QString title;
    int level = 0; // from 0
    int page = 0;  // from 0
    double y = 0;  // points from the page's top; 0 when the file doesn't say
};

struct PdfSource
{
    QString title;
    QString author;
    std::vector<PdfPage> pages;
    std::vector<PdfBookmark> bookmarks;
    std::size_t comments = 0;   // TypedTexts::comments
    bool isDrawnByForm = false; // TypedTexts::isDrawnByForm
    bool hasAllTyped = true; // false: more was typed than PdfPage::typed have
};

// A page with fewer non-space characters is looked at for pictures (experience.md 11: a scan).
inline constexpr std::size_t kScanCharacters = 50;

// "=" as what it is with a stroke through it; null: there is no such character.
QChar negated(QChar relation);

std::size_t inkedCharacters(const PdfPage& page); // neither space nor NUL

// PasswordRequired, Corruption, Unsupported (security scheme, > 20,000 pages, none) as one sentence. REQUIRES: as loadPdf.
Result<void> openPdf(QPdfDocument& document, QIODevice& device, const std::string& password);

// Reads everything above. PasswordRequired, Corruption, Unsupported (security scheme, > 20,000 pages) as one sentence.
// REQUIRES: an application object lives, `device` is open, random access, and outlives the call.
Result<PdfSource> loadPdf(QIODevice& device, const ReadOptions& options, const ProgressFn& progress);

} // namespace cairn
