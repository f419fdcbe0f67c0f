// tokenizer.model files written here: merging by score, bytes, spaces, the library's part, and files that must be refused.
#include "core/tokenizer/sentencepiece_library.h"
#include "core/tokenizer/sentencepiece_tokenizer.h"
#include "tests/tokenizer/small_vocabularies.h"
#include "tests/tokenizer/token_checks.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

using namespace cairn;

using Change = std::function<void(SentencePieceFile&)>;
Q_DECLARE_METATYPE(Change)

class SentencePieceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void betterScoresMergeFirst();
    void unknownCharactersBecomeBytesWithRanges();
    void firstWordGetsASpaceThatContinuationsLack();
    void markersInTextArePlainCharacters();
    void userDefinedPiecesAreTakenWhole();
    void unknownsJoinWhereThereAreNoBytes();
    void ownMergerEqualsTheLibrary();
    void unigramRunsInTheLibrary();
    void collapsedSpacesStillCoverTheText();
    void longTextsInPartsEqualTheWhole();
    void everyTextComesBack();
    void writtenFieldsAreReadBack();
    void badFieldIsRefused_data();
    void badFieldIsRefused();
    void badWireIsRefused_data();
    void badWireIsRefused();
    void mutatedFilesNeverCrash();
    void vocabularyOfGgufGivesTheSameTokens();
    void addedTokensAreSpecial();
};

namespace
{

std::shared_ptr<const Tokenizer> make(const SentencePieceFile& file)
{
    auto made = parseSentencePieceModel(serialise(file));
    return made ? *made : nullptr;
}

void addPiece(SentencePieceFile& file, std::string text, TokenType type, float score = -50)
{
    file.pieces.push_back({std::move(text), score, static_cast<std::int32_t>(type)});
}

// Without the 256 bytes.
SentencePieceFile withoutBytes()
{
    SentencePieceFile file = testing::smallSentencePiece();
    std::erase_if(file.pieces, [](const auto& piece) { return piece.type == static_cast<std::int32_t>(TokenType::Byte); });
    file.byteFallback = false;
    return file;
}

SentencePieceFile unigram()
{
    SentencePieceFile file = testing::smallSentencePiece();
    file.algorithm = SentencePieceAlgorithm::Unigram;
    return file;
}

}  // namespace

void SentencePieceTest::betterScoresMergeFirst()
{
    const auto tokenizer = make(testing::smallSentencePiece());
    QVERIFY(tokenizer);
    // "ab" (-1) before "bc" (-2), then "abc"; the space stays alone because "_a" (-4) comes too late.
    QCOMPARE(testing::idsOf(*tokenizer->encode("abc")), (std::vector<TokenId>{267, 261}));
    QCOMPARE(testing::idsOf(*tokenizer->encode("ac bc")), (std::vector<TokenId>{262, 266, 267, 260}));
}

void SentencePieceTest::unknownCharactersBecomeBytesWithRanges()
{
    const auto tokenizer = make(testing::smallSentencePiece());
    const std::string text = "a\xC3\xA9" "b";
    const auto tokens = tokenizer->encode(text);
    QCOMPARE(testing::idsOf(*tokens), (std::vector<TokenId>{262, 3 + 0xC3, 3 + 0xA9, 265}));
    QCOMPARE(testing::rangeFault(*tokens, text), std::string());
    QCOMPARE((*tokens)[1].begin, 1u);
    QCOMPARE((*tokens)[1].end, 2u);
    QCOMPARE(tokenizer->decode(3 + 0xC3), std::string("\xC3"));
}

void SentencePieceTest::firstWordGetsASpaceThatContinuationsLack()
{
    const auto tokenizer = make(testing::smallSentencePiece());
    QCOMPARE(testing::idsOf(*tokenizer->encode("a")), std::vector<TokenId>{262});
    QCOMPARE(testing::idsOf(*tokenizer->encodeContinuation("a")), std::vector<TokenId>{264});
    QCOMPARE(testing::idsOf(*tokenizer->encode(" a")), (std::vector<TokenId>{267, 262}));   // "_a" (-4) is better than "__" (-5)
    QCOMPARE(tokenizer->decode(262, true), std::string("a"));
    QCOMPARE(tokenizer->decode(262, false), std::string(" a"));
    QVERIFY(tokenizer->encode("")->empty());
}

