// What text that is read and never edited tells assistive technology: its words, line by line. The views add where their lines and
// characters stand. Offsets are UTF-16 units of words(). UI thread.
#pragma once

#include <QAccessible>
#include <QAccessibleWidget>

namespace cairn
{

class ReadOnlyTextAccessible : public QAccessibleWidget, public QAccessibleTextInterface
{
public:
    explicit ReadOnlyTextAccessible(QWidget* view) : QAccessibleWidget(view, QAccessible::Document) {}

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::TextInterface)
            return static_cast<QAccessibleTextInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.readOnly = true;
        state.multiLine = true;
        state.selectableText = true;
        return state;
    }

    using QAccessibleWidget::text;
    QString text(int begin, int end) const override { return words().mid(begin, end - begin); }
    int characterCount() const override { return int(words().size()); }

    QString textAtOffset(int offset, QAccessible::TextBoundaryType kind, int* begin, int* end) const override
    {
        return kind == QAccessible::LineBoundary ? line(offset, 0, begin, end)
                                                 : QAccessibleTextInterface::textAtOffset(offset, kind, begin, end);
    }
    QString textBeforeOffset(int offset, QAccessible::TextBoundaryType kind, int* begin, int* end) const override
    {
        return kind == QAccessible::LineBoundary ? line(offset, -1, begin, end)
                                                 : QAccessibleTextInterface::textBeforeOffset(offset, kind, begin, end);
    }
    QString textAfterOffset(int offset, QAccessible::TextBoundaryType kind, int* begin, int* end) const override
    {
        return kind == QAccessible::LineBoundary ? line(offset, 1, begin, end)
                                                 : QAccessibleTextInterface::textAfterOffset(offset, kind, begin, end);
    }

    QString attributes(int, int* begin, int* end) const override   // one way of writing from begin to end
    {
        *begin = 0;
        *end = characterCount();
        return {};
    }

protected:
    virtual QString words() const = 0;

    // The line on the screen `step` lines from the one that holds the offset, with its place; begin = end = -1: there is none.
    virtual QString line(int offset, int step, int* begin, int* end) const = 0;
};

}  // namespace cairn
