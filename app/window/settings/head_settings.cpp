#include "app/window/settings/head_settings.h"

#include "app/window/settings/settings_store.h"

#include <QSettings>
#include <QUrl>

#include <algorithm>
#include <map>

namespace cairn
{
namespace
{

QString groupOf(const char* kind, const QString& model)   // '/' would nest
{
    return QLatin1String(kind) + QString(model).replace(QLatin1Char('/'), QLatin1Char('_'));
}
constexpr const char* kHeadSets = "heads/";
constexpr const char* kHeadNames = "head_names/";

// A person's words as a key: '/' and '\\' would nest.
QString keyOf(const QString& name)
{
    QString key = name;
    for (const char letter : {'%', '/', '\\'})
        key.replace(QLatin1Char(letter), QLatin1Char('%') + QString::number(letter, 16).toUpper());
    return key;
}
QString nameOf(const QString& key) { return QUrl::fromPercentEncoding(key.toUtf8()); }

// "16.19", as settings name a head.
QString keyOf(const Head& head) { return QStringLiteral("%1.%2").arg(head.layer).arg(head.head); }
Head headOf(const QString& key) { return {key.section(QLatin1Char('.'), 0, 0).toUInt(), key.section(QLatin1Char('.'), 1).toUInt()}; }

}  // namespace

HeadSettings::HeadSettings(SelectionHub* hub, QObject* parent) : QObject(parent), m_hub(hub)
{
    connect(m_hub, &SelectionHub::changed, this, &HeadSettings::restore);
    connect(m_hub, &SelectionHub::headSetChanged, this, &HeadSettings::keepSet);
    connect(m_hub, &SelectionHub::headNamed, this, &HeadSettings::keepName);
}

void HeadSettings::keepSet(const QString& name, const std::vector<Head>& heads)
{
    if (!m_hub->run() || m_hub->run()->model.isEmpty())
        return;
    QStringList members;
    for (const Head& head : heads)
        members.append(keyOf(head));
    const auto state = stateSettings();
    state->beginGroup(groupOf(kHeadSets, m_hub->run()->model));
    if (heads.empty())
        state->remove(keyOf(name));
    else
        state->setValue(keyOf(name), members);
}

void HeadSettings::keepName(Head head, const QString& name)
{
    if (!m_hub->run() || m_hub->run()->model.isEmpty())
        return;
    const auto state = stateSettings();
    state->beginGroup(groupOf(kHeadNames, m_hub->run()->model));
    if (name.isEmpty())
        state->remove(keyOf(head));
    else
        state->setValue(keyOf(head), name);
}

void HeadSettings::restore()
{
    if (!m_hub->run() || m_hub->run()->model.isEmpty() || m_hub->run()->model == m_model)   // while it is being written it isn't known
        return;
    m_model = m_hub->run()->model;
    const auto state = stateSettings();
    state->beginGroup(groupOf(kHeadNames, m_model));
    std::map<Head, QString> names;
    for (const QString& key : state->childKeys())
        names[headOf(key)] = state->value(key).toString();
    m_hub->setHeadNames(std::move(names));
    state->endGroup();
    state->beginGroup(groupOf(kHeadSets, m_model));
    std::vector<std::pair<std::string, std::vector<Head>>> sets;
    for (const QString& key : state->childKeys()) {
        std::vector<Head> heads;
        for (const QString& member : state->value(key).toStringList())
            heads.push_back(headOf(member));
        std::sort(heads.begin(), heads.end());
        sets.emplace_back(nameOf(key).toStdString(), std::move(heads));
    }
    m_hub->setHeadSets(std::move(sets));
}

}  // namespace cairn