void SentencePieceTest::markersInTextArePlainCharacters()
{
    SentencePieceFile file = testing::smallSentencePiece();
    addPiece(file, "<landmark>", TokenType::UserDefined);
    addPiece(file, "[INST]", TokenType::UserDefined);
    const auto tokenizer = make(file);
    for (const char* text : {"<s>", "</s>", "a<landmark>b", "[INST]", "<0x41>", "<unk>"}) {
        const auto tokens = tokenizer->encode(text);
        QVERIFY(tokens->size() > 2);
        for (const Token& token : *tokens)
            QVERIFY(token.id > 2 && token.id < 272);
        QCOMPARE(testing::decodeAll(*tokenizer, *tokens), std::string(text));
    }
    QCOMPARE(tokenizer->special("<landmark>").value_or(-1), 272);
    QCOMPARE(tokenizer->decode(272), std::string());
}

void SentencePieceTest::userDefinedPiecesAreTakenWhole()
{
    SentencePieceFile file = testing::smallSentencePiece();
    addPiece(file, "bc\xE2\x96\x81" "a", TokenType::UserDefined);
    const std::string text = "abc a";
    const auto tokens = make(file)->encode(text);
    QCOMPARE(testing::idsOf(*tokens), (std::vector<TokenId>{262, 272}));
    QCOMPARE(testing::rangeFault(*tokens, text), std::string());
}

void SentencePieceTest::unknownsJoinWhereThereAreNoBytes()
{
    const auto tokenizer = make(withoutBytes());
    const std::string text = "a\xC3\xA9\xC3\xA9" "b";
    const auto tokens = tokenizer->encode(text);
    QCOMPARE(tokens->size(), std::size_t(3));
    QCOMPARE((*tokens)[1].id, 0);
    QCOMPARE((*tokens)[1].begin, 1u);
    QCOMPARE((*tokens)[1].end, 5u);
}

// Texts over the vocabulary's own letters, so that merges compete.
void SentencePieceTest::ownMergerEqualsTheLibrary()
{
    SentencePieceFile crossing = testing::smallSentencePiece();
    addPiece(crossing, "c\xE2\x96\x81", TokenType::Normal, -1.5f);   // words no longer stand alone
    addPiece(crossing, "c\xE2\x96\x81" "a", TokenType::Normal, -1.7f);
    for (const SentencePieceFile& file : {testing::smallSentencePiece(), withoutBytes(), crossing}) {
        const auto tokenizer = make(file);
        const PieceVocabulary vocabulary(file);
        const auto library = SentencePieceLibrary::create(vocabulary);
        QVERIFY(tokenizer && library);
        std::mt19937 random(20269);
        for (int i = 0; i < 2000; ++i) {
            std::string text;
            for (std::size_t n = random() % 30; n > 0; --n)
                text += random() % 20 == 0 ? "\xC3\xA9" : std::string(1, "abcabcabc  <s"[random() % 13]);
            const auto own = tokenizer->encode(text);
            const auto other = (*library)->encode(text, true);
            QCOMPARE(testing::idsOf(*own), testing::idsOf(other));
            for (std::size_t k = 0; k < other.size(); ++k)
                QCOMPARE((*own)[k].end, other[k].end);
        }
    }
}

void SentencePieceTest::unigramRunsInTheLibrary()
{
    const auto tokenizer = make(unigram());
    QVERIFY(tokenizer);
    // Viterbi over scores: "_a" + "bc" (-6) beats "_" + "abc" (-12).
    const std::string text = "abc\xC3\xA9";
    const auto tokens = tokenizer->encode(text);
    QCOMPARE(testing::idsOf(*tokens), (std::vector<TokenId>{262, 260, 3 + 0xC3, 3 + 0xA9}));
    QCOMPARE(testing::rangeFault(*tokens, text), std::string());
    QCOMPARE((*tokens)[2].begin, 3u);
    QCOMPARE((*tokens)[2].end, 4u);
}

