#include "app/window/session/reading_controller.h"

#include "app/common/reading_room.h"
#include "app/session/read_with_other.h"
#include "storage/files/disk_space.h"

#include <QDateTime>
#include <QStorageInfo>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr double kAloneSeconds = 600;      // reading starts by itself up to here (experience.md 3)
constexpr double kAloneSpace = 0.10;       // of the free space
constexpr double kFirstGuess = 400;        // tokens/s before anything was measured: a slow laptop
constexpr int kMeasureMs = 2000;

DiskRoom measuredRoom(const QString& folder)
{
    return {freeDiskBytes(folder.toStdString()), QStorageInfo(folder).rootPath()};
}

}  // namespace

std::uint64_t ReadingStatus::roomNeeded() const { return cairn::roomNeeded(bytesNeeded); }

ReadingController::ReadingController(SessionController& session, QObject* parent)
    : QObject(parent), m_session(session), m_measure(measuredRoom)
{
    m_watch.setInterval(kMeasureMs);
    connect(&m_watch, &QTimer::timeout, this, &ReadingController::measureRoom);
    connect(this, &ReadingController::changed, this, [this] {
        const bool left = m_session.isOpen() && !m_session.contents().readOnly && (m_status.bytesNeeded > 0 || m_status.isDiskFull());
        if (left != m_watch.isActive())
            left ? m_watch.start() : m_watch.stop();
        if (left && !m_status.room)
            measureRoom();
    });
    EngineClient& engine = session.engine();
    connect(&session, &SessionController::opened, this, [this] {
        m_status = {};
        takeKnown();
        setPhase(ReadingPhase::Waiting);
    });
    connect(&session, &SessionController::readElsewhere, this, [this] {
        takeKnown();
        Q_EMIT changed();
    });
    connect(&session, &SessionController::closed, this, [this] {
        m_request = 0;
        m_startWanted = m_undecided = false;
        m_status = {};
        Q_EMIT changed();
    });
    connect(&session, &SessionController::documentsAdded, this, [this](int count) {
        if (count == 0)
            return;
        m_startWanted = m_request != 0;   // the engine is about to begin anew: what it was reading goes on behind
        m_request = 0;
        setPhase(ReadingPhase::Waiting);
    });
    connect(&session, &SessionController::engineStarting, this, [this] {
        if (m_status.phase == ReadingPhase::NeedsRereading)
            setPhase(ReadingPhase::Waiting);
    });
    connect(&session, &SessionController::moving, this, [this] {
        m_startWanted = m_request != 0 || (m_status.error && m_status.error->code == ErrorCode::DiskFull);
        m_request = 0;
        m_status.room.reset();
        setPhase(ReadingPhase::Waiting);
    });
    connect(&session, &SessionController::engineReady, this, &ReadingController::engineReady);
    connect(&session, &SessionController::engineFailed, this, [this](const Error& error) {
        m_request = 0;
        setPhase(isReadWithOther(error) ? ReadingPhase::NeedsRereading : ReadingPhase::Failed, error);
    });
    connect(&engine, &EngineClient::readProgress, this, &ReadingController::progress);
    connect(&engine, &EngineClient::readFinished, this, [this](RequestId request) {
        if (request == m_request)
            readEnded();
    });
    connect(&engine, &EngineClient::cancelled, this, [this](RequestId request) {
        if (request != m_request)
            return;
        m_request = 0;
        setPhase(ReadingPhase::Paused);
    });
    connect(&engine, &EngineClient::failed, this, [this](RequestId request, const Error& error) {
        if (request != m_request)
            return;
        m_request = 0;
        setPhase(ReadingPhase::Failed, error);
    });
}

void ReadingController::engineReady()
{
    const EngineFacts& facts = *m_session.facts();
    m_status.storedBlocks = facts.storedBlocks;
    m_status.totalBlocks = facts.totalBlocks;
    const std::uint64_t blocksLeft = facts.totalBlocks - std::min(facts.storedBlocks, facts.totalBlocks);
    const double rate = facts.readingRate > 0 ? facts.readingRate : m_usualRate > 0 ? m_usualRate : kFirstGuess;
    m_status.tokensPerSecond = rate;
    m_status.secondsLeft = double(blocksLeft) * facts.blockTokens / rate;
    const auto& memories = m_session.contents().memories;
    m_status.discarded = facts.storedBlocks == 0 && std::any_of(memories.begin(), memories.end(), [&](const MemoryRecord& memory) {
                             return memory.key == facts.memoryKey && memory.storedBlocks > 0;
                         });
    countNeed();
    if (m_request != 0)
        return;   // a restarted engine reads on by itself
    if (blocksLeft == 0) {
        m_session.setReadingWish(ReadingWish::None);
        return setPhase(ReadingPhase::Ready);
    }
    m_undecided = true;
    measureRoom();
}

