// Find in the document: words, how many places, next and previous, and what counts as the same. The receiver searches. UI thread.
#pragma once

#include "ui/find_way.h"

#include <QWidget>

class QAction;
class QActionGroup;
class QLineEdit;
class QPushButton;
class QTimer;

namespace cairn
{

class Label;
class SymbolButton;

struct FindRequest
{
    QString words;
    bool matchCase = false;
    bool matchAccents = false;
    bool wholeWords = false;
    FindWay way = FindWay::Words;
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
    void setProblem(const QString& words);             // what is wrong with a pattern, instead of a result
    QSize minimumSizeHint() const override;            // of the field and what closes it

Q_SIGNALS:
    void findRequested(const cairn::FindRequest& request);   // after a pause in typing; empty words: nothing is to be marked
    void nextRequested();
    void previousRequested();
    void closed();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void retranslate();
    void refreshOptions();
    void giveWay();                                    // what has no room beside the field is not shown

    QLineEdit* m_words;
    Label* m_count;
    SymbolButton *m_previous, *m_next, *m_close;
    QPushButton* m_options;                            // says what is not as usual; its menu has all
    QAction *m_case, *m_accents, *m_whole;
    QActionGroup* m_ways;                              // in the order of FindWay
    QTimer* m_typing;
};

}  // namespace cairn
