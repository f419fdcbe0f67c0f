// Documents of a session in the window: added by dropping, renamed, and what views and the store know of it. Real import worker, an
// engine that follows a script.
#include "app/window/main_window.h"
#include "app/window/reader_area.h"
#include "app/window/session_contents.h"
#include "app/window/side_presenter.h"
#include "app/window/window_actions.h"
#include "core/documents/encodings.h"
#include "storage/session_folder.h"
#include "tests/support/longer_words.h"
#include "tests/support/own_home.h"
#include "tests/support/patience.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/side_delegate.h"
#include "ui/panels/side_panel.h"

#include <QAbstractButton>
#include <QDragEnterEvent>
#include <QInputDialog>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTest>

#include <fstream>

using namespace cairn;
using cairn::test::OwnHome;

namespace
{

struct Window
{
    SettingsStore settings;
    MainWindow window{settings};

    Window() { window.show(); }
    bool isRead() { return window.reading().status().isRead(); }
    std::size_t documents() { return window.session().isOpen() ? window.session().contents().documents.size() : 0; }
    QString message() { return window.findChild<MessageBar*>()->text(); }
    std::vector<DocumentEntry> entries() { return window.findChild<SidePanel*>()->documents(); }

    void drop(const QStringList& paths)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls.append(QUrl::fromLocalFile(path));
        data.setUrls(urls);
        QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&window, &enter);
        QDropEvent let(QPointF(20, 20), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&window, &let);
        QVERIFY(let.isAccepted());
    }
    void press(const char* words)   // the message's button
    {
        for (auto* button : window.findChild<MessageBar*>()->findChildren<QPushButton*>()) {
            if (button->text() == QString::fromUtf8(words))
                return button->click();
        }
        QFAIL(words);
    }
};

}  // namespace

class SessionDocumentsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void droppedFilesJoinTheOpenSession();
    void howManyAreAddedIsSaidAndNoOtherNumber();
    void itsOwnFileIsShownAndAnAddedOneIsIntroducedWithItsBlocks();
    void aQuestionAboutFilesEndsWithItsSession();
    void droppedFilesMayHaveASessionOfTheirOwn();
    void whatIsThereIsSaidAndNotTakenTwice();
    void readingGoesOnWithWhatWasAdded();
    void aFileOfTheSameBytesIsKnownThoughItIsReadOtherwise();
    void anAnswerFromAPartCanBeAskedAgainAtTheEnd();
    void filesNamedWithASessionAreAddedToIt();
    void aDocumentIsRenamedAndBack();
    void aGuessedEncodingCanBeChanged();
    void theOthersAreReadWithoutADocument();
    void aSharedSessionIsBroughtInByAnyName();
    void aDocumentIsRemovedAndTakenBack();
    void theOutlineIsThatOfADocumentThatIsThere();
    void anEarlierAnswerKeepsTheMapItHad();
    void addingIsImpossibleWithoutASession();
    void aTextThatASessionHoldsIsOpenedThereOrReadAnew();

private:
    QString path(const char* name) const { return m_home->path(name); }
    void write(const char* name, const std::string& words, int paragraphs = 4) const;
    void open(Window& shown, const char* name);

    std::unique_ptr<OwnHome> m_home;
};

// Every test has a home of its own, and an engine that has read nothing.
void SessionDocumentsTest::init()
{
    m_home = std::make_unique<OwnHome>();
    qputenv("CAIRN_ENGINE", m_home->engineCommand(CAIRN_FAKE_ENGINE));
    write("ropes.md", "ropes and knots");
    write("sails.md", "sails and masts");
    write("tides.md", "tides and the moon");
}

void SessionDocumentsTest::write(const char* name, const std::string& words, int paragraphs) const
{
    std::ofstream file(m_home->file(name));
    file << "# About " << words << "\n\n";
    for (int i = 0; i < paragraphs; ++i)
        file << "Paragraph " << i << " is about " << words << ", which every sailor learns to know in the first winter.\n\n";
}

void SessionDocumentsTest::open(Window& shown, const char* name)
{
    shown.window.openFiles({path(name)});
    QTRY_VERIFY(shown.window.session().isOpen());
    QTRY_VERIFY(shown.isRead());
}

