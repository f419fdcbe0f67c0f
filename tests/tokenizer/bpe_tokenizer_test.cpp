// Byte-level BPE on vocabularies worked out by hand, and the vocabularies that must be refused.
#include "core/tokenizer/bpe_tokenizer.h"
#include "tests/tokenizer/small_vocabularies.h"
#include "tests/tokenizer/token_checks.h"

#include <QTest>

#include <functional>

using namespace cairn;

using Change = std::function<void(BpeVocabulary&)>;
Q_DECLARE_METATYPE(Change)

class BpeTokenizerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void earlierMergesComeFirst();
    void bytesOfACharacterHaveRangesOfTheirOwn();
    void markersInTextArePlainCharacters();
    void wholeWordsBeatMergesWhereTheModelSaysSo();
    void missingBytesBelongToTheirNeighbour();
    void everyTextComesBack();
    void invalidTextIsRefusedWithItsOffset();
    void specialTokensStandForNoText();
    void userDefinedTokensStandForTheirText();
    void badVocabularyIsRefused_data();
    void badVocabularyIsRefused();
};

namespace
{

std::shared_ptr<const Tokenizer> make(BpeVocabulary v)
{
    auto made = makeBpeTokenizer(std::move(v));
    return made ? *made : nullptr;
}

}  // namespace

void BpeTokenizerTest::earlierMergesComeFirst()
{
    const auto tokenizer = make(testing::smallBpe());
    QVERIFY(tokenizer);
    const auto tokens = tokenizer->encode("hello hell w");
    QCOMPARE(testing::idsOf(*tokens), (std::vector<TokenId>{259, ' ', 258, 260}));
    QCOMPARE((*tokens)[1].begin, 5u);
    QCOMPARE((*tokens)[2].begin, 6u);
    QCOMPARE((*tokens)[3].begin, 10u);
    QCOMPARE((*tokens)[3].end, 12u);
    // "h e" is the first rule, so "lle" keeps its "ll" and "hhe" its second h.
    QCOMPARE(testing::idsOf(*tokenizer->encode("hhellle")), (std::vector<TokenId>{'h', 258, 'l', 'e'}));
}

void BpeTokenizerTest::bytesOfACharacterHaveRangesOfTheirOwn()
{
    const auto tokens = make(testing::smallBpe())->encode("\xF0\x9F\x99\x82");
    QCOMPARE(tokens->size(), std::size_t(4));
    for (std::uint32_t i = 0; i < 4; ++i) {
        QCOMPARE((*tokens)[i].begin, i);
        QCOMPARE((*tokens)[i].end, i + 1);
    }
}

void BpeTokenizerTest::markersInTextArePlainCharacters()
{
    for (const bool ignoreMerges : {false, true}) {
        BpeVocabulary v = testing::smallBpe();
        v.tokens.emplace_back("BREAK");
        v.types.push_back(static_cast<std::int32_t>(TokenType::Control));
        v.ignoreMerges = ignoreMerges;
        const auto tokenizer = make(std::move(v));
        for (const char* text : {"<|im_start|>user <|im_end|>", "BREAK"}) {
            const auto tokens = tokenizer->encode(text);
            for (const Token& token : *tokens)
                QVERIFY(token.id < 256);
        }
    }
}

void BpeTokenizerTest::wholeWordsBeatMergesWhereTheModelSaysSo()
{
    BpeVocabulary v = testing::smallBpe();
    v.tokens.emplace_back("elo");   // no merge makes it
    v.types.push_back(static_cast<std::int32_t>(TokenType::Normal));
    QCOMPARE(make(v)->encode("elo")->size(), std::size_t(3));
    v.ignoreMerges = true;
    QCOMPARE(testing::idsOf(*make(v)->encode("elo")), std::vector<TokenId>{263});
}

void BpeTokenizerTest::missingBytesBelongToTheirNeighbour()
{
    BpeVocabulary v = testing::smallBpe();
    v.tokens[0x13] = "\xE4\xB8\xAD";   // byte 0x13 has no token any more
    const auto tokenizer = make(std::move(v));
    const std::string text = "\x13h\x13\x13o\x13";
    const auto tokens = tokenizer->encode(text);
    QCOMPARE(testing::idsOf(*tokens), (std::vector<TokenId>{'h', 'o'}));
    QCOMPARE(testing::rangeFault(*tokens, text), std::string());
    QVERIFY(tokenizer->encode("\x13")->empty());
}