// What the session says of its memory, before an engine does.
void ReadingController::takeKnown()
{
    const auto& memories = m_session.contents().memories;
    m_status.storedBlocks = memories.empty() ? 0 : memories.back().storedBlocks;
    m_status.totalBlocks = memories.empty() ? 0 : memories.back().totalBlocks;
}

void ReadingController::countNeed()
{
    const auto& facts = m_session.facts();
    const std::uint64_t blocksLeft = m_status.totalBlocks - std::min(m_status.storedBlocks, m_status.totalBlocks);
    m_status.bytesNeeded = facts ? blocksLeft * facts->blockTokens * facts->bytesPerToken : 0;
}

// A disk that does not answer must not stop the window.
void ReadingController::measureRoom()
{
    if (!m_session.isOpen() || std::exchange(m_measuring, true))
        return;
    const QString folder = m_session.contents().folder;
    m_session.store().run(this, [folder, measure = m_measure](auto&) { return measure(folder); }, [this, folder](const DiskRoom& room) {
        m_measuring = false;
        if (!m_session.isOpen())
            return;
        if (m_session.contents().folder != folder)
            return measureRoom();
        m_status.room = room;
        if (m_undecided && m_session.facts())
            begin();
        else
            Q_EMIT changed();
    });
}

void ReadingController::begin()
{
    m_undecided = false;
    if (m_request != 0)
        return;
    const bool paused = m_session.contents().readingWish == ReadingWish::Pause && !m_status.discarded;
    if (std::exchange(m_startWanted, false) || mayStartByItself())
        start();
    else
        setPhase(paused || m_status.storedBlocks > 0 ? ReadingPhase::Paused : ReadingPhase::NotRead);
}

// What a person let begin goes on however long it takes.
bool ReadingController::mayStartByItself() const
{
    const ReadingWish wish = m_session.contents().readingWish;
    if (wish != ReadingWish::None && !m_status.discarded)
        return wish == ReadingWish::GoOn && !m_status.lacksRoom();
    return m_startsByItself && !m_status.discarded && m_status.secondsLeft <= kAloneSeconds && !m_status.lacksRoom() &&
           double(m_status.bytesNeeded) <= kAloneSpace * double(m_status.room->freeBytes) && (!m_room || m_status.bytesNeeded <= *m_room);
}

void ReadingController::start()
{
    if (m_request != 0 || m_session.contents().readOnly)
        return;
    m_session.setReadingWish(ReadingWish::GoOn);
    if (!m_session.facts()) {             // another model's memory: the engine starts over it, then reading begins
        m_startWanted = true;
        setPhase(ReadingPhase::Waiting);
        m_session.startEngine(true);
        return;
    }
    m_startedAt = QDateTime::currentMSecsSinceEpoch();
    m_request = m_session.engine().read();
    setPhase(ReadingPhase::Reading);
}

void ReadingController::pause()
{
    if (m_request == 0)
        return;
    m_session.setReadingWish(ReadingWish::Pause);
    m_session.engine().cancel(m_request);
}

void ReadingController::progress(RequestId request, const ReadProgress& progress)
{
    if (request != m_request)
        return;
    m_status.storedBlocks = progress.stored.value;
    countNeed();
    if (progress.tokensPerSecond > 0)
        m_status.tokensPerSecond = progress.tokensPerSecond;
    m_status.secondsLeft = progress.secondsLeft;
    Q_EMIT changed();
}

void ReadingController::readEnded()
{
    m_request = 0;
    m_status.storedBlocks = m_status.totalBlocks;
    m_status.secondsLeft = 0;
    m_status.bytesNeeded = 0;
    m_session.setReadingWish(ReadingWish::None);
    setPhase(ReadingPhase::Ready);
    Q_EMIT rateMeasured(m_status.tokensPerSecond);
    Q_EMIT finished(double(QDateTime::currentMSecsSinceEpoch() - m_startedAt) / 1000);
}

void ReadingController::setPhase(ReadingPhase phase, std::optional<Error> error)
{
    m_status.phase = phase;
    m_status.error = std::move(error);
    Q_EMIT changed();
}

std::uint64_t ReadingController::readBytes(std::uint32_t document) const
{
    const SessionContents& contents = m_session.contents();
    const std::uint64_t all = contents.documents[document]->text.size();
    if (contents.records[document].isRemoved() || (!contents.map->isEmpty() && document >= contents.map->documents()))
        return 0;   // or added just now
    if (m_status.isRead() || (m_status.totalBlocks > 0 && m_status.storedBlocks >= m_status.totalBlocks))
        return all;
    if (contents.map->isEmpty() || m_status.storedBlocks == 0)
        return 0;
    std::uint64_t read = 0;
    const std::uint64_t tokens = std::min(std::uint64_t{m_status.storedBlocks} * contents.map->blockTokens(), contents.map->tokens());
    for (const DocumentPlace& place : contents.map->placesOfTokens(0, tokens)) {
        if (place.document == document)
            read = place.range.end;
    }
    return std::min(read, all);
}

}  // namespace cairn
