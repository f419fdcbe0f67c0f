// The default model's vocabulary against ids and offsets that Hugging Face's tokenizers library gives.
#include "core/tokenizer/bpe_tokenizer.h"
#include "tests/tokenizer/gguf_vocabulary.h"
#include "tests/tokenizer/token_checks.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace cairn;

class GoldenSmolLm2Test : public QObject
{
    Q_OBJECT

private:
    std::shared_ptr<const Tokenizer> m_tokenizer;

private Q_SLOTS:
    void initTestCase();
    void idsAndOffsetsEqualTheReference_data();
    void idsAndOffsetsEqualTheReference();
    void specialTokensAreFoundByName();
    void decodingGivesTheTextBack();
    void longTextsTakeLinearTime_data();
    void longTextsTakeLinearTime();
};

void GoldenSmolLm2Test::initTestCase()
{
    const QString path = QStringLiteral(CAIRN_DEPS_DIR "/models/SmolLM2-135M-Instruct.Q4_1.gguf");
    if (!QFile::exists(path))
        QSKIP("the default model isn't there; packaging/setup.sh fetches it");
    auto made = makeBpeTokenizer(testing::GgufVocabulary(path.toStdString()).read());
    QVERIFY2(made, made ? "" : made.error().message.c_str());
    m_tokenizer = *made;
}

void GoldenSmolLm2Test::idsAndOffsetsEqualTheReference_data()
{
    QTest::addColumn<QJsonObject>("row");
    QFile file(QStringLiteral(CAIRN_SOURCE_DIR "/tests/golden/tokenizer_smollm2.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray rows = QJsonDocument::fromJson(file.readAll())[QStringLiteral("rows")].toArray();
    QVERIFY(!rows.isEmpty());
    for (qsizetype i = 0; i < rows.size(); ++i)
        QTest::addRow("%d", int(i)) << rows[i].toObject();
}

void GoldenSmolLm2Test::idsAndOffsetsEqualTheReference()
{
    QFETCH(QJsonObject, row);
    const std::string text = row[QStringLiteral("text")].toString().toStdString();
    const auto tokens = m_tokenizer->encode(text);
    QVERIFY(tokens);
    const QJsonArray ids = row[QStringLiteral("ids")].toArray();
    const QJsonArray ranges = row[QStringLiteral("begin_end_bytes")].toArray();
    QCOMPARE(qsizetype(tokens->size()), ids.size());
    for (qsizetype i = 0; i < ids.size(); ++i) {
        const Token& token = (*tokens)[std::size_t(i)];
        QCOMPARE(token.id, ids[i].toInt());
        QCOMPARE(int(token.begin), ranges[i][0].toInt());
        QCOMPARE(int(token.end), ranges[i][1].toInt());
    }
}

void GoldenSmolLm2Test::specialTokensAreFoundByName()
{
    QCOMPARE(m_tokenizer->vocabularySize(), 49152);
    QCOMPARE(m_tokenizer->special("<|im_start|>").value_or(-1), 1);
    QCOMPARE(m_tokenizer->special("<|im_end|>").value_or(-1), 2);
    QVERIFY(!m_tokenizer->special("the"));
    QVERIFY(!m_tokenizer->special("<landmark>"));
    QCOMPARE(m_tokenizer->bos().value_or(-1), 1);
    QVERIFY(!m_tokenizer->addsBos());
    QCOMPARE(m_tokenizer->endOfText(), (std::vector<TokenId>{0, 2}));
    QCOMPARE(m_tokenizer->decode(2), std::string());
}

void GoldenSmolLm2Test::decodingGivesTheTextBack()
{
    std::mt19937 random(20261);
    int whole = 0;
    for (int i = 0; i < 300; ++i) {
        const std::string text = testing::randomText(random, 1 + random() % 200);
        const auto tokens = m_tokenizer->encode(text);
        QVERIFY(tokens);
        QCOMPARE(testing::rangeFault(*tokens, text), std::string());
        if (text.find_first_of("\xF1\xF2\x13\x14\x16\x1D") != std::string::npos)
            continue;   // bytes that this vocabulary lacks
        QCOMPARE(testing::decodeAll(*m_tokenizer, *tokens), text);
        ++whole;
    }
    QVERIFY(whole > 200);
}

void GoldenSmolLm2Test::longTextsTakeLinearTime_data()
{
    QTest::addColumn<QByteArray>("part");
    QTest::addRow("prose") << QByteArray("Call me Ishmael. Some years ago, never mind how long precisely, ");
    QTest::addRow("one letter") << QByteArray("a");
    QTest::addRow("spaces") << QByteArray(" ");
    QTest::addRow("line breaks") << QByteArray("\n");
    QTest::addRow("digits") << QByteArray("7");
    QTest::addRow("letters without space") << QByteArray("thequickbrownfox");
    QTest::addRow("Chinese") << QByteArray("\xE4\xBD\xA0\xE5\xA5\xBD\xE4\xB8\x96\xE7\x95\x8C");
    QTest::addRow("punctuation") << QByteArray("=-");
}

// A quadratic step would need minutes here; the limit leaves room for a slow machine with checks switched on.
void GoldenSmolLm2Test::longTextsTakeLinearTime()
{
    QFETCH(QByteArray, part);
    std::string text;
    while (text.size() < (part.size() > 50 ? 1'200'000 : 400'000))   // the prose is as long as a novel
        text += part.toStdString();
    QElapsedTimer timer;
    timer.start();
    const auto tokens = m_tokenizer->encode(text);
    qInfo("%zu bytes, %zu tokens: %lld ms", text.size(), tokens->size(), timer.elapsed());
    QVERIFY(timer.elapsed() < 60'000);
    QCOMPARE(testing::rangeFault(*tokens, text), std::string());
    QCOMPARE(testing::decodeAll(*m_tokenizer, *tokens), text);
}

QTEST_GUILESS_MAIN(GoldenSmolLm2Test)
#include "golden_smollm2_test.moc"
