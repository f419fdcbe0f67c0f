// The settings dialog and what it changes: values go to the store, the engine starts again where it must, files are chosen here.
// UI thread.
#pragma once

#include "app/window/settings/settings_store.h"

#include <QObject>
#include <QPointer>

class QWidget;

namespace cairn
{

class SettingsDialog;

class SettingsPresenter final : public QObject
{
    Q_OBJECT
public:
    SettingsPresenter(SettingsStore& store, SessionController& session, QWidget* window);

    void open();
    void openModel();          // the page about model and device
    void openPrivacy();
    void openFolders();
    void setMemoriesBytes(std::uint64_t bytes);   // that all memories take on the disk

    void chooseModel();        // a file, used from then on; where a chosen one is no more, the page that offers the others
    void chooseModelFolder();
    void useModelFolder(const QString& folder);   // one that is a model or holds some: the first is used from then on

Q_SIGNALS:
    void discardRequested();
    void shortcutsRequested();
    void said(const QString& sentence);           // to be shown

private:
    void showDialog(int page);
    void showFacts();
    void applied(const SettingsValues& before);
    void take(const SettingsValues& values);      // another model only if it can run; else that is said
    void browse(SettingsPlace place);

    SettingsStore& m_store;
    SessionController& m_session;
    QWidget* m_window;
    std::uint64_t m_memoriesBytes = 0;
    QPointer<SettingsDialog> m_dialog;
    QString m_wantedModel, m_modelProblem;        // m_wantedModel: the one that is looked at
};

}  // namespace cairn
