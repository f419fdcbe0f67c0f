// XML as events: offsets into the source, and refusal of whatever could make it grow or reach outside.
#include "core/formats/html_entities.h"
#include "core/formats/xml_reader.h"

#include <QElapsedTimer>
#include <QTest>

using namespace cairn;

Q_DECLARE_METATYPE(cairn::ErrorCode)

namespace
{

class Recorder final : public XmlHandler
{
public:
    explicit Recorder(std::string_view source = {}) : m_source(source) {}
    void startElement(std::string_view name, const XmlAttributes& attributes) override
    {
        events += "<" + std::string(name) + (attributes.find("val") ? "=" + std::string(attributes.value("val")) : "") + ">";
    }
    void endElement(std::string_view name) override { events += "</" + std::string(name) + ">"; }
    void text(std::string_view text, std::uint64_t offset, std::uint64_t length) override
    {
        events += text;
        sources += std::string(m_source.substr(offset, length)) + "|";
    }
    std::string events, sources;

private:
    std::string_view m_source;
};

Result<void> parse(const std::string& xml)
{
    Recorder recorder;
    return parseXml(xml, recorder, "The part");
}

}  // namespace

class XmlReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eventsCarryTheirPlace();
    void namedEntitiesOfXhtmlAreKnown();
    void hostileXmlIsRefused_data();
    void hostileXmlIsRefused();
    void limitsAreExact();
    void characterReferences_data();
    void characterReferences();
};

void XmlReaderTest::eventsCarryTheirPlace()
{
    const std::string xml = "<?xml version='1.0'?><w:p><w:t w:val='x'>a &amp; b\xC3\xA9</w:t><e/></w:p>";
    Recorder recorder(xml);
    QVERIFY(parseXml(xml, recorder, "The part").has_value());
    QCOMPARE(recorder.events, std::string("<p><t=x>a & b\xC3\xA9</t><e></e></p>"));
    QCOMPARE(recorder.sources, std::string("a |&amp;| b\xC3\xA9|"));
}

void XmlReaderTest::namedEntitiesOfXhtmlAreKnown()
{
    const std::string xml = "<!DOCTYPE ncx PUBLIC '-//NISO//DTD ncx 2005-1//EN' 'http://example.org/none.dtd'><a>1&mdash;2&unknown;</a>";
    Recorder recorder(xml);
    QVERIFY(parseXml(xml, recorder, "The part").has_value());
    QCOMPARE(recorder.events, std::string("<a>1\xE2\x80\x94" "2</a>"));
}

void XmlReaderTest::hostileXmlIsRefused_data()
{
    QTest::addColumn<std::string>("xml");
    QTest::addColumn<ErrorCode>("code");
    const auto row = [](const char* name, ErrorCode code, std::string xml) { QTest::newRow(name) << std::move(xml) << code; };
    std::string bomb = "<!DOCTYPE a [<!ENTITY x0 'lol'>";
    for (int i = 1; i < 30; ++i)
        bomb += "<!ENTITY x" + std::to_string(i) + " '&x" + std::to_string(i - 1) + ";&x" + std::to_string(i - 1) + ";'>";
    row("entity bomb", ErrorCode::Unsupported, bomb + "]><a>&x29;</a>");
    row("external entity", ErrorCode::Unsupported, "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>");
    row("parameter entity", ErrorCode::Unsupported, "<!DOCTYPE a [<!ENTITY % x SYSTEM 'file:///etc/passwd'>%x;]><a/>");
    std::string deep;
    for (int i = 0; i < 1'000'000; ++i)
        deep += "<a>";
    row("a million levels", ErrorCode::Unsupported, deep);
    row("huge attribute", ErrorCode::Unsupported, "<a b='" + std::string(32 << 20, 'x') + "'/>");
    row("huge text", ErrorCode::Unsupported, "<a>" + std::string(65 << 20, 'x') + "</a>");
    row("bad UTF-8", ErrorCode::Corruption, "<a>\xFF</a>");
    row("cut UTF-8", ErrorCode::Corruption, "<a>\xE2\x82");
    row("cut", ErrorCode::Corruption, "<a><b>");
    row("empty", ErrorCode::Corruption, "");
    row("no such entity", ErrorCode::Corruption, "<a>&x;</a>");
    row("crossed tags", ErrorCode::Corruption, "<a><b></a></b>");
}

void XmlReaderTest::hostileXmlIsRefused()
{
    QFETCH(std::string, xml);
    QFETCH(ErrorCode, code);
    QElapsedTimer timer;
    timer.start();
    const auto done = parse(xml);
    QVERIFY(!done);
    QCOMPARE(done.error().code, code);
    QVERIFY(timer.elapsed() < 60'000);   // an expanded bomb would take hours
}

void XmlReaderTest::limitsAreExact()
{
    const auto nested = [](int levels) {
        std::string xml;
        for (int i = 0; i < levels; ++i)
            xml += "<a>";
        for (int i = 0; i < levels; ++i)
            xml += "</a>";
        return xml;
    };
    QVERIFY(parse(nested(256)).has_value());
    QVERIFY(!parse(nested(257)).has_value());
    QVERIFY(parse("<a b='" + std::string(64 << 10, 'x') + "'/>").has_value());
    QVERIFY(!parse("<a b='" + std::string((64 << 10) + 1, 'x') + "'/>").has_value());
}

void XmlReaderTest::characterReferences_data()
{
    QTest::addColumn<std::string>("source");
    QTest::addColumn<std::string>("text");     // empty: the '&' stands for itself
    QTest::addColumn<int>("length");
    const auto row = [](const char* source, const char* text, int length) {
        QTest::newRow(source) << std::string(source) << std::string(text) << length;
    };
    row("&amp;x", "&", 5);
    row("&ampx", "&", 4);
    row("&notit;", "\xC2\xAC", 4);
    row("&notin;", "\xE2\x88\x89", 7);
    row("&#8212;", "\xE2\x80\x94", 7);
    row("&#x2014 x", "\xE2\x80\x94", 7);
    row("&#128;", "\xE2\x82\xAC", 6);
    row("&#0;", "\xEF\xBF\xBD", 4);
    row("&#xD800;", "\xEF\xBF\xBD", 8);
    row("&#99999999999;", "\xEF\xBF\xBD", 14);
    row("&NotEqualTilde;", "\xE2\x89\x82\xCC\xB8", 15);
    row("&CounterClockwiseContourIntegral;", "\xE2\x88\xB3", 33);
    row("&nosuch;", "", 0);
    row("&;", "", 0);
    row("&", "", 0);
    row("&#;", "", 0);
    row("&#x;", "", 0);
}

void XmlReaderTest::characterReferences()
{
    QFETCH(std::string, source);
    QFETCH(std::string, text);
    QFETCH(int, length);
    const auto found = parseCharacterReference(source);
    QCOMPARE(found ? found->text : std::string(), text);
    QCOMPARE(found ? int(found->length) : 0, length);
}

QTEST_APPLESS_MAIN(XmlReaderTest)
#include "xml_reader_test.moc"