void SessionDocumentsTest::droppedFilesJoinTheOpenSession()
{
    Window shown;
    open(shown, "ropes.md");
    const QString folder = shown.window.session().contents().folder;
    shown.drop({path("sails.md"), path("tides.md")});
    QTRY_VERIFY(shown.message().contains(QLatin1String("2 file")));
    QCOMPARE(shown.documents(), std::size_t{1});   // nothing before the choice
    shown.press("Add to this session");
    QTRY_COMPARE(shown.documents(), std::size_t{3});
    QCOMPARE(shown.window.session().contents().folder, folder);
    QTRY_VERIFY(shown.isRead());
    QCOMPARE(shown.window.session().contents().map->documents(), 3u);
    const auto entries = shown.entries();
    QCOMPARE(entries.size(), std::size_t{3});
    for (const DocumentEntry& entry : entries) {
        QVERIFY(entry.ticked);
        QCOMPARE(entry.state, DocumentState::Ready);
    }
    QCOMPARE(entries[2].title, QStringLiteral("About tides and the moon"));
    QCOMPARE(shown.window.reader().current()->index(), 1u);   // the first of the new ones
    QVERIFY(shown.window.reader().tabOf(0) && shown.window.reader().tabOf(2));

    shown.window.session().close();
    shown.window.openSession(folder);
    QTRY_COMPARE(shown.documents(), std::size_t{3});
    QTRY_VERIFY(shown.isRead());
}

void SessionDocumentsTest::howManyAreAddedIsSaidAndNoOtherNumber()
{
    write("winds.md", "winds and squalls");
    Window shown;
    open(shown, "ropes.md");
    shown.drop({path("sails.md"), path("tides.md"), path("winds.md")});
    QTRY_VERIFY(shown.message().contains(QLatin1String("3 file")));
    shown.press("Add to this session");
    QTRY_COMPARE(shown.documents(), std::size_t{4});
    QTRY_VERIFY(shown.message().contains(QLatin1String("3 document(s) added")));
    QVERIFY2(!shown.message().contains(QLatin1String("are here")), qPrintable(shown.message()));   // four are
}

void SessionDocumentsTest::itsOwnFileIsShownAndAnAddedOneIsIntroducedWithItsBlocks()
{
    Window shown;
    open(shown, "ropes.md");
    shown.drop({path("sails.md")});
    QTRY_VERIFY(shown.message().contains(QStringLiteral("Add “sails.md”")));
    shown.press("Add to this session");
    QTRY_COMPARE(shown.documents(), std::size_t{2});
    QCOMPARE(shown.window.reader().current()->index(), 1u);
    QTRY_VERIFY2(shown.message().contains(QLatin1String("block(s).")), qPrintable(shown.message()));   // counted a moment later
    const QString said = shown.message();
    test::LongerWords other;
    QCoreApplication::installTranslator(&other);
    QTRY_VERIFY2(shown.message().size() > said.size(), qPrintable(shown.message()));
    QCoreApplication::removeTranslator(&other);
    QTRY_COMPARE(shown.message(), said);

    shown.drop({path("ropes.md")});
    QTRY_COMPARE(shown.window.reader().current()->index(), 0u);
    QVERIFY2(!shown.message().contains(QStringLiteral("Add “")), qPrintable(shown.message()));
    QCOMPARE(shown.documents(), std::size_t{2});
    write("ropes.md", "ropes and other knots");   // another text now: it may be meant to be added
    shown.drop({path("ropes.md")});
    QTRY_VERIFY(shown.message().contains(QStringLiteral("Add “ropes.md”")));
}

void SessionDocumentsTest::aQuestionAboutFilesEndsWithItsSession()
{
    Window shown;
    open(shown, "ropes.md");
    const QString ropes = shown.window.session().contents().folder;
    shown.window.openFiles({path("sails.md")});
    QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().folder != ropes);
    shown.drop({path("tides.md")});
    QTRY_VERIFY(shown.message().contains(QLatin1String("tides.md")));
    shown.window.openSession(ropes);
    QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().folder == ropes);
    const auto* bar = shown.window.findChild<MessageBar*>();
    QVERIFY2(!bar->isVisible() || !bar->text().startsWith(QLatin1String("Add")), qPrintable(bar->text()));
}

void SessionDocumentsTest::droppedFilesMayHaveASessionOfTheirOwn()
{
    Window shown;
    open(shown, "ropes.md");
    const QString folder = shown.window.session().contents().folder;
    shown.drop({path("sails.md")});
    QTRY_VERIFY(shown.message().contains(QLatin1String("sails.md")));
    shown.press("Open in a session of its own");
    QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().folder != folder);
    QCOMPARE(shown.documents(), std::size_t{1});
}

