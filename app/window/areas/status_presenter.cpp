#include "app/window/areas/status_presenter.h"

#include "core/types/place_label.h"
#include "ui/panels/device_words.h"
#include "ui/panels/reading_bar.h"
#include "ui/panels/status_pieces.h"
#include "ui/sentences/sentences.h"

#include <QFileInfo>
#include <QLocale>

#include <cmath>
#include <utility>

namespace cairn
{

StatusPresenter::StatusPresenter(StatusLine* line, ReadingBar* bar, SessionController& session, ReadingController& reading,
                                 ConversationController& conversation, QObject* parent)
    : QObject(parent), m_line(line), m_bar(bar), m_session(session), m_reading(reading), m_conversation(conversation)
{
    connect(&session, &SessionController::saving, this, [this] {
        if (m_saved == Saved::Nothing)
            m_saved = Saved::Saving;
        refreshLine();
    });
    connect(&session, &SessionController::saved, this, [this](const QDateTime& at) {
        m_saved = Saved::At;
        m_savedAt = at;
        refreshLine();
    });
    connect(&session, &SessionController::saveFailed, this, [this](const Error& error) {
        m_saved = error.code == ErrorCode::DiskFull ? Saved::DiskFull : Saved::Failed;
        refreshLine();
    });
    connect(&session, &SessionController::closed, this, [this] {
        m_saved = Saved::Nothing;
        refresh();
    });
    connect(&session, &SessionController::opened, this, [this] {
        m_saved = m_session.contents().readOnly ? Saved::ReadOnly : Saved::Before;
        refresh();
    });
    connect(&session, &SessionController::engineReady, this, &StatusPresenter::refresh);
    connect(&session.engine(), &EngineClient::stateChanged, this, [this](EngineState state) {
        if (state != EngineState::Ready && state != EngineState::NotResponding)
            m_memoryShort.clear();
        refresh();
    });
    connect(&session.engine(), &EngineClient::memoryShort, this, [this](const MemoryShortage& shortage) {
        m_memoryShort = shortageWords(shortage);
        refreshLine();
    });
    connect(&reading, &ReadingController::changed, this, &StatusPresenter::refresh);
    connect(&conversation, &ConversationController::liveChanged, this, &StatusPresenter::refresh);
    connect(bar, &ReadingBar::readRequested, &reading, &ReadingController::start);
    connect(bar, &ReadingBar::resumeRequested, &reading, &ReadingController::start);
    connect(bar, &ReadingBar::pauseRequested, &reading, &ReadingController::pause);
    connect(bar, &ReadingBar::folderRequested, this, &StatusPresenter::folderWanted);
    connect(bar, &ReadingBar::discardRequested, this, &StatusPresenter::discardWanted);
    connect(bar, &ReadingBar::problemActionTriggered, this, [this] {
        m_problem.clear();
        if (m_session.engine().state() == EngineState::GaveUp)
            m_session.engine().restart();
        else if (lacksModel())
            Q_EMIT modelWanted();
        else if (lacksDevice())
            Q_EMIT deviceWanted();
        else if (m_session.isOpen() && m_reading.status().phase == ReadingPhase::Failed && !m_session.facts())
            m_session.startEngine(false);
        else if (m_reading.status().phase == ReadingPhase::NeedsRereading && m_session.hasOwnReading())
            m_session.useOwnModel();
        else
            m_reading.start();
    });
    connect(bar, &ReadingBar::problemSecondTriggered, this, [this] {
        m_problem.clear();
        if (lacksModel())
            return Q_EMIT modelFolderWanted();
        m_reading.start();
    });
    refresh();
}

bool StatusPresenter::lacksModel(const SessionController& session, const ReadingController& reading)
{
    const ReadingStatus& status = reading.status();
    if (!session.isOpen() || status.phase != ReadingPhase::Failed || session.facts() || !status.error)
        return false;
    const QString what = QString::fromStdString(status.error->message);   // memories may be damaged, too
    return status.error->code == ErrorCode::NotFound || status.error->code == ErrorCode::Unsupported ||
           (status.error->code == ErrorCode::Corruption && what.contains(QLatin1String(".gguf")));
}

bool StatusPresenter::lacksDevice() const   // the GPU that was asked for
{
    const ReadingStatus& status = m_reading.status();
    return m_session.isOpen() && status.phase == ReadingPhase::Failed && !m_session.facts() && status.error &&
           status.error->message.starts_with("The GPU can't be used");
}

QString StatusPresenter::shortageWords(const MemoryShortage& shortage)
{
    const auto left = static_cast<qulonglong>(shortage.left);
    switch (shortage.step) {
    case MemoryStep::Slices: return tr("Memory ran out; the engine goes on with %1 tokens at a time, which is slower.").arg(left);
    case MemoryStep::CachedBlocks:
        return tr("Memory ran out; the engine keeps at most %1 MiB of blocks at hand, which is slower.").arg(left);
    case MemoryStep::Transactions: return tr("Memory ran out; the engine saves %1 MiB of blocks at a time, which is slower.").arg(left);
    }
    return {};
}

QString StatusPresenter::textGoesTo(const EngineClient& engine)
{
    if (const QString host = engine.remoteHost(); !host.isEmpty())
        return tr("Engine on %1: the text is sent there").arg(host);
    const QString command = engine.foreignCommand();
    return command.isEmpty() ? QString() : tr("Engine command %1: the text goes to it").arg(command);
}

QString StatusPresenter::diskFullWords() { return tr("Reading stopped: the disk was full. What was saved before is safe."); }

void StatusPresenter::refresh()
{
    refreshLine();
    refreshBar();
}

QString StatusPresenter::readingWords() const
{
    const ReadingStatus& status = m_reading.status();
    if (status.phase != ReadingPhase::Reading)
        return {};
    const int percent = int(100 * status.fraction());
    if (m_conversation.isAnswering())
        return tr("Reading paused for the answer, %1 %").arg(percent);
    return status.secondsLeft > 0 ? tr("Reading %1 %, %2 left").arg(percent).arg(roughTime(int(status.secondsLeft)))
                                  : tr("Reading %1 %").arg(percent);
}

// Made anew each time: the language may have changed since it was saved.
QString StatusPresenter::savedWords() const
{
    switch (m_saved) {
    case Saved::Saving: return tr("Saving…");
    case Saved::At: return tr("Saved %1").arg(QLocale().toString(m_savedAt.time(), QStringLiteral("HH:mm")));
    case Saved::Before: return tr("Saved");
    case Saved::ReadOnly: return tr("Read-only");
    case Saved::DiskFull: return tr("Not saved: the disk is full");
    case Saved::Failed: return tr("Not saved");
    case Saved::Nothing: break;
    }
    return {};
}

QString StatusPresenter::engineWords() const
{
    switch (m_session.engine().state()) {
    case EngineState::Starting: return tr("Loading the model");
    case EngineState::NotResponding: return tr("The engine is not responding");
    case EngineState::Restarting: return tr("The engine is starting again");
    case EngineState::GaveUp: return tr("The engine has stopped");
    case EngineState::Stopped:
    case EngineState::Ready: break;
    }
    return {};
}

void StatusPresenter::refreshLine()
{
    StatusFacts facts;
    facts.textGoesTo = textGoesTo(m_session.engine());
    facts.saved = m_session.isOpen() ? savedWords() : QString();
    facts.savedProblem = m_saved == Saved::DiskFull || m_saved == Saved::Failed;
    facts.reading = readingWords();
    if (!facts.reading.isEmpty())
        facts.readingPercent = int(100 * m_reading.status().fraction());
    if (const QString words = engineWords(); !words.isEmpty())
        facts.reading = words;
    if (const auto& engine = m_session.facts()) {
        facts.device = deviceWords(engine->device);
        facts.deviceReason = deviceReasonWords(engine->deviceReason);
        if (!m_memoryShort.isEmpty()) {
            facts.device = tr("%1, short of memory").arg(facts.device);
            facts.deviceReason = m_memoryShort + (facts.deviceReason.isEmpty() ? QString() : QLatin1Char('\n') + facts.deviceReason);
        }
        facts.model = tr("%1, %2").arg(engine->modelName, modelKindWords(engine->modelKind));
        facts.modelDetails = tr("%1\n%2 layers, %3 heads, blocks of %4 tokens\nLicence: %5")
                                 .arg(engine->modelPath)
                                 .arg(engine->layers)
                                 .arg(engine->heads)
                                 .arg(engine->blockTokens)
                                 .arg(engine->license.isEmpty() ? tr("not stated") : engine->license);
    }
    m_line->setFacts(facts);
}

QString StatusPresenter::pageOf(std::uint32_t block) const
{
    const SessionContents& contents = m_session.contents();
    if (contents.map->isEmpty() || block >= contents.map->pieces())
        return {};
    const auto places = contents.map->placesOf(BlockId(block));
    return places.empty() ? QString()
                          : QString::fromStdString(pageLabel(*contents.documents[places.back().document], places.back().range.begin));
}

void StatusPresenter::refreshBar()
{
    ReadingFacts facts;
    const ReadingStatus& status = m_reading.status();
    if (!m_session.isOpen() || m_session.contents().readOnly) {
        m_problem.clear();
        m_bar->clearProblem();
        m_bar->setFacts(facts);
        return;
    }
    facts.block = status.storedBlocks;
    facts.blocks = status.totalBlocks;
    facts.tokensPerSecond = status.tokensPerSecond;
    facts.discarded = status.discarded && status.storedBlocks == 0;
    if (status.secondsLeft > 0)
        facts.secondsLeft = int(std::ceil(status.secondsLeft));
    facts.needBytes = status.lacksRoom() ? status.roomNeeded() : status.bytesNeeded;
    facts.freeBytes = status.room ? status.room->freeBytes : 0;
    facts.disk = status.room ? status.room->disk : QString();
    if (status.totalBlocks > 0 && status.storedBlocks > 0) {
        facts.place = pageOf(status.storedBlocks - 1);
        facts.places = facts.place.isEmpty() ? QString() : pageOf(status.totalBlocks - 1);
    }
    QString problem, action, second, details;
    switch (status.phase) {
    case ReadingPhase::NotRead: facts.state = status.lacksRoom() ? ReadingState::NoRoom : ReadingState::NotRead; break;
    case ReadingPhase::Waiting: {
        const bool known = status.totalBlocks > 0 && status.storedBlocks >= status.totalBlocks;
        facts.state = known ? ReadingState::Hidden : ReadingState::Waiting;
        facts.reason = tr("The model is being loaded");
        break;
    }
    case ReadingPhase::Reading:
        facts.state = ReadingState::Reading;
        facts.forAnswer = m_conversation.isAnswering();
        break;
    case ReadingPhase::Paused: facts.state = status.lacksRoom() ? ReadingState::NoRoom : ReadingState::Paused; break;
    case ReadingPhase::NeedsRereading:
        problem = status.error ? errorWords(*status.error) : QString();
        action = tr("Read again");
        if (const QString own = m_session.ownModel(); m_session.hasOwnModel()) {
            second = std::exchange(action, tr("Use the old model"));
            problem += QLatin1Char(' ') + tr("It was read with %1.").arg(QFileInfo(own).fileName());
        } else if (!own.isEmpty()) {
            problem += QLatin1Char(' ') + tr("The model that it was read with is not there any more: %1.").arg(own);
        } else if (m_session.hasOwnReading()) {
            second = std::exchange(action, tr("Use the old numbers"));
        }
        break;
    case ReadingPhase::Failed:
        if (status.isDiskFull()) {
            facts.state = status.lacksRoom() ? ReadingState::NoRoom : ReadingState::Hidden;
            problem = status.lacksRoom() ? QString() : diskFullWords();
            action = tr("Read on");
            break;
        }
        problem = status.error ? errorWords(*status.error) : tr("Reading stopped.");
        if (const qsizetype line = problem.indexOf(QLatin1Char('\n')); line > 0) {   // what is wrong with each model, say
            details = problem.mid(line + 1);
            problem.truncate(line);
        }
        if (lacksModel())
            second = tr("Choose folder…");
        action = lacksModel() ? tr("Choose a model…") : lacksDevice() ? tr("Choose the device…") : tr("Try again");
        break;
    case ReadingPhase::Nothing:
    case ReadingPhase::Ready: break;
    }
    if (m_session.engine().state() == EngineState::GaveUp) {
        facts.state = ReadingState::Hidden;   // it waits for nothing
        problem = tr("%1 Text and answers are saved.").arg(sentenceWords(m_session.engine().stateReason()));
        action = tr("Start the engine again");
        second.clear();
        details.clear();
    }
    m_bar->setFacts(facts);
    const QString whole = problem + details;
    if (whole == m_problem)
        return;
    m_problem = whole;
    if (problem.isEmpty())
        m_bar->clearProblem();
    else
        m_bar->showProblem(problem, action, details, second);
}

}  // namespace cairn
