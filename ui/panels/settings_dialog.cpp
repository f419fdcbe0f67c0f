#include "ui/panels/settings_dialog.h"

#include "ui/panels/allowed_action.h"
#include "ui/panels/device_words.h"
#include "ui/panels/downward_area.h"
#include "ui/panels/enter_key.h"
#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFontComboBox>
#include <QFontInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QSpinBox>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kLeastNames = 150, kArrowRoom = 48;   // px
constexpr std::uint64_t kMegabyte = 1'000'000, kGigabyte = 1'000'000'000;

void choose(QComboBox* box, const QVariant& value) { box->setCurrentIndex(std::max(0, box->findData(value))); }

// Names of pages with room around them.
class PageNames final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QString displayText(const QVariant& name, const QLocale&) const override { return QStringLiteral("\u00A0\u00A0") + name.toString(); }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, metrics::kGap);
    }
};

// As wide as its names.
class PageList final : public QListWidget
{
public:
    PageList() { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding); }
    QSize sizeHint() const override
    {
        return {std::max(kLeastNames, sizeHintForColumn(0) + 2 * metrics::kInset), QListWidget::sizeHint().height()};
    }
    QSize minimumSizeHint() const override { return {sizeHint().width(), QListWidget::minimumSizeHint().height()}; }
};

}  // namespace

