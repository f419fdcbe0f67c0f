// tokenizer.json files written here: which are read, what comes out, which are refused.
#include "core/tokenizer/bpe_tokenizer.h"
#include "tests/tokenizer/token_checks.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace cairn;

class TokenizerJsonTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fileGivesATokenizer();
    void preTokenizersAreRecognised_data();
    void preTokenizersAreRecognised();
    void mergesMayBePairs();
    void bosComesFromThePostProcessor();
    void badFileIsRefused_data();
    void badFileIsRefused();
    void truncatedFileIsRefused();
};

namespace
{

const QByteArray kByteLevel = R"({"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":true})";

QByteArray fileWith(const QByteArray& preTokenizer)
{
    return R"({"version":"1.0","added_tokens":[{"id":5,"content":"<|end|>","special":true},)"
           R"({"id":6,"content":"two words","special":false}],)"
           R"("normalizer":null,"pre_tokenizer":)" + preTokenizer + R"(,"post_processor":null,)"
           R"("model":{"type":"BPE","unk_token":null,"byte_fallback":false,"vocab":{"a":0,"b":1,"c":2,"ab":3,"abc":4},)"
           R"("merges":["a b","ab c"]}})";
}

QByteArray split(const char* regex, const char* behaviour = "Isolated")
{
    return QByteArray(R"({"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"Regex":")") + regex + R"("},"behavior":")" +
           behaviour + R"(","invert":false},{"type":"ByteLevel","add_prefix_space":false,"use_regex":false}]})";
}

const char* const kLlama3Regex = R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|)"
                                 R"(\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+)";

Result<BpeVocabulary> parse(const QByteArray& text) { return parseTokenizerJson({text.constData(), std::size_t(text.size())}); }

}  // namespace

void TokenizerJsonTest::fileGivesATokenizer()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("tokenizer.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(fileWith(kByteLevel));
    file.close();
    auto vocabulary = readTokenizerJson(path.toStdString());
    QVERIFY2(vocabulary, vocabulary ? "" : vocabulary.error().message.c_str());
    const auto tokenizer = makeBpeTokenizer(*std::move(vocabulary));
    QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().message.c_str());
    QCOMPARE(testing::idsOf(*(*tokenizer)->encode("abcab")), (std::vector<TokenId>{4, 3}));
    QCOMPARE((*tokenizer)->special("<|end|>").value_or(-1), 5);
    QCOMPARE((*tokenizer)->endOfText(), std::vector<TokenId>{5});
    QCOMPARE((*tokenizer)->decode(6), std::string("two words"));
    QVERIFY(!(*tokenizer)->addsBos());
}

void TokenizerJsonTest::preTokenizersAreRecognised_data()
{
    QTest::addColumn<QByteArray>("step");
    QTest::addColumn<QByteArray>("name");
    QTest::addRow("GPT-2") << kByteLevel << QByteArray("gpt-2");
    QTest::addRow("digits") << QByteArray(R"({"type":"Sequence","pretokenizers":[{"type":"Digits","individual_digits":true},)") +
                                   kByteLevel + "]}"
                            << QByteArray("smollm");
    QTest::addRow("Llama-3") << split(kLlama3Regex) << QByteArray("llama-bpe");
    QTest::addRow("unknown pattern") << split("(a+)+$") << QByteArray();
    QTest::addRow("pattern used in another way") << split(kLlama3Regex, "Removed") << QByteArray();
    QTest::addRow("digits in groups") << QByteArray(R"({"type":"Sequence","pretokenizers":[{"type":"Digits","individual_digits":false},)") +
                                             kByteLevel + "]}"
                                      << QByteArray();
    QTest::addRow("space before the text") << QByteArray(R"({"type":"ByteLevel","add_prefix_space":true})") << QByteArray();
    QTest::addRow("Metaspace") << QByteArray(R"({"type":"Metaspace"})") << QByteArray();
    QTest::addRow("none") << QByteArray("null") << QByteArray();
}

