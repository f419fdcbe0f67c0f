// The pages of SettingsDialog: their editors, and all their words.
#include "ui/panels/settings_dialog.h"

#include "ui/panels/labels.h"
#include "ui/panels/settings_form.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFontComboBox>
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

constexpr int kMostBudgetMegabytes = 1'000'000, kMostThreads = 512, kMostDiskGigabytes = 100'000, kSmallestFont = 8, kLargestFont = 40;

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
    auto* page = new SettingsForm;
    m_modelForm = page;
    m_model = new QComboBox;
    m_model->addItem(QString(), QString());
    m_model->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_model->setMinimumContentsLength(20);
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
    m_modelForm->addRow(m_model, withBrowse(m_model, browse));
    connect(browse, &QAbstractButton::clicked, this, [this] { Q_EMIT browseRequested(SettingsPlace::Model); });
    m_modelForm->addBelow(m_modelFacts);
    m_modelForm->addRow(m_device);
    m_modelForm->addBelow(m_deviceFacts);
    m_modelForm->addRow(m_kv);
    m_modelForm->addRow(m_budget);
    m_modelForm->addRow(m_threads);
    m_modelForm->addRow(m_engine);
    m_modelForm->addBelow(m_restart);
    return page;
}

QWidget* SettingsDialog::makeLook()
{
    auto* page = new SettingsForm;
    m_lookForm = page;
    m_colours = choices({int(ColourChoice::System), int(ColourChoice::Light), int(ColourChoice::Dark), int(ColourChoice::StrongLight),
                         int(ColourChoice::StrongDark)});
    m_plotColours = choices({int(ColourScheme::Cividis), int(ColourScheme::Viridis), int(ColourScheme::Grey)});
    m_language = choices({QString(), QStringLiteral("en"), QStringLiteral("de")});
    m_systemFont = new QCheckBox;
    m_interfaceFont = new QFontComboBox;
    m_interfaceSize = new QSpinBox;
    m_interfaceSize->setRange(kSmallestFont - 1, kLargestFont);   // the lowest stands for the system's
    m_interfaceSize->setSuffix(QStringLiteral(" px"));
    m_motion = new QCheckBox;
    auto* keys = new QPushButton;
    keys->setObjectName(QStringLiteral("shortcuts"));
    connect(keys, &QAbstractButton::clicked, this, &SettingsDialog::shortcutsRequested);
    m_lookForm->addRow(m_colours);
    m_lookForm->addRow(m_plotColours);
    m_lookForm->addRow(m_language);
    m_lookForm->addRow(m_systemFont);
    m_lookForm->addBelow(m_interfaceFont);
    m_lookForm->addRow(m_interfaceSize);
    m_lookForm->addRow(m_motion);
    m_lookForm->addRow(keys);
    return page;
}

QWidget* SettingsDialog::makeReading()
{
    auto* page = new SettingsForm;
    m_readingForm = page;
    m_byItself = new QCheckBox;
    m_byItselfHelp = quiet();
    m_backLinks = new QCheckBox;
    m_backLinksHelp = quiet();
    m_groupScan = new QCheckBox;
    m_groupScanHelp = quiet();
    m_flash = new QCheckBox;
    m_serifFont = new QCheckBox;
    m_readingFont = new QFontComboBox;
    m_readingSize = new QSpinBox;
    m_readingSize->setRange(kSmallestFont, kLargestFont);
    m_readingSize->setSuffix(QStringLiteral(" px"));
    m_readingForm->addRow(m_byItself);
    m_readingForm->addBelow(m_byItselfHelp);
    m_readingForm->addRow(m_backLinks);
    m_readingForm->addBelow(m_backLinksHelp);
    m_readingForm->addRow(m_groupScan);
    m_readingForm->addBelow(m_groupScanHelp);
    m_readingForm->addRow(m_flash);
    m_readingForm->addRow(m_serifFont);
    m_readingForm->addBelow(m_readingFont);
    m_readingForm->addRow(m_readingSize);
    return page;
}

