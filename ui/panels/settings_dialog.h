// The settings: every change takes effect at once, so there is nothing to confirm; not modal. The receiver applies and keeps the values,
// opens file dialogs, and says what it knows. UI thread.
#pragma once

#include "ui/panels/settings_values.h"

#include <QDialog>

#include <functional>

class QComboBox;
class QFontComboBox;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QSpinBox;
class QStackedWidget;
class QCheckBox;

namespace cairn
{

class Label;
class SettingsForm;

class SettingsDialog final : public QDialog
{
    Q_OBJECT
public:
    enum class Page { Model, Look, Reading, Folders, Privacy };

    explicit SettingsDialog(QWidget* parent = nullptr);
    void setValues(const SettingsValues& values);      // no signal
    const SettingsValues& values() const { return m_values; }
    void setFacts(const SettingsFacts& facts);
    void showPage(Page page);                          // and the dialog

Q_SIGNALS:
    void valuesChanged(const cairn::SettingsValues& values);
    void browseRequested(cairn::SettingsPlace place);  // a file or folder is to be chosen
    void discardRequested();       // memories: which ones is asked then
    void shortcutsRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeModel();
    QWidget* makeLook();
    QWidget* makeReading();
    QWidget* makeFolders();
    QWidget* makePrivacy();
    void connectEditors();
    void edit(const std::function<void(SettingsValues&)>& change);   // and the signal, unless the values are being shown
    void showValues();
    void showFacts();
    void retranslate();
    void fitModel();

    SettingsValues m_values;
    SettingsFacts m_facts;
    bool m_showing = false;
    QListWidget* m_list;
    QStackedWidget* m_pages;
    SettingsForm *m_modelForm = nullptr, *m_lookForm = nullptr, *m_readingForm = nullptr, *m_foldersForm = nullptr;
    QComboBox *m_model = nullptr, *m_device = nullptr, *m_kv = nullptr, *m_colours = nullptr,
              *m_plotColours = nullptr, *m_language = nullptr;
    QFontComboBox *m_interfaceFont = nullptr, *m_readingFont = nullptr;
    QCheckBox *m_systemFont = nullptr, *m_serifFont = nullptr, *m_byItself = nullptr, *m_backLinks = nullptr, *m_groupScan = nullptr,
              *m_motion = nullptr, *m_flash = nullptr;
    QSpinBox *m_budget = nullptr, *m_threads = nullptr, *m_interfaceSize = nullptr, *m_readingSize = nullptr;
    QLineEdit *m_engine = nullptr, *m_sessions = nullptr, *m_models = nullptr;
    QSpinBox* m_diskBudget = nullptr;
    Label* m_diskFacts = nullptr;
    Label *m_modelFacts = nullptr, *m_deviceFacts = nullptr, *m_restart = nullptr, *m_privacy = nullptr, *m_otherFolders = nullptr,
          *m_byItselfHelp = nullptr, *m_backLinksHelp = nullptr, *m_groupScanHelp = nullptr;
};

}  // namespace cairn
