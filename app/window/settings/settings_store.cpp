#include "app/window/settings/settings_store.h"

#include "app/window/desktop/desktop_looks.h"
#include "storage/folders/session_folder.h"
#include "ui/panels/labels.h"
#include "ui/panels/plain_descriptions.h"
#include "ui/motion.h"
#include "ui/plot_colours.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFont>

#include <algorithm>
#include <array>
#include <utility>

namespace cairn
{
namespace
{

QString folderOf(const char* variable, const char* otherwise)
{
    const QByteArray named = qgetenv(variable);
    const QString root = named.isEmpty() ? QDir::homePath() + QLatin1Char('/') + QLatin1String(otherwise) : QFile::decodeName(named);
    return root + QStringLiteral("/cairn");
}

QString configurationFile() { return folderOf("XDG_CONFIG_HOME", ".config") + QStringLiteral("/cairn.conf"); }
QString layoutFile() { return folderOf("XDG_STATE_HOME", ".local/state") + QStringLiteral("/layout.conf"); }

bool nobodyWasHere()
{
    return !QFile::exists(configurationFile()) && !QFile::exists(layoutFile()) &&
           !QFile::exists(QString::fromStdString(defaultSessionsFolder()));
}

const QPalette& systemPalette()   // as it was before the first setPalette
{
    static const QPalette kPalette = QApplication::palette();
    return kPalette;
}

// Names in the file, by ColourChoice.
constexpr std::array<const char*, 5> kColourNames{"system", "light", "dark", "light_high_contrast", "dark_high_contrast"};

ColourChoice colourChoice(const QString& name)
{
    const auto found = std::find_if(kColourNames.begin(), kColourNames.end(), [&](const char* one) { return name == QLatin1String(one); });
    return found == kColourNames.end() ? ColourChoice::System : ColourChoice(found - kColourNames.begin());
}

const QFont& systemFont()
{
    static const QFont kFont = QApplication::font();
    return kFont;
}

}  // namespace

std::unique_ptr<QSettings> stateSettings()
{
    return std::make_unique<QSettings>(layoutFile(), QSettings::IniFormat);
}

SettingsStore::SettingsStore(QObject* parent) : QObject(parent), m_isFirstStart(nobodyWasHere())
{
    systemPalette();
    systemFont();
    new FontNews(this);
    new PlainDescriptions(this);
    load();
}

void SettingsStore::load()
{
    const QSettings file(configurationFile(), QSettings::IniFormat);
    const auto text = [&](const char* name, const QString& usual = {}) { return file.value(QLatin1String(name), usual).toString(); };
    m_values.modelPath = text("engine/model");
    m_values.device = text("engine/device", QStringLiteral("auto"));
    m_values.kvType = text("engine/kv");
    m_values.memoryBudgetBytes = file.value(QStringLiteral("engine/memory")).toULongLong();
    m_values.threads = file.value(QStringLiteral("engine/threads")).toInt();
    m_values.engineCommand = text("engine/command");
    m_values.colours = colourChoice(text("look/colours"));
    const QString plots = text("look/plot_colours");
    m_values.plotColours = plots == QLatin1String("viridis") ? ColourScheme::Viridis
                           : plots == QLatin1String("grey")  ? ColourScheme::Grey
                                                             : ColourScheme::Cividis;
    m_values.language = text("look/language");
    m_values.interfaceFont = text("look/font");
    m_values.interfacePixels = file.value(QStringLiteral("look/pixels")).toInt();
    m_values.readingFont = text("reading/font");
    m_values.readingPixels = file.value(QStringLiteral("reading/pixels"), 16).toInt();
    m_values.sessionsFolder = text("folders/sessions");
    m_values.modelsFolder = text("folders/models");
    m_values.diskBudgetBytes = file.value(QStringLiteral("folders/memories")).toULongLong();
    m_values.reducedMotion = file.value(QStringLiteral("look/reduced_motion"), false).toBool();
    m_values.flashCited = file.value(QStringLiteral("reading/flash_cited"), false).toBool();
    m_values.readByItself = file.value(QStringLiteral("reading/by_itself"), true).toBool();
    m_values.backLinks = file.value(QStringLiteral("reading/back_links"), false).toBool();
    m_values.groupScan = file.value(QStringLiteral("reading/group_scan"), false).toBool();
    QSettings keys(configurationFile(), QSettings::IniFormat);
    keys.beginGroup(QStringLiteral("keys"));
    for (const QString& action : keys.childKeys())
        m_keys.insert(action, QKeySequence(keys.value(action).toString(), QKeySequence::PortableText));
}

void SettingsStore::save() const
{
    QSettings file(configurationFile(), QSettings::IniFormat);
    const char* plots[] = {"cividis", "viridis", "grey"};
    file.setValue(QStringLiteral("engine/model"), m_values.modelPath);
    file.setValue(QStringLiteral("engine/device"), m_values.device);
    file.setValue(QStringLiteral("engine/kv"), m_values.kvType);
    file.setValue(QStringLiteral("engine/memory"), qulonglong(m_values.memoryBudgetBytes));
    file.setValue(QStringLiteral("engine/threads"), m_values.threads);
    file.setValue(QStringLiteral("engine/command"), m_values.engineCommand);
    file.setValue(QStringLiteral("look/colours"), QLatin1String(kColourNames[std::size_t(m_values.colours)]));
    file.setValue(QStringLiteral("look/plot_colours"), QLatin1String(plots[int(m_values.plotColours)]));
    file.setValue(QStringLiteral("look/language"), m_values.language);
    file.setValue(QStringLiteral("look/font"), m_values.interfaceFont);
    file.setValue(QStringLiteral("look/pixels"), m_values.interfacePixels);
    file.setValue(QStringLiteral("reading/font"), m_values.readingFont);
    file.setValue(QStringLiteral("reading/pixels"), m_values.readingPixels);
    file.setValue(QStringLiteral("folders/sessions"), m_values.sessionsFolder);
    file.setValue(QStringLiteral("folders/models"), m_values.modelsFolder);
    file.setValue(QStringLiteral("folders/memories"), qulonglong(m_values.diskBudgetBytes));
    file.setValue(QStringLiteral("look/reduced_motion"), m_values.reducedMotion);
    file.setValue(QStringLiteral("reading/flash_cited"), m_values.flashCited);
    file.setValue(QStringLiteral("reading/by_itself"), m_values.readByItself);
    file.setValue(QStringLiteral("reading/back_links"), m_values.backLinks);
    file.setValue(QStringLiteral("reading/group_scan"), m_values.groupScan);
}

void SettingsStore::setValues(const SettingsValues& values)
{
    if (values == m_values)
        return;
    const SettingsValues before = std::exchange(m_values, values);
    save();
    apply();
    Q_EMIT changed(before);
}

void SettingsStore::apply()
{
    applyColours();
    setPlotColours(m_values.plotColours);
    QFont font = systemFont();
    if (!m_values.interfaceFont.isEmpty())
        font.setFamily(m_values.interfaceFont);
    if (m_values.interfacePixels > 0)
        font.setPixelSize(m_values.interfacePixels);
    QApplication::setFont(font);
    applyMotion();
    m_language.setLanguage(m_values.language);
}

void SettingsStore::applyColours() const
{
    const ColourChoice wanted = m_values.colours;
    const QPalette& system = systemPalette();
    const bool asSystem = wanted == ColourChoice::System, ownContrast = asSystem && isHighContrast(system);
    const bool strong = ownContrast || (asSystem ? m_desktop.moreContrast
                                                 : wanted == ColourChoice::StrongLight || wanted == ColourChoice::StrongDark);
    const bool darkSystem = panelOf(system) == cairn::Panel::Dark || m_desktop.dark.value_or(false);
    const bool dark = asSystem ? darkSystem : wanted == ColourChoice::Dark || wanted == ColourChoice::StrongDark;
    setContrast(strong ? Contrast::High : Contrast::Usual, ownContrast ? system.color(QPalette::Text) : QColor());
    QApplication::setPalette(themePalette(dark ? cairn::Panel::Dark : cairn::Panel::Light));
}

void SettingsStore::applyMotion() const
{
    setReducedMotion(m_values.reducedMotion || m_desktop.lessMotion || systemReducesMotion());
}

void SettingsStore::followDesktop()
{
    const auto* looks = new DesktopLooks(QDBusConnection::sessionBus(), this);
    connect(looks, &DesktopLooks::told, this, &SettingsStore::follow);
}

void SettingsStore::follow(const DesktopWishes& wishes)
{
    m_desktop = wishes;
    applyMotion();
    applyColours();
}

EngineWish SettingsStore::engineWish() const
{
    EngineWish wish;
    wish.model = m_values.modelPath;
    wish.device = m_values.device;
    wish.kvType = m_values.kvType;
    wish.memoryBudgetBytes = m_values.memoryBudgetBytes;
    wish.threads = m_values.threads;
    wish.links = m_values.backLinks;
    wish.scan = m_values.groupScan ? ScanWay::TwoLevel : ScanWay::Flat;
    return wish;
}

QString SettingsStore::fileName() const { return configurationFile(); }

void SettingsStore::setKey(const QString& action, const QKeySequence& keys, const QKeySequence& usual)
{
    QSettings file(configurationFile(), QSettings::IniFormat);
    const QString name = QStringLiteral("keys/") + action;
    if (keys == usual) {
        m_keys.remove(action);
        file.remove(name);
    } else {
        m_keys.insert(action, keys);
        file.setValue(name, keys.toString(QKeySequence::PortableText));
    }
}

}  // namespace cairn
