#include "core/documents/pdf/pdf_glyphs.h"

#include "core/documents/client/pdf_render_protocol.h"
#include "core/documents/pdf/pdf_page_turn.h"

#include <QHash>
#include <QLoggingCategory>
#include <QPdfDocument>
#include <QPdfLink>
#include <QPdfSearchModel>
#include <QPdfSelection>

namespace cairn
{
namespace
{

constexpr qsizetype kMaxLetters = 600; // searches: more different characters on a page (Chinese) are placed by their lines

// A character as PDFium's search compares it, with its unit count.
struct Letter
{
    char32_t code = 0;
    qsizetype units = 1;
};

Letter letterAt(QStringView text, qsizetype at)
{
    if (text[at].isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate())
        return {QChar::toLower(QChar::surrogateToUcs4(text[at], text[at + 1])), 2};
    return {QChar::toLower(char32_t(text[at].unicode())), 1};
}

GlyphBox boxOf(const QRectF& rect)
{
    return {float(rect.left()), float(rect.top()), float(rect.right()), float(rect.bottom())};
}

// Places of each different letter, in the order of the text. Spaces and what isn't a character have no box.
QHash<char32_t, std::vector<qsizetype>> placesOfLetters(QStringView text)
{
    QHash<char32_t, std::vector<qsizetype>> places;
    for (qsizetype at = 0; at < text.size();) {
        const Letter letter = letterAt(text, at);
        if (!QChar::isSpace(letter.code) && letter.code >= 0x20 && letter.code != 0xFFFE && letter.code != 0xFFFF)
            places[letter.code].push_back(at);
        at += letter.units;
    }
    return places;
}

void placeLetters(QPdfDocument& document, int page, QStringView text, PageGlyphs& glyphs)
{
    QLoggingCategory::setFilterRules(QStringLiteral("qt.pdf.*=false")); // it warns of every hit whose surroundings it can't tell
    QPdfSearchModel search;
    search.setDocument(&document);
    const auto places = placesOfLetters(text);
    qsizetype searches = 0;
    for (auto letter = places.begin(); letter != places.end() && searches < kMaxLetters; ++letter, ++searches) {
        const char32_t code = letter.key();
        search.setSearchString(QString::fromUcs4(&code, 1));
        const QList<QPdfLink> hits = search.resultsOnPage(page);
        if (hits.size() != qsizetype(letter->size()))
            continue; // it compares this letter in another way than we do: better no box than another letter's
        for (qsizetype i = 0; i < hits.size(); ++i) {
            QRectF box;
            for (const QRectF& part : hits[i].rectangles())
                box = box.united(part);
            glyphs[(*letter)[std::size_t(i)]] = boxOf(box);
        }
    }
}

} // namespace

Result<PageGlyphs> fileGlyphs(QPdfDocument& document, int page)
{
    const QString text = document.getAllText(page).text();
    if (text.size() > qsizetype(kMaxPageUnits))
        return Error{ErrorCode::Unsupported, "This page holds too much text to mark words on it."};
    PageGlyphs glyphs(static_cast<std::size_t>(text.size()));
    placeLetters(document, page, text, glyphs);
    return glyphs;
}

Result<PageGlyphs> pageGlyphs(QPdfDocument& document, int page, const PdfPageInfo& info)
{
    Result<PageGlyphs> glyphs = fileGlyphs(document, page);
    if (glyphs)
        turnToShownPage(document, page, info, *glyphs);
    return glyphs;
}

} // namespace cairn
