// What leaves a session as JSON comes in again: answers, citations, notes, bound to the documents by their hashes; what somebody changed
// does not.
#include "app/session/exported_session.h"

#include "app/common/ask_options_json.h"
#include "storage/bytes/hashing.h"
#include "tests/support/patience.h"
#include "tests/support/planted_answer.h"
#include "tests/support/temporary_folder.h"

#include <QProcess>
#include <QTest>

#include <fstream>

using namespace cairn;
using namespace cairn::test;

namespace
{

CanonicalText whales()
{
    CanonicalText document;
    document.format = DocumentFormat::Pdf;
    document.title = "On whales";
    document.text = "The whale sings. The sea listens.\n\nNobody else does.";
    document.units = {{"12", {0, document.text.size()}}};
    document.paragraphs = {{{0, 33}, ParagraphKind::Text, 0}, {{35, document.text.size()}, ParagraphKind::Text, 0}};
    return document;
}

CanonicalText ropes()
{
    CanonicalText document;
    document.title = "On ropes";
    document.text = "A rope is twisted.";
    document.units = {{"", {0, document.text.size()}}};
    document.paragraphs = {{{0, document.text.size()}, ParagraphKind::Text, 0}};
    return document;
}

Answer answerOf(const char* words)
{
    Answer answer;
    answer.text = words;
    answer.found = true;
    answer.tokens = {{7, {0, 3}, -0.25f, 0.125f, {0}}, {9, {3, 9}, -1.1f, 0.3f, {}}};
    answer.passages = {{0, {0, 33}}};
    answer.citations.push_back({0, {0, 16}, "12", "Sea > Songs", "The whale sings.", 0.7512345, {0}, {0, 9}});
    answer.quotations.push_back({{0, 9}, true, 0, {0, 9}});
    answer.quotations.push_back({{0, 3}, false, 0, {}});
    answer.coverage = {1, 1, 1};
    answer.questionMs = 12.5;
    answer.tokensPerSecond = 61.3;
    return answer;
}

struct Session
{
    TemporaryFolder folder;
    std::int64_t now = 1'700'000'000'000;
    std::unique_ptr<SessionStore> store;

    explicit Session(const std::vector<CanonicalText>& documents)
    {
        SessionStoreOptions options;
        options.now = [this] { return now; };
        store = *SessionStore::create(folder.path(), "Sea \"songs\"", options);
        for (const CanonicalText& document : documents)
            if (!store->addDocument(document, {"somewhere.md", 1, 2}))
                qFatal("no document");
    }
    AnswerId answer(QuestionId question, const char* words)
    {
        now += 1000;
        const auto id = *store->beginAnswer(question, Strategy::Reread);
        now += 500;
        AnswerContext context;
        context.modelName = "small";
        context.blockTokens = 63;
        context.tokenizer = "259 tokens, 0123456789abcdef0123456789abcdef";
        context.version = "0.0.9";
        if (!store->finishAnswer(id, answerOf(words), AnswerState::Finished, toJson(context)))
            qFatal("no answer");
        return id;
    }
    // Two branches, a question that follows one of them, notes of all kinds.
    void fill()
    {
        AskOptions options;
        options.topK = 4;
        const auto first = *store->recordQuestion("Who sings?", toJson(options));
        const AnswerId one = answer(first, "The whale does.");
        answer(first, "The whale sings.");
        now += 1000;
        answer(*store->recordQuestion("Why?", {}, one), "The whale is glad.");
        const DocumentId document = store->documents()->front().id;
        for (const Note& note : {Note{document, {4, 9}, "an animal", NoteKind::Note}, Note{document, {0, 16}, {}, NoteKind::Highlight},
                                 Note{document, {17, 33}, {}, NoteKind::Pinned}, Note{document, {35, 41}, {}, NoteKind::Barred},
                                 Note{document, {20, 20}, {}, NoteKind::Note}}) {
            now += 1000;
            if (!store->addNote(note))
                qFatal("no note");
        }
    }
    std::string exported(ExportFormat format = ExportFormat::Json) const
    {
        DocumentNames names;
        for (const DocumentRecord& record : *store->documents())
            names.push_back(record.title);
        return exportSession(*store, format, names)->text;
    }
    bool isEmpty() const { return store->answers()->empty() && store->questions()->empty() && store->notes()->empty(); }
};

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const auto at = text.find(from);
    if (at == text.npos)
        qFatal("%s is not there", from.c_str());
    return text.replace(at, from.size(), to);
}

}  // namespace

class ExportedSessionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsBroughtInIsExportedAlike();
    void broughtInTwiceItIsThereOnce();
    void documentsAreKnownByTheirHash();
    void otherDocumentsAreRefused();
    void changedExportsAreRefused_data();
    void changedExportsAreRefused();
    void anyCutOrFlippedByteLeavesTheSessionWhole();
    void deletedQuestionsStayHere();
    void pagesForReadersSayWhatThePanelSays();
    void pagesForReadersHaveTheNearestPassage();
    void whatEndedBeforeAWordCameIsInJsonAlone();
    void whatWasCutOffIsSaidToBeStopped();
    void theOpenBlockAtTheEndIsNoUnreadPart();
    void notesAreExportedForReadersToo();
    void kindsOfNotesAreKept();
    void whatPointsBesideTheTextIsLeftOutAndNamed();
    void theCommandLineBringsThemIn();
};

void ExportedSessionTest::whatIsBroughtInIsExportedAlike()
{
    Session from({whales()}), to({whales()});
    from.fill();
    const std::string text = from.exported();
    QCOMPARE(std::count(text.begin(), text.end(), '\n'), 8);
    const auto imported = importExport(*to.store, text);
    QVERIFY2(imported, imported ? "" : imported.error().message.c_str());
    QCOMPARE(imported->answers, 3u);
    QCOMPARE(imported->notes, 5u);
    QCOMPARE(QByteArray::fromStdString(to.exported()), QByteArray::fromStdString(text));
    QCOMPARE(to.store->questions()->size(), std::size_t{2});
    QVERIFY(to.store->questions()->back().follows == to.store->answers()->front().id);
    QVERIFY(!to.store->search("glad")->empty() && !to.store->search("animal")->empty());
    QVERIFY(to.store->verify()->empty());
}

void ExportedSessionTest::theCommandLineBringsThemIn()
{
    Session from({whales()}), to({whales()}), other({ropes()});
    from.fill();
    const std::string file = from.folder.file("answers.json");
    std::ofstream(file) << from.exported();
    const auto bringIn = [&](Session& session, const QStringList& options = {}) {
        session.store.reset();   // it holds the lock
        QProcess cli;
        const QString folder = QString::fromStdString(session.folder.path());
        cli.start(QStringLiteral(CAIRN_BINARY_DIR "/bin/cairn-cli"),
                  QStringList{QStringLiteral("import"), folder, QString::fromStdString(file)} + options);
        return cli.waitForFinished(kPatienceMs) ? std::pair(cli.exitCode(), cli.readAllStandardOutput() + cli.readAllStandardError())
                                     : std::pair(-1, cli.errorString().toUtf8());
    };
    QCOMPARE(bringIn(to), std::pair(0, QByteArray("Brought in: 3 answers, 5 notes; 0 were there before.\n")));
    to.store = *SessionStore::open(to.folder.path());
    QCOMPARE(to.exported(), from.exported());
    QCOMPARE(bringIn(to, {QStringLiteral("--json")}), std::pair(0, QByteArray("{\"answers\":0,\"notes\":0,\"known\":8}\n")));
    const auto refused = bringIn(other);
    QVERIFY2(refused.first == 3 && refused.second.startsWith("cairn-cli: "), refused.second.constData());
    other.store = *SessionStore::open(other.folder.path());
    QVERIFY(other.isEmpty());
}

void ExportedSessionTest::broughtInTwiceItIsThereOnce()
{
    Session session({whales()});
    session.fill();
    const std::string text = session.exported();
    const auto again = importExport(*session.store, text);
    QVERIFY(again);
    QCOMPARE(again->answers + again->notes, 0u);
    QCOMPARE(again->known, 8u);
    QCOMPARE(session.exported(), text);
}

