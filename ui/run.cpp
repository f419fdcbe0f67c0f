#include "ui/run.h"

#include "core/types/place_label.h"
#include "ui/text_direction.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace cairn
{
namespace
{

// lupdate files the words of free functions under their namespace.
QString tr(const char* text) { return QCoreApplication::translate("cairn", text); }

constexpr qsizetype kHeadingCharacters = 72;   // what has no room for so many cuts it there

// "Epilogue", "The Adventure of the Speckled Band"; "ch. XII" for a heading that is a number alone, "sec. 5.1" for "5.1 Devices".
QString chapterLabel(const Heading& heading)
{
    static const QRegularExpression bareNumber(QStringLiteral("^(?:[0-9]+|[IVXLCDM]+)\\.?$"));
    static const QRegularExpression sectionNumber(QStringLiteral("^([0-9]+(?:\\.[0-9]+)*)\\.? "));
    const QString text = QString::fromStdString(heading.text).simplified();
    if (bareNumber.match(text).hasMatch())
        return tr("ch. %1").arg(text.endsWith(u'.') ? text.chopped(1) : text);
    if (const auto section = sectionNumber.match(text); section.hasMatch())
        return tr("sec. %1").arg(section.captured(1));
    return isolated(text.size() > kHeadingCharacters ? text.left(kHeadingCharacters - 1).trimmed() + u'…' : text);
}

QString paragraphLabel(const CanonicalText& document, std::uint64_t byte)
{
    return tr("par. %1").arg(paragraphNumber(document, byte));
}

// A PDF's sheets, and the pages of a printed book that an EPUB tells of.
bool hasPage(const CanonicalText& document, std::uint64_t byte)
{
    const bool isPdf = document.format == DocumentFormat::Pdf;
    return isPdf ? !document.units.empty() : !pageLabel(document, byte).empty();
}

QString printedPage(const CanonicalText& document, std::uint64_t byte, PageWords words = PageWords::LabelAndSheet)
{
    const std::size_t sheet = std::max<std::size_t>(1, unitNumber(document, byte));
    const QString label = QString::fromStdString(pageLabel(document, byte));
    const bool mayHaveSheet = words == PageWords::LabelAndSheet && document.format == DocumentFormat::Pdf;
    const bool sheetIsSaid = mayHaveSheet && label != QString::number(sheet);
    return !sheetIsSaid ? tr("p. %1").arg(label) : tr("p. %1 (PDF %2)").arg(label).arg(sheet);
}

QString bothPlaces(const QString& end, const QString& begin)
{
    return tr("%1 and %2").arg(end, begin);
}

}  // namespace

QString placeLabel(const CanonicalText& document, std::uint64_t byte, PageWords words)
{
    if (hasPage(document, byte))
        return printedPage(document, byte, words);
    const QString place = paragraphLabel(document, byte);
    const Heading* chapter = chapterAt(document, byte);
    return chapter ? QStringLiteral("%1, %2").arg(chapterLabel(*chapter), place) : place;
}

QString placeWithSection(const CanonicalText& document, std::uint64_t byte)
{
    const QString place = hasPage(document, byte) ? printedPage(document, byte) : paragraphLabel(document, byte);
    const std::string section = sectionPath(document, byte);
    return section.empty() ? place : QStringLiteral("%1, %2").arg(isolated(QString::fromStdString(section)), place);
}

bool holdsWordsOf(const DocumentPlace& place, const Citation& citation)
{
    return place.document == citation.document && place.range.begin < citation.range.end && citation.range.begin < place.range.end;
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

QString Run::labelOf(const DocumentPlace& place) const
{
    const CanonicalText& document = *documents[place.document];
    const QString label = placeLabel(document, place.range.begin);
    return isOfSeveral() ? QStringLiteral("%1, %2").arg(isolated(QString::fromStdString(document.title)), label) : label;
}

QString Run::blockLabel(std::uint32_t block) const
{
    if (map->isEmpty() || block >= map->pieces())
        return {};
    const auto places = map->placesOf(BlockId(block));
    if (places.empty())
        return {};
    const bool several = places.front().document != places.back().document;   // the end of one and the beginning of the next
    return several ? bothPlaces(labelOf(places.front()), labelOf(places.back())) : labelOf(places.front());
}

const Citation* Run::citedIn(std::uint32_t block) const
{
    if (map->isEmpty() || block >= map->pieces())
        return nullptr;
    const auto places = map->placesOf(BlockId(block));
    const auto cited = std::find_if(answer.citations.begin(), answer.citations.end(), [&](const Citation& citation) {
        return std::any_of(places.begin(), places.end(), [&](const DocumentPlace& place) { return holdsWordsOf(place, citation); });
    });
    return cited == answer.citations.end() ? nullptr : &*cited;
}

std::optional<DocumentPlace> Run::shownPlace(std::uint32_t block) const
{
    if (const Citation* cited = citedIn(block))
        return DocumentPlace{cited->document, cited->range};
    if (map->isEmpty() || block >= map->pieces())
        return std::nullopt;
    const auto places = map->placesOf(BlockId(block));
    return places.empty() ? std::nullopt : std::optional(places.front());
}

QString Run::shownLabel(std::uint32_t block) const
{
    const Citation* cited = citedIn(block);
    return cited && cited->document < documents.size() ? labelOf({cited->document, cited->range}) : blockLabel(block);
}

}  // namespace cairn
