// Rows of a source and the paragraphs that come out of it (test::shape).
#pragma once

#include "tests/documents/readings.h"

#include <QTest>

namespace cairn::test
{

inline std::string repeated(const std::string& text, int times)
{
    std::string result;
    for (int i = 0; i < times; ++i)
        result += text;
    return result;
}

class ShapeTest : public QObject
{
protected:
    static void columns()
    {
        QTest::addColumn<std::string>("source");
        QTest::addColumn<std::string>("shape");
    }

    static void row(const char* name, const char* source, const char* shape)
    {
        QTest::newRow(name) << std::string(source) << std::string(shape);
    }

    // Reads the row's source: its shape, and a map without a fault.
    static void check(Reader reader)
    {
        QFETCH(std::string, source);
        QFETCH(std::string, shape);
        const auto text = readWith(reader, source);
        QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
        QCOMPARE(QString::fromStdString(test::shape(*text)), QString::fromStdString(shape));
        QCOMPARE(violation(*text, {source}), QString());
    }
};

}  // namespace cairn::test
