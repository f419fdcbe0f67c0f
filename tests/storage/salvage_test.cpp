// What can be read of a damaged session.db is brought into a new one, and nothing else is (reliability.md 3.4).
#include "storage/blocks/block_store.h"
#include "storage/folders/session_folder.h"
#include "storage/records/answer_columns.h"
#include "storage/records/document_columns.h"
#include "storage/rescue/row_scan.h"
#include "storage/rescue/salvage.h"
#include "storage/session/session_store.h"
#include "storage/tables/piece_table.h"
#include "storage/tables/session_tables.h"
#include "tests/support/block_samples.h"
#include "tests/support/half_change.h"
#include "tests/support/session_samples.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tier.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <random>

using namespace cairn;
using namespace cairn::test;

class SalvageTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aSoundSessionIsRecoveredWhole();
    void everyPageMayBeZeroed();
    void flippedBytesAreLeftOutOrReported();
    void aCutFileGivesWhatWasBeforeTheCut();
    void aLostStretchOfTextIsSpacesAndTheRestKeepsItsPlace();
    void damageToAShortTextCostsLittleOfIt();
    void piecesOfSessionsOfBeforeAreRescuedToo();
    void anAnswerWithoutItsQuestionIsKept();
    void whatIsNoSessionGivesNothing();
    void theBlocksComeAlongWhereTheTextIsWhole();
    void blocksInTheMiddleOfAChangeComeAlongAsTheyWere();
    void chainsThatLeadInCirclesEnd();
    void cellsUponEachOtherEnd();
    void aStopLeavesNothing();
    void anOpenSessionIsLeftAlone();
};

namespace
{

constexpr int kParagraphs = 100;
constexpr unsigned kSeed = 7;
const int kRounds = tierCount(100, 1500, 20'000);

struct Bench
{
    TemporaryFolder root{TemporaryFolder::On::Memory};
    std::string folder = root.file("whale");
    std::string database = folder + "/session.db";

    explicit Bench(int paragraphs = kParagraphs)
    {
        std::filesystem::create_directory(folder);
        SessionStoreOptions options;
        options.now = [] { return std::int64_t{1'700'000'000'000}; };
        auto store = SessionStore::create(folder, "Title", options);
        if (!store)
            qFatal("no session");
        const auto document = (*store)->addDocument(sampleDocument(paragraphs), {"whale.pdf", 1, 2});
        for (int i = 0; i < 3; ++i) {
            const auto question = (*store)->recordQuestion("Who speaks? " + std::to_string(i), "{}");
            const auto answer = (*store)->beginAnswer(*question, Strategy::Memory);
            if (!(*store)->finishAnswer(*answer, sampleAnswer(20), AnswerState::Finished, "{}"))
                qFatal("no answer");
        }
        if (!(*store)->addNote({*document, {1, 5}, "Mine"}))
            qFatal("no note");
    }
};

struct Found
{
    std::vector<CanonicalText> documents;
    std::vector<std::string> questions;
    std::vector<Answer> answers;
    std::vector<std::string> notes;
    std::string title;
};

Found contentOf(const std::string& folder)
{
    Found found;
    const auto store = SessionStore::open(folder);
    if (!store || !(*store)->verify()->empty())
        qFatal("the recovered session is not whole");
    found.title = *(*store)->title();
    for (const DocumentRecord& record : *(*store)->documents())
        found.documents.push_back(*(*store)->loadDocument(record.id));
    for (const QuestionRecord& record : *(*store)->questions())
        found.questions.push_back(record.text);
    for (const AnswerRecord& record : *(*store)->answers())
        found.answers.push_back(*(*store)->loadAnswer(record.id));
    for (const NoteRecord& record : *(*store)->notes())
        found.notes.push_back(record.note.text);
    return found;
}

bool sameColumns(const std::vector<Column>& a, const std::vector<Column>& b)
{
    const auto isSame = [](const Column& x, const Column& y) { return x.number == y.number && x.bytes == y.bytes; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), isSame);
}

// Everything that came back is as it was, or a loss says that it is not. Returns what is wrong; empty: nothing.
std::string judge(const RecoveredSession& recovered, const Found& found)
{
    const bool whole = recovered.losses.empty();
    const CanonicalText original = sampleDocument(kParagraphs);
    for (const CanonicalText& document : found.documents)
        if (document.text.size() == original.text.size() && !sameColumns(packDocument(document), packDocument(original)) && whole)
            return "a document differs";
    for (const Answer& answer : found.answers)
        if (answer.text != sampleAnswer(20).text || (whole && !sameColumns(packAnswer(answer), packAnswer(sampleAnswer(20)))))
            return "an answer differs";
    for (const std::string& question : found.questions)
        if (!question.starts_with("Who speaks? ") && question.find("could not be recovered") == std::string::npos)
            return "a question differs";
    for (const std::string& note : found.notes)
        if (note != "Mine")
            return "a note differs";
    if (whole && (found.documents.size() != 1 || found.questions.size() != 3 || found.answers.size() != 3 || found.notes.size() != 1))
        return "something is missing without a word";
    return {};
}

// Recovers, judges and removes the new session; returns how much came back, or nothing for a refusal.
std::optional<std::size_t> tryRecovery(const Bench& bench, const QByteArray& what)
{
    const std::string before = fileContent(bench.database);
    const auto recovered = recoverSession(bench.folder);
    if (fileContent(bench.database) != before)
        qFatal("%s: the damaged file was changed", what.constData());
    if (!recovered) {
        if (recovered.error().code != ErrorCode::Corruption)
            qFatal("%s: %s", what.constData(), recovered.error().message.c_str());
        return std::nullopt;
    }
    const Found found = contentOf(recovered->folder);
    if (const std::string wrong = judge(*recovered, found); !wrong.empty())
        qFatal("%s: %s", what.constData(), wrong.c_str());
    std::filesystem::remove_all(recovered->folder);
    return found.documents.size() + found.questions.size() + found.answers.size() + found.notes.size();
}

constexpr std::size_t kAll = 1 + 3 + 3 + 1;

}  // namespace

