#include "ui/panels/question_field.h"

#include "ui/panels/drop_area.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMimeData>
#include <QTextBlock>
#include <QTextLayout>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kLineGap = 4;   // px between the text and the edges together

}  // namespace

QuestionField::QuestionField(QWidget* parent) : QPlainTextEdit(parent)
{
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document()->setDocumentMargin(0);
    document()->clearUndoRedoStacks();   // the margin is no writing
    connect(this, &QPlainTextEdit::textChanged, this, &QuestionField::fit);
    fit();
}

void QuestionField::setHint(const QString& words)
{
    m_hint = words;
    setAccessibleDescription(words);
    fit();
    viewport()->update();   // a changed placeholder alone is not drawn
}

int QuestionField::wantedLines() const
{
    int lines = 0;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        lines += std::max(1, block.layout() ? block.layout()->lineCount() : 1);
    return lines;
}

QSize QuestionField::sizeHint() const
{
    return {320, std::clamp(wantedLines(), 1, kMostLines) * fontMetrics().lineSpacing() + kLineGap};
}

void QuestionField::fit()
{
    setPlaceholderText(fontMetrics().elidedText(m_hint, Qt::ElideRight, viewport()->width()));
    setVerticalScrollBarPolicy(wantedLines() > kMostLines ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    setFixedHeight(sizeHint().height());
}

// With nothing of its own to undo, Ctrl+Z is the window's: the last note, say.
bool QuestionField::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool own = document()->isUndoAvailable() || document()->isRedoAvailable();
        if (!own && (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo))) {
            event->ignore();
            return true;
        }
    }
    return QPlainTextEdit::event(event);
}

void QuestionField::keyPressEvent(QKeyEvent* event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && !(event->modifiers() & Qt::ShiftModifier)) {
        Q_EMIT entered();
    } else if (enter) {
        insertPlainText(QStringLiteral("\n"));   // a paragraph, not the line separator that Shift+Enter means to Qt
    } else if (event->matches(QKeySequence::Paste) && !localPaths(QGuiApplication::clipboard()->mimeData()).isEmpty()) {
        event->ignore();   // the window opens copied files
    } else if (event->key() == Qt::Key_Escape) {
        Q_EMIT escaped();
        event->ignore();
    } else {
        QPlainTextEdit::keyPressEvent(event);
    }
}

bool QuestionField::canInsertFromMimeData(const QMimeData* source) const
{
    return localPaths(source).isEmpty() && QPlainTextEdit::canInsertFromMimeData(source);
}

void QuestionField::insertFromMimeData(const QMimeData* source)
{
    if (!localPaths(source).isEmpty())
        return;
    const int selected = int(textCursor().selectedText().size());   // it makes room
    const QString words = source->text(), taken = words.left(std::max(0, kMostCharacters - document()->characterCount() + selected));
    insertPlainText(taken);
    if (taken.size() < words.size())
        Q_EMIT cut();
}

void QuestionField::dragEnterEvent(QDragEnterEvent* event)
{
    QPlainTextEdit::dragEnterEvent(event);
    if (event->isAccepted() && !event->source())
        takeCopy(event);
}

void QuestionField::dragMoveEvent(QDragMoveEvent* event)
{
    QPlainTextEdit::dragMoveEvent(event);
    if (event->isAccepted() && !event->source())
        takeCopy(event);
}

void QuestionField::dropEvent(QDropEvent* event)
{
    QPlainTextEdit::dropEvent(event);
    if (event->isAccepted() && !event->source())
        takeCopy(event);
}

void QuestionField::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    fit();
}

void QuestionField::focusInEvent(QFocusEvent* event)
{
    QPlainTextEdit::focusInEvent(event);
    Q_EMIT focusChanged();
}

void QuestionField::focusOutEvent(QFocusEvent* event)
{
    QPlainTextEdit::focusOutEvent(event);
    Q_EMIT focusChanged();
}

void QuestionField::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

}  // namespace cairn
