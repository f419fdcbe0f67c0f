// Notes: what is shown is what is committed; every change can be undone and redone, in any order and without waiting.
#include "app/window/session/note_book.h"

#include "tests/support/patience.h"
#include "tests/support/session_samples.h"
#include "tests/support/temporary_folder.h"

#include <QTest>
#include <QUndoStack>

using namespace cairn;
using namespace cairn::test;

namespace
{

struct Bench
{
    Bench() : engine({QStringLiteral("/bin/false")}), session(store, engine), book(session, &history)
    {
        if (auto created = SessionStore::create(folder.path(), "Whales"))
            (void)(*created)->addDocument(sampleDocument(3), {});
        session.openFolder(QString::fromStdString(folder.path()));
        (void)QTest::qWaitFor([&] { return session.isOpen(); }, kPatienceMs);
    }
    Note note(const char* text) const { return {session.contents().records.front().id, {2, 7}, text}; }
    QStringList shown() const
    {
        QStringList texts;
        for (const NoteRecord& record : session.contents().notes)
            texts.append(QString::fromStdString(record.note.text));
        return texts;
    }
    QStringList stored()                         // once everything is written
    {
        QStringList texts;
        bool read = false;
        QObject receiver;
        store.withStore(&receiver, [](SessionStore& one) { return one.notes(); }, [&](const Result<std::vector<NoteRecord>>& notes) {
            for (const NoteRecord& record : *notes)
                texts.append(QString::fromStdString(record.note.text));
            read = true;
        });
        (void)QTest::qWaitFor([&] { return read; }, kPatienceMs);
        return texts;
    }

    TemporaryFolder folder;
    StoreThread store;
    EngineClient engine;
    SessionController session;
    QUndoStack history;
    NoteBook book;
};

}  // namespace

class NoteBookTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void addingChangingDeletingIsUndone();
    void undoBeforeTheCommitLeavesNothing();
    void aNoteOfAnEarlierTimeCanBeDeletedAndComesBack();
    void whatIsUndoneIsNamed();
    void aMarkStandsOnceWhereItStands();
};

void NoteBookTest::addingChangingDeletingIsUndone()
{
    Bench bench;
    bench.book.add(bench.note("first"));
    bench.book.add(bench.note("second"));
    QTRY_COMPARE(bench.shown(), (QStringList{QStringLiteral("first"), QStringLiteral("second")}));
    bench.book.setText(bench.session.contents().notes[0].id, QStringLiteral("changed"));
    QTRY_VERIFY(bench.shown().contains(QStringLiteral("changed")));
    bench.book.remove(bench.session.contents().notes[1].id);
    QTRY_COMPARE(bench.shown().size(), 1);
    QCOMPARE(bench.stored().size(), 1);
    bench.history.undo();
    bench.history.undo();
    QTRY_COMPARE(bench.shown().size(), 2);
    QTRY_VERIFY(bench.shown().contains(QStringLiteral("first")) && !bench.shown().contains(QStringLiteral("changed")));
    QCOMPARE(bench.stored().size(), 2);
    bench.history.redo();
    QTRY_VERIFY(bench.stored().contains(QStringLiteral("changed")));
}

void NoteBookTest::undoBeforeTheCommitLeavesNothing()
{
    Bench bench;
    bench.book.add(bench.note("hasty"));
    bench.history.undo();
    QTRY_VERIFY(bench.stored().isEmpty() && bench.shown().isEmpty());
    bench.history.redo();
    bench.history.undo();
    bench.history.redo();
    QTRY_COMPARE(bench.shown(), QStringList{QStringLiteral("hasty")});
    QTRY_COMPARE(bench.stored(), QStringList{QStringLiteral("hasty")});
}

void NoteBookTest::aNoteOfAnEarlierTimeCanBeDeletedAndComesBack()
{
    TemporaryFolder folder;
    {
        auto store = SessionStore::create(folder.path(), "Whales");
        const auto document = (*store)->addDocument(sampleDocument(3), {});
        QVERIFY((*store)->addNote({*document, {1, 5}, "old"}));
    }
    StoreThread store;
    EngineClient engine({QStringLiteral("/bin/false")});
    SessionController session(store, engine);
    QUndoStack history;
    NoteBook book(session, &history);
    session.openFolder(QString::fromStdString(folder.path()));
    QTRY_VERIFY(session.isOpen());
    book.remove(session.contents().notes.front().id);
    QTRY_VERIFY(session.contents().notes.empty());
    history.undo();
    QTRY_COMPARE(session.contents().notes.size(), std::size_t(1));
    QCOMPARE(session.contents().notes.front().note.text, std::string("old"));
    QCOMPARE(session.contents().notes.front().note.range, (ByteRange{1, 5}));
}

void NoteBookTest::whatIsUndoneIsNamed()
{
    Bench bench;
    const auto kinds = {std::pair(NoteKind::Note, "Delete the note"), std::pair(NoteKind::Note, "Delete the bookmark"),
                        std::pair(NoteKind::Highlight, "Remove the highlight"), std::pair(NoteKind::Pinned, "No longer pin this passage"),
                        std::pair(NoteKind::Barred, "No longer bar this passage")};
    bool words = true;   // of the first one
    for (const auto& [kind, deletion] : kinds) {
        Note note = bench.note(std::exchange(words, false) ? "words" : "");
        note.kind = kind;
        bench.book.add(note);
        QTRY_COMPARE(bench.session.contents().notes.size(), std::size_t(1));
        bench.book.remove(bench.session.contents().notes.front().id);
        QCOMPARE(bench.history.undoText(), QString::fromLatin1(deletion));
        QTRY_VERIFY(bench.session.contents().notes.empty());
    }
}

// Ctrl+D at a place that has its bookmark, say.
void NoteBookTest::aMarkStandsOnceWhereItStands()
{
    Bench bench;
    Note mark = bench.note("");
    for (const NoteKind kind : {NoteKind::Note, NoteKind::Highlight}) {
        mark.kind = kind;
        bench.book.add(mark);
        QTRY_VERIFY(!bench.shown().isEmpty() && bench.session.contents().notes.back().note.kind == kind);
        bench.book.add(mark);
    }
    QCOMPARE(bench.stored().size(), 2);
    QCOMPARE(bench.history.count(), 2);   // nothing to undo that did nothing
    for (int i = 0; i < 2; ++i)
        bench.book.add(bench.note("said twice"));
    QTRY_COMPARE(bench.shown().size(), 4);
}

QTEST_GUILESS_MAIN(NoteBookTest)
#include "note_book_test.moc"