void ExportedSessionTest::documentsAreKnownByTheirHash()
{
    Session from({whales()}), to({ropes(), whales()});
    from.fill();
    QVERIFY(importExport(*to.store, from.exported()));
    const auto answer = *to.store->loadAnswer(to.store->answers()->front().id);
    QCOMPARE(answer.citations[0].document, 1u);
    QCOMPARE(answer.citations[0].text, std::string("The whale sings."));
    QVERIFY(answer.citations[0].blocks.empty() && answer.tokens[0].topBlocks.empty()); // counted in another memory
    QCOMPARE(to.store->notes()->front().note.document, to.store->documents()->back().id);
}

void ExportedSessionTest::otherDocumentsAreRefused()
{
    Session from({whales()}), both({ropes(), whales()}), to({ropes()});
    from.fill();
    const auto none = importExport(*to.store, from.exported());
    QVERIFY(!none && none.error().code == ErrorCode::InvalidArgument);
    QVERIFY(to.isEmpty());
    QVERIFY(importExport(*both.store, from.exported()));
    const auto cites = importExport(*to.store, both.exported()); // one of its two documents is here, the cited one is not
    QVERIFY(!cites && cites.error().code == ErrorCode::InvalidArgument);
    QVERIFY(to.isEmpty());
}

// Written by someone who makes the hashes right: every format would index with it.
void ExportedSessionTest::whatPointsBesideTheTextIsLeftOutAndNamed()
{
    Session session({whales()});
    session.fill();
    const std::size_t lines = 8;
    Answer wrong = answerOf("The whale sings.");
    wrong.tokens.front().text = {5000, 5003};
    const Hash128 id = session.store->sessionId();
    session.store.reset();
    QVERIFY(plantAnswer(session.folder.path(), id, AnswerId(2), wrong));
    session.store = *SessionStore::open(session.folder.path());
    QVERIFY(session.store->addNote({session.store->documents()->front().id, {5000, 5003}, "beside"}));
    for (const ExportFormat format : {ExportFormat::Json, ExportFormat::Markdown, ExportFormat::Html}) {
        const auto exported = exportSession(*session.store, format, {"On whales"});
        QVERIFY(exported && exported->leftOut.size() == 2);
        QVERIFY2(exported->leftOut[0].starts_with("Answer 2 is left out: "), exported->leftOut[0].c_str());
        QCOMPARE(exported->leftOut[1], std::string("Note 6 is left out: it is damaged."));
        QVERIFY(exported->text.find("glad") != std::string::npos && exported->text.find("beside") == std::string::npos);
        if (format == ExportFormat::Json)
            QCOMPARE(std::size_t(std::count(exported->text.begin(), exported->text.end(), '\n')), lines - 1);
    }
}

void ExportedSessionTest::changedExportsAreRefused_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("a citation of other words") << QByteArray("\"text\":\"The whale sings.\"") << QByteArray("\"text\":\"The whale lies.\"");
    QTest::newRow("a range beyond the text") << QByteArray("\"begin\":0,\"end\":16") << QByteArray("\"begin\":0,\"end\":1600");
    QTest::newRow("a range backwards") << QByteArray("\"begin\":0,\"end\":16") << QByteArray("\"begin\":16,\"end\":0");
    QTest::newRow("verbatim what is not") << QByteArray("\"answer_end\":9,\"verbatim\":true")
                                          << QByteArray("\"answer_end\":8,\"verbatim\":true");
    QTest::newRow("a document that is none") << QByteArray("{\"document\":0,") << QByteArray("{\"document\":3,");
    QTest::newRow("a huge number") << QByteArray("\"total\":1}") << QByteArray("\"total\":99999999999}");
    QTest::newRow("a block that can't be") << QByteArray("\"top_blocks\":[0]") << QByteArray("\"top_blocks\":[4294967295]");
    QTest::newRow("a number with a fraction") << QByteArray("\"consulted\":1") << QByteArray("\"consulted\":1.5");
    QTest::newRow("text for a number") << QByteArray("\"asked_at\":") << QByteArray("\"asked_at\":\"x\",\"was\":");
    QTest::newRow("a state that is none") << QByteArray("\"state\":\"finished\"") << QByteArray("\"state\":\"perfect\"");
    QTest::newRow("options that are none") << QByteArray("\"options\":\"{") << QByteArray("\"options\":\"{{");
    QTest::newRow("a key twice") << QByteArray("\"found\":true") << QByteArray("\"found\":true,\"found\":true");
    QTest::newRow("a hash that is none") << QByteArray("\"documents\":[\"") << QByteArray("\"documents\":[\"xx");
    QTest::newRow("a kind of note that is none") << QByteArray("\"note\":\"highlight\"") << QByteArray("\"note\":\"stamp\"");
    QTest::newRow("a note at other words") << QByteArray("\"passage\":\"whale\"") << QByteArray("\"passage\":\"snail\"");
    QTest::newRow("a line of something else") << QByteArray("{\"note\":\"highlight\"") << QByteArray("[]\n{\"note\":\"highlight\"");
    QTest::newRow("a token of other words") << QByteArray("{\"text\":\"The\"") << QByteArray("{\"text\":\"Why\"");
}

