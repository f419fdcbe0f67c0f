// The library searched by meaning: asks an engine of its own (app/client/search_client.h), tells where in which session the passages
// stand, and which sessions were not searched and why. UI thread; files are read on another.
#pragma once

#include "app/client/search_client.h"
#include "app/session/found_place.h"
#include "app/window/areas/library_controller.h"
#include "ui/panels/side_entries.h"

#include <QObject>

#include <functional>
#include <vector>

namespace cairn
{

class MeaningSearch final : public QObject
{
    Q_OBJECT
public:
    struct EngineChoice
    {
        QStringList command;                 // empty: the usual one
        QString model;                       // empty: the default
        int threads = 0;
    };
    // `engine`: asked at the begin of each search.
    explicit MeaningSearch(LibraryController& library, std::function<EngineChoice()> engine, QObject* parent = nullptr);

    void search(const QString& words);       // ends the one before; lists the sessions first
    void stop();                             // what was found stays
    bool isRunning() const { return m_listing || m_search.isRunning() || m_placing > 0; }

Q_SIGNALS:
    // Passages, best first, then the sessions that were not searched. `message`: how far it is, or how it ended.
    void changed(const std::vector<cairn::LibraryHit>& hits, const QString& message);

private:
    struct Hit
    {
        LibraryHit shown;
        double score = 0;
        bool inFull = false;
    };
    void begin(const std::vector<SessionSummary>& sessions);
    void take(const SearchedSession& session);
    void take(const FoundInSession& found);
    void add(const FoundInSession& found, const SessionSummary& session, const Result<SessionPlaces>& places);
    void end(const QString& message);
    void tell();
    QString message() const;

    LibraryController& m_library;
    SearchClient m_search;
    StoreThread m_thread;
    std::function<EngineChoice()> m_engine;
    QString m_words, m_ending;               // ending: said once it has ended, instead of the count
    std::vector<SessionSummary> m_sessions;  // searched, in their order
    std::vector<Hit> m_hits;
    std::vector<LibraryHit> m_left;          // sessions that were not searched
    std::uint64_t m_number = 0;              // of the search: later results of another are dropped
    int m_done = 0, m_placing = 0;
    bool m_listing = false;
};

}  // namespace cairn