void SessionDocumentsTest::whatIsThereIsSaidAndNotTakenTwice()
{
    Window shown;
    open(shown, "ropes.md");
    std::filesystem::copy_file(m_home->file("ropes.md"), m_home->file("copy.md"));
    shown.window.addFiles({path("copy.md")});
    QTRY_VERIFY(shown.message().contains(QStringLiteral("“About ropes and knots” is in this session already.")));
    QCOMPARE(shown.documents(), std::size_t{1});

    write("ropes.md", "ropes, knots and hitches");   // another state of the same file
    shown.window.addFiles({path("ropes.md")});
    QTRY_VERIFY(shown.message().contains(QLatin1String("older state")));
    QCOMPARE(shown.documents(), std::size_t{1});
}

void SessionDocumentsTest::aFileOfTheSameBytesIsKnownThoughItIsReadOtherwise()
{
    const auto file = [this](const char* words, std::uint8_t bytes) {
        auto text = std::make_shared<CanonicalText>();
        text->title = text->text = words;
        text->units = {{{}, {0, text->text.size()}}};
        return std::vector<ImportedFile>{{text, {m_home->file("ropes.md"), 1, 1, {bytes}}}};
    };
    const std::string root = m_home->file("known");
    const std::string folder = (*newSessionOfFiles(file("Ropes", 1), root))->folder();
    const auto known = knownSession(file("Ropes and their footnotes", 1), root);
    QVERIFY(known);
    QCOMPARE(known->folder, folder);
    QVERIFY(known->fromTheseFiles);
    QVERIFY(!knownSession(file("Ropes and their footnotes", 2), root));
    QVERIFY(!knownSession(file("Ropes and their footnotes", 0), root));   // not known is no hash
    QVERIFY(!known->withOthers);
    const auto opened = openKnownSession(file("Ropes and their footnotes", 1), folder);
    QVERIFY(opened);
    QCOMPARE((*opened)->documents()->size(), std::size_t{1});
    QCOMPARE((*opened)->loadDocument((*opened)->documents()->front().id)->text, std::string("Ropes"));
}

void SessionDocumentsTest::anAnswerFromAPartCanBeAskedAgainAtTheEnd()
{
    qputenv("CAIRN_ENGINE", m_home->engineCommand(CAIRN_FAKE_ENGINE, "pace:0:ms=60"));
    write("ropes.md", "ropes and knots", 12);
    Window shown;
    shown.window.openFiles({path("ropes.md")});
    QTRY_VERIFY(shown.window.session().isOpen());
    QTRY_VERIFY(shown.window.reading().status().storedBlocks > 0);
    shown.window.conversation().ask(QStringLiteral("What is it about?"), {});
    QTRY_VERIFY(shown.window.conversation().shown() && !shown.window.conversation().isAnswering());
    QAbstractButton* again = nullptr;
    for (auto* button : shown.window.findChildren<QAbstractButton*>())
        again = button->text() == QLatin1String("Ask again with the whole book") ? button : again;
    QVERIFY(again && !shown.isRead() && !again->isVisible());
    QTRY_VERIFY(shown.isRead());
    QTRY_VERIFY(again->isVisible());
    again->click();
    QTRY_VERIFY(shown.window.session().contents().turns.back().answers.size() == 2);
    QTRY_VERIFY(!shown.window.conversation().isAnswering());
    QTRY_VERIFY(!again->isVisible());
}

// Added in the middle of a reading: what was being read is read on, then what is new.
void SessionDocumentsTest::readingGoesOnWithWhatWasAdded()
{
    write("long.md", "the log of a long voyage", 400);
    qputenv("CAIRN_ENGINE", qgetenv("CAIRN_ENGINE") + " pace:0:ms=8");
    Window shown;
    shown.window.openFiles({path("long.md")});
    QTRY_VERIFY(shown.window.session().isOpen());
    const auto& reading = shown.window.reading();
    QTRY_VERIFY(reading.status().phase == ReadingPhase::Reading && reading.readBytes(0) > 500);
    const std::uint64_t before = shown.window.reading().readBytes(0);
    shown.window.addFiles({path("sails.md")});
    QTRY_COMPARE(shown.documents(), std::size_t{2});
    QVERIFY(!shown.isRead());
    QCOMPARE(shown.window.reading().readBytes(1), std::uint64_t{0});
    QTRY_COMPARE(shown.window.reading().status().phase, ReadingPhase::Reading);
    QVERIFY(shown.window.reading().readBytes(0) >= before);
    QTRY_VERIFY(shown.isRead());
    QVERIFY(shown.window.reading().readBytes(1) > 0);
}

