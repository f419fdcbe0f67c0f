// Documents come into a session in the window: dropped, named with it, known already; and what views and the store know of them.
#include "app/window/areas/reader_area.h"
#include "app/window/areas/side_presenter.h"
#include "app/window/session/session_contents.h"
#include "app/window/window_actions.h"
#include "storage/folders/session_folder.h"
#include "tests/support/longer_words.h"
#include "tests/window/sailors_window.h"
#include "ui/panels/find_bar.h"
#include "ui/panels/question_field.h"
#include "ui/panels/side_delegate.h"
#include "ui/panels/side_models.h"
#include "ui/panels/side_panel.h"

#include <QAbstractButton>
#include <QMessageBox>
#include <QSignalSpy>

using namespace cairn;
using Window = cairn::test::SailorsWindow;

class SessionDocumentsTest : public QObject, protected test::Sailors
{
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }
    void droppedFilesJoinTheOpenSession();
    void notesNameTheirDocumentOnceThereAreSeveral();
    void howManyAreAddedIsSaidAndNoOtherNumber();
    void itsOwnFileIsShownAndAnAddedOneIsIntroducedWithItsBlocks();
    void aQuestionAboutFilesEndsWithItsSession();
    void droppedFilesMayHaveASessionOfTheirOwn();
    void whatIsThereIsSaidAndNotTakenTwice();
    void aFileOfTheSameBytesIsKnownThoughItIsReadOtherwise();
    void anAnswerFromAPartCanBeAskedAgainAtTheEnd();
    void whatWasNotReadYetCountsInThePart();
    void anAnswerUpToAPlaceSaysSo();
    void anAnswerSaysWhatItLacksOfTheDocumentsOfToday();
    void theQuestionNamesWhatIsAsked();
    void aHeadingIsReadFromItsFirstLine();
    void readingGoesOnWithWhatWasAdded();
    void filesNamedWithASessionAreAddedToIt();
    void aSharedSessionIsBroughtInByAnyName();
    void anEarlierAnswerKeepsTheMapItHad();
    void addingIsImpossibleWithoutASession();
    void aTextThatASessionHoldsIsOpenedThereOrReadAnew();
    void whatIsOpenIsNotOpenedAnew();
    void aTextOfALargerSessionIsShownThere();
};

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

