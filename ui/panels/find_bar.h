// Find in the document: words, how many places, next and previous, case, whole words. The receiver searches. UI thread.
#pragma once

#include <QWidget>

class QCheckBox;
class QLineEdit;
class QTimer;

namespace cairn
{

class Label;
class SymbolButton;

struct FindRequest
{
    QString words;
    bool matchCase = false;
    bool wholeWords = false;
    bool operator==(const FindRequest&) const = default;
};

class FindBar final : public QWidget
{
    Q_OBJECT
public:
    explicit FindBar(QWidget* parent = nullptr);       // hidden until open()

    void open(const QString& words = {});              // words: a selection to start from
    void close();
    FindRequest request() const;
    // current: zero-based, -1: none of them; count -1: still searching; more: the count is a lower bound.
    void setResult(int current, int count, bool more = false);

Q_SIGNALS:
    void findRequested(const cairn::FindRequest& request);   // after a pause in typing; empty words: nothing is to be marked
    void nextRequested();
    void previousRequested();
    void closed();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QLineEdit* m_words;
    Label* m_count;
    SymbolButton *m_previous, *m_next, *m_close;
    QCheckBox *m_case, *m_whole;
    QTimer* m_typing;
};

}  // namespace cairn