void SessionDocumentsTest::filesNamedWithASessionAreAddedToIt()
{
    Window shown;
    open(shown, "ropes.md");
    const QString folder = shown.window.session().contents().folder;
    for (const char* name : {"sails.md", "tides.md"}) {   // the session is open; then it is not
        WindowArguments arguments;
        arguments.session = folder;
        arguments.files = {path(name)};
        shown.window.open(arguments);
        QTRY_VERIFY(shown.documents() == std::size_t(name[0] == 's' ? 2 : 3));
        QCOMPARE(shown.window.session().contents().folder, folder);
        shown.window.session().close();
    }
}

void SessionDocumentsTest::aDocumentIsRenamedAndBack()
{
    Window shown;
    open(shown, "ropes.md");
    const QString folder = shown.window.session().contents().folder;
    const DocumentId id = shown.window.session().contents().records.front().id;
    shown.window.session().renameDocument(id, QStringLiteral("  Knots  "));
    QCOMPARE(shown.entries().front().title, QStringLiteral("Knots"));
    QCOMPARE(shown.window.session().contents().documents.front()->title, std::string("Knots"));
    shown.window.session().renameDocument(id, QStringLiteral("   "));
    QCOMPARE(shown.entries().front().title, QStringLiteral("Knots"));
    shown.window.session().close();
    shown.window.openSession(folder);
    QTRY_COMPARE(shown.documents(), std::size_t{1});
    QCOMPARE(shown.entries().front().title, QStringLiteral("Knots"));
    QTRY_VERIFY(shown.isRead());   // the text is the same: nothing to read again
}

// In a session of their own; the one with the answers stays.
void SessionDocumentsTest::aGuessedEncodingCanBeChanged()
{
    constexpr const char* kGreeting = "\xCF\xF0\xE8\xE2\xE5\xF2";   // "Привет" in windows-1251, "оПХБЕР" in KOI8-R
    std::ofstream(m_home->file("letter.txt")) << "A letter: " << kGreeting << ' ' << kGreeting << '\n';
    const auto chosen = [](Window& shown) {
        const SessionContents& contents = shown.window.session().contents();
        const auto note = encodingNoteIn(contents.documents.back()->warnings);
        return note ? QString::fromLatin1(note->encoding->name) + QLatin1String(note->chosen ? " chosen" : " guessed") : QString();
    };
    const auto choose = [](Window& shown, const QString& name) {
        auto* dialog = shown.window.findChild<QInputDialog*>();
        QVERIFY(dialog && dialog->comboBoxItems().contains(name));
        dialog->setTextValue(name);
        dialog->accept();
        QTRY_VERIFY(!shown.window.findChild<QInputDialog*>());
    };
    QString folder;
    {
        Window shown;
        open(shown, "letter.txt");
        folder = shown.window.session().contents().folder;
        QCOMPARE(chosen(shown), QStringLiteral("windows-1251 guessed"));
        QVERIFY2(shown.message().contains(QLatin1String("Cyrillic (windows-1251)")), qPrintable(shown.message()));
        shown.press("Choose the encoding…");
        choose(shown, QStringLiteral("Cyrillic (KOI8-R)"));
        QTRY_COMPARE(shown.documents(), std::size_t{2});
        QCOMPARE(chosen(shown), QStringLiteral("KOI8-R chosen"));
        QTRY_VERIFY(shown.isRead());
        QCOMPARE(shown.window.reader().current()->index(), 1u);
        QVERIFY(shown.window.session().contents().records[0].isRemoved());
        QVERIFY(!shown.window.reader().tabOf(0));
        QVERIFY(shown.window.session().contents().documents[1]->text.find("\xD0\xBE\xD0\x9F\xD0\xA5") != std::string::npos);
        // Who has chosen is not told of a guess.
        QVERIFY2(!shown.message().contains(QLatin1String("encoding")), qPrintable(shown.message()));
        // What the map of today's memory knows of is the new text alone.
        QCOMPARE(shown.window.session().contents().map->placesOf(BlockId{0}).front().document, 1u);
    }
    Window again;
    again.window.openSession(folder);
    QTRY_COMPARE(again.documents(), std::size_t{2});
    QCOMPARE(chosen(again), QStringLiteral("KOI8-R chosen"));
    QTRY_VERIFY(again.isRead());
    QVERIFY(again.window.actions()[Act::TextEncoding]->isEnabled());
    again.window.actions()[Act::TextEncoding]->trigger();
    auto* dialog = again.window.findChild<QInputDialog*>();
    QVERIFY(dialog && dialog->textValue() == QLatin1String("Cyrillic (KOI8-R)"));
    choose(again, QStringLiteral("Cyrillic (windows-1251)"));   // the text from before is taken back, not kept twice
    QTRY_VERIFY(again.documents() == 2 && !again.window.session().contents().records[0].isRemoved());
    QVERIFY(again.window.session().contents().records[1].isRemoved());
}