void ExportedSessionTest::changedExportsAreRefused()
{
    QFETCH(const QByteArray, from);
    QFETCH(const QByteArray, to);
    Session whole({whales()}), session({whales()});
    whole.fill();
    const auto refused = importExport(*session.store, replaced(whole.exported(), from.toStdString(), to.toStdString()));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Corruption);
    QVERIFY2(refused.error().message.find("Nothing was brought in") != std::string::npos, refused.error().message.c_str());
    QVERIFY(session.isEmpty());
}

void ExportedSessionTest::anyCutOrFlippedByteLeavesTheSessionWhole()
{
    Session whole({whales()}), session({whales()});
    whole.fill();
    const std::string text = whole.exported();
    const std::string before = session.exported();
    std::uint32_t state = 12345;
    int refused = 0;
    const std::vector<CanonicalText> documents{whales()};
    auto target = std::make_unique<Session>(documents);
    for (int i = 0; i < 200; ++i) {
        state = state * 1664525u + 1013904223u;
        std::string changed = text;
        const std::size_t at = state % text.size();
        if (i % 3 == 0)
            changed.resize(at);
        else
            changed[at] = static_cast<char>(changed[at] ^ (1 << (state >> 28) % 8));
        const auto imported = importExport(*target->store, changed);
        refused += !imported;
        QVERIFY(imported || target->isEmpty());
        if (imported) {   // a changed word of the answer, a whole number of lines
            QVERIFY(target->store->verify()->empty());
            target = std::make_unique<Session>(documents);
        }
    }
    QVERIFY(refused > 100);
    for (const char* nonsense : {"", "\n\n", "{}", "null", "\xff\xfe", "{\"answer\":1}", "# Notes"}) {
        QVERIFY(!importExport(*session.store, nonsense));
        QCOMPARE(session.exported(), before);
    }
}

void ExportedSessionTest::deletedQuestionsStayHere()
{
    Session session({whales()});
    session.fill();
    QVERIFY(session.store->setQuestionRemoved(session.store->questions()->front().id, true));
    for (const ExportFormat format : {ExportFormat::Json, ExportFormat::Markdown, ExportFormat::Html}) {
        QCOMPARE(session.exported(format).find("Who sings?"), std::string::npos);
        QVERIFY(session.exported(format).find("glad") != std::string::npos);
    }
}