SettingsDialog::SettingsDialog(QWidget* parent) : QDialog(parent)
{
    m_list = new PageList;
    m_list->setItemDelegate(new PageNames(m_list));
    m_pages = new QStackedWidget;
    for (QWidget* page : {makeModel(), makeLook(), makeReading(), makeFolders(), makePrivacy()}) {
        m_list->addItem(QString());
        m_pages->addWidget(new DownwardArea(page));
    }
    auto* row = new QHBoxLayout;
    row->addWidget(m_list);
    row->addWidget(m_pages, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->setObjectName(QStringLiteral("buttons"));
    auto* column = new QVBoxLayout(this);
    column->addLayout(row, 1);
    column->addWidget(buttons);
    resizeScaled(this, {760, 520});
    connect(m_list, &QListWidget::currentRowChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    m_list->setCurrentRow(0);
    retranslate();
    showValues();
    connectEditors();
    enterPressesNoOther(this);
}

void SettingsDialog::edit(const std::function<void(SettingsValues&)>& change)
{
    if (m_showing)
        return;
    SettingsValues values = m_values;
    change(values);
    if (values == m_values)
        return;
    m_values = values;
    showValues();
    Q_EMIT valuesChanged(m_values);
}

void SettingsDialog::setValues(const SettingsValues& values)
{
    m_values = values;
    showValues();
}

void SettingsDialog::setFacts(const SettingsFacts& facts)
{
    m_facts = facts;
    showFacts();
    showValues();
}

void SettingsDialog::showPage(Page page)
{
    m_list->setCurrentRow(int(page));
    show();
    raise();
    activateWindow();
}

void SettingsDialog::showValues()
{
    m_showing = true;
    if (m_model->findData(m_values.modelPath) < 0)
        m_model->addItem(m_values.modelPath, m_values.modelPath);
    choose(m_model, m_values.modelPath);
    choose(m_device, m_values.device);
    choose(m_kv, m_values.kvType);
    m_budget->setValue(int(std::min<std::uint64_t>(m_values.memoryBudgetBytes / kMegabyte, std::uint64_t(m_budget->maximum()))));
    m_threads->setValue(m_values.threads);
    const auto set = [](QLineEdit* field, const QString& text) {
        if (field->text() != text)
            field->setText(text);
    };
    set(m_engine, m_values.engineCommand);
    set(m_sessions, m_values.sessionsFolder);
    m_diskBudget->setValue(int(std::min<std::uint64_t>(m_values.diskBudgetBytes / kGigabyte, std::uint64_t(m_diskBudget->maximum()))));
    set(m_models, m_values.modelsFolder);
    choose(m_colours, int(m_values.colours));
    choose(m_plotColours, int(m_values.plotColours));
    choose(m_language, m_values.language);
    m_systemFont->setChecked(m_values.interfaceFont.isEmpty());
    const QString untick = tr("Untick the system’s font first.");
    allowWidget(m_interfaceFont, m_values.interfaceFont.isEmpty() ? untick : QString());
    if (!m_values.interfaceFont.isEmpty())
        m_interfaceFont->setCurrentFont(QFont(m_values.interfaceFont));
    m_interfaceSize->setValue(m_values.interfacePixels);
    m_serifFont->setChecked(m_values.readingFont.isEmpty());
    allowWidget(m_readingFont, m_values.readingFont.isEmpty() ? untick : QString());
    QFont reading(m_values.readingFont.isEmpty() ? QStringLiteral("Noto Serif") : m_values.readingFont);   // as TextDocView
    reading.setStyleHint(QFont::Serif);
    m_readingFont->setCurrentFont(QFont(QFontInfo(reading).family()));
    m_readingSize->setValue(m_values.readingPixels);
    m_motion->setChecked(m_values.reducedMotion);
    m_flash->setChecked(m_values.flashCited);
    m_byItself->setChecked(m_values.readByItself);
    m_backLinks->setChecked(m_values.backLinks);
    m_groupScan->setChecked(m_values.groupScan);
    m_showing = false;
}

void SettingsDialog::connectEditors()
{
    using Values = SettingsValues;
    const auto onCombo = [this](QComboBox* box, auto set) {
        connect(box, &QComboBox::activated, this, [=, this] { edit([=](Values& v) { set(v, box->currentData()); }); });
    };
    const auto onNumber = [this](QSpinBox* box, auto set) {
        connect(box, &QSpinBox::valueChanged, this, [=, this](int number) { edit([=](Values& v) { set(v, number); }); });
    };
    const auto onText = [this](QLineEdit* field, QString Values::*text) {
        connect(field, &QLineEdit::editingFinished, this, [=, this] { edit([=](Values& v) { v.*text = field->text().trimmed(); }); });
    };
    const auto onFont = [this](QFontComboBox* box, QString Values::*family) {
        connect(box, &QFontComboBox::currentFontChanged, this,
                [=, this](const QFont& font) { edit([&](Values& v) { v.*family = font.family(); }); });
    };
    onCombo(m_model, [](Values& v, const QVariant& value) { v.modelPath = value.toString(); });
    onCombo(m_device, [](Values& v, const QVariant& value) { v.device = value.toString(); });
    onCombo(m_kv, [](Values& v, const QVariant& value) { v.kvType = value.toString(); });
    onCombo(m_colours, [](Values& v, const QVariant& value) { v.colours = ColourChoice(value.toInt()); });
    onCombo(m_plotColours, [](Values& v, const QVariant& value) { v.plotColours = ColourScheme(value.toInt()); });
    onCombo(m_language, [](Values& v, const QVariant& value) { v.language = value.toString(); });
    onNumber(m_budget, [](Values& v, int megabytes) { v.memoryBudgetBytes = std::uint64_t(megabytes) * kMegabyte; });
    onNumber(m_diskBudget, [](Values& v, int gigabytes) { v.diskBudgetBytes = std::uint64_t(gigabytes) * kGigabyte; });
    onNumber(m_threads, [](Values& v, int threads) { v.threads = threads; });
    onNumber(m_readingSize, [](Values& v, int pixels) { v.readingPixels = pixels; });
    onNumber(m_interfaceSize,
             [lowest = m_interfaceSize->minimum()](Values& v, int pixels) { v.interfacePixels = pixels > lowest ? pixels : 0; });
    onText(m_engine, &Values::engineCommand);
    onText(m_sessions, &Values::sessionsFolder);
    onText(m_models, &Values::modelsFolder);
    onFont(m_interfaceFont, &Values::interfaceFont);
    onFont(m_readingFont, &Values::readingFont);
    connect(m_systemFont, &QAbstractButton::toggled, this, [this](bool system) {
        edit([&](Values& v) { v.interfaceFont = system ? QString() : QFontInfo(font()).family(); });
    });
    connect(m_serifFont, &QAbstractButton::toggled, this, [this](bool serif) {
        edit([&](Values& v) { v.readingFont = serif ? QString() : m_readingFont->currentFont().family(); });
    });
    connect(m_motion, &QAbstractButton::toggled, this, [this](bool on) { edit([&](Values& v) { v.reducedMotion = on; }); });
    connect(m_flash, &QAbstractButton::toggled, this, [this](bool on) { edit([&](Values& v) { v.flashCited = on; }); });
    connect(m_byItself, &QAbstractButton::toggled, this, [this](bool on) { edit([&](Values& v) { v.readByItself = on; }); });
    connect(m_backLinks, &QAbstractButton::toggled, this, [this](bool on) { edit([&](Values& v) { v.backLinks = on; }); });
    connect(m_groupScan, &QAbstractButton::toggled, this, [this](bool on) { edit([&](Values& v) { v.groupScan = on; }); });
}

void SettingsDialog::showFacts()
{
    m_showing = true;
    m_model->clear();
    m_model->addItem(tr("The model that comes with Cairn"), QString());
    fitModel();
    for (const ModelChoice& choice : m_facts.models) {
        m_model->addItem(choice.problem.isEmpty() ? choice.name : tr("%1 (cannot be used)").arg(choice.name), choice.path);
        m_model->setItemData(m_model->count() - 1, plainTip(choice.problem.isEmpty() ? choice.path : choice.problem), Qt::ToolTipRole);
    }
    QStringList model;
    for (const QString& part :
         {m_facts.modelProblem,
          m_facts.modelKind.isEmpty() ? m_facts.modelName : tr("In use: %1, %2.").arg(m_facts.modelName, modelKindWords(m_facts.modelKind)),
          m_facts.sessionModel, m_facts.modelFit,
          m_facts.modelLicence.isEmpty() ? QString() : tr("Licence of the model: %1.").arg(m_facts.modelLicence)}) {
        if (!part.isEmpty())
            model << part;
    }
    m_modelFacts->setText(model.join(QLatin1Char('\n')));
    m_modelFacts->setVisible(!model.isEmpty());
    m_deviceFacts->setText(m_facts.device.isEmpty()
                               ? QString()
                               : tr("In use: %1. %2").arg(deviceWords(m_facts.device), deviceReasonWords(m_facts.deviceReason)).trimmed());
    m_deviceFacts->setVisible(!m_facts.device.isEmpty());
    const QString budget = byteWords(qint64(m_facts.automaticBudgetBytes));
    m_budget->setSpecialValueText(m_facts.automaticBudgetBytes ? tr("Automatic (%1)").arg(budget) : tr("Automatic"));
    m_sessions->setPlaceholderText(m_facts.sessionsFolder);
    m_models->setPlaceholderText(m_facts.modelsFolder);
    m_diskFacts->setText(tr("All memories take %1 now. Beyond the limit Cairn asks which ones to discard; it never discards one by itself.")
                             .arg(byteWords(qint64(m_facts.memoriesBytes))));
    QStringList others;
    if (!m_facts.cacheFolder.isEmpty())
        others << tr("Page images, may be deleted: %1").arg(m_facts.cacheFolder);
    if (!m_facts.settingsFile.isEmpty())
        others << tr("These settings: %1").arg(m_facts.settingsFile);
    m_otherFolders->setText(others.join(QLatin1Char('\n')));
    m_privacy->setText(
        (m_facts.textGoesTo.isEmpty() ? tr("Everything stays on this computer: no connection, telemetry or update check.")
                                      : m_facts.textGoesTo + QLatin1Char('.')) +
        QStringLiteral("\n\n") +
        tr("Documents are copied as text into their session; your files are never changed. Questions, answers and notes are kept in "
           "the session’s folder and nowhere else. Pictures and fonts that a document names on the network are not fetched. Pages are "
           "drawn and files are taken apart by a separate process that can open nothing else. The log holds numbers and error codes, "
           "never words of your documents."));
    m_showing = false;
}

// The usual one is never cut; names and paths of others are.
void SettingsDialog::fitModel()
{
    m_model->setMinimumWidth(m_model->fontMetrics().horizontalAdvance(m_model->itemText(0)) + kArrowRoom);
}

void SettingsDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitModel();
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        showValues();
    }
}

}  // namespace cairn
