// What the status bar and the bar over the reader say about saving, reading and the engine. Borrowed parts outlive it. UI thread.
#pragma once

#include "app/window/session/conversation_controller.h"
#include "app/window/session/reading_controller.h"

#include <QDateTime>
#include <QObject>

namespace cairn
{

class ReadingBar;
class StatusLine;

class StatusPresenter final : public QObject
{
    Q_OBJECT
public:
    StatusPresenter(StatusLine* line, ReadingBar* bar, SessionController& session, ReadingController& reading,
                    ConversationController& conversation, QObject* parent = nullptr);
    void refresh();

    static QString shortageWords(const MemoryShortage& shortage);   // one sentence
    static QString diskFullWords();                                 // of reading
    static QString textGoesTo(const EngineClient& engine);          // in place of the promise that all stays here; empty: it does
    // There is none, or its file can't be used: trying again would not help.
    static bool lacksModel(const SessionController& session, const ReadingController& reading);

Q_SIGNALS:
    void modelWanted();                // by the bar's buttons
    void modelFolderWanted();          // one that holds a model
    void deviceWanted();
    void folderWanted();               // with more room
    void discardWanted();

private:
    bool lacksModel() const { return lacksModel(m_session, m_reading); }
    bool lacksDevice() const;
    enum class Saved { Nothing, Saving, At, Before, ReadOnly, DiskFull, Failed };   // Before: by an earlier run

    void refreshLine();
    void refreshBar();
    QString readingWords() const;
    QString pageOf(std::uint32_t block) const;      // label; empty: no pages
    QString savedWords() const;
    QString engineWords() const;

    StatusLine* m_line;
    ReadingBar* m_bar;
    SessionController& m_session;
    ReadingController& m_reading;
    ConversationController& m_conversation;
    Saved m_saved = Saved::Nothing;
    QDateTime m_savedAt;                            // Saved::At
    QString m_memoryShort;                          // by the engine that runs; empty: it has enough
    QString m_problem;                              // shown in the bar
};

}  // namespace cairn
