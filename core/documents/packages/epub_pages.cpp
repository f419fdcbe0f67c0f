#include "core/documents/packages/epub_pages.h"

#include "core/documents/text/element_names.h"
#include "core/documents/text/text_builder.h"
#include "core/types/ascii.h"
#include "core/types/page_of_part.h"
#include "core/types/roman.h"

#include <algorithm>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::size_t kLongestLabel = 24;   // bytes

// The parts of a run before and behind `at`. REQUIRES: it is verbatim and holds `at`.
std::pair<PositionRun, PositionRun> divided(const PositionRun& run, std::uint64_t at)
{
    PositionRun before = run, behind = run;
    const std::uint64_t length = at - run.canonical.begin;
    before.canonical.end = behind.canonical.begin = at;
    before.sourceLength = length;
    behind.sourceBegin += length;
    behind.sourceLength -= length;
    return {before, behind};
}

// Where units of pages may begin: at characters, and not within what stands for its source as a whole.
std::vector<EpubPage> placesOf(const CanonicalText& text, std::vector<EpubPage> pages)
{
    std::stable_sort(pages.begin(), pages.end(), [](const EpubPage& a, const EpubPage& b) { return a.begin < b.begin; });
    std::vector<EpubPage> places;
    auto run = text.runs.begin();
    for (EpubPage& page : pages) {
        page.begin += page.begin < text.text.size() && text.text[page.begin] == ' ' ? 1 : 0;   // the words before keep it
        while (run != text.runs.end() && run->canonical.end <= page.begin)
            ++run;
        if (run != text.runs.end() && !run->verbatim && run->canonical.begin < page.begin)
            page.begin = run->canonical.end;
        if (page.begin >= text.text.size() || (static_cast<unsigned char>(text.text[page.begin]) & 0xC0) == 0x80)
            continue;
        if (!places.empty() && places.back().begin == page.begin)
            places.pop_back();
        places.push_back(std::move(page));
    }
    return places;
}

// Units and runs of a text anew.
class Division
{
public:
    explicit Division(CanonicalText& text) : m_text(text) {}

    void beginUnit(std::size_t of, std::uint64_t begin, std::string_view page)
    {
        if (!m_units.empty())
            m_units.back().text.end = begin;
        m_units.push_back({partWithPage(m_text.units[of].label, page), {begin, m_text.units[of].text.end}});
    }
    // Those of the unit up to `end`.
    void takeRuns(std::size_t of, std::uint64_t end)
    {
        for (; m_run < m_text.runs.size() && m_text.runs[m_run].unit == of && m_text.runs[m_run].canonical.begin < end; ++m_run) {
            PositionRun& run = m_text.runs[m_run];
            const bool goesOn = run.canonical.end > end;
            const auto [before, behind] = goesOn ? divided(run, end) : std::pair{run, run};
            m_runs.push_back(before);
            m_runs.back().unit = static_cast<std::uint32_t>(m_units.size() - 1);
            run = behind;
            if (goesOn)
                return;
        }
    }
    void finish()
    {
        m_text.units = std::move(m_units);
        m_text.runs = std::move(m_runs);
    }

private:
    CanonicalText& m_text;
    std::size_t m_run = 0;   // the first one that isn't taken
    std::vector<SourceUnit> m_units;
    std::vector<PositionRun> m_runs;
};

}  // namespace

std::string printedPageLabel(std::string_view words)
{
    std::string label = oneLine(words, 2 * kLongestLabel);
    const std::size_t begin = label.find_first_not_of("[({ "), end = label.find_last_not_of("])} .");
    if (begin == label.npos || end == label.npos || end < begin)
        return {};
    label = label.substr(begin, end + 1 - begin);
    if (const std::size_t space = label.find(' '); space != label.npos) {
        const std::string first = asciiLower(label.substr(0, space));
        if (isOneOf(first, {"page", "pg", "pg.", "p.", "pag.", "pág.", "página", "pagina", "seite", "s.", "стр.", "str."}))
            label.erase(0, space + 1);
    }
    return label.size() <= kLongestLabel ? label : std::string();
}

void divideByPages(CanonicalText& text, std::vector<EpubPage> pages)
{
    pages = placesOf(text, std::move(pages));
    Division division(text);
    auto page = pages.begin();
    std::string_view label;   // of the page that goes on
    for (std::size_t u = 0; u < text.units.size(); ++u) {
        const ByteRange whole = text.units[u].text;
        if (page != pages.end() && page->begin == whole.begin && whole.size() > 0)
            label = (page++)->label;
        division.beginUnit(u, whole.begin, label);
        for (; page != pages.end() && page->begin < whole.end; ++page) {
            division.takeRuns(u, page->begin);
            label = page->label;
            division.beginUnit(u, page->begin, label);
        }
        division.takeRuns(u, whole.end);
    }
    division.finish();
}

}  // namespace cairn