// Numbers stand where citations end, what is to be known of an answer stands below it, in the language that is asked for.
void ExportedSessionTest::pagesForReadersSayWhatThePanelSays()
{
    Answer answer = answerOf("The whale <sings>.\n- The sea");
    answer.question = "Who & why?";
    answer.found = false;
    answer.stopped = true;
    answer.citations[0].answerRange = {0, 18};
    answer.coverage = {1, 2, 9};
    AnswerContext context;
    context.modelName = "small";
    context.modelKind = "plain";
    context.memoryBlocks = 4;
    context.withoutHeads = "1:2";
    const std::string markdown = exportAnswer(ExportFormat::Markdown, AnswerId(7), answer, context, {"On whales"});
    QVERIFY2(markdown.find("The whale <sings>. [1]\n- The sea\n\n1. On whales, p. 12, Sea > Songs\n\n"
                           "   > The whale sings.") != std::string::npos, markdown.c_str());
    for (const char* said : {"Writing was stopped", "Weak support", "not in the text: 1.", "4 of 9 blocks had been read",
                             "Opened 2 and consulted 1 of 9", "small, plain, strategy reread.", "Heads switched off: 1:2."})
        QVERIFY2(markdown.find(said) != std::string::npos, said);
    ExportWords german;
    german.language = "de";
    german.page = "S. %1";
    QVERIFY(exportHead(ExportFormat::Html, "A").find("white-space:pre-line") != std::string::npos);   // paragraphs of a quote
    const std::string html = exportHead(ExportFormat::Html, "A <b>", german) +
                             exportAnswer(ExportFormat::Html, AnswerId(7), answer, context, {"On whales"}, nullptr, german) +
                             exportTail(ExportFormat::Html);
    QVERIFY(html.find("<html lang=\"de\">") != std::string::npos && html.find("<title>A &lt;b&gt;</title>") != std::string::npos);
    const char* marked = "The whale &lt;sings&gt;.<sup><a href=\"#answer-7-1\">1</a></sup>\n- The sea</p>";
    QVERIFY2(html.find(marked) != std::string::npos, html.c_str());
    QVERIFY(html.find("<li id=\"answer-7-1\">On whales, S. 12, Sea &gt; Songs") != std::string::npos);
    answer.citations.clear();
    QCOMPARE(exportAnswer(ExportFormat::Html, AnswerId(7), answer, context, {}).find("<ol>"), std::string::npos);
}

// Of an answer that was not found, where it was looked for by the question; not of one that was stopped.
void ExportedSessionTest::pagesForReadersHaveTheNearestPassage()
{
    for (const AnswerState state : {AnswerState::Finished, AnswerState::Stopped}) {
        Session session({whales(), ropes()});
        Answer answer = answerOf("The text does not say.");
        answer.found = false;
        answer.stopped = state == AnswerState::Stopped;
        answer.citations.clear();
        answer.passages = {{1, {2, 17}}, {0, {0, 16}}};
        const auto id = *session.store->beginAnswer(*session.store->recordQuestion("Who knots?", {}), Strategy::Reread);
        QVERIFY(session.store->finishAnswer(id, answer, state, {}));
        const std::string markdown = session.exported(ExportFormat::Markdown), html = session.exported(ExportFormat::Html);
        const bool isThere = state == AnswerState::Finished;
        QVERIFY2((markdown.find("Nearest passage: On ropes, par. 1\n\n> rope is twisted\n\n*") != std::string::npos) == isThere,
                 markdown.c_str());
        QVERIFY2((html.find("<p>Nearest passage: On ropes, par. 1</p>\n<blockquote>rope is twisted</blockquote>") !=
                  std::string::npos) == isThere, html.c_str());
        QCOMPARE(markdown.find("Nearest") != std::string::npos, isThere);
        QCOMPARE(markdown.find("The model found no answer") != std::string::npos, isThere);
    }
}

void ExportedSessionTest::whatEndedBeforeAWordCameIsInJsonAlone()
{
    Session session({whales()});
    session.fill();
    const std::string markdown = session.exported(ExportFormat::Markdown), html = session.exported(ExportFormat::Html);
    for (const AnswerState state : {AnswerState::Stopped, AnswerState::Interrupted, AnswerState::Failed}) {
        const auto id = *session.store->beginAnswer(*session.store->recordQuestion("Who is silent?", {}), Strategy::Reread);
        QVERIFY(session.store->finishAnswer(id, {}, state, {}));
    }
    QVERIFY(session.store->beginAnswer(*session.store->recordQuestion("Who is silent?", {}), Strategy::Reread));
    QCOMPARE(session.exported(ExportFormat::Markdown), markdown);
    QCOMPARE(session.exported(ExportFormat::Html), html);
    QVERIFY(session.exported().find("Who is silent?") != std::string::npos);
}

