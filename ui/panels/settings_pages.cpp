// The pages of SettingsDialog: their editors, and all their words.
#include "ui/panels/settings_dialog.h"

#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFontComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <array>

namespace cairn
{
namespace
{

constexpr int kMostBudgetMegabytes = 1'000'000, kMostThreads = 512, kSmallestFont = 8, kLargestFont = 40;

QFormLayout* formIn(QWidget* page)
{
    auto* form = new QFormLayout(page);
    form->setContentsMargins(16, 8, 16, 8);
    form->setVerticalSpacing(12);
    form->setHorizontalSpacing(16);
    form->setRowWrapPolicy(QFormLayout::DontWrapRows);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    return form;
}

Label* quiet()
{
    auto* label = new Label({}, metrics::kSmallFont, Tone::Muted);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QWidget* withBrowse(QWidget* field, QPushButton*& button)
{
    auto* pair = new QWidget;
    auto* row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(field, 1);
    button = new QPushButton;
    button->setObjectName(QStringLiteral("browse"));
    row->addWidget(button);
    return pair;
}

void nameRow(QFormLayout* form, QWidget* editor, const QString& words)
{
    QWidget* field = form->labelForField(editor) ? editor : editor->parentWidget();
    if (auto* label = qobject_cast<QLabel*>(form->labelForField(field)))
        label->setText(words);
    editor->setAccessibleName(words);
}

QComboBox* choices(std::initializer_list<QVariant> data)
{
    auto* box = new QComboBox;
    for (const QVariant& value : data)
        box->addItem(QString(), value);
    return box;
}

}  // namespace

QWidget* SettingsDialog::makeModel()
{
    auto* page = new QWidget;
    m_modelForm = formIn(page);
    m_model = new QComboBox;
    m_model->addItem(QString(), QString());
    m_model->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_model->setMinimumContentsLength(24);
    m_modelFacts = quiet();
    m_device = choices({QStringLiteral("auto"), QStringLiteral("cuda"), QStringLiteral("cpu")});
    m_deviceFacts = quiet();
    m_kv = choices({QString(), QStringLiteral("int8"), QStringLiteral("f16")});
    m_budget = new QSpinBox;
    m_budget->setRange(0, kMostBudgetMegabytes);
    m_budget->setSingleStep(256);
    m_budget->setSuffix(QStringLiteral(" MB"));
    m_budget->setGroupSeparatorShown(true);
    m_threads = new QSpinBox;
    m_threads->setRange(0, kMostThreads);
    m_engine = new QLineEdit;
    m_engine->setPlaceholderText(QStringLiteral("cairn-engine"));
    m_restart = quiet();
    QPushButton* browse = nullptr;
    m_modelForm->addRow(QStringLiteral(" "), withBrowse(m_model, browse));
    connect(browse, &QAbstractButton::clicked, this, [this] { Q_EMIT browseRequested(SettingsPlace::Model); });
    m_modelForm->addRow(QString(), m_modelFacts);
    m_modelForm->addRow(QStringLiteral(" "), m_device);
    m_modelForm->addRow(QString(), m_deviceFacts);
    m_modelForm->addRow(QStringLiteral(" "), m_kv);
    m_modelForm->addRow(QStringLiteral(" "), m_budget);
    m_modelForm->addRow(QStringLiteral(" "), m_threads);
    m_modelForm->addRow(QStringLiteral(" "), m_engine);
    m_modelForm->addRow(QString(), m_restart);
    return page;
}

QWidget* SettingsDialog::makeLook()
{
    auto* page = new QWidget;
    m_lookForm = formIn(page);
    m_colours = choices({int(ColourChoice::System), int(ColourChoice::Light), int(ColourChoice::Dark)});
    m_language = choices({QString(), QStringLiteral("en"), QStringLiteral("de")});
    m_systemFont = new QCheckBox;
    m_interfaceFont = new QFontComboBox;
    m_interfaceSize = new QSpinBox;
    m_interfaceSize->setRange(kSmallestFont - 1, kLargestFont);   // the lowest stands for the system's
    m_interfaceSize->setSuffix(QStringLiteral(" px"));
    auto* keys = new QPushButton;
    keys->setObjectName(QStringLiteral("shortcuts"));
    connect(keys, &QAbstractButton::clicked, this, &SettingsDialog::shortcutsRequested);
    m_lookForm->addRow(QStringLiteral(" "), m_colours);
    m_lookForm->addRow(QStringLiteral(" "), m_language);
    m_lookForm->addRow(QStringLiteral(" "), m_systemFont);
    m_lookForm->addRow(QString(), m_interfaceFont);
    m_lookForm->addRow(QStringLiteral(" "), m_interfaceSize);
    m_lookForm->addRow(QStringLiteral(" "), keys);
    return page;
}

QWidget* SettingsDialog::makeReading()
{
    auto* page = new QWidget;
    m_readingForm = formIn(page);
    m_byItself = new QCheckBox;
    m_byItselfHelp = quiet();
    m_serifFont = new QCheckBox;
    m_readingFont = new QFontComboBox;
    m_readingSize = new QSpinBox;
    m_readingSize->setRange(kSmallestFont, kLargestFont);
    m_readingSize->setSuffix(QStringLiteral(" px"));
    m_readingForm->addRow(QStringLiteral(" "), m_byItself);
    m_readingForm->addRow(QString(), m_byItselfHelp);
    m_readingForm->addRow(QStringLiteral(" "), m_serifFont);
    m_readingForm->addRow(QString(), m_readingFont);
    m_readingForm->addRow(QStringLiteral(" "), m_readingSize);
    return page;
}

QWidget* SettingsDialog::makeFolders()
{
    auto* page = new QWidget;
    m_foldersForm = formIn(page);
    m_sessions = new QLineEdit;
    m_models = new QLineEdit;
    m_otherFolders = quiet();
    QPushButton *sessions = nullptr, *models = nullptr;
    m_foldersForm->addRow(QStringLiteral(" "), withBrowse(m_sessions, sessions));
    m_foldersForm->addRow(QStringLiteral(" "), withBrowse(m_models, models));
    m_foldersForm->addRow(QString(), m_otherFolders);
    connect(sessions, &QAbstractButton::clicked, this, [this] { Q_EMIT browseRequested(SettingsPlace::SessionsFolder); });
    connect(models, &QAbstractButton::clicked, this, [this] { Q_EMIT browseRequested(SettingsPlace::ModelsFolder); });
    return page;
}

QWidget* SettingsDialog::makePrivacy()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(16, 12, 16, 8);
    m_privacy = new Label;
    m_privacy->setWordWrap(true);
    m_privacy->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_privacy);
    column->addStretch();
    return page;
}

