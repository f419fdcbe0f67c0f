// ReaderArea: finding words in the document in sight.
#include "app/window/areas/document_tab.h"
#include "app/window/areas/reader_area.h"
#include "ui/panels/find_bar.h"
#include "ui/reader/text_find.h"

#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr std::size_t kMostMatches = 10'000;

TextFindOptions optionsOf(const FindRequest& request)
{
    return {.matchCase = request.matchCase, .matchAccents = request.matchAccents, .wholeWords = request.wholeWords};
}

}  // namespace

void ReaderArea::find(const QString& words)
{
    if (!current())
        return;
    const QString chosen = words.isEmpty() ? current()->view()->selectedText() : words;
    const bool severalParagraphs = chosen.trimmed().contains(QLatin1String("\n\n"));   // they can't be found
    m_find->open(severalParagraphs ? QString() : chosen.simplified());
}

// Words are found in milliseconds; a pattern may take its time, off the window's thread.
void ReaderArea::findAll(const FindRequest& request)
{
    keepMatches({});
    m_findJob.cancel();
    if (!current() || request.words.isEmpty()) {
        m_find->setResult(-1, 0);
        return;
    }
    const auto search = [document = m_documents[current()->index()], request] {
        return findAllText(*document, request.words, optionsOf(request), request.way, kMostMatches);
    };
    if (request.way != FindWay::Pattern)
        return showMatches(search());
    m_find->setResult(-1, -1);
    m_findJob.start<TextMatches>(search, [this](TextMatches matches) { showMatches(std::move(matches)); });
}

void ReaderArea::showMatches(TextMatches matches)
{
    keepMatches(std::move(matches));
    if (!m_matches.problem.isEmpty())
        return m_find->setProblem(m_matches.problem);
    m_find->setResult(-1, int(m_matches.ranges.size()), m_matches.more);
    if (m_matches.ranges.empty() || !current())
        return;
    const std::uint64_t top = current()->topByte();
    if (const auto unlisted = findUnlisted(top, false))
        return showRange(*unlisted, -1);
    const auto next =
        std::find_if(m_matches.ranges.begin(), m_matches.ranges.end(), [=](const ByteRange& range) { return range.begin >= top; });
    showMatch(next == m_matches.ranges.end() ? 0 : next - m_matches.ranges.begin());
}

void ReaderArea::keepMatches(TextMatches matches)
{
    m_matches = std::move(matches);
    for (int i = 0; i < m_pages->count(); ++i) {
        auto* tab = static_cast<DocumentTab*>(m_pages->widget(i));
        tab->setFound(tab == current() && !m_find->isHidden() ? m_matches.ranges : std::vector<ByteRange>());
    }
}

void ReaderArea::showMatch(std::ptrdiff_t match) { showRange(m_matches.ranges[std::size_t(match)], int(match)); }

// Of very many matches only the first ones are listed. `from`: where the next one begins at the earliest, or the one before ends the list
// of those that are looked at. Nothing: the list knows it.
std::optional<ByteRange> ReaderArea::findUnlisted(std::uint64_t from, bool backwards) const
{
    const FindRequest request = m_find->request();
    if (!m_matches.more || m_matches.ranges.empty() || from <= m_matches.ranges.back().begin || request.way != FindWay::Words)
        return std::nullopt;
    TextFindOptions options = optionsOf(request);
    options.backwards = backwards;
    const auto found = findText(*m_documents[current()->index()], request.words, from, options);
    return found && found->begin > m_matches.ranges.back().begin ? found : std::nullopt;
}

// One place to come back to for all matches of a search: where it began. `match`: its number, from 0; -1: it is not listed.
void ReaderArea::showRange(const ByteRange& range, int match)
{
    const ReaderPlace from = place();
    current()->view()->select(range);
    current()->showRange(range);
    m_find->setResult(match, int(m_matches.ranges.size()), m_matches.more);
    if (m_findRemembered || place() == from)
        return;
    leave(from);
    m_findRemembered = true;
}

void ReaderArea::findAgain(bool backwards)
{
    if (!current())
        return;
    if (m_matches.ranges.empty()) {
        if (m_find->request().words.isEmpty())
            find();
        else
            findAll(m_find->request());
        return;
    }
    const auto selection = current()->view()->selection();
    const std::uint64_t from = selection ? selection->begin : current()->topByte();
    if (const auto unlisted = findUnlisted(backwards ? from : from + 1, backwards))
        return showRange(*unlisted, -1);
    const auto begins = [](const ByteRange& range, std::uint64_t byte) { return range.begin < byte; };
    const auto count = std::ptrdiff_t(m_matches.ranges.size());
    const auto at = std::lower_bound(m_matches.ranges.begin(), m_matches.ranges.end(), backwards ? from : from + 1, begins) -
                    m_matches.ranges.begin();
    showMatch(backwards ? (at + count - 1) % count : at % count);
}

}  // namespace cairn