void SessionDocumentsTest::theOthersAreReadWithoutADocument()
{
    Window shown;
    shown.window.openFiles({path("ropes.md"), path("sails.md"), path("tides.md")});
    QTRY_COMPARE(shown.documents(), std::size_t{3});
    const QString folder = shown.window.session().contents().folder;
    shown.window.readWithout(1);
    QTRY_COMPARE(shown.documents(), std::size_t{2});
    QVERIFY(shown.window.session().contents().folder != folder);
    QCOMPARE(shown.window.session().contents().documents[1]->title, std::string("About tides and the moon"));
    QVERIFY(isSessionFolder(folder.toStdString()));
    shown.press("Open “About ropes and knots”");
    QTRY_COMPARE(shown.documents(), std::size_t{3});
    QCOMPARE(shown.window.session().contents().folder, folder);
}

// As a copy of a friend's, by whatever name: it is not taken for a document.
void SessionDocumentsTest::aSharedSessionIsBroughtInByAnyName()
{
    const QString shared = path("from a friend.bin");
    {
        Window shown;
        shown.window.openFiles({path("ropes.md")});
        QTRY_COMPARE(shown.documents(), std::size_t{1});
        QTRY_VERIFY(shown.isRead());
        QVERIFY(QFile::copy(shown.window.session().contents().folder + QStringLiteral("/session.db"), shared));
    }
    Window shown;
    shown.window.openFiles({path("sails.md")});
    QTRY_COMPARE(shown.documents(), std::size_t{1});
    shown.drop({shared});
    QTRY_VERIFY(shown.window.findChild<QMessageBox*>());
    for (QAbstractButton* button : shown.window.findChild<QMessageBox*>()->buttons())
        if (button->text() == QLatin1String("Bring it in"))
            button->click();
    QTRY_VERIFY(shown.window.session().isOpen() && shown.documents() == 1
                                 && shown.window.session().contents().documents[0]->title == "About ropes and knots");
}

// Out of the session and back: what is listed, read and searched follows; an answer that was given keeps its map and its citations.
void SessionDocumentsTest::aDocumentIsRemovedAndTakenBack()
{
    Window shown;
    shown.window.openFiles({path("ropes.md"), path("sails.md"), path("tides.md")});
    QTRY_COMPARE(shown.documents(), std::size_t{3});
    QTRY_VERIFY(shown.isRead());
    const QString folder = shown.window.session().contents().folder;
    shown.window.conversation().ask(QStringLiteral("What does every sailor learn?"), {});
    QTRY_VERIFY(shown.window.conversation().shown() && !shown.window.conversation().isAnswering());
    const AnswerId answer = *shown.window.conversation().shownId();
    const StreamMapData before = shown.window.conversation().shown()->map->data();

    shown.window.offerToRemove(1);
    QVERIFY2(shown.message().contains(QStringLiteral("About sails")), qPrintable(shown.message()));
    shown.press("Remove");
    QTRY_COMPARE(shown.entries().size(), std::size_t{2});
    QTRY_VERIFY(shown.isRead() && shown.window.session().facts());
    QCOMPARE(shown.window.session().contents().folder, folder);
    QCOMPARE(shown.documents(), std::size_t{3});                       // its text stays
    QVERIFY(!shown.window.session().contents().map->holds(1));
    RunPtr again;
    shown.window.conversation().load(answer, this, [&](RunPtr run) { again = run; });
    QTRY_VERIFY(again);
    QCOMPARE(again->map->data(), before);
    QVERIFY(shown.window.conversation().isOfEarlierMemory(answer));
    shown.window.conversation().show(answer);
    QTRY_COMPARE(shown.window.conversation().shownId(), std::optional(answer));
    QCOMPARE(shown.window.conversation().rescore({0}), RequestId{0});  // over which memory?

    shown.window.setRemoved(1, false);
    QTRY_COMPARE(shown.entries().size(), std::size_t{3});
    QTRY_VERIFY(shown.isRead() && shown.window.session().facts());
    QVERIFY(shown.window.session().contents().map->holds(1));
}

