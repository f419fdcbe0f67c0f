// JSON: what is read, what is refused and where, what is written.
#include "core/formats/json.h"
#include "tests/support/mutants.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace cairn;

class JsonTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesKeepTheirKind();
    void integersStayExact();
    void membersAreFoundAndKeepTheirOrder();
    void escapesBecomeUtf8();
    void badTextIsRefusedAtItsPlace_data();
    void badTextIsRefusedAtItsPlace();
    void everyTruncationIsRefused();
    void limitsHold();
    void mutantsNeverCrash();
    void writerPrintsOneLine();
    void writerKeepsWhatWasRead();
    void writerNeverPrintsInvalidText();
};

namespace
{

JsonValue parsed(std::string_view text)
{
    auto value = parseJson(text);
    return value ? *std::move(value) : JsonValue(std::string("not parsed: ") + value.error().message);
}

}  // namespace

void JsonTest::valuesKeepTheirKind()
{
    const JsonValue value = parsed(R"( {"a": [1, 2.5, "x", true, false, null, {}], "b": -3e2} )");
    const auto a = value.find("a")->elements();
    QCOMPARE(a.size(), std::size_t(7));
    QCOMPARE(a[0].integer(), std::optional<std::int64_t>(1));
    QVERIFY(!a[1].integer());
    QCOMPARE(a[1].number(), std::optional(2.5));
    QCOMPARE(*a[2].string(), std::string("x"));
    QCOMPARE(a[3].boolean(), std::optional(true));
    QCOMPARE(a[4].boolean(), std::optional(false));
    QVERIFY(a[5].isNull() && a[6].isObject());
    QCOMPARE(value.find("b")->number(), std::optional(-300.0));
}

void JsonTest::integersStayExact()
{
    const auto largest = std::numeric_limits<std::uint64_t>::max();
    QCOMPARE(parsed("9007199254740993").integer(), std::optional<std::int64_t>(9007199254740993));
    QCOMPARE(parsed("18446744073709551615").unsignedInteger(), std::optional(largest));
    QVERIFY(!parsed("18446744073709551615").integer());
    QCOMPARE(parsed("-9223372036854775808").integer(), std::optional(std::numeric_limits<std::int64_t>::min()));
    QVERIFY(!parsed("-1").unsignedInteger());
    QVERIFY(!parsed("1.0").integer());
    QCOMPARE(parsed("1000000000000000019884624838656").number(), std::optional(1e30));   // as tokenizer_config.json has it
}

void JsonTest::membersAreFoundAndKeepTheirOrder()
{
    const JsonValue value = parsed(R"({"z":1,"a":2,"m":3})");
    QCOMPARE(value.members()[0].key, std::string("z"));
    QCOMPARE(value.members()[2].key, std::string("m"));
    QCOMPARE(value.find("a")->integer(), std::optional<std::int64_t>(2));
    QVERIFY(!value.find("b"));
    QVERIFY(!parsed("[1]").find("a"));
}

void JsonTest::escapesBecomeUtf8()
{
    const JsonValue value = parsed("\"\\u00e9\\ud83d\\ude00\\n\\/\\\"\\\\\"");
    QCOMPARE(*value.string(), std::string("\xC3\xA9\xF0\x9F\x98\x80\n/\"\\"));
}

void JsonTest::badTextIsRefusedAtItsPlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<quint64>("offset");
    QTest::addRow("empty") << QByteArray("") << quint64(0);
    QTest::addRow("comma before bracket") << QByteArray("[1,]") << quint64(3);
    QTest::addRow("no comma") << QByteArray("[1 2]") << quint64(3);
    QTest::addRow("two values") << QByteArray("1 2") << quint64(2);
    QTest::addRow("duplicate key") << QByteArray(R"({"a":1,"a":2})") << quint64(13);
    QTest::addRow("duplicate key, escaped") << QByteArray(R"({"a":1,"\u0061":2})") << quint64(18);
    QTest::addRow("leading zero") << QByteArray("01") << quint64(2);
    QTest::addRow("NaN") << QByteArray("NaN") << quint64(0);
    QTest::addRow("infinite") << QByteArray("1e999") << quint64(5);
    QTest::addRow("no digits after point") << QByteArray("1.") << quint64(2);
    QTest::addRow("bare key") << QByteArray("{a:1}") << quint64(1);
    QTest::addRow("key without value") << QByteArray(R"({"a"})") << quint64(4);
    QTest::addRow("control character") << QByteArray("\"a\nb\"") << quint64(2);
    QTest::addRow("invalid UTF-8") << QByteArray("\"a\x80\"") << quint64(2);
    QTest::addRow("overlong UTF-8") << QByteArray("\"\xC0\x80\"") << quint64(1);
    QTest::addRow("lone high surrogate") << QByteArray(R"("\ud83dx")") << quint64(7);
    QTest::addRow("lone low surrogate") << QByteArray(R"("\ude00")") << quint64(7);
    QTest::addRow("unknown escape") << QByteArray(R"("\x41")") << quint64(2);
    QTest::addRow("byte order mark") << QByteArray("\xEF\xBB\xBF{}") << quint64(0);
    QTest::addRow("comment") << QByteArray("{} // x") << quint64(3);
    QTest::addRow("wrong bracket") << QByteArray("[1}") << quint64(2);
    QTest::addRow("33 levels") << QByteArray(33, '[') + QByteArray(33, ']') << quint64(33);
    QTest::addRow("100,000 levels") << QByteArray(100'000, '[') << quint64(33);
}

void JsonTest::badTextIsRefusedAtItsPlace()
{
    QFETCH(QByteArray, text);
    QFETCH(quint64, offset);
    const auto result = parseJson({text.constData(), std::size_t(text.size())});
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::Corruption);
    QCOMPARE(quint64(*result.error().offset), offset);
}

void JsonTest::everyTruncationIsRefused()
{
    const std::string whole = R"({"a":[1,{"b":"\u00e9"}],"c":true})";
    QVERIFY(parseJson(whole).has_value());
    for (std::size_t length = 0; length < whole.size(); ++length)
        QVERIFY2(!parseJson(whole.substr(0, length)), qPrintable(QString::number(length)));
}

void JsonTest::limitsHold()
{
    QVERIFY(parseJson(std::string(32, '[') + std::string(32, ']')).has_value());
    QCOMPARE(parseJson("[1, 2]", {.bytes = 5}).error().code, ErrorCode::InvalidArgument);
    QVERIFY(parseJson("[1,2]", {.values = 3}).has_value());
    QVERIFY(!parseJson("[1,2,3]", {.values = 3}));
    QVERIFY(!parseJson("[[1]]", {.depth = 1}));
}

void JsonTest::mutantsNeverCrash()
{
    const std::string original = R"({"tensor":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},"m":{"x":"\ud83d\ude00","y":-1.5e3}})";
    test::Mutants mutants(original, original.size());
    int refused = 0;
    for (int i = 0; i < 20'000; ++i)
        refused += parseJson(mutants.next()).has_value() ? 0 : 1;
    QVERIFY(refused > 10'000 && refused < 20'000);
}

void JsonTest::writerPrintsOneLine()
{
    JsonWriter json;
    json.beginObject().member("text", "a\"b\n").member("count", std::uint64_t(3)).member("half", 0.5f).member("yes", true);
    json.key("list").beginArray().value(-1).value(2.25).null().beginObject().endObject().endArray();
    json.member("nan", std::nan("")).endObject();
    const std::string expected = "{\"text\":\"a\\\"b\\n\",\"count\":3,\"half\":0.5,\"yes\":true,\"list\":[-1,2.25,null,{}],\"nan\":null}";
    QCOMPARE(json.text(), expected);
}

void JsonTest::writerKeepsWhatWasRead()
{
    const std::string text = R"({"b":[1,-2.5,10000.0,-0.0,"x",null,false,{"c":18446744073709551615}],"a":{}})";
    JsonWriter json;
    json.value(parsed(text));
    QCOMPARE(json.text(), text);
}

void JsonTest::writerNeverPrintsInvalidText()
{
    std::string bytes;
    for (int i = 0; i < 256; ++i)
        bytes.push_back(static_cast<char>(i));
    JsonWriter json;
    json.value(bytes);
    QVERIFY(json.text().find('\n') == std::string::npos);
    const JsonValue back = parsed(json.text());
    QVERIFY(back.isString());
    QCOMPARE(back.string()->substr(0, 128), bytes.substr(0, 128));
    QVERIFY(back.string()->ends_with("\xEF\xBF\xBD"));
}

QTEST_APPLESS_MAIN(JsonTest)
#include "json_test.moc"
