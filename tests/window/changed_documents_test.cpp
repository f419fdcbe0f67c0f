// Documents of a session change in the window: another name, another encoding, out of the session and back.
#include "app/window/areas/document_tab.h"
#include "app/window/areas/reader_area.h"
#include "app/window/session/session_contents.h"
#include "app/window/window_actions.h"
#include "core/documents/client/encodings.h"
#include "storage/folders/session_folder.h"
#include "tests/window/sailors_window.h"
#include "ui/panels/question_field.h"
#include "ui/panels/side_delegate.h"

#include <QInputDialog>
#include <QPainter>
#include <QPdfWriter>

#include <set>

using namespace cairn;
using Window = cairn::test::SailorsWindow;

class ChangedDocumentsTest : public QObject, protected test::Sailors
{
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }
    void aDocumentIsRenamedAndBack();
    void aGuessedEncodingCanBeChanged();
    void theOthersAreReadWithoutADocument();
    void aDocumentIsRemovedAndTakenBack();
    void whatWasBarredStaysBarredWithoutADocumentBeforeIt();
    void whatWasAskedOfOneDocumentIsNoChapterOfIt();
    void whatWasRemovedIsSaidUntilTheNextQuestion();
    void noQuestionIsOfferedAboutARemovedDocument();
    void whereAnEarlierMapIsMissingTheQuestionCanBeEdited();
    void theOutlineIsThatOfADocumentThatIsThere();
    void pagesStayPagesWhenTheTextInFrontIsRemoved();
};

void ChangedDocumentsTest::aDocumentIsRenamedAndBack()
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

void ChangedDocumentsTest::aGuessedEncodingCanBeChanged()
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

// In a session of their own; the one with the answers stays.
void ChangedDocumentsTest::theOthersAreReadWithoutADocument()
{
    Window shown;
    shown.window.openFiles({path("ropes.md"), path("sails.md"), path("tides.md")});
    QTRY_COMPARE(shown.documents(), std::size_t{3});
    const QString folder = shown.window.session().contents().folder;
    shown.window.readWithout(1);
    QTRY_COMPARE(shown.documents(), std::size_t{2});
    QVERIFY(shown.window.session().contents().folder != folder);
    QCOMPARE(shown.window.session().contents().documents[1]->title, std::string("About tides and the moon"));
    QCOMPARE(shown.window.session().contents().title, QStringLiteral("About ropes and knots, without “About sails and masts”"));
    QVERIFY(isSessionFolder(folder.toStdString()));
    shown.press("Open “About ropes and knots”");
    QTRY_COMPARE(shown.documents(), std::size_t{3});
    QCOMPARE(shown.window.session().contents().folder, folder);
    shown.window.readWithout(0);   // a name of its own
    QTRY_VERIFY(shown.documents() == 2 && shown.window.session().contents().folder != folder);
    QCOMPARE(shown.window.session().contents().title, QStringLiteral("About sails and masts"));
}

// Taken back it can be until one goes on to ask.
void ChangedDocumentsTest::whatWasRemovedIsSaidUntilTheNextQuestion()
{
    Window shown;
    shown.window.openFiles({path("ropes.md"), path("sails.md")});
    QTRY_COMPARE(shown.documents(), std::size_t{2});
    QTRY_VERIFY(shown.isRead());
    const auto* bar = shown.window.findChild<MessageBar*>();
    shown.window.offerToRemove(1);
    shown.press("Remove");
    QTRY_COMPARE(shown.entries().size(), std::size_t{1});
    QTRY_VERIFY(shown.isRead() && shown.window.session().facts() && !shown.window.session().isReloading());
    QVERIFY2(bar->isVisible() && bar->text().contains(QStringLiteral("was removed")), qPrintable(bar->text()));
    QVERIFY(shown.ask("What are knots?").value > 0);
    QVERIFY2(!bar->isVisible(), qPrintable(bar->text()));
    QTRY_VERIFY(shown.window.actions()[Act::RemoveAnswer]->isEnabled());
    shown.window.actions()[Act::RemoveAnswer]->trigger();
    QVERIFY2(bar->isVisible() && bar->text().contains(QStringLiteral("deleted")), qPrintable(bar->text()));
    QTRY_VERIFY(shown.window.session().contents().turns.empty());
    QVERIFY(shown.ask("And of knots?").value > 0);
    QVERIFY2(!bar->isVisible(), qPrintable(bar->text()));
}

