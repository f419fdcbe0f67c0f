// What stands in the window where something is missing: the reason, and the one thing to do about it.
#include "app/window/areas/library_controller.h"
#include "app/window/areas/reader_area.h"
#include "app/window/tool_bar.h"
#include "app/window/window_actions.h"
#include "tests/documents/pdf_file.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/ask_box.h"
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/panels/memories_dialog.h"
#include "ui/panels/reading_bar.h"
#include "ui/panels/settings_dialog.h"
#include "ui/panels/side_models.h"
#include "ui/panels/side_panel.h"
#include "ui/panels/status_pieces.h"

#include <QAbstractItemView>
#include <QDir>
#include <QFileDialog>
#include <QInputDialog>

#include <atomic>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::PdfFile;
using cairn::test::Window;

namespace
{

// All words of a widget that are in sight.
QString wordsOf(const QWidget* widget)
{
    QStringList words;
    for (const auto* label : widget->findChildren<Label*>())
        if (label->isVisible())
            words.append(label->text());
    for (const auto* button : widget->findChildren<QPushButton*>())
        if (button->isVisible())
            words.append(button->text());
    return words.join(QLatin1Char('|'));
}

// For a window that is made afterwards.
void nameAModelThatIsMissing()
{
    qputenv("CAIRN_ENGINE", "\"" CAIRN_ENGINE_PROGRAM "\"");
    qputenv("CAIRN_MODEL", "/nowhere/at/all/model.gguf");
}

// A file is opened and no model is there for it: that is said, and the button of these words is pressed.
void chooseWithoutModel(Window& shown, const DesktopHome& home, const char* words)
{
    shown.window.openFiles({home.path("lighthouses.md")});
    const auto* bar = shown.window.findChild<ReadingBar*>();
    QTRY_VERIFY(wordsOf(bar).contains(QLatin1String("/nowhere/at/all/model.gguf")));
    for (auto* button : bar->findChildren<QPushButton*>())
        if (button->isVisible() && button->text() == QString::fromUtf8(words))
            button->click();
}

// It opens a dialog of files.
void openWithoutModel(Window& shown, const DesktopHome& home, const char* words)
{
    chooseWithoutModel(shown, home, words);
    QTRY_VERIFY(shown.window.findChild<QFileDialog*>());
}

}  // namespace

class EmptyStatesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void whatIsRefusedAmongOthersIsSaidAndAPasswordAskedFor()
    {
        writeLocked();
        std::ofstream(m_home->file("broken.pdf")) << "%PDF-1.4\nnothing of it\n";
        std::ofstream(m_home->file("letter.txt"), std::ios::binary) << "Der W\xe4rter hei\xdft M\xfcller und f\xe4hrt Boot.\n";
        Window shown;
        shown.window.openFiles({m_home->path("broken.pdf"), m_home->path("letter.txt"), m_home->path("locked.pdf")});
        QTRY_VERIFY(shown.window.session().isOpen());
        const auto* message = shown.window.findChild<MessageBar*>();
        QTRY_COMPARE(message->text(), QStringLiteral("2 file(s) could not be opened."));
        test::settle(300);   // nothing that is said of the other file takes its place
        QCOMPARE(message->text(), QStringLiteral("2 file(s) could not be opened."));
        shown.press("Enter the password…");
        auto* dialog = shown.window.findChild<QInputDialog*>();
        QVERIFY(dialog);
        dialog->setTextValue(QStringLiteral("foo"));
        dialog->accept();
        QTRY_COMPARE(shown.window.session().contents().documents.size(), std::size_t{2});
        QTRY_VERIFY2(message->text().contains(QLatin1String("broken.pdf")), qPrintable(message->text()));   // still to be known
    }

    void whatIsRefusedStaysToldWhileAPasswordIsTried()
    {
        writeLocked();
        std::ofstream(m_home->file("broken.pdf")) << "%PDF-1.4\nnothing of it\n";
        Window shown;
        shown.window.openFiles({m_home->path("broken.pdf"), m_home->path("lighthouses.md"), m_home->path("locked.pdf")});
        const auto* message = shown.window.findChild<MessageBar*>();
        const auto dialog = [&] { return shown.window.findChild<QInputDialog*>(); };
        const QString both = QStringLiteral("2 file(s) could not be opened.");
        QTRY_VERIFY(message->isVisible() && message->text() == both);
        shown.press("Enter the password…");
        QVERIFY(dialog());
        QVERIFY(message->isVisible() && message->text() == both);
        dialog()->setTextValue(QStringLiteral("bar"));
        dialog()->accept();
        QTRY_VERIFY(dialog() && dialog()->labelText().startsWith(QLatin1String("This password does not open locked.pdf")));
        QVERIFY(message->isVisible() && message->text() == both);
        dialog()->reject();
        test::settle(100);
        QVERIFY(message->isVisible() && message->text() == both);   // and its button tries again
        shown.press("Enter the password…");
        QTRY_VERIFY(dialog());
        dialog()->setTextValue(QStringLiteral("foo"));
        dialog()->accept();
        QTRY_COMPARE(shown.window.session().contents().documents.size(), std::size_t{2});
        QTRY_VERIFY2(message->text().contains(QLatin1String("broken.pdf")), qPrintable(message->text()));
    }

    // What is read stays where it is.
    void whatWasExportedIsSaidInTheStatusBar()
    {
        Window shown;
        m_home->openLighthouses(shown);
        shown.ask("Who keeps the light?");
        auto* message = shown.window.findChild<MessageBar*>();
        message->clear();
        test::settle(50);
        const QWidget* text = shown.window.reader().current()->view();
        const auto place = [&] { return QRect(text->mapTo(&shown.window, QPoint()), text->size()); };
        const QRect before = place();
        const auto exportTo = [&](const QString& file) {
            shown.window.actions()[Act::ExportAnswers]->trigger();
            auto* dialog = shown.window.findChild<QFileDialog*>();
            QVERIFY(dialog);
            Q_EMIT dialog->fileSelected(file);
            dialog->close();
            QTRY_VERIFY(!shown.window.findChild<QFileDialog*>());
        };
        auto* status = shown.window.findChild<StatusLine*>();
        exportTo(m_home->path("answers.md"));
        QTRY_COMPARE(status->told(), QStringLiteral("Exported to answers.md."));
        QVERIFY(!message->isVisible());
        QCOMPARE(place(), before);

        exportTo(QStringLiteral("/nowhere/at/all/answers.md"));
        QTRY_VERIFY(message->isVisible());   // that it failed is said where it stays
        QVERIFY2(message->text().startsWith(QStringLiteral("answers.md was not written. ")), qPrintable(message->text()));
        exportTo(m_home->path("again.md"));
        QTRY_COMPARE(status->told(), QStringLiteral("Exported to again.md."));
        QVERIFY(!message->isVisible());      // of the try before

        auto* library = shown.window.findChild<LibraryController*>();
        Q_EMIT library->failed({ErrorCode::DiskFull, "Not saved: the disk is full."}, QStringLiteral("/full/answers.md"));
        QCOMPARE(message->text(), QStringLiteral("answers.md was not written: the disk is full. Choose another place."));
    }

    void answersAreExportedAsJsonLines()
    {
        Window shown;
        m_home->openLighthouses(shown);
        shown.ask("Who keeps the light?");
        for (const char* name : {"answers.jsonl", "answers.json"}) {
            shown.window.actions()[Act::ExportAnswers]->trigger();
            auto* dialog = shown.window.findChild<QFileDialog*>();
            QVERIFY(dialog);
            QVERIFY(dialog->nameFilters().contains(QStringLiteral("JSON lines (*.jsonl)")));
            Q_EMIT dialog->fileSelected(m_home->path(name));
            dialog->close();
            QTRY_VERIFY(!shown.window.findChild<QFileDialog*>());
            QTRY_VERIFY(QFileInfo::exists(m_home->path(name)));
            std::ifstream written(m_home->file(name));
            QCOMPARE(char(written.get()), '{');
        }
    }

    void aLockedDocumentOfASessionIsNamed()
    {
        writeLocked();
        QString folder;
        {
            Window shown;
            shown.window.openFiles({m_home->path("locked.pdf")});
            const auto dialog = [&] { return shown.window.findChild<QInputDialog*>(); };
            QTRY_VERIFY(dialog());
            dialog()->setTextValue(QStringLiteral("foo"));
            dialog()->accept();
            QTRY_VERIFY(shown.window.session().isOpen());
            folder = shown.window.session().contents().folder;
        }
        Window again;
        again.window.openSession(folder);
        const auto* message = again.window.findChild<MessageBar*>();
        QTRY_COMPARE(message->text(), QStringLiteral("locked.pdf is encrypted. Give its password to see its pages."));
    }

    void addingDocumentsCanBeStopped()
    {
        Window shown;
        m_home->openLighthouses(shown);
        const std::size_t before = shown.window.session().contents().documents.size();
        QStringList files;
        for (int i = 0; i < 100; ++i) {
            const QString name = QStringLiteral("note %1.md").arg(i);
            std::ofstream(m_home->file(qPrintable(name))) << "# Note " << i << "\n\nThe crane of dock " << i << " is out of order.\n";
            files.append(m_home->path(qPrintable(name)));
        }
        shown.window.addFiles(files);
        const auto* message = shown.window.findChild<MessageBar*>();
        QTRY_VERIFY(message->isVisible() && message->text().startsWith(QStringLiteral("Opening note")));
        shown.press("Stop");
        QTRY_VERIFY(shown.window.session().contents().documents.size() > before ||
                    shown.window.findChild<StatusLine*>()->told().startsWith(QStringLiteral("Stopped")));
        test::settle(200);
        QVERIFY(shown.window.session().contents().documents.size() < before + 100);
        QVERIFY2(!message->text().contains(QStringLiteral("could not be opened")), qPrintable(message->text()));   // it was wanted so
    }

    void aWrongPasswordIsSaid()
    {
        writeLocked();
        Window shown;
        const auto dialog = [&] { return shown.window.findChild<QInputDialog*>(); };
        shown.window.openFiles({m_home->path("locked.pdf")});
        QTRY_VERIFY(dialog());
        QCOMPARE(dialog()->labelText(), QStringLiteral("locked.pdf is encrypted. Its password:"));
        dialog()->setTextValue(QStringLiteral("bar"));
        dialog()->accept();
        QTRY_VERIFY(dialog() && dialog()->labelText().startsWith(QLatin1String("This password does not open locked.pdf")));
        dialog()->setTextValue(QStringLiteral("foo"));
        dialog()->accept();
        QTRY_VERIFY(shown.window.session().isOpen());
    }

    void aReadingThatFailedBeforeItsFirstBlockIsNotCalledOnItsWay()
    {
        qputenv("CAIRN_ENGINE", qgetenv("CAIRN_ENGINE") + " stored:1:fail progress:0:skip");
        Window shown;
        shown.window.openFiles({m_home->path("lighthouses.md")});
        QTRY_VERIFY(shown.window.session().isOpen());
        QTRY_COMPARE(shown.window.reading().status().phase, ReadingPhase::Failed);
        const auto* box = shown.window.findChild<AskBox*>();
        QTRY_VERIFY2(wordsOf(box).contains(QLatin1String("Read the document first.")), qPrintable(wordsOf(box)));
    }

    void anEngineThatIsMissingIsSaidAndNothingIsWaitedFor()
    {
        qputenv("CAIRN_ENGINE", "/nowhere/at/all/engine");
        Window shown;
        shown.window.openFiles({m_home->path("lighthouses.md")});
        QTRY_VERIFY(shown.window.session().isOpen());
        QTRY_COMPARE(shown.window.engine().state(), EngineState::GaveUp);
        const auto* bar = shown.window.findChild<ReadingBar*>();
        QTRY_VERIFY(wordsOf(bar).contains(QLatin1String("/nowhere/at/all/engine")));
        QVERIFY2(wordsOf(bar).contains(QLatin1String("Start the engine again")), qPrintable(wordsOf(bar)));
        QVERIFY2(!wordsOf(bar).contains(QLatin1String("being loaded")), qPrintable(wordsOf(bar)));
        QString all;
        for (const auto* label : shown.window.findChildren<Label*>())
            all += label->isVisible() ? label->text() + QLatin1Char('|') : QString();
        QVERIFY2(all.contains(QLatin1String("The engine has stopped. Start it again to ask.")), qPrintable(all));
        QVERIFY(!all.contains(QLatin1String("the first pages are being read")));
    }

    // On a computer without one.
    void aGpuThatIsAskedForAndMissingLeadsToTheSettings()
    {
        qputenv("CAIRN_ENGINE", "\"" CAIRN_ENGINE_PROGRAM "\"");
        Window shown;
        SettingsValues values = shown.settings.values();
        values.device = QStringLiteral("cuda");
        shown.settings.setValues(values);
        shown.window.openFiles({m_home->path("lighthouses.md")});
        const auto* bar = shown.window.findChild<ReadingBar*>();
        const auto ended = [&] { return shown.window.session().facts() || shown.window.reading().status().phase == ReadingPhase::Failed; };
        QTRY_VERIFY(shown.window.session().isOpen() && ended());
        if (shown.window.session().facts() || !wordsOf(bar).contains(QLatin1String("The GPU can't be used")))
            QSKIP("there is a GPU, or no model");
        for (auto* button : bar->findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == QStringLiteral("Choose the device…"))
                button->click();
        QTRY_VERIFY(shown.window.findChild<SettingsDialog*>());
    }

    void aModelThatIsMissingCanBeChosen()
    {
        nameAModelThatIsMissing();
        Window shown;
        openWithoutModel(shown, *m_home, "Choose a model…");
        QVERIFY(shown.window.findChild<QFileDialog*>());
        shown.window.findChild<QFileDialog*>()->close();
        qunsetenv("CAIRN_MODEL");
    }

    // The settings name it: there the usual one and those of the folders can be had instead.
    void aChosenModelThatIsGoneLeadsToTheOthers()
    {
        nameAModelThatIsMissing();
        Window shown;
        SettingsValues values = shown.settings.values();
        values.modelPath = QStringLiteral("/nowhere/at/all/model.gguf");
        shown.settings.setValues(values);
        chooseWithoutModel(shown, *m_home, "Choose a model…");
        QTRY_VERIFY(shown.window.findChild<SettingsDialog*>());
        QVERIFY(!shown.window.findChild<QFileDialog*>());
        shown.window.findChild<SettingsDialog*>()->close();
        values.modelPath.clear();
        shown.settings.setValues(values);
        qunsetenv("CAIRN_MODEL");
    }

    // What is wrong stands above the text; the box has not the room to say it all again.
    void withoutAModelTheQuestionKeepsItsButtonInASmallWindow()
    {
        nameAModelThatIsMissing();
        Window shown;
        shown.window.openFiles({m_home->path("lighthouses.md")});
        shown.window.resize(820, 700);
        const auto* box = shown.window.findChild<AskBox*>();
        QTRY_VERIFY2(wordsOf(box).contains(QLatin1String("There is no model that can answer.")), qPrintable(wordsOf(box)));
        const auto* ask = box->findChild<PrimaryButton*>();
        QTRY_COMPARE(ask->visibleRegion().boundingRect(), ask->rect());
        qunsetenv("CAIRN_MODEL");
    }

    // The folders in the sentence, the fault of each model below; a folder is a way on.
    void aFolderWithAModelCanBeChosen()
    {
        nameAModelThatIsMissing();
        Window shown;
        openWithoutModel(shown, *m_home, "Choose folder…");
        auto* dialog = shown.window.findChild<QFileDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->fileMode(), QFileDialog::Directory);
        const QString before = shown.settings.values().modelPath;
        const QDir folder(m_home->path("models"));
        QVERIFY(folder.mkpath(QStringLiteral(".")));
        Q_EMIT dialog->fileSelected(folder.path());
        QCOMPARE(shown.settings.values().modelPath, before);   // there is none in it
        std::ofstream(folder.filePath(QStringLiteral("small.gguf")).toStdString()) << "GGUF";
        Q_EMIT dialog->fileSelected(folder.path());
        QCOMPARE(shown.settings.values().modelPath, folder.filePath(QStringLiteral("small.gguf")));
        QCOMPARE(shown.settings.values().modelsFolder, folder.path());
        dialog->close();
        SettingsValues values = shown.settings.values();
        values.modelPath = before;
        values.modelsFolder.clear();
        shown.settings.setValues(values);
        qunsetenv("CAIRN_MODEL");
    }

    // Where the disk is too small, the bar offers what makes room; with room it reads.
    void eachDocumentThatIsNotReadSaysItsOwnTime()
    {
        std::ofstream(m_home->file("note.md")) << "# Cranes\n\nThe crane of dock seven is out of order.\n";
        std::ofstream book(m_home->file("book.md"));
        book << "# Ropes\n\n";
        for (int i = 0; i < 20'000; ++i)
            book << "The rope of ship " << i << " is old and long and heavy.\n\n";
        book.close();
        Window shown;
        shown.window.openFiles({m_home->path("book.md"), m_home->path("note.md")});
        const auto line = [&](const QString& title) {
            for (const auto* view : shown.window.findChild<SidePanel*>()->findChildren<QAbstractItemView*>()) {
                for (int row = 0; view->model() && row < view->model()->rowCount(); ++row) {
                    const QModelIndex at = view->model()->index(row, 0);
                    if (at.data().toString() == title && at.data(SecondLineRole).toString().startsWith(QStringLiteral("Not read, ")))
                        return at.data(SecondLineRole).toString();
                }
            }
            return QString();
        };
        QTRY_VERIFY(line(QStringLiteral("Ropes")).contains(QStringLiteral("about")));   // some minutes
        QCOMPARE(line(QStringLiteral("Cranes")), QStringLiteral("Not read, under 1 min"));
    }

    void theFieldOfThePageSaysWhichSheetItIs()
    {
        Window shown;
        auto* bar = shown.window.findChild<ToolBar*>();
        const auto says = [&](const QString& words) {
            for (const auto* label : bar->findChildren<QLabel*>())
                if (label->text() == words)
                    return true;
            return false;
        };
        CanonicalText text;
        text.format = DocumentFormat::Pdf;
        text.text = "abcdef";
        for (const char* label : {"i", "ii", "1"}) {
            text.units.emplace_back();
            text.units.back().label = label;
            text.units.back().text = {2 * (text.units.size() - 1), 2 * text.units.size()};
        }
        bar->setPlace(&text, 4);
        QVERIFY(says(QStringLiteral("(3 of 3)")));   // page 1 is not the first
        text.units.back().label = "3";
        bar->setPlace(&text, 5);
        QVERIFY(says(QStringLiteral("of 3")));
    }

    void aDiskWithoutRoomOffersWhatMakesSome()
    {
        Window shown;
        std::atomic<std::uint64_t> free{200'000'000};   // less than always stays free
        shown.window.reading().setMeasureRoom([&free](const QString&) { return DiskRoom{free, QStringLiteral("/small")}; });
        std::ofstream(m_home->file("long.md")) << std::string("# Ropes\n\n") << [] {
            std::string text;
            for (int i = 0; i < 20'000; ++i)
                text += "A rope of hemp, number " + std::to_string(i) + ".\n\n";
            return text;
        }();
        shown.window.openFiles({m_home->path("long.md")});
        QTRY_VERIFY(shown.window.session().facts().has_value());
        const auto* bar = shown.window.findChild<ReadingBar*>();
        const auto offers = [&](const char* words) {
            for (const auto* button : bar->findChildren<QPushButton*>())
                if (button->isVisible() && button->text() == QString::fromUtf8(words))
                    return true;
            return false;
        };
        QTRY_VERIFY(offers("Choose folder…") && offers("Discard memories…"));
        QVERIFY(!offers("Read") && shown.window.reading().status().phase == ReadingPhase::NotRead);
        for (auto* button : bar->findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == QStringLiteral("Discard memories…"))
                button->click();
        QTRY_VERIFY(shown.window.findChild<MemoriesDialog*>());
        shown.window.findChild<MemoriesDialog*>()->close();
        free = 5'000'000'000;   // somebody has made room meanwhile
        QTRY_VERIFY(offers("Read") && !offers("Choose folder…"));
    }

private:
    void writeLocked() const   // behind the password "foo"
    {
        cairn::test::PdfFileOptions options;
        options.userPassword = "foo";
        const QByteArray pdf = PdfFile::make({PdfFile::Lines(20, "A line of words that stands behind a password")}, options);
        std::ofstream(m_home->file("locked.pdf"), std::ios::binary).write(pdf.constData(), pdf.size());
    }

    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(EmptyStatesTest)
#include "empty_states_test.moc"
