#include "core/documents/pdf/pdf_reader.h"

#include "core/documents/pdf/pdf_direction.h"
#include "core/documents/pdf/pdf_layout.h"
#include "core/documents/pdf/pdf_ligatures.h"
#include "core/documents/pdf/pdf_source.h"
#include "core/documents/pdf/pdf_title.h"
#include "core/documents/text/text_builder.h"
#include "core/types/limits.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace cairn
{
namespace
{

constexpr std::size_t kFormCharacters = 2000; // of pages that ask to wait for the form
constexpr double kUnreadableShare = 0.2; // of a page's characters: its fonts don't say what they draw

std::size_t unreadableCharacters(const PdfPage& page)
{
    return std::size_t(std::count_if(page.text.begin(), page.text.end(), [](QChar c) {
        const char16_t u = c.unicode();
        return (u < 0x20 && !c.isSpace()) || (u >= 0x7F && u < 0xA0) || u == 0xFFFD || u == 0xFFFF || (u >= 0xE000 && u < 0xF000);
    }));
}

// "Pages 2, 5-7 and 12 ": one sentence for all pages of a kind, however many.
std::string pageList(const std::vector<std::string>& labels)
{
    constexpr std::size_t kNamed = 12;
    std::string text = labels.size() == 1 ? "Page " : "Pages ";
    for (std::size_t i = 0; i < std::min(labels.size(), kNamed); ++i)
        text += (i == 0 ? "" : i + 1 == labels.size() ? " and " : ", ") + labels[i];
    if (labels.size() > kNamed)
        text += " and " + std::to_string(labels.size() - kNamed) + " more";
    return text;
}

void warn(CanonicalText& text, const std::vector<std::string>& labels, std::string_view one, std::string_view many)
{
    if (!labels.empty())
        text.warnings.push_back(pageList(labels) + std::string(labels.size() == 1 ? one : many));
}

void addWarnings(CanonicalText& text, const PdfSource& source, bool systemFonts)
{
    std::vector<std::string> empty, pictures, garbled, missing, slow, crashed;
    for (const PdfPage& page : source.pages) {
        const std::size_t inked = inkedCharacters(page);
        const std::string label = page.label.toStdString();
        if (page.skipped)
            (page.crashed ? crashed : slow).push_back(label);
        else if (page.picture)
            pictures.push_back(label);
        else if (inked == 0 && page.typed.empty())
            empty.push_back(label);
        else if (double(unreadableCharacters(page)) > kUnreadableShare * double(inked))
            garbled.push_back(label);
        else if (page.lettersMissing)
            missing.push_back(label);
    }
    warn(text, crashed, " made the import worker crash and was left out.", " made the import worker crash and were left out.");
    warn(text, slow, " took too long to read and was left out.", " took too long to read and were left out.");
    warn(text, empty, " holds no text.", " hold no text.");
    warn(text, pictures, " holds a picture, which Cairn can't read.", " hold pictures, which Cairn can't read.");
    warn(text, garbled, " can't be read reliably: the fonts don't say which letters they draw.",
         " can't be read reliably: the fonts don't say which letters they draw.");
    warn(text, missing, " lacks letters inside words: a font doesn't say which ones it draws.",
         " lack letters inside words: a font doesn't say which ones it draws.");
    if (!systemFonts)
        text.warnings.push_back("Text may be incomplete: fonts of this computer could not be used while reading.");
}

// Hardly any text: a scan, empty pages, or just a short document (no error).
std::optional<Error> scanError(const PdfSource& source, std::size_t inked)
{
    const auto has = [&](bool PdfPage::*what) {
        return std::any_of(source.pages.begin(), source.pages.end(), [&](const PdfPage& p) { return p.*what; });
    };
    const bool pictures = has(&PdfPage::picture) || (inked == 0 && has(&PdfPage::drawn));   // a scanned letter of two lines has little ink
    if (!pictures) {
        if (inked > 0)
            return std::nullopt;
        if (has(&PdfPage::crashed))
            return Error{ErrorCode::Corruption,
                         "This PDF could not be read: its pages made the import worker crash. It may be damaged; get a fresh copy."};
        if (has(&PdfPage::skipped))
            return Error{ErrorCode::Corruption,
                         "This PDF could not be read: its pages took too long. It may be damaged; get a fresh copy."};
        return Error{ErrorCode::Unsupported, "This PDF holds no text: its pages are empty or damaged. Choose another file."};
    }
    std::string pages = "page " + source.pages.front().label.toStdString();
    if (source.pages.size() > 1)
        pages = "pages " + source.pages.front().label.toStdString() + " to " + source.pages.back().label.toStdString();
    return Error{ErrorCode::Unsupported, "This PDF holds pictures of pages, not text. Cairn can't read pictures. "
                                         "Run it through an OCR program and open the result. (No text on " +
                                             pages + ".)"};
}

} // namespace

Result<CanonicalText> readPdf(QIODevice& device, const ReadOptions& options, const ProgressFn& progress)
{
    Result<PdfSource> source = loadPdf(device, options, progress);
    if (!source)
        return source.error();
    resolveLigatures(source->pages);
    orderLines(source->pages);
    std::size_t inked = 0;
    std::size_t units = 0;
    for (const PdfPage& page : source->pages) {
        inked += inkedCharacters(page);
        units += std::size_t(page.text.size());
        for (const PdfTyped& typed : page.typed) {
            inked += std::size_t(typed.alone.size());
            units += std::size_t(typed.alone.size());
        }
    }
    if (inked < kScanCharacters)
        if (const auto error = scanError(*source, inked))
            return *error;
    if (source->isDrawnByForm && inked < kFormCharacters)
        return Error{ErrorCode::Unsupported, "This PDF is a form that only Adobe's programs can show (XFA). "
                                             "Print it into a PDF with one of them and open that."};
    if (units > limits::kCanonicalTextBytes)
        return Error{ErrorCode::Unsupported, "This PDF holds more than 256 MiB of text. Split it and open the parts."};
    CanonicalText text = layOutPdf(*source, progress);
    text.title = pdfTitle(*source, text, options.fileName);
    addWarnings(text, *source, options.systemFonts);
    if (source->comments > 0)
        text.warnings.push_back(commentsLeftOut(source->comments));
    if (!source->hasAllTyped)
        text.warnings.push_back("Text typed into fields or onto pages can't be read and was left out.");
    return text;
}

} // namespace cairn