void SentencePieceTest::collapsedSpacesStillCoverTheText()
{
    SentencePieceFile file = testing::smallSentencePiece();
    file.removeExtraSpaces = true;
    const auto tokenizer = make(file);
    for (const std::string text : {"  ab   c  ", "a  ", "   a", "a    a"}) {
        const auto tokens = tokenizer->encode(text);
        QVERIFY(!tokens->empty());
        QCOMPARE(testing::rangeFault(*tokens, text), std::string());
    }
    QCOMPARE(testing::idsOf(*tokenizer->encode("a    a")), (std::vector<TokenId>{262, 262}));
}

void SentencePieceTest::longTextsInPartsEqualTheWhole()
{
    SentencePieceFile file = testing::smallSentencePiece();
    file.removeExtraSpaces = true;
    const auto tokenizer = make(file);
    std::string text;
    while (text.size() < 2'500'000)
        text += "abc bca  cab ";
    const auto tokens = tokenizer->encode(text);
    QCOMPARE(testing::rangeFault(*tokens, text), std::string());
    const auto part = tokenizer->encode("abc bca  cab ");
    QCOMPARE(tokens->size(), part->size() * (text.size() / 13));
    for (std::size_t i = 0; i < tokens->size(); ++i)
        QCOMPARE((*tokens)[i].id, (*part)[i % part->size()].id);
}

void SentencePieceTest::everyTextComesBack()
{
    const auto tokenizer = make(testing::smallSentencePiece());
    std::mt19937 random(20270);
    for (int i = 0; i < 300; ++i) {
        const std::string text = testing::randomText(random, random() % 100);
        const auto tokens = tokenizer->encode(text);
        QCOMPARE(testing::rangeFault(*tokens, text), std::string());
        QCOMPARE(testing::decodeAll(*tokenizer, *tokens), text);
    }
}

void SentencePieceTest::writtenFieldsAreReadBack()
{
    SentencePieceFile file = testing::smallSentencePiece();
    file.pad = -1;
    file.spaceAsSuffix = true;
    file.addDummyPrefix = false;
    const auto read = parseSentencePieceFile(serialise(file));
    QVERIFY(read);
    QCOMPARE(read->pieces.size(), file.pieces.size());
    for (std::size_t i = 0; i < file.pieces.size(); ++i) {
        QCOMPARE(read->pieces[i].text, file.pieces[i].text);
        QVERIFY(read->pieces[i].score == file.pieces[i].score);
        QCOMPARE(read->pieces[i].type, file.pieces[i].type);
    }
    QCOMPARE(read->pad, -1);
    QVERIFY(read->spaceAsSuffix && !read->addDummyPrefix && !read->removeExtraSpaces && read->byteFallback);
    QCOMPARE(int(read->algorithm), int(SentencePieceAlgorithm::Bpe));
}

