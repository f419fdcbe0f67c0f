// A plain text field that is as tall as its text, from one line to kMostLines. Enter is an intent, Shift+Enter a new line. UI thread.
#pragma once

#include "core/types/limits.h"

#include <QPlainTextEdit>

namespace cairn
{

class QuestionField final : public QPlainTextEdit
{
    Q_OBJECT
public:
    static constexpr int kMostLines = 6, kMostCharacters = limits::kQuestionCharacters;

    explicit QuestionField(QWidget* parent = nullptr);
    void setHint(const QString& words);            // placeholder, cut to one line
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

Q_SIGNALS:
    void entered();
    void escaped();
    void focusChanged();
    void cut();                       // what was pasted or dropped had no room

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool canInsertFromMimeData(const QMimeData* source) const override;   // no files: a drop is the window's
    void insertFromMimeData(const QMimeData* source) override;   // plain text only, bounded
    void dragEnterEvent(QDragEnterEvent* event) override;        // words of other programs are copied
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fit();
    int wantedLines() const;

    QString m_hint;
};

}  // namespace cairn
