#include "ui/answer_accessible.h"

#include "ui/answer_view.h"
#include "ui/read_only_text_accessible.h"
#include "ui/text_lines.h"

#include <QScrollBar>

#include <algorithm>

namespace cairn
{
namespace
{

class AnswerAccessible final : public ReadOnlyTextAccessible
{
public:
    explicit AnswerAccessible(AnswerView* view) : ReadOnlyTextAccessible(view) {}

    using ReadOnlyTextAccessible::text;
    QString text(QAccessible::Text kind) const override { return kind == QAccessible::Value ? words() : QAccessibleWidget::text(kind); }
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

    QRect characterRect(int offset) const override
    {
        QRect place;
        forEachLine(view().laidText(), offset, offset + 1,
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

private:
    AnswerView& view() const { return *static_cast<AnswerView*>(widget()); }
    QString words() const override { return view().layoutOfText().text().replace(QChar::LineSeparator, QLatin1Char('\n')); }
    QString line(int offset, int step, int* begin, int* end) const override
    {
        const QTextLayout& layout = view().layoutOfText();
        const QTextLine at = layout.lineForTextPosition(offset);
        const int number = at.lineNumber() + step;
        *begin = *end = -1;
        if (!at.isValid() || number < 0 || number >= layout.lineCount())
            return {};
        const QTextLine line = layout.lineAt(number);
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