void SentencePieceTest::badFieldIsRefused_data()
{
    QTest::addColumn<Change>("change");
    const auto row = [](const char* name, Change change) { QTest::addRow("%s", name) << change; };
    row("no pieces", [](SentencePieceFile& f) { f.pieces.clear(); });
    row("empty piece", [](SentencePieceFile& f) { f.pieces[260].text.clear(); });
    row("piece of 1,025 bytes", [](SentencePieceFile& f) { f.pieces[260].text = std::string(1025, 'x'); });
    row("piece that isn't UTF-8", [](SentencePieceFile& f) { f.pieces[260].text = "\xC3"; });
    row("piece with NUL", [](SentencePieceFile& f) { f.pieces[260].text = std::string("a\0b", 3); });
    row("piece twice", [](SentencePieceFile& f) { f.pieces[260].text = "ab"; });
    row("score that isn't a number", [](SentencePieceFile& f) { f.pieces[260].score = std::nanf(""); });
    row("infinite score", [](SentencePieceFile& f) { f.pieces[260].score = INFINITY; });
    row("type 0", [](SentencePieceFile& f) { f.pieces[260].type = 0; });
    row("type 7", [](SentencePieceFile& f) { f.pieces[260].type = 7; });
    row("byte with a wrong name", [](SentencePieceFile& f) { f.pieces[3].text = "<0x-1>"; });
    row("byte in small letters", [](SentencePieceFile& f) { f.pieces[3 + 0xAB].text = "<0xab>"; });
    row("255 bytes", [](SentencePieceFile& f) { f.pieces.erase(f.pieces.begin() + 3); });
    row("two unknowns", [](SentencePieceFile& f) { f.pieces[1].type = 2; });
    row("bos past the end", [](SentencePieceFile& f) { f.bos = 272; });
    row("eos below -1", [](SentencePieceFile& f) { f.eos = -2; });
    row("unknown algorithm", [](SentencePieceFile& f) { f.algorithm = static_cast<SentencePieceAlgorithm>(5); });
    row("rules without strings", [](SentencePieceFile& f) { f.charsmap = std::string("\0\4\0\0", 4) + std::string(1024, '\0'); });
    row("rules whose trie is cut off", [](SentencePieceFile& f) { f.charsmap = std::string("\0\4\0\0", 4) + std::string(1023, '\0'); });
    row("rules whose strings don't end", [](SentencePieceFile& f) {
        f.charsmap = std::string("\0\4\0\0", 4) + std::string(1024, '\0') + "x";
    });
    row("rules that point behind their strings", [](SentencePieceFile& f) {
        f.charsmap = std::string("\0\4\0\0", 4) + std::string("\5\0\0\x80", 4) + std::string(1020, '\0') + std::string("x\0", 2);
    });
    row("rules that lead out of their trie", [](SentencePieceFile& f) {
        f.charsmap = std::string("\0\4\0\0", 4) + std::string("\0\0\x10\0", 4) + std::string(1020, '\0') + std::string("x\0", 2);
    });
}

void SentencePieceTest::badFieldIsRefused()
{
    QFETCH(Change, change);
    SentencePieceFile file = testing::smallSentencePiece();
    QVERIFY(make(file));
    change(file);
    const auto made = parseSentencePieceModel(serialise(file));
    QVERIFY(!made);
    QCOMPARE(made.error().code, ErrorCode::Corruption);
}

void SentencePieceTest::badWireIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addRow("field number 0") << QByteArray("\x02\x00", 2);
    QTest::addRow("group") << QByteArray("\x0B\x0C", 2);
    QTest::addRow("wire kind 7") << QByteArray("\x0F", 1);
    QTest::addRow("length past the end") << QByteArray("\x0A\x7F" "abc", 5);
    QTest::addRow("length of 2^63") << QByteArray("\x0A\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 11);
    QTest::addRow("number of 11 bytes") << QByteArray("\x0A\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 12);
    QTest::addRow("cut-off number") << QByteArray("\x80", 1);
    QTest::addRow("pieces as a number") << QByteArray("\x08\x01", 2);
    QTest::addRow("score as a text") << QByteArray("\x0A\x05\x0A\x01" "a\x12\x00", 7);
    QTest::addRow("score cut off") << QByteArray("\x0A\x05\x0A\x01" "a\x15\x00", 7);
    QTest::addRow("nothing") << QByteArray();
}

void SentencePieceTest::badWireIsRefused()
{
    QFETCH(QByteArray, bytes);
    const auto made = parseSentencePieceModel({bytes.constData(), std::size_t(bytes.size())});
    QVERIFY(!made);
    QCOMPARE(made.error().code, ErrorCode::Corruption);
}

// What passes the reader is used, by the library too: in a child process, so that a crash is counted rather than suffered.
void SentencePieceTest::mutatedFilesNeverCrash()
{
    SentencePieceFile rules = unigram();
    rules.charsmap = std::string("\0\4\0\0", 4) + std::string(1024, '\0') + std::string("x\0", 2);
    const std::string files[] = {serialise(testing::smallSentencePiece()), serialise(unigram()), serialise(rules)};
    const pid_t child = fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        std::mt19937 random(20271);
        std::size_t accepted = 0;
        for (int i = 0; i < 6000; ++i) {
            std::string bytes = files[i % 3];
            for (std::size_t n = 1 + random() % 3; n > 0; --n)
                bytes[random() % bytes.size()] = static_cast<char>(random());
            if (random() % 8 == 0)
                bytes.resize(random() % bytes.size());
            const auto made = parseSentencePieceModel(bytes);
            if (!made)
                continue;
            ++accepted;
            for (const char* text : {"abc a  bc", "<s>\xC3\xA9", "\xE2\x96\x81"}) {
                const auto tokens = (*made)->encode(text);
                for (const Token& token : *tokens)
                    (*made)->decode(token.id);
            }
        }
        _exit(accepted > 100 ? 0 : 1);
    }
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    QVERIFY2(WIFEXITED(status), "a mutated file ended the process by a signal");
    QCOMPARE(WEXITSTATUS(status), 0);   // 1: the mutants hardly ever pass, so nothing was tested
}