// Nothing is asked about what is not there.
void ChangedDocumentsTest::noQuestionIsOfferedAboutARemovedDocument()
{
    std::ofstream(m_home->file("ships.md")) << "# Ships\n\n## The mainmast\n\nIt is the tallest.\n\n## The hull\n\nIt is of oak.\n";
    Window shown;
    shown.window.openFiles({path("ropes.md"), path("ships.md")});
    QTRY_COMPARE(shown.documents(), std::size_t{2});
    QTRY_VERIFY(shown.isRead());
    const auto isOffered = [&](const char* words) {
        for (const auto* button : shown.window.findChildren<QAbstractButton*>())
            if (button->isVisible() && button->accessibleName().contains(QLatin1String(words)))
                return true;
        return false;
    };
    QTRY_VERIFY(isOffered("mainmast"));
    shown.window.offerToRemove(1);
    QVERIFY2(shown.message().contains(QStringLiteral("Nothing is read again.")), qPrintable(shown.message()));
    shown.press("Remove");
    QTRY_COMPARE(shown.entries().size(), std::size_t{1});
    QTRY_VERIFY(!isOffered("mainmast"));
    shown.press("Take it back");
    QTRY_COMPARE(shown.entries().size(), std::size_t{2});
    QTRY_VERIFY(isOffered("mainmast"));
}

// Sessions of an earlier version may lack the map of a memory that is gone: asking again would be refused again.
void ChangedDocumentsTest::whereAnEarlierMapIsMissingTheQuestionCanBeEdited()
{
    Window shown;
    shown.window.openFiles({path("ropes.md"), path("sails.md")});
    QTRY_COMPARE(shown.documents(), std::size_t{2});
    QTRY_VERIFY(shown.isRead());
    ConversationController& conversation = shown.window.conversation();
    AskOptions options;
    options.controls.barred = {BlockId(1)};
    const AnswerId answer = shown.ask("What does every sailor learn?", options);
    QVERIFY(answer.value > 0);
    shown.window.offerToRemove(1);
    shown.press("Remove");
    QTRY_COMPARE(shown.entries().size(), std::size_t{1});
    QTRY_VERIFY(shown.isRead() && shown.window.session().facts() && !shown.window.session().isReloading());
    QTRY_VERIFY(conversation.shownId() == answer && conversation.isOfEarlierMemory(answer));
    shown.window.session().contents().earlierMaps.clear();
    QTRY_VERIFY(shown.window.actions()[Act::AskAgain]->isEnabled());
    shown.window.actions()[Act::AskAgain]->trigger();
    const auto* bar = shown.window.findChild<MessageBar*>();
    QVERIFY2(bar->isVisible() && bar->text().contains(QStringLiteral("Ask the question anew.")), qPrintable(bar->text()));
    shown.press("Edit the question and ask again");
    QCOMPARE(shown.window.findChild<QuestionField*>()->toPlainText(), QStringLiteral("What does every sailor learn?"));
    QVERIFY(!bar->isVisible() && !conversation.isAnswering());
}

