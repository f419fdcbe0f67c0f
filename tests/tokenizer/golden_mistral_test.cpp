// A real tokenizer.model (Mistral v1, the kind that LLaMA models have) against ids of the sentencepiece library.
#include "core/tokenizer/piece_vocabulary.h"
#include "core/tokenizer/sentencepiece_library.h"
#include "core/tokenizer/sentencepiece_tokenizer.h"
#include "tests/tokenizer/token_checks.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace cairn;

class GoldenMistralTest : public QObject
{
    Q_OBJECT

private:
    QByteArray m_bytes;
    std::shared_ptr<const Tokenizer> m_tokenizer;

private Q_SLOTS:
    void initTestCase();
    void idsEqualTheReference_data();
    void idsEqualTheReference();
    void ownMergerEqualsTheLibrary();
    void decodingGivesTheTextBack();
    void rewrittenFileGivesTheSameIds();
    void longTextsTakeLinearTime_data();
    void longTextsTakeLinearTime();
};

void GoldenMistralTest::initTestCase()
{
    QFile file(QStringLiteral(CAIRN_SHARED_DIR "/tokenizers/mistral-v1.tokenizer.model"));
    if (!file.open(QIODevice::ReadOnly))
        QSKIP("the shared tokenizers aren't there");
    m_bytes = file.readAll();
    auto made = readSentencePieceModel(file.fileName().toStdString());
    QVERIFY2(made, made ? "" : made.error().message.c_str());
    m_tokenizer = *made;
    QCOMPARE(m_tokenizer->vocabularySize(), 32000);
    QCOMPARE(m_tokenizer->bos().value_or(-1), 1);
    QCOMPARE(m_tokenizer->endOfText(), std::vector<TokenId>{2});
    QVERIFY(m_tokenizer->addsBos());
    QCOMPARE(m_tokenizer->special("</s>").value_or(-1), 2);
}

void GoldenMistralTest::idsEqualTheReference_data()
{
    QTest::addColumn<QJsonObject>("row");
    QFile file(QStringLiteral(CAIRN_SOURCE_DIR "/tests/golden/tokenizer_mistral_v1.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray rows = QJsonDocument::fromJson(file.readAll())[QStringLiteral("rows")].toArray();
    QVERIFY(!rows.isEmpty());
    for (qsizetype i = 0; i < rows.size(); ++i)
        QTest::addRow("%d", int(i)) << rows[i].toObject();
}

void GoldenMistralTest::idsEqualTheReference()
{
    QFETCH(QJsonObject, row);
    const std::string text = row[QStringLiteral("text")].toString().toStdString();
    const auto tokens = m_tokenizer->encode(text);
    QVERIFY(tokens);
    QCOMPARE(testing::rangeFault(*tokens, text), std::string());
    std::vector<TokenId> expected;
    for (const auto& id : row[QStringLiteral("ids")].toArray())
        expected.push_back(id.toInt());
    QCOMPARE(testing::idsOf(*tokens), expected);
    QCOMPARE(testing::decodeAll(*m_tokenizer, *tokens), text);
}

void GoldenMistralTest::ownMergerEqualsTheLibrary()
{
    const auto file = parseSentencePieceFile({m_bytes.constData(), std::size_t(m_bytes.size())});
    QVERIFY(file);
    const PieceVocabulary vocabulary(*file);
    const auto library = SentencePieceLibrary::create(vocabulary);
    QVERIFY(library);
    std::mt19937 random(20262);
    for (int i = 0; i < 500; ++i) {
        const std::string text = testing::randomText(random, 1 + random() % 300);
        const auto own = m_tokenizer->encode(text);
        const auto other = (*library)->encode(text, true);
        QCOMPARE(testing::idsOf(*own), testing::idsOf(other));
        QCOMPARE(testing::rangeFault(*own, text), std::string());
        QCOMPARE(testing::rangeFault(other, text), std::string());
        for (std::size_t k = 0; k < other.size(); ++k)
            QCOMPARE((*own)[k].end, other[k].end);
        const auto rest = m_tokenizer->encodeContinuation(text);
        QCOMPARE(testing::idsOf(*rest), testing::idsOf((*library)->encode(text, false)));
    }
}

void GoldenMistralTest::decodingGivesTheTextBack()
{
    std::mt19937 random(20263);
    for (int i = 0; i < 300; ++i) {
        const std::string text = testing::randomText(random, 1 + random() % 200);
        const auto tokens = m_tokenizer->encode(text);
        QCOMPARE(testing::rangeFault(*tokens, text), std::string());
        QCOMPARE(testing::decodeAll(*m_tokenizer, *tokens), text);
    }
}

void GoldenMistralTest::rewrittenFileGivesTheSameIds()
{
    const auto file = parseSentencePieceFile({m_bytes.constData(), std::size_t(m_bytes.size())});
    QVERIFY(file);
    const auto again = parseSentencePieceModel(serialise(*file));
    QVERIFY(again);
    std::mt19937 random(20264);
    for (int i = 0; i < 100; ++i) {
        const std::string text = testing::randomText(random, 100);
        QCOMPARE(testing::idsOf(*(*again)->encode(text)), testing::idsOf(*m_tokenizer->encode(text)));
    }
}

void GoldenMistralTest::longTextsTakeLinearTime_data()
{
    QTest::addColumn<QByteArray>("part");
    QTest::addRow("prose") << QByteArray("Call me Ishmael. Some years ago, never mind how long precisely, ");
    QTest::addRow("one letter") << QByteArray("a");
    QTest::addRow("spaces") << QByteArray(" ");
    QTest::addRow("letters without space") << QByteArray("thequickbrownfox");
    QTest::addRow("Chinese") << QByteArray("\xE4\xBD\xA0\xE5\xA5\xBD\xE4\xB8\x96\xE7\x95\x8C");
    QTest::addRow("space marks") << QByteArray("\xE2\x96\x81");
}

// A quadratic step would need minutes here; the limit leaves room for a slow machine with checks switched on.
void GoldenMistralTest::longTextsTakeLinearTime()
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
}

QTEST_GUILESS_MAIN(GoldenMistralTest)
#include "golden_mistral_test.moc"
