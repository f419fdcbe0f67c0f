// The bar over a document that is not read to its end (experience.md 3): what reading takes and [Read], or the room it lacks and how to
// make some; how far it is, with Pause or Resume; what stopped it, with the next step and foldable details. Hidden when all is read.
// UI thread.
#pragma once

#include <QString>
#include <QWidget>

#include <cstdint>
#include <optional>

class QProgressBar;
class QPushButton;

namespace cairn
{

class ElidedLabel;
class MessageBar;

enum class ReadingState { Hidden, NotRead, NoRoom, Waiting, Reading, Paused };

struct ReadingFacts
{
    ReadingState state = ReadingState::Hidden;
    std::uint32_t block = 0, blocks = 0;           // read, all
    QString place, places;                         // "61", "154": page of the last block that is read, of all; empty: no pages
    std::optional<int> secondsLeft;                // of reading (Reading) or for all of it (NotRead); unset: not known yet
    double tokensPerSecond = 0;                    // 0: not known
    std::uint64_t needBytes = 0, freeBytes = 0;    // NotRead, NoRoom, and Reading where it runs short; 0: not known
    QString disk;                                  // NoRoom: "/home"
    bool discarded = false;                        // NotRead: it was read before, and its memory given up
    QString reason;                                // Waiting: "The model is being loaded"
    bool forAnswer = false;                        // Reading: it goes on once the answer is written
};

// "Block 812 of 2,064, p. 61 of 154, 4 min left"
QString readingLine(const ReadingFacts& facts);
QString readingLineInShort(const ReadingFacts& facts);   // where that has no room
// "under 1 min", "4 min", "2 h 10 min"
QString roughTime(int seconds);

class ReadingBar final : public QWidget
{
    Q_OBJECT
public:
    explicit ReadingBar(QWidget* parent = nullptr);

    void setFacts(const ReadingFacts& facts);
    // One sentence with cause and next step; `action` names the button, empty: none. Stays until dismissed, clearProblem or the action.
    void showProblem(const QString& sentence, const QString& action, const QString& details, const QString& second = {});
    void clearProblem();

Q_SIGNALS:
    void readRequested();
    void pauseRequested();
    void resumeRequested();
    void folderRequested();                        // one with more room
    void discardRequested();                       // memories of other sessions
    void problemActionTriggered();
    void problemSecondTriggered();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void fit();

    ReadingFacts m_facts;
    QWidget* m_row;
    ElidedLabel* m_words;
    QProgressBar* m_progress;
    QPushButton *m_read, *m_pause, *m_folder, *m_discard;
    MessageBar* m_problem;
};

}  // namespace cairn