void SalvageTest::aSoundSessionIsRecoveredWhole()
{
    const Bench bench;
    const auto recovered = recoverSession(bench.folder);
    QVERIFY2(recovered, recovered ? "" : recovered.error().message.c_str());
    QVERIFY(recovered->losses.empty());
    QVERIFY(recovered->folder != bench.folder);
    const Found found = contentOf(recovered->folder);
    QCOMPARE(found.title, std::string("Title (recovered)"));
    QCOMPARE(judge(*recovered, found), std::string());
    QCOMPARE(recovered->documents + recovered->questions + recovered->answers + recovered->notes, std::uint32_t{kAll});
    const auto store = SessionStore::open(recovered->folder);
    QCOMPARE((*store)->createdAt(), std::int64_t{1'700'000'000'000});
    QCOMPARE((*store)->questions()->front().askedAt, std::int64_t{1'700'000'000'000});
    QCOMPARE((*store)->documents()->front().source.path, std::string("whale.pdf"));
}

void SalvageTest::everyPageMayBeZeroed()
{
    Bench bench;
    const std::string sound = fileContent(bench.database);
    std::size_t least = kAll;
    for (std::size_t page = 0; page * 4096 < sound.size(); ++page) {
        std::string bytes = sound;
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(page * 4096), 4096, '\0');
        writeContent(bench.database, bytes);
        const auto back = tryRecovery(bench, "page " + QByteArray::number(qulonglong(page)));
        QVERIFY2(back, qPrintable(QString::number(page)));   // one page is never all
        least = std::min(least, *back);
    }
    QVERIFY2(least >= 4, qPrintable(QString::number(least)));
    QVERIFY(least < kAll);                                   // some page did matter
}

void SalvageTest::flippedBytesAreLeftOutOrReported()
{
    Bench bench;
    const std::string sound = fileContent(bench.database);
    std::mt19937 random(kSeed);
    int refused = 0;
    for (int round = 0; round < kRounds; ++round) {
        std::string bytes = sound;
        for (int flip = 0; flip <= round % 30; ++flip)
            bytes[random() % bytes.size()] ^= static_cast<char>(1u << random() % 8);
        writeContent(bench.database, bytes);
        refused += tryRecovery(bench, "round " + QByteArray::number(round)) ? 0 : 1;
    }
    QVERIFY2(refused <= kRounds / 10, qPrintable(QString::number(refused)));
}