void SessionDocumentsTest::notesNameTheirDocumentOnceThereAreSeveral()
{
    Window shown;
    open(shown, "ropes.md");
    const auto facts = [&] {
        const NotesModel& notes = *shown.window.findChild<NotesModel*>();
        return notes.rowCount({}) == 0 ? QString() : notes.index(0).data(SecondLineRole).toString();
    };
    const QString title = shown.entries().front().title;
    shown.window.actions()[Act::AddBookmark]->trigger();
    QTRY_VERIFY(!facts().isEmpty());
    QVERIFY2(!facts().contains(title), qPrintable(facts()));
    shown.drop({path("sails.md")});
    QTRY_VERIFY(shown.message().contains(QStringLiteral("Add “sails.md”")));
    shown.press("Add to this session");
    QTRY_VERIFY2(facts().endsWith(title), qPrintable(facts()));
    shown.window.session().renameDocument(shown.entries().front().id, QStringLiteral("Knots"));
    QTRY_VERIFY2(facts().endsWith(QStringLiteral("Knots")), qPrintable(facts()));
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
    const std::string folder = (*newSessionOfFiles(file("Ropes", 1), root, "Ropes"))->folder();
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
    QVERIFY(shown.ask("What is it about?").value > 0);
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

// Documents behind the part that was read were there when it was asked, though none of them had been begun.
void SessionDocumentsTest::whatWasNotReadYetCountsInThePart()
{
    qputenv("CAIRN_ENGINE", m_home->engineCommand(CAIRN_FAKE_ENGINE, "pace:0:ms=60"));
    write("ropes.md", "ropes and knots", 12);
    Window shown;
    shown.window.openFiles({path("ropes.md"), path("sails.md"), path("tides.md")});
    QTRY_COMPARE(shown.documents(), std::size_t{3});
    QTRY_VERIFY(shown.window.reading().status().storedBlocks > 0);
    auto& conversation = shown.window.conversation();
    QVERIFY(shown.ask("What is it about?").value > 0);
    const std::uint32_t read = conversation.memoryBlocksOf(*conversation.shownId()), all = shown.window.session().facts()->totalBlocks;
    QVERIFY(read > 0 && read < shown.window.session().contents().map->firstBlockOf(1).value);
    QCOMPARE(conversation.shown()->map->documents(), 3u);
    QVERIFY2(shown.badge().startsWith(QStringLiteral("From the first %1 %, up to ").arg(100 * read / all)), qPrintable(shown.badge()));
    QVERIFY2(shown.badge().contains(QStringLiteral("up to About ropes and knots, ")), qPrintable(shown.badge()));   // of three
}

void SessionDocumentsTest::anAnswerUpToAPlaceSaysSo()
{
    write("ropes.md", "ropes and knots", 12);
    Window shown;
    open(shown, "ropes.md");
    auto& conversation = shown.window.conversation();
    AskOptions options;
    for (const auto& [until, words] : {std::pair(3u, "Only up to "), std::pair(0u, "From nothing before your place")}) {
        options.until = BlockId(until);
        QVERIFY(shown.ask("What is it about?", options).value > 0);
        QVERIFY2(shown.badge().startsWith(QLatin1String(words)), qPrintable(shown.badge()));
    }
    const AnswerId before = *conversation.shownId();
    for (auto* button : shown.window.findChildren<QAbstractButton*>()) {
        if (button->text() == QLatin1String("Ask again with the whole book"))
            button->click();
    }
    QTRY_VERIFY(!conversation.isAnswering() && conversation.shownId() && *conversation.shownId() != before);
    QVERIFY2(!shown.badge().startsWith(QLatin1String("From")), qPrintable(shown.badge()));
}

// One that came and went is nothing to an answer before it; one that the answer knew is. The whole is offered to those who had less.
void SessionDocumentsTest::anAnswerSaysWhatItLacksOfTheDocumentsOfToday()
{
    Window shown;
    open(shown, "ropes.md");
    QVERIFY(shown.ask("What does every sailor learn?").value > 0);
    const auto says = [&](const char* words, bool offered) {
        QStringList badges;
        for (const auto* badge : shown.window.findChildren<Badge*>())
            badges += badge->isVisible() ? QStringList(badge->text()) : QStringList();
        bool again = false;
        for (const auto* button : shown.window.findChildren<QAbstractButton*>())
            again = again || (button->isVisible() && button->text() == QLatin1String("Ask again with the whole book"));
        const bool said = *words ? badges.filter(QString::fromUtf8(words)).size() == 1 : badges.filter(QLatin1String("Before ")).isEmpty();
        return said && again == offered;
    };
    const auto remove = [&](std::uint32_t document, bool removed) {
        shown.window.setRemoved(document, removed);
        const auto& session = shown.window.session();
        const auto done = [&] { return session.isOpen() && session.contents().records[document].isRemoved() == removed; };
        return QTest::qWaitFor([&] { return done() && shown.isRead() && shown.window.conversation().shown(); }, test::kPatienceMs);
    };
    QVERIFY(says("", false));
    shown.window.addFiles({path("sails.md")});
    QTRY_VERIFY(shown.documents() == 2 && shown.isRead());
    QVERIFY(remove(1, true));
    QTRY_VERIFY(says("", false));
    QVERIFY(remove(1, false));
    QTRY_VERIFY(says("Before “About sails and masts” was added", true));
    QVERIFY(remove(0, true));
    QTRY_VERIFY(says("Before a document was removed", true));
    QVERIFY(remove(0, false));
    QVERIFY(shown.ask("And of sails?").value > 0);
    QVERIFY(remove(0, true));
    QTRY_VERIFY(says("Before a document was removed", false));   // it knew more than there is
}

void SessionDocumentsTest::theQuestionNamesWhatIsAsked()
{
    Window shown;
    open(shown, "ropes.md");
    const auto* field = shown.window.findChild<QuestionField*>();
    QCOMPARE(field->accessibleDescription(), QStringLiteral("Ask about About ropes and knots"));
    shown.window.addFiles({path("sails.md")});
    QTRY_COMPARE(shown.documents(), std::size_t{2});
    QTRY_VERIFY(shown.isRead());
    QCOMPARE(field->accessibleDescription(), QStringLiteral("Ask about 2 document(s)"));
    shown.window.findChild<SidePresenter*>()->tickOnly(1);
    QVERIFY2(field->accessibleDescription().contains(QLatin1String("sails")), qPrintable(field->accessibleDescription()));
    QVERIFY(!field->accessibleDescription().contains(QLatin1String("ropes")));
}

void SessionDocumentsTest::aHeadingIsReadFromItsFirstLine()
{
    write("ropes.md", "ropes and knots", 60);
    Window shown;
    open(shown, "ropes.md");
    const CanonicalText& text = *shown.window.session().contents().documents[0];
    const std::uint64_t middle = text.text.find('\n', text.text.size() / 2) + 1;
    Q_EMIT shown.window.findChild<SidePanel*>()->headingChosen(shown.window.session().contents().records[0].id, middle);
    QTRY_COMPARE(shown.window.reader().place(), (ReaderPlace{0, middle}));   // not the end of the chapter before it
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
    QCOMPARE(shown.window.findChild<MessageBar*>()->text(), QStringLiteral("Bringing the session in…"));   // it takes a while
    QTRY_VERIFY(shown.window.session().isOpen() && shown.documents() == 1
                                 && shown.window.session().contents().documents[0]->title == "About ropes and knots");
}

// An answer knows nothing of what was added behind it, and says so.
void SessionDocumentsTest::anEarlierAnswerKeepsTheMapItHad()
{
    Window shown;
    open(shown, "ropes.md");
    const AnswerId answer = shown.ask("What does every sailor learn?");
    QVERIFY(answer.value > 0);
    const std::uint32_t blocks = shown.window.conversation().shown()->map->pieces();
    shown.window.addFiles({path("sails.md")});
    QTRY_COMPARE(shown.documents(), std::size_t{2});
    QTRY_VERIFY(shown.isRead());
    RunPtr again;
    shown.window.conversation().load(answer, this, [&](RunPtr run) { again = run; });
    QTRY_VERIFY(again);
    QCOMPARE(again->map->pieces(), blocks);
    QCOMPARE(again->map->documents(), 1u);
    QVERIFY(shown.ask("And of sails?").value > 0);
    QCOMPARE(shown.window.conversation().shown()->map->documents(), 2u);
}

void SessionDocumentsTest::addingIsImpossibleWithoutASession()
{
    Window shown;
    QVERIFY(!shown.window.actions()[Act::AddDocuments]->isEnabled());
    open(shown, "ropes.md");
    QVERIFY(shown.window.actions()[Act::AddDocuments]->isEnabled());
}

// Its file opened once more, from the desktop say: what is being written or read is not cut off. What was asked for is shown, and what
// could not be read is told.
void SessionDocumentsTest::whatIsOpenIsNotOpenedAnew()
{
    std::ofstream(m_home->file("broken.pdf")) << "%PDF-1.4 and no more";
    Window shown;
    shown.window.openFiles({path("ropes.md"), path("tides.md")});
    QTRY_VERIFY(shown.documents() == 2 && shown.isRead());
    QSignalSpy closed(&shown.window.session(), &SessionController::closed);
    WindowArguments arguments;
    arguments.files = {path("ropes.md"), path("broken.pdf"), path("tides.md")};
    arguments.find = QStringLiteral("winter");
    shown.window.open(arguments);
    const auto* bar = shown.window.findChild<FindBar*>();
    QTRY_VERIFY(bar->isVisible() && bar->request().words == QLatin1String("winter"));
    QTRY_VERIFY2(shown.message().startsWith(QStringLiteral("broken.pdf")), qPrintable(shown.message()));
    QVERIFY(shown.documents() == 2 && closed.isEmpty());
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

// Not the one that the session was left at.
void SessionDocumentsTest::aTextOfALargerSessionIsShownThere()
{
    Window shown;
    const QStringList all{path("ropes.md"), path("sails.md"), path("tides.md")};
    shown.window.openFiles(all);
    QTRY_COMPARE(shown.documents(), std::size_t{3});
    QTRY_VERIFY(shown.isRead());
    const QString folder = shown.window.session().contents().folder;
    shown.window.reader().openDocument(2);
    shown.window.session().close();

    shown.window.openFiles({path("sails.md")});
    QTRY_VERIFY2(shown.message().contains(QLatin1String("too, with other documents")), qPrintable(shown.message()));
    shown.press("Open it");
    QTRY_VERIFY(shown.window.session().isOpen());
    QCOMPARE(shown.window.session().contents().folder, folder);
    QCOMPARE(shown.window.reader().current()->index(), 1u);
    shown.window.session().close();

    shown.window.openFiles(all);   // it was left at one of them
    QTRY_VERIFY(shown.window.session().isOpen());
    QCOMPARE(shown.window.session().contents().folder, folder);
    QCOMPARE(shown.window.reader().current()->index(), 1u);
}

QTEST_MAIN(SessionDocumentsTest)
#include "session_documents_test.moc"
