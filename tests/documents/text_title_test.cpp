// What a plain text is called: its own first words, never the heading of a part.
#include "core/documents/text/text_reader.h"
#include "tests/documents/readings.h"

#include <QTest>

using namespace cairn;
using test::readWith;

namespace
{

const std::string kChapters = "\n\n\nCHAPTER I\n\nThe lamp was lit at six.\n\n\nCHAPTER II\n\nIt went out at nine.\n";

}  // namespace

class TextTitleTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void titles_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("title");
        const auto centre = [](const std::string& line) { return std::string((72 - line.size()) / 2, ' ') + line + "\n"; };
        const std::string centred = centre("THE KEEPER OF THE LAMP") + centre("BY") + centre("ADA LUND");
        const std::pair<std::string, const char*> cases[] = {
            {"Typed by Bo Roe. The last edition\nwas mended by his aunt.\n\n\n" + centred + kChapters, "THE KEEPER OF THE LAMP"},
            {"The Lamp Keepers' Licence\n=-=-=-=-=-=-=-=-=-=-=-=-\n\nVersion 1.3\n\n\nPREAMBLE\n========\n\nYou may light it.\n\n"
             "TERMS\n=====\n\nPut it out.\n",
             "The Lamp Keepers' Licence"},
            {"Typed by Bo Roe, who thanks his aunt." + kChapters, "lamp.txt"},
            {"Appendix A. Lamps of the North\n\nThe lamp was lit.\n\nIt went out.\n", "Appendix A. Lamps of the North"},
            {"PREFACE\n=======\n\nThe lamp was lit.\n\nLIGHT\n=====\n\nAt six.\n", "lamp.txt"},
            {"To make it:\n\n        make lamp\n        make light" + kChapters, "lamp.txt"}};
        for (const auto& [text, title] : cases)
            QTest::addRow("%.30s", text.c_str()) << QString::fromStdString(text) << QString::fromLatin1(title);
    }

    void titles()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, title);
        const auto read = readWith(readText, text.toStdString(), "lamp.txt");
        QVERIFY(read.has_value());
        QCOMPARE(QString::fromStdString(read->title), title);
    }
};

QTEST_GUILESS_MAIN(TextTitleTest)
#include "text_title_test.moc"
