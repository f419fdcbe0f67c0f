// Above a long list of sessions: words to seek in all of them, and what the list is sorted by. UI thread.
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

class LibraryBar final : public QWidget
{
    Q_OBJECT
public:
    explicit LibraryBar(QWidget* parent = nullptr);

    SessionOrder order() const;
    void setOrder(SessionOrder order);             // no signal

Q_SIGNALS:
    void searched(const QString& words);           // by Enter
    void orderChosen(cairn::SessionOrder order);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QLineEdit* m_search;
    Label* m_name;
    QComboBox* m_order;
};

}  // namespace cairn
