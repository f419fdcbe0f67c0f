#include "core/documents/pdf/pdf_source.h"

#include "core/documents/pdf/pdf_accents.h"
#include "core/documents/pdf/pdf_glyphs.h"
#include "core/documents/pdf/pdf_lam_alef.h"
#include "core/documents/pdf/pdf_ligatures.h"
#include "core/documents/pdf/pdf_ocr_words.h"
#include "core/documents/pdf/pdf_stretches.h"
#include "core/documents/pdf/pdf_typed_places.h"
#include "core/documents/pdf/pdf_typed_text.h"
#include "core/documents/pdf/pdf_word_gaps.h"

#include <QImage>
#include <QPdfBookmarkModel>
#include <QPdfDocument>
#include <QPdfSelection>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kMaxPages = 20'000;     // reliability.md 4
constexpr int kPreviewWidth = 64;     // pixels
constexpr int kMaxPreviews = 16;      // pages looked at: enough to know a scanned book, which takes 0.1 s and more per page
constexpr double kPictureShare = 0.1; // 50 characters of 24 points cover 4 % of a page, a scanned page of text 20 % and more
constexpr int kMaxNegations = 300;    // looked at on a page: 1 ms each
constexpr qint64 kLookedThrough = 64 << 20; // bytes of a file: forms are small
constexpr int kMaxTypedPages = 100;         // whose letters are placed: 0.1 to 0.3 s each
constexpr std::size_t kMaxBookmarks = 50'000;
constexpr int kMaxBookmarkDepth = 32;

Error loadError(QPdfDocument& document, bool passwordGiven)
{
    switch (document.error()) {
    case QPdfDocument::Error::IncorrectPassword:
        if (passwordGiven)
            return {ErrorCode::PasswordRequired, "The password doesn't open this PDF. Check it and try again."};
        return {ErrorCode::PasswordRequired, "This PDF is encrypted. Give its password to open it."};
    case QPdfDocument::Error::UnsupportedSecurityScheme:
        return {ErrorCode::Unsupported, "This PDF is protected in a way that Cairn doesn't know (a rights-management scheme). "
                                        "Save an unprotected copy with the program it was made for and open that."};
    default:
        return {ErrorCode::Corruption, "This PDF is damaged: its table of objects or pages can't be read. "
                                       "Get a fresh copy, or repair it with a PDF program."};
    }
}

// Share of a small picture of the page that isn't its background. Type covers a page thinly; a picture of a page does not.
double inkShare(QPdfDocument& document, int index, const PdfPage& page)
{
    if (!(page.width > 0 && page.height > 0 && page.width < 1e5 && page.height < 1e5))
        return 0;
    const int height = std::clamp(int(kPreviewWidth * page.height / page.width), 1, 4 * kPreviewWidth);
    const QImage image = document.render(index, QSize(kPreviewWidth, height)).convertToFormat(QImage::Format_ARGB32);
    qint64 inked = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QRgb pixel = image.pixel(x, y);
            inked += qAlpha(pixel) > 25 && qGray(pixel) < 230 ? 1 : 0;
        }
    return double(inked) / std::max(1.0, double(image.width()) * double(image.height()));
}

// TeX's fonts draw "not equal" as a stroke without a width of its own and "=" over it; without a table of its letters the stroke is a "6".
std::vector<qsizetype> findNegations(QPdfDocument& document, int index, const QString& text)
{
    std::vector<qsizetype> places;
    int looks = 0;
    for (qsizetype at = text.indexOf(u'6'); at >= 0 && at + 1 < text.size() && looks < kMaxNegations; at = text.indexOf(u'6', at + 1)) {
        if (negated(text[at + 1]).isNull())
            continue;
        ++looks;
        const QPdfSelection stroke = document.getSelectionAtIndex(index, int(at), 1);
        const QPdfSelection relation = document.getSelectionAtIndex(index, int(at) + 1, 1);
        const QRectF over = stroke.boundingRectangle(), under = relation.boundingRectangle();
        const double slack = 0.1 * under.width();
        if (stroke.text() == u"6" && relation.text() == text[at + 1] && over.width() > 0 && over.left() > under.left() - slack
            && over.right() < under.right() + slack && over.top() < under.bottom() && under.top() < over.bottom())
            places.push_back(at);
    }
    return places;
}

