#include "core/wording/words/irregular.h"

#include <QtTest>

using namespace cairn;

class IrregularTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void formsThatNoRuleMakesHaveABase_data()
    {
        QTest::addColumn<QString>("base");
        const std::pair<const char*, const char*> rows[] = {{"ate", "eat"},     {"wrote", "write"}, {"mice", "mouse"}, {"dying", "die"},
                                                            {"death", "die"},   {"comparison", "compare"}, {"go", ""},  {"walked", ""},
                                                            {"left", ""},       {"rose", ""},       {"founded", ""},
                                                            {"hidden", ""},     {"", ""}};
        for (const auto& [form, base] : rows)
            QTest::addRow("%s", form) << QString::fromLatin1(base);
    }

    void formsThatNoRuleMakesHaveABase()
    {
        QTEST(QString::fromStdString(std::string(baseOfIrregular(QTest::currentDataTag()))), "base");
    }
};

QTEST_GUILESS_MAIN(IrregularTest)
#include "irregular_test.moc"