void BpeTokenizerTest::everyTextComesBack()
{
    const auto tokenizer = make(testing::smallBpe());
    std::mt19937 random(20266);
    for (int i = 0; i < 300; ++i) {
        const std::string text = testing::randomText(random, random() % 100);
        const auto tokens = tokenizer->encode(text);
        QCOMPARE(testing::rangeFault(*tokens, text), std::string());
        QCOMPARE(testing::decodeAll(*tokenizer, *tokens), text);
    }
}

void BpeTokenizerTest::invalidTextIsRefusedWithItsOffset()
{
    const auto tokens = make(testing::smallBpe())->encode("abc\xC3(");
    QVERIFY(!tokens);
    QCOMPARE(tokens.error().code, ErrorCode::InvalidArgument);
    QCOMPARE(tokens.error().offset, std::optional<std::uint64_t>(3));
}

void BpeTokenizerTest::specialTokensStandForNoText()
{
    const auto tokenizer = make(testing::smallBpe());
    QCOMPARE(tokenizer->decode(261), std::string());
    QCOMPARE(tokenizer->decode(-1), std::string());
    QCOMPARE(tokenizer->decode(999), std::string());
    QCOMPARE(tokenizer->special("<|im_end|>").value_or(-1), 262);
    QVERIFY(!tokenizer->special("hello"));
    QCOMPARE(tokenizer->endOfText(), std::vector<TokenId>{262});
}

void BpeTokenizerTest::userDefinedTokensStandForTheirText()
{
    BpeVocabulary v = testing::smallBpe();
    v.tokens.emplace_back("a b");
    v.types.push_back(static_cast<std::int32_t>(TokenType::UserDefined));
    QCOMPARE(make(std::move(v))->decode(263), std::string("a b"));
}

void BpeTokenizerTest::badVocabularyIsRefused_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, ErrorCode code, Change change) { QTest::addRow("%s", name) << change << int(code); };
    const ErrorCode bad = ErrorCode::Corruption;
    row("no tokens", bad, [](BpeVocabulary& v) { v = {}; });
    row("a token twice", bad, [](BpeVocabulary& v) { v.tokens[256] = "h"; });
    row("an empty token", bad, [](BpeVocabulary& v) { v.tokens[256].clear(); });
    row("a token of 1,025 bytes", bad, [](BpeVocabulary& v) { v.tokens.back() = std::string(1025, 'x'); });
    row("a token that isn't UTF-8", bad, [](BpeVocabulary& v) { v.tokens.back() = "\xFF"; });
    row("types missing", bad, [](BpeVocabulary& v) { v.types.pop_back(); });
    row("unknown type", bad, [](BpeVocabulary& v) { v.types[3] = 7; });
    row("type 0", bad, [](BpeVocabulary& v) { v.types[3] = 0; });
    row("merge without space", bad, [](BpeVocabulary& v) { v.merges[0] = "he"; });
    row("merge with two spaces", bad, [](BpeVocabulary& v) { v.merges[0] = "h e l"; });
    row("merge of an unknown side", bad, [](BpeVocabulary& v) { v.merges[0] = "zz e"; });
    row("merge with an unknown result", bad, [](BpeVocabulary& v) { v.merges[0] = "e h"; });
    row("bos past the end", bad, [](BpeVocabulary& v) { v.bos = 263; });
    row("eos below zero", bad, [](BpeVocabulary& v) { v.eos = -1; });
    row("unknown pre-tokenizer", ErrorCode::Unsupported, [](BpeVocabulary& v) { v.preTokenizer = "tekken-9"; });
}

void BpeTokenizerTest::badVocabularyIsRefused()
{
    QFETCH(Change, change);
    QFETCH(int, code);
    BpeVocabulary v = testing::smallBpe();
    QVERIFY(makeBpeTokenizer(v));
    change(v);
    const auto made = makeBpeTokenizer(std::move(v));
    QVERIFY(!made);
    QCOMPARE(int(made.error().code), code);
    QVERIFY(made.error().message.ends_with('.'));
}

QTEST_GUILESS_MAIN(BpeTokenizerTest)
#include "bpe_tokenizer_test.moc"