// As the window shows it. Whether a passage stood out is not known of it.
void ExportedSessionTest::whatWasCutOffIsSaidToBeStopped()
{
    Answer answer = answerOf("The whale");
    answer.found = false;
    StoredFacts facts;
    facts.showsUnsupported = true;
    const auto exported = [&](const char* state) {
        facts.state = state;
        return exportAnswer(ExportFormat::Markdown, AnswerId(1), answer, {}, {"On whales"}, &facts);
    };
    for (const char* state : {"interrupted", "failed"}) {
        QVERIFY(exported(state).find("Writing was stopped") != std::string::npos);
        QCOMPARE(exported(state).find("Weak support"), std::string::npos);
    }
    QCOMPARE(exported("running").find("Weak support"), std::string::npos);
    QCOMPARE(exported("finished").find("Writing was stopped"), std::string::npos);
    QVERIFY(exported("finished").find("Weak support") != std::string::npos);
    facts.showsUnsupported = false;
    QVERIFY(exported("finished").find("The model found no answer in what it opened.") != std::string::npos);
    QCOMPARE(exported("finished").find("Weak support"), std::string::npos);
    answer.tokens.clear();
    QVERIFY(exported("finished").find("The answer is withheld") != std::string::npos);
}

void ExportedSessionTest::theOpenBlockAtTheEndIsNoUnreadPart()
{
    Answer answer = answerOf("The whale sings.");
    answer.coverage = {3, 3, 5};
    AnswerContext context;
    context.blockTokens = 63;
    const auto saysPart = [&](std::uint32_t blocks, std::uint64_t tokens) {
        context.memoryBlocks = blocks;
        context.memoryTokens = tokens;
        const std::string text = exportAnswer(ExportFormat::Markdown, AnswerId(1), answer, context, {"On whales"});
        return text.find("blocks had been read when it was asked") != std::string::npos;
    };
    QVERIFY(!saysPart(5, 5 * 63));
    QVERIFY(!saysPart(4, 4 * 63 + 7));
    QVERIFY(saysPart(4, 4 * 63));
    QVERIFY(saysPart(3, 3 * 63 + 7));
}

void ExportedSessionTest::notesAreExportedForReadersToo()
{
    Session session({whales()});
    session.fill();
    const std::string markdown = session.exported(ExportFormat::Markdown), html = session.exported(ExportFormat::Html);
    QVERIFY2(markdown.find("- Highlight: On whales, p. 12 (PDF 1)\n\n  > The whale sings.") != std::string::npos, markdown.c_str());
    QVERIFY(markdown.find("## Notes") != std::string::npos);
    QVERIFY(markdown.find("- Highlight: On whales, p. 12 (PDF 1)\n\n  > The whale sings.") != std::string::npos);
    QVERIFY(markdown.find("- Pinned: On whales, p. 12 (PDF 1)\n\n  > The sea listens.") != std::string::npos);
    QVERIFY(markdown.find("- Note: On whales, p. 12 (PDF 1)\n\n  > whale\n\n  an animal") != std::string::npos);
    QVERIFY(markdown.find("- Barred: ") != std::string::npos && markdown.find("- Bookmark: ") != std::string::npos);
    QVERIFY(html.find("<li>Highlight: On whales, p. 12 (PDF 1)<blockquote>The whale sings.</blockquote></li>") != std::string::npos);
    Session none({whales()});
    QCOMPARE(none.exported(ExportFormat::Markdown).find("Notes"), std::string::npos);
}

void ExportedSessionTest::kindsOfNotesAreKept()
{
    Session session({whales()});
    session.fill();
    session.store.reset();
    const auto store = *SessionStore::open(session.folder.path());
    std::vector<NoteKind> kinds;
    for (const NoteRecord& note : *store->notes())
        kinds.push_back(note.note.kind);
    QVERIFY((kinds == std::vector{NoteKind::Note, NoteKind::Highlight, NoteKind::Pinned, NoteKind::Barred, NoteKind::Note}));
    QVERIFY(store->removeNote(store->notes()->at(2).id));
    QVERIFY(store->verify()->empty());
    QCOMPARE(store->notes()->at(2).note.kind, NoteKind::Barred);
}

QTEST_GUILESS_MAIN(ExportedSessionTest)
#include "exported_session_test.moc"