PdfPage readPage(QPdfDocument& document, int index)
{
    PdfPage page;
    page.label = document.pageLabel(index);
    const QSizeF size = document.pagePointSize(index);
    page.width = size.width();
    page.height = size.height();
    const QPdfSelection text = document.getAllText(index);
    page.text = text.text();
    mendSwappedLetters(page);
    page.negations = findNegations(document, index, page.text);
    orderLamAlef(document, index, page);
    placeAccents(document, index, page);
    const QList<QPolygonF> bounds = text.bounds();
    page.boxes.reserve(std::size_t(bounds.size()));
    for (const QPolygonF& box : bounds)
        page.boxes.push_back(box.boundingRect());
    return page;
}

double letterGap(QPdfDocument& document, std::size_t page, qsizetype left, qsizetype right)
{
    const QRectF from = document.getSelectionAtIndex(int(page), int(left), 1).boundingRectangle();
    const QRectF to = document.getSelectionAtIndex(int(page), int(right), 1).boundingRectangle();
    return (to.left() - from.right()) / std::max({from.height(), to.height(), 1.0});
}

// Depth first with an explicit stack: a hostile file may nest or loop.
std::vector<PdfBookmark> readBookmarks(QPdfDocument& document)
{
    using Role = QPdfBookmarkModel::Role;
    QPdfBookmarkModel model;
    model.setDocument(&document);
    std::vector<PdfBookmark> bookmarks;
    std::vector<std::pair<QModelIndex, int>> open{{QModelIndex(), 0}}; // parent, next row
    while (!open.empty() && bookmarks.size() < kMaxBookmarks) {
        auto& [parent, row] = open.back();
        if (row >= model.rowCount(parent)) {
            open.pop_back();
            continue;
        }
        const QModelIndex index = model.index(row++, 0, parent);
        PdfBookmark bookmark;
        bookmark.title = model.data(index, int(Role::Title)).toString().simplified();
        bookmark.level = model.data(index, int(Role::Level)).toInt();
        bookmark.page = model.data(index, int(Role::Page)).toInt();
        bookmark.y = model.data(index, int(Role::Location)).toPointF().y();
        if (!bookmark.title.isEmpty() && bookmark.page >= 0 && bookmark.page < document.pageCount())
            bookmarks.push_back(std::move(bookmark));
        if (open.size() < kMaxBookmarkDepth)
            open.emplace_back(index, 0);
    }
    return bookmarks;
}

// What was typed, and where on each page it belongs.
void addTyped(QPdfDocument& document, QIODevice& device, PdfSource& source, const std::function<void()>& signOfLife)
{
    if (device.size() > kLookedThrough || !device.seek(0))
        return;
    const QByteArray file = device.readAll();
    const TypedTexts typed = typedTexts(std::string_view(file.constData(), std::size_t(file.size())));
    source.hasAllTyped = typed.isComplete;
    source.comments = typed.comments;
    source.isDrawnByForm = typed.isDrawnByForm;
    int placed = 0;
    for (auto first = typed.texts.begin(); first != typed.texts.end();) {
        const auto end = std::find_if(first, typed.texts.end(), [&](const TypedText& text) { return text.page != first->page; });
        const std::size_t index = first->page;
        if (index < source.pages.size() && !source.pages[index].skipped) {
            signOfLife();
            PdfPage& page = source.pages[index];
            auto glyphs = placed++ < kMaxTypedPages ? fileGlyphs(document, int(index)) : Result<PageGlyphs>(PageGlyphs());
            page.typed = placeTyped(page, glyphs ? *glyphs : PageGlyphs(), {first, end});
        }
        first = end;
    }
}

