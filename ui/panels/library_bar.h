// Above a long list of sessions: words that leave those of it whose names have them, or to seek in the texts of all of them, and what the
// list is sorted by. UI thread.
#pragma once

#include "ui/panels/recent_sessions.h"

#include <QWidget>

class QComboBox;
class QLineEdit;

namespace cairn
{

class Label;

enum class SessionOrder { LastUsed, Name, Size };

void sortSessions(std::vector<RecentSession>& sessions, SessionOrder order);   // of equal ones the last used first

// Title or a document's title has each of the words, whatever case and accents; no words: it is so.
bool isNamedBy(const RecentSession& session, const QString& words);

class LibraryBar final : public QWidget
{
    Q_OBJECT
public:
    explicit LibraryBar(QWidget* parent = nullptr);

    SessionOrder order() const;
    void setOrder(SessionOrder order);             // no signal
    QString words() const;
    void clear();                                  // narrowed() follows where there were words
    void setAnyNamed(bool any);                    // whether a session is left

Q_SIGNALS:
    void narrowed();                               // other words()
    void searched(const QString& words);           // by Enter
    void orderChosen(cairn::SessionOrder order);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void retranslate();
    void tellHow();

    QLineEdit* m_search;
    Label *m_name, *m_how;                         // m_how: what Enter and Esc do
    bool m_anyNamed = true;
    QComboBox* m_order;
};

}  // namespace cairn
