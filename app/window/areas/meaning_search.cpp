#include "app/window/areas/meaning_search.h"

#include "app/window/areas/hit_excerpt.h"
#include "ui/sentences/sentences.h"

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kExcerpt = 120;   // characters (experience.md 6)

QString qt(const std::string& text) { return QString::fromStdString(text); }

QString whyNot(const SearchedSession& session)
{
    switch (session.outcome) {
    case SearchOutcome::OtherModel: return MeaningSearch::tr("Not searched: other model.");
    case SearchOutcome::NotRead: return MeaningSearch::tr("Not searched: nothing of it is read.");
    default: return MeaningSearch::tr("Not searched: %1").arg(sentenceWords(session.reason));
    }
}

QString titleOf(const FoundPlace& place, const QString& session)
{
    return hitTitle(place.page, place.section, place.documentTitle.empty() ? session : qt(place.documentTitle));
}

}  // namespace

MeaningSearch::MeaningSearch(LibraryController& library, std::function<EngineChoice()> engine, QObject* parent)
    : QObject(parent), m_library(library), m_engine(std::move(engine))
{
    connect(&m_library, &LibraryController::listed, this, [this](const std::vector<SessionSummary>& sessions) {
        if (std::exchange(m_listing, false))
            begin(sessions);
    });
    connect(&m_search, &SearchClient::searched, this, [this](const SearchedSession& session) { take(session); });
    connect(&m_search, &SearchClient::found, this, [this](const FoundInSession& found) { take(found); });
    connect(&m_search, &SearchClient::finished, this, [this] { end({}); });
    connect(&m_search, &SearchClient::failed, this, [this](const Error& error) { end(errorWords(error)); });
    connect(&m_search, &SearchClient::stopped, this, [this] { end(tr("Stopped.")); });
}

void MeaningSearch::search(const QString& words)
{
    m_search.stop();
    ++m_number;
    m_words = words;
    m_ending.clear();
    m_sessions.clear();
    m_hits.clear();
    m_left.clear();
    m_done = m_placing = 0;
    m_listing = true;
    m_library.refresh();
    tell();
}

void MeaningSearch::stop()
{
    if (std::exchange(m_listing, false))
        end(tr("Stopped."));
    m_search.stop();
}

void MeaningSearch::begin(const std::vector<SessionSummary>& sessions)
{
    const EngineChoice engine = m_engine();
    SearchClient::Wish wish{engine.command, m_words, engine.model, engine.threads, {}};
    for (const SessionSummary& session : sessions) {
        if (session.problem.empty()) {
            m_sessions.push_back(session);
            wish.folders.append(qt(session.folder));
        } else {
            m_left.push_back({LibraryHitKind::Session, qt(session.folder), {}, 0, {}, qt(session.folder).section(QLatin1Char('/'), -1),
                              tr("Not searched: %1").arg(sentenceWords(session.problem))});
        }
    }
    if (m_sessions.empty())
        return end(tr("There is no session that could be searched. Open a document first."));
    m_search.start(wish);
    tell();
}

void MeaningSearch::take(const SearchedSession& searched)
{
    const SessionSummary& session = m_sessions[searched.session];
    m_done = std::max(m_done, int(searched.session) + 1);
    if (searched.outcome != SearchOutcome::Searched)
        m_left.push_back({LibraryHitKind::Session, qt(session.folder), qt(session.title), 0, {}, qt(session.title), whyNot(searched)});
    tell();
}

void MeaningSearch::take(const FoundInSession& found)
{
    std::vector<BlockId> blocks;
    for (const PassageScore& passage : found.passages)
        blocks.emplace_back(passage.block);
    ++m_placing;
    m_thread.run(this, [folder = m_sessions[found.session].folder, blocks](auto&) { return placesInSession(folder, blocks); },
                 [this, found, number = m_number](const Result<SessionPlaces>& places) {
                     if (number != m_number)
                         return;
                     --m_placing;
                     add(found, m_sessions[found.session], places);
                 });
}

void MeaningSearch::add(const FoundInSession& found, const SessionSummary& session, const Result<SessionPlaces>& places)
{
    const QString folder = qt(session.folder), title = qt(session.title);
    if (!places)
        m_left.push_back({LibraryHitKind::Session, folder, title, 0, {}, title, errorWords(places.error())});
    for (std::size_t i = 0; places && i < places->places.size(); ++i) {
        const FoundPlace& place = places->places[i];
        m_hits.push_back({{LibraryHitKind::Document, folder, title, place.document.value, place.range, titleOf(place, title),
                           excerptOfBlock(place.text, kExcerpt)},
                          found.passages[places->blocks[i]].score,
                          found.inFull});
    }
    std::stable_sort(m_hits.begin(), m_hits.end(),
                     [](const Hit& a, const Hit& b) { return a.inFull != b.inFull ? a.inFull : a.score > b.score; });
    tell();
}

void MeaningSearch::end(const QString& message)
{
    m_ending = message;
    m_done = int(m_sessions.size());
    tell();
}

QString MeaningSearch::message() const
{
    if (m_listing || m_search.isRunning()) {
        return m_sessions.empty() || m_done == 0 ? tr("The model is being loaded…")
               : m_done < int(m_sessions.size())  ? tr("Searched %1 of %n session(s)", nullptr, int(m_sessions.size())).arg(m_done)
                                                  : tr("The best sessions are looked at closely…");
    }
    if (!m_ending.isEmpty())
        return m_ending;
    return m_hits.empty() ? tr("Nothing found.") : tr("%n passage(s), by meaning", nullptr, int(m_hits.size()));
}

void MeaningSearch::tell()
{
    std::vector<LibraryHit> hits;
    for (const Hit& hit : m_hits)
        hits.push_back(hit.shown);
    hits.insert(hits.end(), m_left.begin(), m_left.end());
    Q_EMIT changed(hits, message());
}

}  // namespace cairn
