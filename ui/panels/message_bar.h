// A message in place (experience.md 11): one sentence with cause, the next step as a button, details on demand; never a dialog. The
// same bar offers to undo. A note that asks for nothing leaves by itself once it can have been read, but not while the pointer is on
// its way over the window, since what lies below moves then. UI thread.
#pragma once

#include "core/result.h"

#include <QBasicTimer>
#include <QPoint>
#include <QWidget>

#include <optional>

class QPlainTextEdit;
class QPushButton;

namespace cairn
{

class FlowWidget;
class Label;
class LinkButton;
class SymbolButton;

enum class MessageKind { Note, Problem };

struct Notice
{
    MessageKind kind = MessageKind::Note;
    QString text;                 // one sentence, shown whole
    QString action;               // "Retry", "Undo"; empty: no button
    QString secondAction;
    QString details;              // folded; may be copied
    QString thirdAction{};
};

class MessageBar final : public QWidget
{
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);   // hidden until there is a message

    void showMessage(const Notice& message);
    void clear();
    QString text() const;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void actionTriggered();       // the bar is hidden before
    void secondActionTriggered();
    void thirdActionTriggered();
    void dismissed();             // by the person

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void retranslate();
    void makeRoomForSymbol();
    void arrange();

    MessageKind m_kind = MessageKind::Note;
    Label* m_text;
    FlowWidget* m_choices;
    QPushButton *m_action, *m_second, *m_third;
    LinkButton* m_more;
    SymbolButton* m_close;
    QPlainTextEdit* m_details;
    QBasicTimer m_leaves;
    std::optional<QPoint> m_pointer;   // of the screen, where it was when the note could have been read
};

}  // namespace cairn