void SalvageTest::aCutFileGivesWhatWasBeforeTheCut()
{
    Bench bench;
    const std::string sound = fileContent(bench.database);
    std::size_t last = 0;
    for (int part = 0; part <= 40; ++part) {
        writeContent(bench.database, sound.substr(0, sound.size() * static_cast<std::size_t>(part) / 40));
        const auto back = tryRecovery(bench, "part " + QByteArray::number(part));
        if (part >= 36)
            QVERIFY(back);
        last = back.value_or(0);
    }
    QCOMPARE(last, kAll);
}

void SalvageTest::aLostStretchOfTextIsSpacesAndTheRestKeepsItsPlace()
{
    constexpr int kMany = 45'000;   // two and a half pieces of 1 MiB
    Bench bench(kMany);
    const std::string text = sampleDocument(kMany).text;
    QVERIFY(text.size() > (2u << 20));
    std::string bytes = fileContent(bench.database);
    const std::size_t at = bytes.find("Paragraph number25000 ");   // in the second piece
    QVERIFY(at != std::string::npos);
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), 100, 'x');
    writeContent(bench.database, bytes);
    const auto recovered = recoverSession(bench.folder);
    QVERIFY2(recovered, recovered ? "" : recovered.error().message.c_str());
    QVERIFY(!recovered->losses.empty());
    const Found found = contentOf(recovered->folder);
    QCOMPARE(found.documents.size(), std::size_t{1});
    const std::string& left = found.documents.front().text;
    QCOMPARE(left.size(), text.size());
    QVERIFY(left.compare(0, 1 << 19, text, 0, 1 << 19) == 0);
    QVERIFY(left.ends_with(std::string_view(text).substr(text.size() - 100'000)));
    QCOMPARE(left.find("Paragraph number25000 "), std::string::npos);
    QCOMPARE(std::count(left.begin(), left.end(), 'x'), std::count(text.begin(), text.end(), 'x'));
    QCOMPARE(found.documents.front().paragraphs.size(), std::size_t{kMany});   // the maps are whole
}

void SalvageTest::damageToAShortTextCostsLittleOfIt()
{
    constexpr int kSome = 4000;
    Bench bench(kSome);
    const std::string text = sampleDocument(kSome).text;
    QVERIFY(text.size() < (1u << 20));
    std::string bytes = fileContent(bench.database);
    const std::size_t at = bytes.find("Paragraph number2000 "), place = text.find("Paragraph number2000 ");
    QVERIFY(at != std::string::npos && place != std::string::npos);
    bytes[at] = 'x';
    writeContent(bench.database, bytes);
    const auto recovered = recoverSession(bench.folder);
    QVERIFY2(recovered, recovered ? "" : recovered.error().message.c_str());
    QCOMPARE(recovered->losses.size(), std::size_t{1});
    const Found found = contentOf(recovered->folder);
    QCOMPARE(found.documents.size(), std::size_t{1});
    const std::string& left = found.documents.front().text;
    QCOMPARE(left.size(), text.size());
    constexpr std::size_t kPiece = 16 << 10;
    const std::size_t begin = place / kPiece * kPiece, end = begin + kPiece;
    QCOMPARE(left.substr(0, begin), text.substr(0, begin));
    QCOMPARE(left.substr(begin, kPiece), std::string(kPiece, ' '));
    QCOMPARE(left.substr(end), text.substr(end));
}

// They are of 1 MiB.
void SalvageTest::piecesOfSessionsOfBeforeAreRescuedToo()
{
    const Bench bench;
    const auto database = Database::open(bench.database, {});
    QVERIFY(database);
    const Hash128 session{};
    const PieceTable before(*database, session, tables::kDocumentPiece), today(*database, session, tables::kDocumentPiece, 16 << 10);
    std::vector<std::byte> bytes((5u << 20) / 2);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = std::byte(i * 7 % 251);
    for (const PieceTable* maker : {&before, &today}) {
        for (int kept = 0; kept < 3; ++kept) {
            const auto sizes = maker->store(99, {{0, bytes}});
            QVERIFY(sizes);
            QVERIFY(*today.load(99, 0, *sizes) == bytes);
            const std::int64_t first = std::int64_t{99} << 32, one = kept + (maker == &today && kept > 0 ? 100 : 0);
            QVERIFY(HashedTable(*database, session, tables::kDocumentPiece).remove(first, first + one - 1));
            QVERIFY(HashedTable(*database, session, tables::kDocumentPiece).remove(first + one + 1, first + 0xFFFFFF));
            const std::size_t piece = maker == &before ? 1 << 20 : 16 << 10, begin = std::size_t(one) * piece;
            const std::size_t end = std::min(begin + piece, bytes.size());
            const auto left = today.rescue(99, 0, bytes.size());
            QVERIFY(left);
            QCOMPARE(left->size(), bytes.size());
            for (std::size_t i = 0; i < bytes.size(); ++i)
                if ((*left)[i] != (i >= begin && i < end ? bytes[i] : std::byte{}))
                    QFAIL(qPrintable(QStringLiteral("kept %1, byte %2").arg(kept).arg(i)));
        }
    }
}

void SalvageTest::anAnswerWithoutItsQuestionIsKept()
{
    Bench bench;
    std::string bytes = fileContent(bench.database);
    for (std::size_t at = bytes.find("Who speaks? 1"); at != std::string::npos; at = bytes.find("Who speaks? 1"))
        bytes[at] = 'X';
    writeContent(bench.database, bytes);
    const auto recovered = recoverSession(bench.folder);
    QVERIFY(recovered);
    QVERIFY(!recovered->losses.empty());
    const Found found = contentOf(recovered->folder);
    QCOMPARE(found.answers.size(), std::size_t{3});
    QCOMPARE(found.questions.size(), std::size_t{3});
    QVERIFY(found.questions[1].find("could not be recovered") != std::string::npos);
}

void SalvageTest::whatIsNoSessionGivesNothing()
{
    Bench bench;
    std::mt19937 random(kSeed);
    std::string noise(200'000, '\0');
    std::generate(noise.begin(), noise.end(), [&] { return static_cast<char>(random()); });
    for (const std::string& bytes : {std::string(), std::string("SQLite format 3"), std::string(5000, '\x0D'), noise}) {
        writeContent(bench.database, bytes);
        const auto recovered = recoverSession(bench.folder);
        QVERIFY(!recovered);
        QCOMPARE(recovered.error().code, ErrorCode::Corruption);
    }
    std::size_t folders = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(bench.root.path()))
        ++folders;
    QCOMPARE(folders, std::size_t{1});   // nothing is left behind
}

void SalvageTest::theBlocksComeAlongWhereTheTextIsWhole()
{
    Bench bench;
    writeContent(blocksPath(bench.folder), "blocks");
    const auto whole = recoverSession(bench.folder);
    QVERIFY(whole);
    QCOMPARE(fileContent(blocksPath(whole->folder)), std::string("blocks"));
    std::string bytes = fileContent(bench.database);
    bytes[bytes.find("Paragraph number50 ")] = 'X';
    writeContent(bench.database, bytes);
    const auto part = recoverSession(bench.folder);
    QVERIFY(!part || !std::filesystem::exists(blocksPath(part->folder)));
}

void SalvageTest::blocksInTheMiddleOfAChangeComeAlongAsTheyWere()
{
    const Bench bench;
    const std::string path = blocksPath(bench.folder);
    const MemoryIdentity identity = sampleIdentity();
    QVERIFY(BlockStore::create(path, identity) && (*BlockStore::open(path))->append(sampleChunk(identity.shape, 0, 3)));
    leaveInTheMiddleOfAChange(path);
    const std::string before = fileContent(path), journal = fileContent(path + "-journal");
    const auto recovered = recoverSession(bench.folder);
    QVERIFY(recovered);
    QVERIFY(fileContent(path) == before && fileContent(path + "-journal") == journal);   // the damaged one stays as it is
    const auto blocks = BlockStore::open(blocksPath(recovered->folder));
    QVERIFY(blocks);
    QCOMPARE((*blocks)->cursor(), BlockId(3));
    QVERIFY((*blocks)->verify()->empty());
}

namespace
{

constexpr std::size_t kPage = 4096;

void putBig(std::string& page, std::size_t at, std::uint64_t value, std::size_t bytes)
{
    for (std::size_t i = 0; i < bytes; ++i)
        page[at + i] = static_cast<char>(value >> 8 * (bytes - 1 - i));
}

// A leaf whose cells are all the one at its end: a row of `size` bytes that goes on in page `next`.
std::string leafOf(std::size_t cells, std::size_t cell, std::uint64_t size, std::uint32_t next)
{
    std::string page(kPage, '\0');
    page[0] = 0x0D;
    putBig(page, 3, cells, 2);
    for (std::size_t i = 0; i < cells; ++i)
        putBig(page, 8 + 2 * i, cell, 2);
    for (int i = 3; i >= 0; --i)
        page[cell + 3 - static_cast<std::size_t>(i)] = static_cast<char>(((size >> (7 * i)) & 0x7F) | (i > 0 ? 0x80 : 0));
    page[cell + 4] = 1;
    const std::uint64_t least = (kPage - 12) * 32 / 255 - 23, rest = least + (size - least) % (kPage - 4);
    if (next != 0)
        putBig(page, cell + 5 + (rest <= kPage - 35 ? rest : least), next, 4);
    return page;
}

std::string filled(const std::string& leaf, int leaves)
{
    std::string file("SQLite format 3");
    file.resize(kPage);
    putBig(file, 16, kPage, 2);
    for (int i = 0; i < leaves; ++i)
        file += leaf;
    return file;
}

}  // namespace

// 16 MiB of every cell, by a page that is its own next: without a bound the work of hours.
void SalvageTest::chainsThatLeadInCirclesEnd()
{
    const TemporaryFolder folder(TemporaryFolder::On::Memory);
    constexpr int kLeaves = 200;
    std::string file = filled(leafOf(300, 1000, 16 * 1024 * 1024, kLeaves + 2), kLeaves), circle(kPage, '\0');
    putBig(circle, 0, kLeaves + 2, 4);
    writeContent(folder.file("session.db"), file + circle);
    QElapsedTimer timer;
    timer.start();
    const auto found = scanRows(folder.file("session.db"), [](const ScannedRow&) {});
    QVERIFY(found);
    QCOMPARE(found->lastPages, std::uint64_t{kLeaves});
    QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(peekSessionIds(folder.file("session.db")).empty());
}

void SalvageTest::cellsUponEachOtherEnd()
{
    const TemporaryFolder folder(TemporaryFolder::On::Memory);
    std::string leaf = leafOf(900, 1900, 2000, 0);
    const char head[] = {5, 0, 6, '\x9F', 0x12};   // null, a number of 8 bytes, 1987 bytes: a row of 2000
    std::copy(std::begin(head), std::end(head), leaf.begin() + 1905);
    writeContent(folder.file("session.db"), filled(leaf, 100));
    std::uint64_t rows = 0;
    QVERIFY(scanRows(folder.file("session.db"), [&](const ScannedRow&) { ++rows; }));
    QCOMPARE(rows, std::uint64_t{100 * 16});       // eight pages' worth of every page
}

void SalvageTest::aStopLeavesNothing()
{
    const Bench bench;
    std::stop_source stop;
    stop.request_stop();
    const auto recovered = recoverSession(bench.folder, stop.get_token());
    QVERIFY(!recovered);
    QCOMPARE(recovered.error().code, ErrorCode::Cancelled);
    QVERIFY(std::filesystem::exists(bench.database));
    for (const auto& entry : std::filesystem::directory_iterator(bench.root.path()))
        QCOMPARE(entry.path().string(), bench.folder);
}

void SalvageTest::anOpenSessionIsLeftAlone()
{
    const Bench bench;
    const auto store = SessionStore::open(bench.folder);
    QVERIFY(store);
    const auto recovered = recoverSession(bench.folder);
    QVERIFY(!recovered);
    QCOMPARE(recovered.error().code, ErrorCode::Busy);
}

QTEST_GUILESS_MAIN(SalvageTest)
#include "salvage_test.moc"