void SettingsDialog::retranslate()
{
    setWindowTitle(tr("Settings"));
    m_list->setAccessibleName(tr("Pages of the settings"));
    const std::array<QString, 5> pages{tr("Model"), tr("Appearance"), tr("Reading"), tr("Folders"), tr("Privacy")};
    for (std::size_t i = 0; i < pages.size(); ++i)
        m_list->item(int(i))->setText(pages[i]);
    nameRow(m_modelForm, m_model, tr("Model"));
    nameRow(m_modelForm, m_device, tr("Device"));
    nameRow(m_modelForm, m_kv, tr("Numbers of the memory"));
    nameRow(m_modelForm, m_budget, tr("Memory budget"));
    nameRow(m_modelForm, m_threads, tr("Threads"));
    nameRow(m_modelForm, m_engine, tr("Engine command"));
    m_threads->setSpecialValueText(tr("Automatic"));
    m_engine->setToolTip(plainTip(tr("Another command to start the engine with, for example on another computer: ssh gpu cairn-engine")));
    m_restart->setText(tr("Another model, other numbers: documents are read again with them when they are opened next. The engine restarts by itself."));
    nameRow(m_lookForm, m_colours, tr("Colours"));
    nameRow(m_lookForm, m_language, tr("Language"));
    nameRow(m_lookForm, m_systemFont, tr("Font"));
    nameRow(m_lookForm, m_interfaceSize, tr("Font size"));
    m_interfaceFont->setAccessibleName(tr("Font"));
    m_systemFont->setText(tr("The system’s font"));
    m_interfaceSize->setSpecialValueText(tr("The system’s"));
    if (auto* keys = findChild<QPushButton*>(QStringLiteral("shortcuts"))) {
        keys->setText(tr("Change keys …"));
        nameRow(m_lookForm, keys, tr("Keys"));
    }
    const auto texts = [](QComboBox* box, const QStringList& names) {
        for (qsizetype i = 0; i < names.size(); ++i)
            box->setItemText(int(i), names[i]);
    };
    texts(m_device, {tr("Automatic"), tr("GPU"), tr("CPU")});
    texts(m_kv, {tr("Automatic"), tr("8 bit: half the room"), tr("16 bit: closest to the model")});
    texts(m_colours, {tr("As the system"), tr("Light"), tr("Dark")});
    texts(m_language, {tr("As the system"), QStringLiteral("English"), QStringLiteral("Deutsch")});
    nameRow(m_readingForm, m_byItself, tr("Reading"));
    m_byItself->setText(tr("Starts by itself"));
    m_byItselfHelp->setText(tr("When it takes at most 10 minutes and a tenth of the free space; else Cairn asks first."));
    nameRow(m_readingForm, m_serifFont, tr("Font of the text"));
    m_readingFont->setAccessibleName(tr("Font of the text"));
    m_serifFont->setText(tr("The system’s book font"));
    nameRow(m_readingForm, m_readingSize, tr("Size of the text"));
    nameRow(m_foldersForm, m_sessions, tr("Sessions"));
    nameRow(m_foldersForm, m_models, tr("Models"));
    const QList<QPushButton*> browse = findChildren<QPushButton*>(QStringLiteral("browse"));
    for (QPushButton* button : browse)
        button->setText(tr("Choose …"));
    showFacts();
}

}  // namespace cairn
