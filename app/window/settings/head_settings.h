// Head sets and names of heads: they belong to the model, so they are kept with the window's layout under its name, and given to the
// hub when an answer of the model is shown. UI thread.
#pragma once

#include "ui/selection/selection_hub.h"

#include <QObject>

#include <vector>

namespace cairn
{

class HeadSettings final : public QObject
{
    Q_OBJECT
public:
    explicit HeadSettings(SelectionHub* hub, QObject* parent = nullptr);   // borrowed

private:
    void keepSet(const QString& name, const std::vector<Head>& heads);     // no heads: the set is gone
    void keepName(Head head, const QString& name);
    void restore();

    SelectionHub* m_hub;
    QString m_model;   // whose sets and names the hub knows
};

}  // namespace cairn
