// Reading of the open session: whether it is read, how long it will take, start, pause, go on (experience.md 3). UI thread.
#pragma once

#include "app/window/session/session_controller.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace cairn
{

enum class ReadingPhase
{
    Nothing,        // no session
    Waiting,        // the engine is being started
    NotRead,        // waits for the user: long, or short of space
    Reading,
    Paused,
    Ready,
    NeedsRereading, // read with another model, adapter or number type
    Failed
};

struct DiskRoom
{
    std::uint64_t freeBytes = 0;
    QString disk;                         // where it is mounted
};

struct ReadingStatus
{
    ReadingPhase phase = ReadingPhase::Nothing;
    std::uint32_t storedBlocks = 0, totalBlocks = 0;
    double tokensPerSecond = 0;           // 0: not known
    double secondsLeft = 0;               // estimated before reading, measured while
    std::uint64_t bytesNeeded = 0;        // by what is not read yet
    std::optional<DiskRoom> room;         // where the session lies, as last measured
    bool discarded = false;               // it was read before, with this model, and its memory given up
    std::optional<Error> error;           // Failed, NeedsRereading
    double fraction() const { return totalBlocks == 0 ? 1 : double(storedBlocks) / totalBlocks; }
    bool isRead() const { return phase == ReadingPhase::Ready; }
    std::uint64_t roomNeeded() const;     // with what always stays free (reliability.md 3.6)
    bool isDiskFull() const { return phase == ReadingPhase::Failed && error && error->code == ErrorCode::DiskFull; }
    bool lacksRoom() const { return room && (bytesNeeded > 0 || isDiskFull()) && room->freeBytes < roomNeeded(); }
};

class ReadingController final : public QObject
{
    Q_OBJECT
public:
    explicit ReadingController(SessionController& session, QObject* parent = nullptr);

    const ReadingStatus& status() const { return m_status; }
    std::uint64_t readBytes(std::uint32_t document) const;   // of its text: up to here it is in memory

    void start();        // reads on; over a memory of another model too
    void pause();        // by the person: it stays so until start(), whatever is closed, or ends, meanwhile
    void setRoom(std::optional<std::uint64_t> bytes) { m_room = bytes; }   // left for memories by the settings; unset: no limit
    void setStartsByItself(bool starts) { m_startsByItself = starts; }             // when it is short and takes little room
    void setUsualRate(double tokensPerSecond) { m_usualRate = tokensPerSecond; }   // measured earlier on this machine
    double usualRate() const { return m_usualRate; }
    // How the room on the disk is measured, off the UI thread: every 2 s while something is left to be read.
    using MeasureRoom = std::function<DiskRoom(const QString& folder)>;
    void setMeasureRoom(MeasureRoom measure) { m_measure = std::move(measure); }

Q_SIGNALS:
    void changed();
    void finished(double seconds);                           // of reading without pause, this time
    void rateMeasured(double tokensPerSecond);

private:
    void engineReady();
    void takeKnown();
    void countNeed();
    void measureRoom();
    void begin();
    void progress(RequestId request, const ReadProgress& progress);
    void setPhase(ReadingPhase phase, std::optional<Error> error = {});
    void readEnded();
    bool mayStartByItself() const;

    SessionController& m_session;
    ReadingStatus m_status;
    RequestId m_request = 0;             // 0: not reading
    bool m_startWanted = false;
    bool m_undecided = false;            // whether reading begins by itself: once the room is measured
    bool m_measuring = false;
    MeasureRoom m_measure;
    QTimer m_watch;
    std::optional<std::uint64_t> m_room;
    bool m_startsByItself = true;
    double m_usualRate = 0;
    qint64 m_startedAt = 0;              // ms since 1970
};

}  // namespace cairn
