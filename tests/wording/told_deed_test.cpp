#include "core/wording/quoting/told_deed.h"

#include <QtTest>

#include <string>

using namespace cairn;

class ToldDeedTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatAThingDoesIsTold_data()
    {
        QTest::addColumn<QString>("told");
        const char *pop = "The heap pop command takes a stone off.", *lamp = "A lamp gives light at night.";
        const char* can = "The oil-can tool is new and can fill a lamp.";
        const std::pair<const char*, const char*> rows[] = {{"What does heap pop do?", pop},
                                                            {"What does the heap pop command do?", pop},
                                                            {"What does pop do?", ""},
                                                            {"What does a lamp do?", ""},   // perhaps somebody
                                                            {"What does the lamp device do?", lamp},
                                                            {"What does heap pop mean?", ""},
                                                            {"What does it do?", ""},
                                                            {"What does oil-can do?", can},
                                                            {"What does the old one do?", ""}};
        for (const auto& [question, told] : rows)
            QTest::addRow("%s", question) << QString::fromLatin1(told);
    }

    void whatAThingDoesIsTold()
    {
        const DocumentTexts texts({"The heap pop commands are old. A lamp gives light at night. The heap pop command takes a stone off. "
                                   "The oil-can tool is new. The oil-can tool is new and can fill a lamp. The old one can."});
        const auto told = deedTold(QTest::currentDataTag(), texts, [](const DocumentPlace&) { return true; });
        QTEST(told ? QString::fromStdString(std::string(texts.text(*told))) : QString(), "told");
    }
};

QTEST_GUILESS_MAIN(ToldDeedTest)
#include "told_deed_test.moc"
