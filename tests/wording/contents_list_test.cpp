#include "core/wording/text/contents_list.h"

#include <QtTest>

using namespace cairn;

class ContentsListTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void listsAreTold_data()
    {
        QTest::addColumn<QString>("stretch");
        QTest::addColumn<bool>("isList");
        const std::pair<const char*, bool> rows[] = {
            {"of that\n5.1 Where is Ada? . . . . . 20\n5.2 Who came? ..... 21\n5.3 What then? . . . 22\n5.4 Wh", true},
            {"Walking in Rain\n\nStones\n\nThe Old Moor\n\nand what", true},
            {"1. Walking in rain 4\n2. Stones 7\n3. The old moor 12", true},
            {"Stones\n\nStones are patient, and lie where they were laid.\n\nThey are old.\n\nThe Old Moor\n\nIt is wet.\n", false},
            {"Stones\n\nThe Old Moor\n\nIt is wet", false},
            {"Prices in 2019\n\nwere 20\n\nand 30 ... 40\n\nor none", false},
            {"", false}};
        int number = 0;
        for (const auto& [stretch, isList] : rows)
            QTest::addRow("%d", ++number) << QString::fromLatin1(stretch) << isList;
    }

    void listsAreTold()
    {
        CanonicalText text;
        text.outline = {{"1. Walking in Rain", 1, 0}, {"Stones", 1, 0}, {"The Old Moor", 2, 0}};
        const CanonicalText* const documents = &text;
        QFETCH(QString, stretch);
        QTEST(listsContents(stretch.toStdString(), headingNames({&documents, 1})), "isList");
    }
};

QTEST_GUILESS_MAIN(ContentsListTest)
#include "contents_list_test.moc"
