#include "ui/run.h"

#include "core/types/place_label.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace cairn
{
namespace
{

// lupdate files the words of free functions under their namespace.
QString tr(const char* text) { return QCoreApplication::translate("cairn", text); }

// Paragraphs from `begin` (of the chapter, or of the text) up to the one that holds `byte`, counted from 1.
qsizetype paragraphNumber(const CanonicalText& document, std::uint64_t begin, std::uint64_t byte)
{
    const auto startsBehind = [](std::uint64_t at, const Paragraph& paragraph) { return at < paragraph.text.begin; };
    const auto& paragraphs = document.paragraphs;
    const auto first = std::lower_bound(paragraphs.begin(), paragraphs.end(), begin,
                                        [](const Paragraph& paragraph, std::uint64_t at) { return paragraph.text.begin < at; });
    const auto last = std::upper_bound(first, paragraphs.end(), byte, startsBehind);
    return std::max<qsizetype>(1, std::count_if(first, last, [](const Paragraph& p) { return p.kind != ParagraphKind::Heading; }));
}

constexpr qsizetype kHeadingCharacters = 22;

struct Chapter
{
    const Heading* heading = nullptr;   // none: before the first one, or there are none
    std::uint64_t begin = 0;
};

// The highest level with at least two headings among [begin, end); 0: none has.
std::uint8_t commonLevel(const std::vector<Heading>& outline, std::size_t begin, std::size_t end)
{
    for (std::uint8_t level = 1; level <= 6; ++level) {
        if (std::count_if(outline.begin() + std::ptrdiff_t(begin), outline.begin() + std::ptrdiff_t(end),
                          [=](const Heading& h) { return h.level == level; }) >= 2)
            return level;
    }
    return 0;
}

Chapter chapterOf(const CanonicalText& document, std::uint64_t byte)
{
    Chapter chapter;
    for (const Heading* heading : chapterHeadings(document)) {
        if (heading->begin > byte)
            break;
        chapter = {heading, heading->begin};
    }
    return chapter;
}

// "Epilogue", "The origins of landma…"; "ch. XII" for a heading that is a number and nothing else, "sec. 5.1" for "5.1 Devices".
QString chapterLabel(const Heading& heading)
{
    static const QRegularExpression bareNumber(QStringLiteral("^(?:[0-9]+|[IVXLCDM]+)\\.?$"));
    static const QRegularExpression sectionNumber(QStringLiteral("^([0-9]+(?:\\.[0-9]+)*)\\.? "));
    const QString text = QString::fromStdString(heading.text).simplified();
    if (bareNumber.match(text).hasMatch())
        return tr("ch. %1").arg(text.endsWith(u'.') ? text.chopped(1) : text);
    if (const auto section = sectionNumber.match(text); section.hasMatch())
        return tr("sec. %1").arg(section.captured(1));
    return text.size() > kHeadingCharacters ? text.left(kHeadingCharacters - 1).trimmed() + u'…' : text;
}

QString paragraphLabel(const CanonicalText& document, const Chapter& chapter, std::uint64_t byte)
{
    return tr("par. %1").arg(paragraphNumber(document, chapter.begin, byte));
}

QString pdfLabel(const CanonicalText& document, std::uint64_t byte, PageWords words = PageWords::LabelAndSheet)
{
    const auto after = std::upper_bound(document.units.begin(), document.units.end(), byte,
                                        [](std::uint64_t at, const SourceUnit& unit) { return at < unit.text.begin; });
    const auto sheet = std::max<std::ptrdiff_t>(1, after - document.units.begin());
    const QString label = QString::fromStdString(pageLabel(document, byte));
    const bool sheetIsSaid = words == PageWords::LabelAndSheet && label != QString::number(sheet);
    return !sheetIsSaid ? tr("p. %1").arg(label) : tr("p. %1 (PDF %2)").arg(label).arg(sheet);
}

QString bothPlaces(const QString& end, const QString& begin)
{
    return tr("%1 and %2").arg(end, begin);
}

}  // namespace

std::vector<const Heading*> chapterHeadings(const CanonicalText& document)
{
    const auto& outline = document.outline;
    std::vector<const Heading*> chapters;
    const std::uint8_t level = commonLevel(outline, 0, outline.size());
    for (std::size_t i = 0; i < outline.size(); ++i) {
        if (outline[i].level != level)
            continue;
        chapters.push_back(&outline[i]);
        std::size_t next = i + 1;
        while (next < outline.size() && outline[next].level > level)
            ++next;
        const std::uint64_t end = next < outline.size() ? outline[next].begin : document.text.size();
        const std::uint8_t inside = end - outline[i].begin > document.text.size() / 2 ? commonLevel(outline, i + 1, next) : 0;
        for (std::size_t part = i + 1; part < next && inside > 0; ++part) {
            if (outline[part].level == inside)
                chapters.push_back(&outline[part]);
        }
    }
    return chapters;
}

QString placeLabel(const CanonicalText& document, std::uint64_t byte, PageWords words)
{
    if (document.format == DocumentFormat::Pdf && !document.units.empty())
        return pdfLabel(document, byte, words);
    const Chapter chapter = chapterOf(document, byte);
    const QString place = paragraphLabel(document, chapter, byte);
    return chapter.heading ? QStringLiteral("%1, %2").arg(chapterLabel(*chapter.heading), place) : place;
}

QString placeWithSection(const CanonicalText& document, std::uint64_t byte)
{
    const bool pages = document.format == DocumentFormat::Pdf && !document.units.empty();
    const QString place = pages ? pdfLabel(document, byte) : paragraphLabel(document, chapterOf(document, byte), byte);
    const std::string section = sectionPath(document, byte);
    return section.empty() ? place : QStringLiteral("%1, %2").arg(QString::fromStdString(section), place);
}

std::string wordsAt(const CanonicalText& document, const ByteRange& range)
{
    return range.begin < document.text.size() ? document.text.substr(range.begin, range.size()) : std::string();
}

std::string Run::blockText(std::uint32_t block) const
{
    std::string text;
    if (map->isEmpty() || block >= map->pieces())
        return text;
    for (const DocumentPlace& place : map->placesOf(BlockId(block)))
        text += wordsAt(*documents[place.document], place.range);
    return text;
}

QString Run::blockLabel(std::uint32_t block) const
{
    if (map->isEmpty() || block >= map->pieces())
        return {};
    const auto places = map->placesOf(BlockId(block));
    if (places.empty())
        return {};
    const auto labelOf = [this](const DocumentPlace& place) {
        const CanonicalText& document = *documents[place.document];
        const QString label = placeLabel(document, place.range.begin);
        return isOfSeveral() ? QStringLiteral("%1, %2").arg(QString::fromStdString(document.title), label) : label;
    };
    const bool several = places.front().document != places.back().document;   // the end of one and the beginning of the next
    return several ? bothPlaces(labelOf(places.front()), labelOf(places.back())) : labelOf(places.front());
}

}  // namespace cairn