// Out of the session and back: what is listed, read and searched follows; an answer that was given keeps its map and its citations.
void ChangedDocumentsTest::aDocumentIsRemovedAndTakenBack()
{
    Window shown;
    shown.window.openFiles({path("ropes.md"), path("sails.md"), path("tides.md")});
    QTRY_COMPARE(shown.documents(), std::size_t{3});
    QTRY_VERIFY(shown.isRead());
    const QString folder = shown.window.session().contents().folder;
    const AnswerId answer = shown.ask("What does every sailor learn?");
    QVERIFY(answer.value > 0);
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

// It was asked without the other one: that one's blocks, counted in today's memory, would be all that is before a chapter.
void ChangedDocumentsTest::whatWasAskedOfOneDocumentIsNoChapterOfIt()
{
    write("ropes.md", "ropes and knots", 20);
    std::ofstream sails(m_home->file("sails.md"));
    for (const char* chapter : {"masts", "booms", "reefs", "sheets"})
        sails << "# About " << chapter << "\n\nEvery sailor learns about " << chapter << " in the first winter, at night, in the rain.\n\n";
    sails.close();
    Window shown;
    shown.window.openFiles({path("ropes.md"), path("sails.md")});
    QTRY_COMPARE(shown.documents(), std::size_t{2});
    QTRY_VERIFY(shown.isRead());
    AskOptions options;
    options.controls.barred = shown.window.session().contents().map->blocksOf({0, {0, 100'000}});
    QVERIFY(options.controls.barred.size() > 10);
    QVERIFY(shown.ask("What does every sailor learn?", options).value > 0);
    QCOMPARE(shown.badge(), QStringLiteral("without “About ropes and knots”"));
    shown.window.offerToRemove(0);
    shown.press("Remove");
    QTRY_COMPARE(shown.entries().size(), std::size_t{1});
    QTRY_VERIFY(shown.isRead() && shown.window.session().facts() && !shown.window.session().isReloading());
    QTRY_COMPARE(shown.badge(), QStringLiteral("Before a document was removed"));
}

// A block's number means other words then; the passage that was barred is the same one.
void ChangedDocumentsTest::whatWasBarredStaysBarredWithoutADocumentBeforeIt()
{
    Window shown;
    shown.window.openFiles({path("ropes.md"), path("sails.md"), path("tides.md")});
    QTRY_COMPARE(shown.documents(), std::size_t{3});
    QTRY_VERIFY(shown.isRead());
    ConversationController& conversation = shown.window.conversation();
    const DocumentPlace passage{2, {30, 120}}, gone{1, {60, 90}};
    const StreamMap before = *shown.window.session().contents().map;
    AskOptions options;
    options.controls.barred = before.blocksOf(passage);
    const AnswerId answer = shown.ask("What does every sailor learn?", options);
    QVERIFY(answer.value > 0);
    QVERIFY(!conversation.shown()->memoryIsGone);
    shown.window.offerToRemove(0);
    QVERIFY2(shown.message().contains(QStringLiteral("what follows it takes under 1 min.")), qPrintable(shown.message()));
    shown.press("Remove");
    QTRY_COMPARE(shown.entries().size(), std::size_t{2});
    QTRY_VERIFY(shown.isRead() && shown.window.session().facts() && !shown.window.session().isReloading());
    const StreamMap& now = *shown.window.session().contents().map;
    QVERIFY(now.blocksOf(passage) != before.blocksOf(passage));
    QTRY_VERIFY(conversation.isOfEarlierMemory(answer));
    QTRY_VERIFY(conversation.shown() && conversation.shown()->memoryIsGone);
    QVERIFY(!shown.window.actions()[Act::OtherSettings]->isEnabled());   // their answers would be of another memory

    conversation.askAgain(answer, [](AskOptions&) {});
    QTRY_VERIFY(!conversation.isAnswering() && conversation.shownId() != std::optional(answer));
    const auto again = conversation.optionsOf(*conversation.shownId());
    QVERIFY(again);
    const std::set<BlockId> barred(again->controls.barred.begin(), again->controls.barred.end());
    for (const BlockId block : now.blocksOf(passage))
        QVERIFY(barred.contains(block));
    QVERIFY(conversation.shown()->barred.size() == barred.size() && !conversation.shown()->memoryIsGone);
    QVERIFY(conversation.turnOf(answer)->question.id != conversation.turnOf(*conversation.shownId())->question.id);

    // What a view shows of the first answer is told to the memory of now, too.
    std::vector<std::uint32_t> then;
    for (const BlockId block : before.blocksOf(passage))
        then.push_back(block.value);
    for (const std::uint32_t block : conversation.blocksNow(answer, then))
        QVERIFY(barred.contains(BlockId(block)));
    QCOMPARE(conversation.blocksNow(answer, {before.blocksOf({0, {0, 5}}).front().value}), std::vector<std::uint32_t>{});
    QVERIFY(!conversation.blocksNow(answer, {before.blocksOf(gone).front().value}).empty());
}

void ChangedDocumentsTest::theOutlineIsThatOfADocumentThatIsThere()
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

// That the text has no pages is nothing that anybody chose for the other one.
void ChangedDocumentsTest::pagesStayPagesWhenTheTextInFrontIsRemoved()
{
    {
        QPdfWriter writer(path("harbour.pdf"));
        QPainter painter(&writer);
        QFont font = painter.font();
        font.setPointSize(14);
        painter.setFont(font);
        for (int line = 1; line <= 12; ++line)
            painter.drawText(200, 400 * line, QStringLiteral("Quay %1 of the harbour has room for %2 ships.").arg(line).arg(3 * line));
    }
    Window shown;
    shown.window.openFiles({path("harbour.pdf"), path("sails.md")});
    QTRY_COMPARE(shown.documents(), std::size_t{2});
    QTRY_VERIFY(shown.isRead());
    QTRY_VERIFY(shown.window.reader().current()->showsPages());
    shown.window.reader().openDocument(1);
    QVERIFY(!shown.window.reader().current()->showsPages());
    shown.window.offerToRemove(1);
    shown.press("Remove");
    QTRY_COMPARE(shown.entries().size(), std::size_t{1});
    QTRY_VERIFY(shown.window.reader().current() && shown.window.reader().current()->hasPages());
    QVERIFY(shown.window.reader().current()->showsPages());
}

QTEST_MAIN(ChangedDocumentsTest)
#include "changed_documents_test.moc"