void SentencePieceTest::vocabularyOfGgufGivesTheSameTokens()
{
    const SentencePieceFile file = testing::smallSentencePiece();
    SentencePieceVocabulary v;
    for (const auto& piece : file.pieces) {
        v.tokens.push_back(piece.text);
        v.scores.push_back(piece.score);
        v.types.push_back(piece.type);
    }
    v.bos = 1;
    v.eos = 2;
    v.unknown = 0;
    auto withoutTypes = v;
    withoutTypes.types.clear();
    auto withoutScores = v;
    withoutScores.scores.pop_back();
    QVERIFY(!makeSentencePieceTokenizer(withoutScores));
    const auto expected = testing::idsOf(*make(file)->encode("abc <s> \xC3\xA9"));
    for (const auto& vocabulary : {v, withoutTypes}) {
        const auto made = makeSentencePieceTokenizer(vocabulary);
        QVERIFY(made);
        QCOMPARE(testing::idsOf(*(*made)->encode("abc <s> \xC3\xA9")), expected);
        QVERIFY((*made)->addsBos());
        QCOMPARE((*made)->endOfText(), std::vector<TokenId>{2});
    }
    v.addSpacePrefix = false;
    v.addBos = false;
    const auto bare = makeSentencePieceTokenizer(v);
    QCOMPARE(testing::idsOf(*(*bare)->encode("a")), std::vector<TokenId>{264});
    QVERIFY(!(*bare)->addsBos());
}

void SentencePieceTest::addedTokensAreSpecial()
{
    const std::string bytes = serialise(testing::smallSentencePiece());
    const auto made = parseSentencePieceModel(bytes, {{"<landmark>", 273}, {"[PAD]", 272}, {"<s>", 1}});
    QVERIFY(made);
    QCOMPARE((*made)->vocabularySize(), 274);
    QCOMPARE((*made)->special("<landmark>").value_or(-1), 273);
    QCOMPARE((*made)->special("[PAD]").value_or(-1), 272);
    QCOMPARE((*made)->decode(273), std::string());
    QVERIFY((*made)->encode("<landmark>")->size() > 5);
    const auto withGap = parseSentencePieceModel(bytes, {{"<landmark>", 300}});
    QVERIFY(withGap);
    QCOMPARE((*withGap)->vocabularySize(), 301);
    QVERIFY(!(*withGap)->special("<unnamed 280>"));
    QVERIFY(!parseSentencePieceModel(bytes, {{"<landmark>", 900'000}}));
    QVERIFY(!parseSentencePieceModel(bytes, {{"<landmark>", 5}}));                    // another piece's id
    QVERIFY(!parseSentencePieceModel(bytes, {{"<landmark>", 272}, {"[PAD]", 272}}));
    QVERIFY(!parseSentencePieceModel(bytes, {{"<landmark>", -1}}));
    QVERIFY(!parseSentencePieceModel(bytes, {{"ab", 272}}));                          // a piece's name again
}

QTEST_GUILESS_MAIN(SentencePieceTest)
#include "sentencepiece_test.moc"
