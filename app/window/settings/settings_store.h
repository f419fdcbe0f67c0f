// The user's settings: kept in XDG_CONFIG_HOME/cairn/cairn.conf, the window's layout in XDG_STATE_HOME/cairn; applied to the application
// (colours, fonts, language) and to the next engine. UI thread.
#pragma once

#include "app/window/desktop/desktop_wishes.h"
#include "app/window/session/session_controller.h"
#include "ui/panels/language.h"
#include "ui/panels/settings_values.h"

#include <QKeySequence>
#include <QMap>
#include <QObject>
#include <QSettings>

#include <memory>

namespace cairn
{

// Layout, sizes, last folders: what may be lost without harm.
std::unique_ptr<QSettings> stateSettings();

class SettingsStore final : public QObject
{
    Q_OBJECT
public:
    explicit SettingsStore(QObject* parent = nullptr);   // loads; nothing is applied yet

    const SettingsValues& values() const { return m_values; }
    void setValues(const SettingsValues& values);        // keeps and applies
    void apply();                                        // colours, fonts, language
    void followDesktop();                                // from now on what its settings service says of motion and colours
    void follow(const DesktopWishes& wishes);            // it said this
    EngineWish engineWish() const;
    QString fileName() const;                            // of the settings
    bool isFirstStart() const { return m_isFirstStart; } // this user had no settings, layout or sessions when the program started

    QMap<QString, QKeySequence> keys() const { return m_keys; }   // changed ones, by the action's object name
    void setKey(const QString& action, const QKeySequence& keys, const QKeySequence& usual);

Q_SIGNALS:
    void changed(const cairn::SettingsValues& before);

private:
    void load();
    void save() const;
    void applyColours() const;  // what is set, or as the system has them
    void applyMotion() const;   // what is set, what the desktop tells, what the system says

    const bool m_isFirstStart;
    SettingsValues m_values;
    DesktopWishes m_desktop;
    QMap<QString, QKeySequence> m_keys;
    Language m_language;
};

}  // namespace cairn