QWidget* SettingsDialog::makeFolders()
{
    auto* page = new SettingsForm;
    m_foldersForm = page;
    m_sessions = new QLineEdit;
    m_models = new QLineEdit;
    m_otherFolders = quiet();
    QPushButton *sessions = nullptr, *models = nullptr;
    m_foldersForm->addRow(m_sessions, withBrowse(m_sessions, sessions));
    m_foldersForm->addRow(m_models, withBrowse(m_models, models));
    m_diskBudget = new QSpinBox;
    m_diskBudget->setObjectName(QStringLiteral("diskBudget"));
    m_diskBudget->setRange(0, kMostDiskGigabytes);
    m_diskBudget->setSuffix(QStringLiteral(" GB"));
    m_diskFacts = quiet();
    auto* discard = new QPushButton;
    discard->setObjectName(QStringLiteral("discardMemories"));
    connect(discard, &QAbstractButton::clicked, this, &SettingsDialog::discardRequested);
    m_foldersForm->addRow(m_diskBudget);
    m_foldersForm->addBelow(m_diskFacts);
    m_foldersForm->addBelow(discard);
    m_foldersForm->addBelow(m_otherFolders);
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
    m_list->updateGeometry();
    m_modelForm->name(m_model, tr("Model"));
    m_modelForm->name(m_device, tr("Device"));
    m_modelForm->name(m_kv, tr("Numbers of the memory"));
    m_modelForm->name(m_budget, tr("Memory budget"));
    m_modelForm->name(m_threads, tr("Threads"));
    m_modelForm->name(m_engine, tr("Engine command"));
    m_budget->setToolTip(plainTip(tr("How much of a memory’s blocks is kept in the computer’s main memory; the others come from the "
                                     "disk when they are opened, which is slower. Automatic: half of what is free, at most 4 GiB.")));
    m_threads->setSpecialValueText(tr("Automatic"));
    m_engine->setToolTip(plainTip(tr("Another command to start the engine with, for example on another computer: ssh gpu cairn-engine")));
    m_restart->setText(
        tr("Another model, other numbers: documents are read again with them when they are opened next. The engine restarts by itself."));
    m_lookForm->name(m_colours, tr("Colours"));
    m_lookForm->name(m_plotColours, tr("Colours of plots"));
    m_plotColours->setToolTip(plainTip(tr("Each can be told apart by its lightness alone: in print, in grey, with colour-blind eyes.")));
    m_lookForm->name(m_language, tr("Language"));
    m_lookForm->name(m_systemFont, tr("Font"), tr("The system’s font"));
    m_lookForm->name(m_interfaceSize, tr("Font size"));
    m_interfaceFont->setAccessibleName(tr("Font"));
    m_lookForm->name(m_motion, tr("Motion"), tr("Reduced: nothing blinks"));
    m_readingForm->name(m_flash, tr("Cited words"), tr("Mark them for two seconds only"));
    m_interfaceSize->setSpecialValueText(tr("The system’s"));
    if (auto* keys = findChild<QPushButton*>(QStringLiteral("shortcuts")))
        m_lookForm->name(keys, tr("Keys"), tr("Change keys…"));
    const auto texts = [](QComboBox* box, const QStringList& names) {
        for (qsizetype i = 0; i < names.size(); ++i)
            box->setItemText(int(i), names[i]);
    };
    texts(m_device, {tr("Automatic"), tr("GPU"), tr("CPU")});
    texts(m_kv, {tr("Automatic"), tr("8 bit: half the room"), tr("16 bit: closest to the model")});
    texts(m_colours, {tr("As the system"), tr("Light"), tr("Dark"), tr("Light, high contrast"), tr("Dark, high contrast")});
    texts(m_plotColours, {tr("Cividis: blue to yellow"), tr("Viridis: violet, green, yellow"), tr("Grey")});
    texts(m_language, {tr("As the system"), QStringLiteral("English"), QStringLiteral("Deutsch")});
    m_readingForm->name(m_byItself, tr("Reading"), tr("Starts by itself"));
    m_readingForm->name(m_backLinks, tr("Back-links"), tr("Keep what passages lean on"));
    m_readingForm->name(m_groupScan, tr("Long memories"), tr("Compare groups of passages first"));
    m_groupScanHelp->setText(tr("Of documents that are read from now on. Answers come faster from millions of words; a passage may be "
                                "overlooked there that would be found otherwise. Shorter sessions stay as they are."));
    m_backLinksHelp->setText(tr("Of documents that are read from now on. A passage may look farther back then; reading is slower."));
    m_byItselfHelp->setText(tr("When it takes at most 10 minutes and a tenth of the free space; else Cairn asks first."));
    m_readingForm->name(m_serifFont, tr("Font of the text"), tr("The system’s book font"));
    m_readingFont->setAccessibleName(tr("Font of the text"));
    m_readingForm->name(m_readingSize, tr("Size of the text"));
    m_foldersForm->name(m_sessions, tr("Sessions"));
    m_foldersForm->name(m_models, tr("Models"));
    m_foldersForm->name(m_diskBudget, tr("Memories, at most"));
    m_diskBudget->setSpecialValueText(tr("No limit"));
    findChild<QPushButton*>(QStringLiteral("discardMemories"))->setText(tr("Discard memories…"));
    findChild<QDialogButtonBox*>(QStringLiteral("buttons"))->button(QDialogButtonBox::Close)->setText(tr("Close"));
    const QList<QPushButton*> browse = findChildren<QPushButton*>(QStringLiteral("browse"));
    for (QPushButton* button : browse)
        button->setText(tr("Choose…"));
    showFacts();
}

}  // namespace cairn
