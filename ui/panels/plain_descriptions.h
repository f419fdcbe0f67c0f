// Qt gives assistive programs a tool tip as a widget's description: with the marks of HTML where it is of plainTip(). This gives them
// plain words, for every widget that has no description of its own. Once, for as long as the parent lives. UI thread.
#pragma once

#include <QObject>
#include <QString>

namespace cairn
{

class PlainDescriptions final : public QObject
{
public:
    explicit PlainDescriptions(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

// Foreign text as the tip of a tab, which is the tab's description, too: the bare words where they are one line that can't be taken for
// HTML, else as plainTip() has them.
QString tabTip(const QString& text);

}  // namespace cairn