void SessionDocumentsTest::theOutlineIsThatOfADocumentThatIsThere()
{
    Window shown;
    shown.window.openFiles({path("ropes.md"), path("sails.md")});
    QTRY_COMPARE(shown.documents(), std::size_t{2});
    QTRY_VERIFY(shown.isRead());
    const auto top = [&] { return shown.window.findChild<OutlineView*>()->model()->index(0, 0).data().toString(); };
    QTRY_COMPARE(top(), QStringLiteral("About ropes and knots"));
    shown.window.offerToRemove(0);
    shown.press("Remove");
    QTRY_COMPARE(shown.entries().size(), std::size_t{1});
    QTRY_COMPARE(top(), QStringLiteral("About sails and masts"));
}

// An answer knows nothing of what was added behind it, and says so.
void SessionDocumentsTest::anEarlierAnswerKeepsTheMapItHad()
{
    Window shown;
    open(shown, "ropes.md");
    shown.window.conversation().ask(QStringLiteral("What does every sailor learn?"), {});
    QTRY_VERIFY(shown.window.conversation().shown() && !shown.window.conversation().isAnswering());
    const AnswerId answer = *shown.window.conversation().shownId();
    const std::uint32_t blocks = shown.window.conversation().shown()->map->pieces();
    shown.window.addFiles({path("sails.md")});
    QTRY_COMPARE(shown.documents(), std::size_t{2});
    QTRY_VERIFY(shown.isRead());
    RunPtr again;
    shown.window.conversation().load(answer, this, [&](RunPtr run) { again = run; });
    QTRY_VERIFY(again);
    QCOMPARE(again->map->pieces(), blocks);
    QCOMPARE(again->map->documents(), 1u);
    shown.window.conversation().ask(QStringLiteral("And of sails?"), {});
    QTRY_VERIFY(shown.window.conversation().shownId() != answer && !shown.window.conversation().isAnswering());
    QCOMPARE(shown.window.conversation().shown()->map->documents(), 2u);
}

void SessionDocumentsTest::addingIsImpossibleWithoutASession()
{
    Window shown;
    QVERIFY(!shown.window.actions()[Act::AddDocuments]->isEnabled());
    open(shown, "ropes.md");
    QVERIFY(shown.window.actions()[Act::AddDocuments]->isEnabled());
}

void SessionDocumentsTest::aTextThatASessionHoldsIsOpenedThereOrReadAnew()
{
    Window shown;
    open(shown, "ropes.md");
    const QString folder = shown.window.session().contents().folder;
    shown.window.session().close();
    open(shown, "ropes.md");   // from where it was read: nothing to ask
    QCOMPARE(shown.window.session().contents().folder, folder);
    shown.window.session().close();

    std::filesystem::copy_file(m_home->file("ropes.md"), m_home->file("copy.md"));
    WindowArguments arguments;
    arguments.files = {path("copy.md")};
    shown.window.open(arguments);
    QTRY_VERIFY(shown.message().contains(QStringLiteral("“About ropes and knots” was read before")));
    QVERIFY(!shown.window.session().isOpen());   // nothing before the choice
    shown.press("Open it");
    QTRY_VERIFY(shown.window.session().isOpen());
    QCOMPARE(shown.window.session().contents().folder, folder);
    shown.window.session().close();

    shown.window.findChild<MessageBar*>()->showMessage({});
    shown.drop({path("copy.md")});
    QTRY_VERIFY(shown.message().contains(QStringLiteral("was read before")));
    shown.press("Read it anew");
    QTRY_VERIFY(shown.window.session().isOpen());
    const QString anew = shown.window.session().contents().folder;
    QVERIFY(anew != folder);
    shown.window.session().close();
    for (const auto& [name, wanted] : {std::pair{"copy.md", anew}, std::pair{"ropes.md", folder}}) {   // each from its own file
        open(shown, name);
        QCOMPARE(shown.window.session().contents().folder, wanted);
        shown.window.session().close();
    }
}

QTEST_MAIN(SessionDocumentsTest)
#include "session_documents_test.moc"