void TokenizerJsonTest::preTokenizersAreRecognised()
{
    QFETCH(QByteArray, step);
    QFETCH(QByteArray, name);
    const auto vocabulary = parse(fileWith(step));
    QCOMPARE(bool(vocabulary), !name.isEmpty());
    if (vocabulary)
        QCOMPARE(vocabulary->preTokenizer, name.toStdString());
    else
        QCOMPARE(vocabulary.error().code, ErrorCode::Unsupported);
}

void TokenizerJsonTest::mergesMayBePairs()
{
    const auto vocabulary = parse(fileWith(kByteLevel).replace(R"(["a b","ab c"])", R"([["a","b"],["ab","c"]])"));
    QVERIFY(vocabulary);
    QCOMPARE(vocabulary->merges, (std::vector<std::string>{"a b", "ab c"}));
}

void TokenizerJsonTest::bosComesFromThePostProcessor()
{
    const auto vocabulary = parse(fileWith(kByteLevel).replace(
        R"("post_processor":null)",
        R"("post_processor":{"type":"Sequence","processors":[{"type":"ByteLevel"},{"type":"TemplateProcessing",)"
        R"("single":[{"SpecialToken":{"id":"<|end|>","type_id":0}},{"Sequence":{"id":"A","type_id":0}}]}]})"));
    QVERIFY(vocabulary);
    QCOMPARE(vocabulary->bos.value_or(-1), 5);
    QCOMPARE(vocabulary->addBos, std::optional(true));
}

void TokenizerJsonTest::badFileIsRefused_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addRow("no model") << QByteArray("\"model\"") << QByteArray("\"other\"");
    QTest::addRow("unigram") << QByteArray(R"("type":"BPE")") << QByteArray(R"("type":"Unigram")");
    QTest::addRow("byte fallback") << QByteArray(R"("byte_fallback":false)") << QByteArray(R"("byte_fallback":true)");
    QTest::addRow("normaliser") << QByteArray(R"("normalizer":null)") << QByteArray(R"("normalizer":{"type":"Lowercase"})");
    QTest::addRow("gap in the ids") << QByteArray(R"("abc":4)") << QByteArray(R"("abc":7)");
    QTest::addRow("id used twice") << QByteArray(R"("abc":4)") << QByteArray(R"("abc":3)");
    QTest::addRow("negative id") << QByteArray(R"("abc":4)") << QByteArray(R"("abc":-4)");
    QTest::addRow("fractional id") << QByteArray(R"("abc":4)") << QByteArray(R"("abc":4.0)");
    QTest::addRow("huge id") << QByteArray(R"("abc":4)") << QByteArray(R"("abc":999999999999)");
    QTest::addRow("id of 2 M") << QByteArray(R"("abc":4)") << QByteArray(R"("abc":2000000)");
    QTest::addRow("name twice") << QByteArray(R"("abc":4)") << QByteArray(R"("ab":4)");
    QTest::addRow("merge of three") << QByteArray(R"("ab c")") << QByteArray(R"(["a","b","c"])");
    QTest::addRow("merge of numbers") << QByteArray(R"("ab c")") << QByteArray("[1,2]");
    QTest::addRow("merge of an unknown token") << QByteArray(R"("ab c")") << QByteArray(R"("ab z")");
    QTest::addRow("added token without name") << QByteArray(R"("content":"<|end|>")") << QByteArray(R"("content":"")");
}

void TokenizerJsonTest::badFileIsRefused()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    const QByteArray good = fileWith(kByteLevel);
    QVERIFY(makeBpeTokenizer(*parse(good)));
    QVERIFY(good.contains(from));
    auto vocabulary = parse(QByteArray(good).replace(from, to));
    QVERIFY(!vocabulary || !makeBpeTokenizer(*std::move(vocabulary)));
}

void TokenizerJsonTest::truncatedFileIsRefused()
{
    const QByteArray good = fileWith(kByteLevel);
    for (qsizetype length = 0; length < good.size(); ++length)
        QVERIFY(!parse(good.left(length)));
}

QTEST_GUILESS_MAIN(TokenizerJsonTest)
#include "tokenizer_json_test.moc"
