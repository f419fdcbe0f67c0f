// Settings: values in and out, one signal per change, what is known shown beside the choice.
#include "tests/support/patience.h"
#include "ui/panels/labels.h"
#include "ui/panels/memories_dialog.h"
#include "ui/panels/settings_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFontComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QtTest>

using namespace cairn;

namespace
{

template <typename Editor>
Editor* named(const QWidget& widget, const QString& name)
{
    const auto editors = widget.findChildren<Editor*>();
    for (Editor* editor : editors) {
        if (editor->accessibleName().section(QLatin1String(", "), 0, 0) == name)   // what stands on a button follows
            return editor;
    }
    return nullptr;
}

SettingsValues values()
{
    SettingsValues values;
    values.modelPath = QStringLiteral("/m/own.gguf");
    values.device = QStringLiteral("cpu");
    values.kvType = QStringLiteral("f16");
    values.memoryBudgetBytes = 2'000'000'000;
    values.threads = 6;
    values.engineCommand = QStringLiteral("ssh gpu cairn-engine");
    values.colours = ColourChoice::Dark;
    values.plotColours = ColourScheme::Grey;
    values.language = QStringLiteral("de");
    values.interfacePixels = 15;
    values.readingPixels = 20;
    values.sessionsFolder = QStringLiteral("/data/cairn");
    values.readByItself = false;
    values.backLinks = true;
    values.reducedMotion = true;
    values.flashCited = true;
    values.groupScan = true;
    return values;
}

}  // namespace

class SettingsDialogTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    // What lies beyond the screen's edge can't be reached.
    void largeLettersGiveALargerDialogThatFitsTheScreen()
    {
        const QFont usual = QApplication::font();
        const QSize before = SettingsDialog().size();
        QFont large = usual;
        large.setPixelSize(60);
        QApplication::setFont(large);
        const SettingsDialog dialog;
        const QSize size = dialog.size(), room = dialog.screen()->availableSize() - QSize(0, 40);
        QApplication::setFont(usual);
        QVERIFY(size.height() > before.height());
        QVERIFY2(size.height() <= room.height() && size.width() <= room.width(), qPrintable(QString::number(size.height())));
    }

    void valuesAreShownWithoutChangingThem()
    {
        SettingsDialog dialog;
        QSignalSpy changed(&dialog, &SettingsDialog::valuesChanged);
        dialog.setValues(values());
        SettingsFacts facts;
        facts.models = {{QStringLiteral("/m/other.gguf"), QStringLiteral("other"), {}}};
        dialog.setFacts(facts);
        QVERIFY(dialog.values() == values());
        QCOMPARE(changed.size(), 0);
        QCOMPARE(named<QComboBox>(dialog, QStringLiteral("Device"))->currentData().toString(), QStringLiteral("cpu"));
        QCOMPARE(named<QComboBox>(dialog, QStringLiteral("Model"))->currentData().toString(), QStringLiteral("/m/own.gguf"));
        QCOMPARE(named<QSpinBox>(dialog, QStringLiteral("Memory budget"))->value(), 2000);
    }

    void everyChangeIsReportedOnce()
    {
        SettingsDialog dialog;
        dialog.setValues(values());
        QSignalSpy changed(&dialog, &SettingsDialog::valuesChanged);
        named<QSpinBox>(dialog, QStringLiteral("Threads"))->setValue(8);
        QCOMPARE(changed.size(), 1);
        SettingsValues expected = values();
        expected.threads = 8;
        QVERIFY(changed[0][0].value<SettingsValues>() == expected);
        auto* colours = named<QComboBox>(dialog, QStringLiteral("Colours"));
        colours->setCurrentIndex(1);
        Q_EMIT colours->activated(1);
        Q_EMIT colours->activated(1);   // chosen again: nothing changed
        QCOMPARE(changed.size(), 2);
        QCOMPARE(changed[1][0].value<SettingsValues>().colours, ColourChoice::Light);
        auto* engine = named<QLineEdit>(dialog, QStringLiteral("Engine command"));
        engine->setText(QStringLiteral("  "));
        Q_EMIT engine->editingFinished();
        QVERIFY(changed[2][0].value<SettingsValues>().engineCommand.isEmpty());
        auto* groups = named<QCheckBox>(dialog, QStringLiteral("Long memories"));
        QVERIFY(groups->isChecked());
        groups->click();
        QCOMPARE(changed.size(), 4);
        QVERIFY(!changed[3][0].value<SettingsValues>().groupScan && changed[3][0].value<SettingsValues>().backLinks);
        named<QCheckBox>(dialog, QStringLiteral("Motion"))->click();
        named<QCheckBox>(dialog, QStringLiteral("Cited words"))->click();
        QCOMPARE(changed.size(), 6);
        QVERIFY(!changed[4][0].value<SettingsValues>().reducedMotion && changed[4][0].value<SettingsValues>().flashCited);
        QVERIFY(!changed[5][0].value<SettingsValues>().flashCited);
        auto* plots = named<QComboBox>(dialog, QStringLiteral("Colours of plots"));
        QCOMPARE(plots->currentIndex(), 2);
        plots->setCurrentIndex(1);
        Q_EMIT plots->activated(1);
        QCOMPARE(changed.size(), 7);
        QCOMPARE(changed[6][0].value<SettingsValues>().plotColours, ColourScheme::Viridis);
    }

    void fontsThatCannotBeChosenSayWhy()
    {
        SettingsDialog dialog;
        SettingsValues own = values();
        for (const QString& family : {QString(), QStringLiteral("DejaVu Sans")}) {
            own.interfaceFont = own.readingFont = family;
            dialog.setValues(own);
            for (const char* name : {"Font", "Font of the text"}) {
                const auto* field = named<QFontComboBox>(dialog, QLatin1String(name));
                QCOMPARE(field->isEnabled(), !family.isEmpty());
                QCOMPARE(field->toolTip().isEmpty(), !family.isEmpty());
            }
        }
    }

    void automaticIsTheLowestNumber()
    {
        SettingsDialog dialog;
        SettingsValues own = values();
        own.memoryBudgetBytes = 0;
        own.interfacePixels = 0;
        dialog.setValues(own);
        auto* size = named<QSpinBox>(dialog, QStringLiteral("Font size"));
        QCOMPARE(size->value(), size->minimum());
        size->setValue(16);
        QCOMPARE(dialog.values().interfacePixels, 16);
        size->setValue(size->minimum());
        QCOMPARE(dialog.values().interfacePixels, 0);
    }

    // Else Enter behind a number would open the dialog of the first button.
    void enterInAFieldPressesNoButton()
    {
        SettingsDialog dialog;
        dialog.setValues(values());
        QSignalSpy browse(&dialog, &SettingsDialog::browseRequested), discard(&dialog, &SettingsDialog::discardRequested);
        for (const auto page : {SettingsDialog::Page::Model, SettingsDialog::Page::Folders}) {
            dialog.showPage(page);
            QVERIFY(QTest::qWaitForWindowActive(&dialog, test::kPatienceMs));
            for (auto* field : dialog.findChildren<QSpinBox*>()) {
                if (!field->isVisible())
                    continue;
                field->setFocus();
                QTest::keyClick(field, Qt::Key_Return);
            }
        }
        QCOMPARE(browse.size() + discard.size(), 0);
        QVERIFY(dialog.isVisible());
        auto* button = dialog.findChild<QPushButton*>(QStringLiteral("discardMemories"));
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Return);   // its own
        QCOMPARE(discard.size(), 1);
    }

    void whatIsKnownStandsBesideTheChoice()
    {
        SettingsDialog dialog;
        SettingsFacts facts;
        facts.modelName = QStringLiteral("SmolLM2");
        facts.modelKind = QStringLiteral("landmark adapter");
        facts.modelFit = QStringLiteral("Takes 0.3 GB.");
        facts.modelLicence = QStringLiteral("Apache-2.0");
        facts.device = QStringLiteral("CPU");
        facts.deviceReason = QStringLiteral("No GPU answers.");
        facts.textGoesTo = QStringLiteral("Engine on gpu7: the text is sent there");
        dialog.setFacts(facts);
        QString words;
        const auto labels = dialog.findChildren<Label*>();
        for (const Label* label : labels)
            words += label->text() + QLatin1Char('\n');
        for (const QString& part :
             {facts.modelName, facts.modelKind, facts.modelFit, facts.modelLicence, facts.device, facts.deviceReason, facts.textGoesTo})
            QVERIFY2(words.contains(part), qPrintable(part));
        QVERIFY(!words.contains(QStringLiteral("Everything stays on this computer")));
    }

    // How much it takes stays in sight behind the longest title.
    void memoriesToDiscardFitTheirList()
    {
        const QString title = QStringLiteral("The travels of a lighthouse keeper along the northern coast and back, told by himself");
        MemoriesDialog dialog({{QStringLiteral("1"), title, 660'000'000, QDateTime::currentDateTime(), false}}, 660'000'000, 0, nullptr);
        dialog.show();
        const auto* list = dialog.findChild<QListWidget*>();
        QVERIFY(list->fontMetrics().horizontalAdvance(title) > list->viewport()->width());
        QCOMPARE(list->horizontalScrollBar()->maximum(), 0);
        QCOMPARE(list->textElideMode(), Qt::ElideMiddle);
        QVERIFY(list->item(0)->toolTip().contains(title));
    }
};

QTEST_MAIN(SettingsDialogTest)
#include "settings_dialog_test.moc"
