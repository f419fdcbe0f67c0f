#include "ui/answer_accessible.h"

#include "ui/answer_view.h"
#include "ui/text_lines.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QScrollBar>

#include <algorithm>

namespace cairn
{
namespace
{

class AnswerAccessible final : public QAccessibleWidget, public QAccessibleTextInterface
{
public:
    explicit AnswerAccessible(AnswerView* view) : QAccessibleWidget(view, QAccessible::Document) {}

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::TextInterface)
            return static_cast<QAccessibleTextInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QString text(QAccessible::Text kind) const override { return kind == QAccessible::Value ? words() : QAccessibleWidget::text(kind); }
    QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.readOnly = true;
        state.multiLine = true;
        state.selectableText = true;
        return state;
    }

    QString text(int begin, int end) const override { return words().mid(begin, end - begin); }
    int characterCount() const override { return int(words().size()); }
    int selectionCount() const override { return view().brushedPlace() ? 1 : 0; }
    void selection(int index, int* begin, int* end) const override
    {
        const auto place = index == 0 ? view().brushedPlace() : std::nullopt;
        *begin = place ? place->begin : 0;
        *end = place ? place->end : 0;
    }
    int cursorPosition() const override { return view().brushedPlace() ? view().brushedPlace()->begin : 0; }
    // The answer is not edited; what is brushed follows the keys of the view.
    void addSelection(int, int) override {}
    void removeSelection(int) override {}
    void setSelection(int, int, int) override {}
    void setCursorPosition(int) override {}

    QString textAtOffset(int offset, QAccessible::TextBoundaryType kind, int* begin, int* end) const override
    {
        return kind == QAccessible::LineBoundary ? line(lineAt(offset), begin, end)
                                                 : QAccessibleTextInterface::textAtOffset(offset, kind, begin, end);
    }
    QString textBeforeOffset(int offset, QAccessible::TextBoundaryType kind, int* begin, int* end) const override
    {
        return kind == QAccessible::LineBoundary ? line(lineAt(offset) - 1, begin, end)
                                                 : QAccessibleTextInterface::textBeforeOffset(offset, kind, begin, end);
    }
    QString textAfterOffset(int offset, QAccessible::TextBoundaryType kind, int* begin, int* end) const override
    {
        return kind == QAccessible::LineBoundary ? line(lineAt(offset) + 1, begin, end)
                                                 : QAccessibleTextInterface::textAfterOffset(offset, kind, begin, end);
    }

    QRect characterRect(int offset) const override
    {
        QRect place;
        forEachLine(view().layoutOfText(), offset, offset + 1,
                    [&](const QRectF& line) { place = line.translated(view().textOrigin()).toRect(); });
        return place.isNull() ? place : QRect(view().viewport()->mapToGlobal(place.topLeft()), place.size());
    }
    int offsetAtPoint(const QPoint& point) const override
    {
        const QPointF local = QPointF(view().viewport()->mapFromGlobal(point)) - view().textOrigin();
        for (int i = 0; i < view().layoutOfText().lineCount(); ++i) {
            const QTextLine line = view().layoutOfText().lineAt(i);
            if (local.y() >= line.y() && local.y() < line.y() + line.height() && local.x() >= line.x() &&
                local.x() < line.x() + line.naturalTextWidth())
                return line.xToCursor(local.x(), QTextLine::CursorOnCharacter);
        }
        return -1;
    }
    void scrollToSubstring(int begin, int) override
    {
        const QTextLine line = view().layoutOfText().lineForTextPosition(begin);
        if (line.isValid())
            view().verticalScrollBar()->setValue(int(line.y()));
    }
    QString attributes(int, int* begin, int* end) const override   // one way of writing from begin to end
    {
        *begin = 0;
        *end = characterCount();
        return {};
    }

private:
    AnswerView& view() const { return *static_cast<AnswerView*>(widget()); }
    QString words() const { return view().layoutOfText().text().replace(QChar::LineSeparator, QLatin1Char('\n')); }
    int lineAt(int offset) const
    {
        const QTextLine line = view().layoutOfText().lineForTextPosition(offset);
        return line.isValid() ? line.lineNumber() : -2;
    }
    QString line(int number, int* begin, int* end) const
    {
        if (number < 0 || number >= view().layoutOfText().lineCount()) {
            *begin = *end = -1;
            return {};
        }
        const QTextLine line = view().layoutOfText().lineAt(number);
        *begin = line.textStart();
        *end = line.textStart() + line.textLength();
        return text(*begin, *end);
    }
};

QAccessibleInterface* makeAnswer(const QString& className, QObject* object)
{
    auto* view = className == QLatin1String("cairn::AnswerView") ? qobject_cast<AnswerView*>(object) : nullptr;
    return view ? new AnswerAccessible(view) : nullptr;
}

}  // namespace

void installAnswerAccessibility() { QAccessible::installFactory(makeAnswer); }

}  // namespace cairn