bool isAmong(const std::vector<std::uint32_t>& pages, int page)
{
    return std::find(pages.begin(), pages.end(), std::uint32_t(page)) != pages.end();
}

} // namespace

QChar negated(QChar relation)
{
    if (relation.isLetterOrNumber() || relation.isSpace())
        return {};
    const QString composed = (QString(relation) + QChar(0x0338)).normalized(QString::NormalizationForm_C);
    return composed.size() == 1 ? composed[0] : QChar();
}

std::size_t inkedCharacters(const PdfPage& page)
{
    return std::size_t(std::count_if(page.text.begin(), page.text.end(), [](QChar c) { return !c.isSpace() && !c.isNull(); }));
}

Result<void> openPdf(QPdfDocument& document, QIODevice& device, const std::string& password)
{
    document.load(&device); // without the password first: one given for a file that needs none must not close it
    if (document.error() == QPdfDocument::Error::IncorrectPassword && !password.empty()) {
        document.setPassword(QString::fromStdString(password));
        device.seek(0);
        document.load(&device);
    }
    if (document.status() != QPdfDocument::Status::Ready)
        return loadError(document, !password.empty());
    if (document.pageCount() == 0)
        return Error{ErrorCode::Corruption, "This PDF has no pages; it may be damaged. Get a fresh copy."};
    if (document.pageCount() > kMaxPages)
        return Error{ErrorCode::Unsupported, "This PDF has more than 20,000 pages. Split it and open the parts."};
    return {};
}

Result<PdfSource> loadPdf(QIODevice& device, const ReadOptions& options, const ProgressFn& progress)
{
    QPdfDocument document;
    if (auto opened = openPdf(document, device, options.password); !opened)
        return opened.error();
    const int count = document.pageCount();
    PdfSource source;
    source.title = document.metaData(QPdfDocument::MetaDataField::Title).toString().simplified();
    source.author = document.metaData(QPdfDocument::MetaDataField::Author).toString().simplified();
    source.pages.resize(std::size_t(count));
    int previews = 0;
    for (int index = 0; index < count; ++index) {
        PdfPage& page = source.pages[std::size_t(index)];
        if (isAmong(options.skipPages, index)) {
            page.skipped = true;
            page.crashed = isAmong(options.crashedPages, index);
            page.label = QString::number(index + 1);
            continue;
        }
        if (progress)
            progress(std::uint32_t(index), std::uint32_t(count));
        page = readPage(document, index);
        if (inkedCharacters(page) < kScanCharacters && previews < kMaxPreviews) {
            ++previews;
            const double share = inkShare(document, index, page);
            page.picture = share > kPictureShare;
            page.drawn = share > 0;
        }
        if (page.label.isEmpty())
            page.label = QString::number(index + 1);
    }
    if (progress)
        progress(std::uint32_t(count), std::uint32_t(count)); // what goes wrong from here on is no page's fault
    const LetterGap gap = [&](std::size_t page, qsizetype left, qsizetype right) { return letterGap(document, page, left, right); };
    mendWordGaps(source.pages, gap);
    partOcrWords(source.pages, [&](std::size_t page) {
        if (progress)
            progress(std::uint32_t(count), std::uint32_t(count)); // a sign of life
        auto glyphs = fileGlyphs(document, int(page));
        return glyphs ? std::move(*glyphs) : PageGlyphs();
    });
    const auto picture = [&](std::size_t page, double scale) {
        if (progress)
            progress(std::uint32_t(count), std::uint32_t(count)); // a sign of life
        const QSizeF size = document.pagePointSize(int(page)) * scale;
        return document.render(int(page), QSize(qRound(size.width()), qRound(size.height())));
    };
    findStretches(source.pages, {picture, gap});
    source.bookmarks = readBookmarks(document);
    addTyped(document, device, source, [&] {
        if (progress)
            progress(std::uint32_t(count), std::uint32_t(count));
    });
    return source;
}

} // namespace cairn
