#include "app/window/areas/settings_presenter.h"

#include "app/client/background.h"
#include "app/client/engine_process.h"
#include "app/common/default_paths.h"
#include "app/window/areas/status_presenter.h"
#include "app/window/settings/model_check.h"
#include "storage/folders/session_folder.h"
#include "ui/panels/locale_order.h"
#include "ui/panels/settings_dialog.h"
#include "ui/sentences/sentences.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>
#include <filesystem>

namespace cairn
{
namespace
{

QString toQString(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

bool isCheckpoint(const QFileInfo& folder)
{
    return folder.isDir() && QFileInfo::exists(folder.filePath() + QStringLiteral("/config.json"));
}

QList<ModelChoice> modelsOf(const QString& folder)
{
    QList<ModelChoice> models;
    for (const QFileInfo& entry : QDir(folder).entryInfoList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (entry.suffix() == QLatin1String("gguf") || isCheckpoint(entry))
            models.append({entry.absoluteFilePath(), entry.fileName(), {}});
    }
    const QCollator byName = LocaleOrder::collator();
    std::sort(models.begin(), models.end(), [&](const ModelChoice& a, const ModelChoice& b) { return byName.compare(a.name, b.name) < 0; });
    return models;
}

QList<ModelChoice> modelsIn(const QString& chosenFolder)
{
    QList<ModelChoice> models = chosenFolder.isEmpty() ? QList<ModelChoice>() : modelsOf(chosenFolder);
    for (const std::filesystem::path& folder : modelFolders())
        models += modelsOf(toQString(folder));
    return models;
}

// What the open session was read with, where that is not what the settings choose.
QString sessionModelWords(const SessionController& session, const QString& chosen)
{
    if (!session.isOpen())
        return {};
    const auto& facts = session.facts();
    const QString model = session.contents().model, name = model.isEmpty() && facts ? facts->modelName : QFileInfo(model).fileName();
    if (session.contents().usesOwnModel && (facts || session.hasOwnReading()))
        return !chosen.isEmpty() && chosen != model
            ? SettingsPresenter::tr("The open session uses the model that it was read with, %1.").arg(name)
            : SettingsPresenter::tr("The open session uses the numbers that it was read with.");
    if (facts || session.ownModel().isEmpty())
        return {};
    return session.hasOwnModel()
               ? SettingsPresenter::tr("The open session was read with another model, %1. It can be read again, or use that one.").arg(name)
               : SettingsPresenter::tr(
                     "The open session was read with another model, %1, which is not there any more. It can be read again.")
                     .arg(name);
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
    m_session.engine().setCommand(commandWords(store.values().engineCommand));
    connect(&store, &SettingsStore::changed, this, &SettingsPresenter::applied);
    connect(&session, &SessionController::engineReady, this, &SettingsPresenter::showFacts);
    connect(&session, &SessionController::engineFailed, this, &SettingsPresenter::showFacts);
}

void SettingsPresenter::open() { showDialog(int(SettingsDialog::Page::Look)); }

void SettingsPresenter::openModel() { showDialog(int(SettingsDialog::Page::Model)); }

void SettingsPresenter::openPrivacy() { showDialog(int(SettingsDialog::Page::Privacy)); }

void SettingsPresenter::openFolders() { showDialog(int(SettingsDialog::Page::Folders)); }

void SettingsPresenter::showDialog(int page)
{
    if (!m_dialog) {
        m_dialog = new SettingsDialog(m_window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        m_dialog->setValues(m_store.values());
        m_modelProblem.clear();
        connect(m_dialog, &SettingsDialog::valuesChanged, this, &SettingsPresenter::take);
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
    facts.modelProblem = m_modelProblem;
    facts.sessionModel = sessionModelWords(m_session, m_store.values().modelPath);
    facts.textGoesTo = StatusPresenter::textGoesTo(m_session.engine());
    facts.sessionsFolder = QString::fromStdString(defaultSessionsFolder());
    facts.modelsFolder = toQString(dataFolder() / "models");
    facts.memoriesBytes = m_memoriesBytes;
    facts.cacheFolder = toQString(cacheFolder());
    facts.settingsFile = m_store.fileName();
    m_dialog->setFacts(facts);
}

// Where another engine is asked for the model may lie on its computer: it says itself what it can't run.
void SettingsPresenter::take(const SettingsValues& values)
{
    const QString before = m_store.values().modelPath, path = values.modelPath;
    m_modelProblem.clear();
    m_wantedModel = path;
    if (path.isEmpty() || path == before || !values.engineCommand.isEmpty()) {
        m_store.setValues(values);
        return showFacts();
    }
    SettingsValues others = values;
    others.modelPath = before;
    m_store.setValues(others);
    inBackground<Result<void>>(this, [path] { return checkModel(path); }, [this, path](const Result<void>& fits) {
        if (path != m_wantedModel)
            return;
        SettingsValues chosen = m_store.values();
        if (fits)
            chosen.modelPath = path;
        else
            m_modelProblem = tr("This model can't be used: %1").arg(errorWords(fits.error()));
        m_store.setValues(chosen);
        if (m_dialog)
            m_dialog->setValues(chosen);
        else if (!fits)
            Q_EMIT said(m_modelProblem);
        showFacts();
    });
}

void SettingsPresenter::applied(const SettingsValues& before)
{
    m_session.setEngineWish(m_store.engineWish());
    if (m_dialog)
        m_dialog->setValues(m_store.values());
    if (!needsOtherEngine(before, m_store.values()))
        return;
    m_session.engine().setCommand(commandWords(m_store.values().engineCommand));
    if (m_session.isOpen() && !m_session.contents().readOnly)
        m_session.startEngine(false);
}

void SettingsPresenter::chooseModel()
{
    if (m_store.values().modelPath.isEmpty())
        return browse(SettingsPlace::Model);
    openModel();
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
    m_store.setValues(values);   // there is none to keep in its place: what is wrong with it is said by the engine
    showFacts();
}

void SettingsPresenter::browse(SettingsPlace place)
{
    auto* dialog = new QFileDialog(m_dialog ? static_cast<QWidget*>(m_dialog) : m_window,
                                   place == SettingsPlace::Model ? tr("Choose a model") : tr("Choose a folder"));
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
        take(values);
    });
    dialog->open();
}

}  // namespace cairn
