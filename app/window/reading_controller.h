// Reading of the open session: whether it is read, how long it will take, start, pause, go on (experience.md 3). UI thread.
#pragma once

#include "app/window/session_controller.h"

#include <QObject>

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

struct ReadingStatus
{
    ReadingPhase phase = ReadingPhase::Nothing;
    std::uint32_t storedBlocks = 0, totalBlocks = 0;
    double tokensPerSecond = 0;           // 0: not known
    double secondsLeft = 0;               // estimated before reading, measured while
    std::uint64_t bytesNeeded = 0, bytesFree = 0;
    std::optional<Error> error;           // Failed, NeedsRereading
    double fraction() const { return totalBlocks == 0 ? 1 : double(storedBlocks) / totalBlocks; }
    bool isRead() const { return phase == ReadingPhase::Ready; }
};

class ReadingController final : public QObject
{
    Q_OBJECT
public:
    explicit ReadingController(SessionController& session, QObject* parent = nullptr);

    const ReadingStatus& status() const { return m_status; }
    std::uint64_t readBytes(std::uint32_t document) const;   // of its text: up to here it is in memory

    void start();        // reads on; over a memory of another model too
    void pause();
    void setRoom(std::optional<std::uint64_t> bytes) { m_room = bytes; }   // left for memories by the settings; unset: no limit
    void setStartsByItself(bool starts) { m_startsByItself = starts; }             // when it is short and takes little room
    void setUsualRate(double tokensPerSecond) { m_usualRate = tokensPerSecond; }   // measured earlier on this machine
    double usualRate() const { return m_usualRate; }

Q_SIGNALS:
    void changed();
    void finished(double seconds);                           // of reading without pause, this time
    void rateMeasured(double tokensPerSecond);

private:
    void engineReady();
    void progress(RequestId request, const ReadProgress& progress);
    void setPhase(ReadingPhase phase, std::optional<Error> error = {});
    void readEnded();
    bool mayStartByItself() const;

    SessionController& m_session;
    ReadingStatus m_status;
    RequestId m_request = 0;             // 0: not reading
    bool m_startWanted = false;
    std::optional<std::uint64_t> m_room;
    bool m_startsByItself = true;
    double m_usualRate = 0;
    qint64 m_startedAt = 0;              // ms since 1970
};

}  // namespace cairn
