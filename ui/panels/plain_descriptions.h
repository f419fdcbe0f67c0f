// Qt gives assistive programs a tool tip as a widget's description: with the marks of HTML where it is of plainTip(). This gives them
// plain words, for every widget that has no description of its own. Once, for as long as the parent lives. UI thread.
#pragma once

#include <QObject>

namespace cairn
{

class PlainDescriptions final : public QObject
{
public:
    explicit PlainDescriptions(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace cairn
