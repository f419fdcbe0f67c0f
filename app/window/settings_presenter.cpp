#include "app/window/settings_presenter.h"

#include "app/common/default_paths.h"
#include "app/window/status_presenter.h"
#include "storage/session_folder.h"
#include "ui/panels/settings_dialog.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QProcess>

#include <filesystem>

namespace cairn
{
namespace
{

QString toQString(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

bool isCheckpoint(const QFileInfo& folder) { return folder.isDir() && QFileInfo::exists(folder.filePath() + QStringLiteral("/config.json")); }

QList<ModelChoice> modelsOf(const QString& folder)
{
    QList<ModelChoice> models;
    for (const QFileInfo& entry : QDir(folder).entryInfoList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (entry.suffix() == QLatin1String("gguf") || isCheckpoint(entry))
            models.append({entry.absoluteFilePath(), entry.fileName(), {}});
    }
    return models;
}

QList<ModelChoice> modelsIn(const QString& chosenFolder)
{
    QList<ModelChoice> models = chosenFolder.isEmpty() ? QList<ModelChoice>() : modelsOf(chosenFolder);
    for (const std::filesystem::path& folder : modelFolders())
        models += modelsOf(toQString(folder));
    return models;
}

bool needsOtherEngine(const SettingsValues& a, const SettingsValues& b)
{
    return a.modelPath != b.modelPath || a.device != b.device || a.kvType != b.kvType || a.memoryBudgetBytes != b.memoryBudgetBytes ||
           a.threads != b.threads || a.engineCommand != b.engineCommand;
}

}  // namespace

SettingsPresenter::SettingsPresenter(SettingsStore& store, SessionController& session, QWidget* window)
    : QObject(window), m_store(store), m_session(session), m_window(window)
{
    m_session.setEngineWish(store.engineWish());
    connect(&store, &SettingsStore::changed, this, &SettingsPresenter::applied);
    connect(&session, &SessionController::engineReady, this, &SettingsPresenter::showFacts);
}

void SettingsPresenter::open() { showDialog(int(SettingsDialog::Page::Look)); }

void SettingsPresenter::openModel() { showDialog(int(SettingsDialog::Page::Model)); }

void SettingsPresenter::openPrivacy() { showDialog(int(SettingsDialog::Page::Privacy)); }

void SettingsPresenter::showDialog(int page)
{
    if (!m_dialog) {
        m_dialog = new SettingsDialog(m_window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        m_dialog->setValues(m_store.values());
        connect(m_dialog, &SettingsDialog::valuesChanged, &m_store, &SettingsStore::setValues);
        connect(m_dialog, &SettingsDialog::browseRequested, this, &SettingsPresenter::browse);
        connect(m_dialog, &SettingsDialog::shortcutsRequested, this, &SettingsPresenter::shortcutsRequested);
        connect(m_dialog, &SettingsDialog::discardRequested, this, &SettingsPresenter::discardRequested);
    }
    showFacts();
    m_dialog->showPage(SettingsDialog::Page(page));
}

void SettingsPresenter::setMemoriesBytes(std::uint64_t bytes)
{
    m_memoriesBytes = bytes;
    showFacts();
}

void SettingsPresenter::showFacts()
{
    if (!m_dialog)
        return;
    SettingsFacts facts;
    facts.models = modelsIn(m_store.values().modelsFolder);
    if (const auto& engine = m_session.facts()) {
        facts.modelName = engine->modelName;
        facts.modelKind = engine->modelKind;
        facts.modelLicence = engine->license;
        facts.device = engine->device;
        facts.deviceReason = engine->deviceReason;
    }
    facts.textGoesTo = StatusPresenter::textGoesTo(m_session.engine());
    facts.sessionsFolder = QString::fromStdString(defaultSessionsFolder());
    facts.modelsFolder = toQString(dataFolder() / "models");
    facts.memoriesBytes = m_memoriesBytes;
    facts.cacheFolder = toQString(cacheFolder());
    facts.settingsFile = m_store.fileName();
    m_dialog->setFacts(facts);
}

void SettingsPresenter::applied(const SettingsValues& before)
{
    m_session.setEngineWish(m_store.engineWish());
    if (m_dialog)
        m_dialog->setValues(m_store.values());
    if (!needsOtherEngine(before, m_store.values()))
        return;
    m_session.engine().setCommand(QProcess::splitCommand(m_store.values().engineCommand));
    if (m_session.isOpen() && !m_session.contents().readOnly)
        m_session.startEngine(false);
}

void SettingsPresenter::chooseModelFolder()
{
    auto* dialog = new QFileDialog(m_window, tr("Choose a folder with a model"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &SettingsPresenter::useModelFolder);
    dialog->open();
}

void SettingsPresenter::useModelFolder(const QString& folder)
{
    SettingsValues values = m_store.values();
    if (isCheckpoint(QFileInfo(folder))) {
        values.modelPath = folder;
    } else {
        const QList<ModelChoice> models = modelsOf(folder);
        if (models.isEmpty())
            return Q_EMIT said(tr("There is no model in %1: neither a .gguf file nor a folder with a config.json.").arg(folder));
        values.modelPath = models.front().path;
        values.modelsFolder = folder;   // the others can be chosen in the settings
    }
    m_store.setValues(values);
    showFacts();
}

void SettingsPresenter::browse(SettingsPlace place)
{
    auto* dialog = new QFileDialog(m_dialog ? static_cast<QWidget*>(m_dialog) : m_window, place == SettingsPlace::Model ? tr("Choose a model") : tr("Choose a folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (place == SettingsPlace::Model)
        dialog->setNameFilters({tr("Models (*.gguf)"), tr("All files (*)")});
    else
        dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this, place](const QString& path) {
        SettingsValues values = m_store.values();
        (place == SettingsPlace::Model            ? values.modelPath
         : place == SettingsPlace::SessionsFolder ? values.sessionsFolder
                                                  : values.modelsFolder) = path;
        m_store.setValues(values);
        showFacts();
    });
    dialog->open();
}

}  // namespace cairn
