// Languages: complete, plural forms, switched while widgets live; no words are cut in German, in words 40 % longer, in twice the font.
#include "tests/support/cut_words.h"
#include "tests/support/longer_words.h"
#include "tests/support/usual_looks.h"
#include "ui/panels/answer_panel.h"
#include "ui/panels/ask_box.h"
#include "ui/panels/buttons.h"
#include "ui/panels/device_words.h"
#include "ui/panels/find_bar.h"
#include "ui/panels/labels.h"
#include "ui/panels/language.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/reader_header.h"
#include "ui/panels/reading_bar.h"
#include "ui/panels/settings_dialog.h"
#include "ui/panels/shortcut_sheet.h"
#include "ui/panels/side_panel.h"
#include "ui/panels/start_page.h"
#include "ui/panels/status_pieces.h"
#include "ui/quotation.h"
#include "ui/run.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFontInfo>
#include <QLayout>
#include <QLibraryInfo>
#include <QPushButton>
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtTest>

#include <functional>

using namespace cairn;
using cairn::test::cutWords;

namespace
{

using Make = std::function<QWidget*()>;

QWidget* answerPanel()
{
    auto run = std::make_shared<Run>();
    run->map = std::make_shared<StreamMap>();
    run->answer.question = "Who?";
    run->answer.text = "He.";
    run->answer.coverage = {41, 512, 574};
    AnswerFacts facts;
    facts.number = 4;
    facts.fromBook = 0.81;
    facts.stable = true;
    facts.confirmedSentences = 1, facts.testedSentences = 2;
    facts.branches = 3;
    facts.withheld = true;
    auto* panel = new AnswerPanel;
    panel->resize(800, 300);
    panel->setAnswer(run, facts);
    return panel;
}

QWidget* askBox()
{
    auto* box = new AskBox;
    box->resize(720, 130);
    box->setSubject(QStringLiteral("Alice"));
    return box;
}

QWidget* readingBar(ReadingState state)
{
    auto* bar = new ReadingBar;
    ReadingFacts facts;
    facts.state = state;
    facts.block = state == ReadingState::NotRead ? 0 : 812;
    facts.blocks = 2064;
    facts.secondsLeft = 245;
    facts.needBytes = 2'800'000'000;
    facts.freeBytes = 41'000'000'000;
    bar->setFacts(facts);
    bar->resize(640, bar->sizeHint().height());
    return bar;
}

QWidget* settings(SettingsDialog::Page page)
{
    auto* dialog = new SettingsDialog;
    dialog->showPage(page);
    return dialog;
}

QList<std::pair<const char*, Make>> widgets()
{
    return {
        {"ask box", askBox},
        {"answer", answerPanel},
        {"start", [] { auto* page = new StartPage; page->resize(1000, 800); return page; }},
        {"side, empty", [] { auto* panel = new SidePanel; panel->resize(276, 700); return panel; }},
        {"find", [] { auto* bar = new FindBar; bar->open(QStringLiteral("tea")); bar->resize(720, 40); return bar; }},
        {"header", [] { auto* header = new ReaderHeader; header->resize(720, 40); return header; }},
        {"reading", [] { return readingBar(ReadingState::Reading); }},
        {"not read", [] { return readingBar(ReadingState::NotRead); }},
        {"settings, model", [] { return settings(SettingsDialog::Page::Model); }},
        {"settings, look", [] { return settings(SettingsDialog::Page::Look); }},
        {"settings, reading", [] { return settings(SettingsDialog::Page::Reading); }},
        {"settings, folders", [] { return settings(SettingsDialog::Page::Folders); }},
        {"settings, privacy", [] { return settings(SettingsDialog::Page::Privacy); }},
        {"keys", [] { return new ShortcutSheet({}, {}); }},
    };
}

void rows()
{
    QTest::addColumn<Make>("make");
    const auto all = widgets();
    for (const auto& [name, make] : all)
        QTest::newRow(name) << make;
}

QString cutIn(const Make& make)
{
    const std::unique_ptr<QWidget> widget(make());
    widget->show();
    if (!QTest::qWaitForWindowExposed(widget.get()))
        return QStringLiteral("not shown");
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    widget->resize(widget->size().expandedTo(widget->minimumSizeHint()));
    if (widget->layout() && widget->layout()->hasHeightForWidth())   // as a window's layout would
        widget->resize(widget->width(), std::max(widget->height(), widget->layout()->totalHeightForWidth(widget->width())));
    QCoreApplication::processEvents();
    return (cutWords(*widget) + test::misplaced(*widget)).join(u'\n');
}

QString askButton(const QWidget& box) { return box.findChild<PrimaryButton*>()->text(); }

}  // namespace

class LanguagesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::useUsualLooks(); }

    void everyTextIsTranslated_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("German") << QStringLiteral("cairn_de.ts");
        QTest::newRow("English plurals") << QStringLiteral("cairn_en.ts");
    }
    void everyTextIsTranslated()
    {
        QFETCH(QString, file);
        QFile source(QStringLiteral(CAIRN_SOURCE_DIR "/resources/translations/") + file);
        QVERIFY(source.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&source);
        QString text;
        int messages = 0;
        const QRegularExpression placeholder(QStringLiteral("%L?(\\d|n)")), letterTimes(QStringLiteral("\\w x \\w"));
        while (!xml.atEnd()) {
            xml.readNext();
            if (!xml.isStartElement())
                continue;
            if (xml.name() == QLatin1String("source"))
                text = xml.readElementText();
            else if (xml.name() == QLatin1String("translation")) {
                ++messages;
                QVERIFY2(xml.attributes().value(QStringLiteral("type")).isEmpty(), qPrintable(text));
                const QString own = xml.readElementText(QXmlStreamReader::IncludeChildElements);
                QVERIFY2(!own.trimmed().isEmpty() || text.trimmed().isEmpty(), qPrintable(text));
                QVERIFY2(!text.contains(letterTimes) && !own.contains(letterTimes), qPrintable(own));   // a sign, not a letter
                auto wanted = placeholder.globalMatch(text);
                while (wanted.hasNext())
                    QVERIFY2(own.contains(wanted.next().captured()), qPrintable(text + QStringLiteral(" => ") + own));
            }
        }
        QVERIFY(!xml.hasError());
        QVERIFY2(messages > (file.contains(QStringLiteral("_de")) ? 500 : 20), qPrintable(QString::number(messages)));
    }

    void pluralsFollowTheNumber()
    {
        Language language;
        AskBox box;
        box.setSubject(QStringLiteral("Alice"));
        const auto said = [&box](const QString& words) {
            const auto labels = box.findChildren<Label*>();
            return std::any_of(labels.begin(), labels.end(), [&](const Label* label) { return label->text() == words; });
        };
        language.setLanguage(QStringLiteral("en"));
        box.setTicked(1);
        QVERIFY(said(QStringLiteral("1 document ticked")));
        box.setTicked(2);
        QVERIFY(said(QStringLiteral("2 documents ticked")));
        language.setLanguage(QStringLiteral("de"));
        QCoreApplication::sendPostedEvents();
        QVERIFY(said(QStringLiteral("2 Dokumente angehakt")));
        box.setTicked(1);
        QVERIFY(said(QStringLiteral("1 Dokument angehakt")));
    }

    void placesAreNamedInTheLanguage()   // words of functions outside any class
    {
        CanonicalText text;
        text.format = DocumentFormat::Markdown;
        text.text = "One.";
        text.paragraphs.push_back({{0, 4}, ParagraphKind::Text, 0});
        Language language;
        language.setLanguage(QStringLiteral("de"));
        QCOMPARE(placeLabel(text, 0), QStringLiteral("Abs. 1"));
        language.setLanguage(QStringLiteral("en"));
        QCOMPARE(placeLabel(text, 0), QStringLiteral("par. 1"));
    }

    void quotationMarksAreThoseOfTheLanguage()
    {
        Language language;
        language.setLanguage(QStringLiteral("de"));
        QCOMPARE(quoted(QStringLiteral("Tee")), QStringLiteral("\u201ETee\u201C"));
        QCOMPARE(quoted(QStringLiteral("\u201ETee!\u201C")), QStringLiteral("\u201E\u201ATee!\u2018\u201C"));
        QCOMPARE(quoted(QString()), QString());
        language.setLanguage(QStringLiteral("en"));
        QCOMPARE(quoted(QStringLiteral("tea")), QStringLiteral("\u201Ctea\u201D"));
        QCOMPARE(quoted(QStringLiteral("\u201CTea!\u201D he said")), QStringLiteral("\u201C\u2018Tea!\u2019 he said\u201D"));
    }

    void widgetsChangeTheirWordsWhileTheyLive()
    {
        Language language;
        AskBox box;
        SettingsDialog dialog;
        StartPage page;
        language.setLanguage(QStringLiteral("de"));
        QCoreApplication::sendPostedEvents();
        QCOMPARE(askButton(box), QStringLiteral("Fragen"));
        QCOMPARE(dialog.windowTitle(), QStringLiteral("Einstellungen"));
        QCOMPARE(language.current(), QStringLiteral("de"));
        language.setLanguage(QStringLiteral("en"));
        QCoreApplication::sendPostedEvents();
        QCOMPARE(askButton(box), QStringLiteral("Ask"));
        QCOMPARE(dialog.windowTitle(), QStringLiteral("Settings"));
        language.setLanguage(QStringLiteral("xx"));
        QCOMPARE(language.current(), QStringLiteral("en"));
    }

    void theDeviceIsNamedInTheLanguage()   // of what the engine says in English
    {
        Language language;
        SettingsDialog dialog;
        SettingsFacts facts;
        facts.device = QStringLiteral("CPU, 2 threads, AVX-512 VNNI");
        facts.deviceReason = QStringLiteral("No NVIDIA driver is installed.");
        dialog.setFacts(facts);
        const auto says = [&dialog](const QString& words) {
            const auto labels = dialog.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->text() == words; });
        };
        language.setLanguage(QStringLiteral("de"));
        QCoreApplication::sendPostedEvents();
        QVERIFY(says(QStringLiteral("In Gebrauch: CPU, 2 Threads, AVX-512 VNNI. Es ist kein NVIDIA-Treiber installiert.")));
        QCOMPARE(deviceWords(QStringLiteral("CPU, 1 thread, reference")), QStringLiteral("CPU, 1 Thread, einfache Befehle"));
        QCOMPARE(deviceWords(QStringLiteral("NVIDIA H100")), QStringLiteral("NVIDIA H100"));
        QCOMPARE(deviceReasonWords(QStringLiteral("The GPU can't be opened: 3.")), QStringLiteral("Die GPU lässt sich nicht öffnen: 3."));
        QCOMPARE(deviceReasonWords(QStringLiteral("A fault of the driver.")), QStringLiteral("A fault of the driver."));
        language.setLanguage(QStringLiteral("en"));
        QCoreApplication::sendPostedEvents();
        QVERIFY(says(QStringLiteral("In use: CPU, 2 threads, AVX-512 VNNI. No NVIDIA driver is installed.")));
        QCOMPARE(deviceWords(QStringLiteral("CPU, 1 thread, AVX2")), QStringLiteral("CPU, 1 thread, AVX2"));
    }

    void wordsOfFreeFunctionsAreFound()   // collected under the namespace, asked for under a name of their own
    {
        Language language;
        language.setLanguage(QStringLiteral("de"));
        QCOMPARE(QCoreApplication::translate("Place", "p. %1"), QStringLiteral("S. %1"));
        QCOMPARE(stateLine({}), QStringLiteral("Nicht gelesen"));
        QCOMPARE(QCoreApplication::translate("Place", "never said"), QStringLiteral("never said"));
    }

    void qtsOwnDialogsSpeakTheLanguage()
    {
        if (!QFile::exists(QLibraryInfo::path(QLibraryInfo::TranslationsPath) + QStringLiteral("/qtbase_de.qm")))
            QSKIP("Qt's translations are not installed (qt6-translations-l10n)");
        Language language;
        const auto texts = [] {
            QDialogButtonBox buttons(QDialogButtonBox::Open | QDialogButtonBox::Cancel);
            QFileDialog files;
            files.setOption(QFileDialog::DontUseNativeDialog);
            return QStringList{buttons.button(QDialogButtonBox::Cancel)->text().remove(QLatin1Char('&')),
                               files.labelText(QFileDialog::FileName).remove(QLatin1Char('&'))};
        };
        language.setLanguage(QStringLiteral("en"));
        QCOMPARE(texts(), (QStringList{QStringLiteral("Cancel"), QStringLiteral("File name:")}));
        language.setLanguage(QStringLiteral("de"));
        QCOMPARE(texts(), (QStringList{QStringLiteral("Abbrechen"), QStringLiteral("Dateiname:")}));
        language.setLanguage(QStringLiteral("en"));
        QCOMPARE(texts().front(), QStringLiteral("Cancel"));
    }

    void numbersFollowTheLanguage()
    {
        const QLocale before;
        Language language;
        language.setLanguage(QStringLiteral("de"));
        QCOMPARE(QLocale().decimalPoint(), QStringLiteral(","));
        QLocale::setDefault(before);
    }

    void noWordsAreCutInGerman_data() { rows(); }
    void noWordsAreCutInGerman()
    {
        QFETCH(Make, make);
        Language language;
        language.setLanguage(QStringLiteral("de"));
        QCOMPARE(cutIn(make), QString());
    }

    void noWordsAreCutWhenTheyAreLonger_data() { rows(); }
    void noWordsAreCutWhenTheyAreLonger()
    {
        QFETCH(Make, make);
        test::LongerWords longer;
        QCoreApplication::installTranslator(&longer);
        const QString cut = cutIn(make);
        QCoreApplication::removeTranslator(&longer);
        QCOMPARE(cut, QString());
    }

    void noWordsAreCutInTwiceTheFont_data() { rows(); }
    void noWordsAreCutInTwiceTheFont()
    {
        QFETCH(Make, make);
        const QFont before = QApplication::font();
        QFont twice = before;
        twice.setPixelSize(QFontInfo(before).pixelSize() * 2);
        QApplication::setFont(twice);
        const QString cut = cutIn(make);
        QApplication::setFont(before);
        QCOMPARE(cut, QString());
    }

    void noWordsAreCutWhenMirrored_data() { rows(); }
    void noWordsAreCutWhenMirrored()
    {
        QFETCH(Make, make);
        Language language;
        language.setLanguage(QStringLiteral("de"));
        QApplication::setLayoutDirection(Qt::RightToLeft);
        const QString cut = cutIn(make);
        QApplication::setLayoutDirection(Qt::LeftToRight);
        QCOMPARE(cut, QString());
    }

    // Words that promise what Cairn does not do; of a model's own files and making they are said.
    void noTextSaysThatCairnIndexesOrProves()
    {
        QFile file(QStringLiteral(CAIRN_SOURCE_DIR "/resources/translations/cairn_de.ts"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString all = QString::fromUtf8(file.readAll());
        const QRegularExpression source(QStringLiteral("<source>([^<]*)</source>"));
        const QRegularExpression never(QStringLiteral("\\b(index(es|ed|ing)?|train(s|ed|ing)?|proof|prove[sd]?|because)\\b"),
                                       QRegularExpression::CaseInsensitiveOption);
        const QRegularExpression ofModels(QStringLiteral("pytorch_model|tensor|was trained|trained for|cairn-lab train"));
        QVERIFY(never.match(QStringLiteral("The book is indexed.")).hasMatch());
        int texts = 0;
        for (auto found = source.globalMatch(all); found.hasNext(); ++texts) {
            const QString text = found.next().captured(1);
            QVERIFY2(!never.match(text).hasMatch() || ofModels.match(text).hasMatch(), qPrintable(text));
        }
        QVERIFY(texts > 1000);
    }

    void cutWordsAreFound()   // the judge above can say no
    {
        QWidget root;
        auto* label = new QLabel(QStringLiteral("far too many words"), &root);
        label->setGeometry(0, 0, 20, 20);
        root.resize(200, 200);
        root.show();
        QVERIFY(!cutWords(root).isEmpty());
        label->setGeometry(0, 0, 190, 20);
        QVERIFY(cutWords(root).isEmpty());
        QVERIFY(test::misplaced(root).isEmpty());
        auto* button = new QPushButton(QStringLiteral("Over"), &root);
        button->setGeometry(150, 10, 50, 30);
        button->show();
        QCOMPARE(test::misplaced(root).size(), 1);   // over each other
        button->setGeometry(190, 60, 50, 30);
        QCOMPARE(test::misplaced(root).size(), 1);   // out of the window
        button->setGeometry(140, 60, 50, 30);
        QVERIFY(test::misplaced(root).isEmpty());
    }
};

QTEST_MAIN(LanguagesTest)
#include "languages_test.moc"
