#include "ui/plots/chapters.h"

#include <QRegularExpression>

#include <algorithm>

namespace cairn
{
namespace
{

// Its own number; a heading without one stands for itself: counting from a preface on would call chapter 2 the third.
QString shortLabel(const QString& title)
{
    static const QRegularExpression own(
        QStringLiteral("^(?:chapter|part|section|book|kapitel|teil)?\\s*([IVXLC]+|\\d+(?:\\.\\d+)*)(?:[.:)\\s]|$)"),
        QRegularExpression::CaseInsensitiveOption);
    const auto match = own.match(title);
    return match.hasMatch() ? match.captured(1).toUpper() : title;
}

void addChapters(const Run& run, std::uint32_t document, std::vector<HeatmapChapter>& chapters)
{
    const CanonicalText& text = *run.documents[document];
    for (const Heading* heading : chapterHeadings(text)) {
        const auto blocks = run.map->blocksOf({document, {heading->begin, std::min<std::uint64_t>(heading->begin + 1, text.text.size())}});
        if (blocks.empty())
            continue;
        const QString title = QString::fromStdString(heading->text);
        chapters.push_back({int(blocks.front().value), 0, shortLabel(title), title});
    }
}

}  // namespace

std::vector<HeatmapChapter> chaptersOf(const Run& run)
{
    std::vector<HeatmapChapter> chapters;
    if (!run.map || run.map->isEmpty())
        return chapters;
    std::vector<std::uint32_t> held;
    for (std::uint32_t document = 0; document < std::min<std::size_t>(run.documents.size(), run.map->documents()); ++document) {
        if (run.map->holds(document))
            held.push_back(document);
    }
    if (held.size() == 1)
        addChapters(run, held.front(), chapters);
    for (std::size_t i = 0; i < held.size() && held.size() > 1; ++i) {
        const std::uint32_t document = held[i];
        const QString title = QString::fromStdString(run.documents[document]->title);
        chapters.push_back({int(run.map->firstBlockOf(document).value), 0, title, title});
    }
    for (std::size_t i = 0; i < chapters.size(); ++i)
        chapters[i].end = i + 1 < chapters.size() ? chapters[i + 1].begin : int(run.map->pieces());
    return chapters;
}

}  // namespace cairn
