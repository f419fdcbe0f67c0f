// Finding in the reader: one place to come back to for a whole search, however many matches it goes through.
#include "app/window/areas/document_tab.h"
#include "app/window/areas/reader_area.h"
#include "tests/support/patience.h"
#include "ui/panels/find_bar.h"
#include "ui/ruler_view.h"
#include "ui/text_doc_view.h"

#include <QScrollBar>
#include <QTest>

using namespace cairn;

namespace
{

DocumentPtr book(const std::string& title)
{
    auto text = std::make_shared<CanonicalText>();
    text->title = title;
    for (int i = 0; i < 300; ++i) {
        const std::uint64_t begin = text->text.size();
        text->text += "Paragraph " + std::to_string(i) + (i % 40 == 39 ? " names the walrus." : " names nobody at all.");
        text->paragraphs.push_back({{begin, text->text.size()}, ParagraphKind::Text, 0});
        text->text += "\n\n";
    }
    return text;
}

struct Reader
{
    Reader()
    {
        area.resize(700, 500);
        area.setDocuments({book("One"), book("Two")}, {});
        area.show();
        scrollTo(0.1);
    }
    void scrollTo(double share)
    {
        QScrollBar& scroll = *area.current()->view()->verticalScrollBar();
        scroll.setValue(int(share * scroll.maximum()));
    }
    std::uint64_t place() const { return area.place().byte; }
    int stepsBack()   // and forward again
    {
        int steps = 0;
        for (; area.canGoBack(); ++steps)
            area.back();
        for (int i = 0; i < steps; ++i)
            area.forward();
        return steps;
    }

    SelectionHub hub;
    ReaderArea area{&hub};
    FindBar& bar = *area.findChild<FindBar*>();
};

}  // namespace

class FindHistoryTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void backReturnsToWhereTheSearchBegan()
    {
        Reader reader;
        const std::uint64_t start = reader.place();
        for (const char* words : {"walr", "walru", "walrus"})   // typed with pauses
            Q_EMIT reader.bar.findRequested({QString::fromLatin1(words)});
        for (int i = 0; i < 3; ++i)
            reader.area.findAgain(false);
        reader.area.findAgain(true);
        QVERIFY(reader.place() > start);
        QVERIFY(reader.area.canGoBack());
        const std::uint64_t found = reader.place();
        reader.area.back();
        QCOMPARE(reader.place(), start);
        QVERIFY(!reader.area.canGoBack());
        reader.area.forward();
        QCOMPARE(reader.place(), found);
    }

    // Of very many matches only the first ones are listed; the search begins where the reader is all the same.
    void amongVeryManyMatchesTheNearestIsTheFirst()
    {
        auto text = std::make_shared<CanonicalText>();
        text->title = "Many";
        for (int i = 0; i < 12'000; ++i) {
            const std::uint64_t begin = text->text.size();
            text->text += "A whale.";
            text->paragraphs.push_back({{begin, text->text.size()}, ParagraphKind::Text, 0});
            text->text += "\n\n";
        }
        SelectionHub hub;
        ReaderArea area(&hub);
        area.resize(700, 500);
        area.setDocuments({text}, {});
        area.show();
        const std::uint64_t far = 11'500 * 10;
        area.goTo(ReaderPlace{0, far}, false);
        const std::uint64_t top = area.current()->topByte();
        QVERIFY(top > 10'500 * 10);
        area.find(QStringLiteral("whale"));
        QTRY_VERIFY(area.current()->view()->selection());
        const auto begin = [&] { return area.current()->view()->selection()->begin; };
        const std::uint64_t first = begin();
        QVERIFY2(first >= top && first < top + 20, qPrintable(QString::number(first)));
        area.findAgain(false);
        QCOMPARE(begin(), first + 10);
        area.findAgain(true);
        area.findAgain(true);
        QCOMPARE(begin(), first - 10);
        area.goTo(ReaderPlace{0, 200}, false);
        area.current()->view()->select({200, 200});
        area.findAgain(false);
        QVERIFY(begin() < 1'000);
    }

    // By its label, although no page is drawn.
    void aPrintedPageOfABookIsGoneTo()
    {
        auto text = std::make_shared<CanonicalText>(*book("Paged"));
        const std::uint64_t second = text->paragraphs[100].text.begin, third = text->paragraphs[200].text.begin;
        text->format = DocumentFormat::Epub;
        text->units = {{"a", {0, second}}, {"a#page=xii", {second, third}}, {"a#page=1", {third, text->text.size()}}};
        SelectionHub hub;
        ReaderArea area(&hub);
        area.resize(700, 500);
        area.setDocuments({text}, {});
        area.show();
        QVERIFY(area.current()->goTo(QStringLiteral("1")));
        QCOMPARE(area.place().byte, third);
        QVERIFY(area.current()->goTo(QStringLiteral("xii")));
        QCOMPARE(area.place().byte, second);
        QVERIFY(!area.current()->goTo(QString()));
    }

    void aMatchInSightIsNoJump()
    {
        Reader reader;
        reader.scrollTo(0);
        Q_EMIT reader.bar.findRequested({QStringLiteral("nobody")});
        QVERIFY(reader.area.current()->view()->selection());
        QVERIFY(!reader.area.canGoBack());
    }

    void whatComesBetweenBeginsAnotherSearch()
    {
        Reader reader;
        Q_EMIT reader.bar.findRequested({QStringLiteral("walrus")});
        reader.area.findAgain(false);
        QCOMPARE(reader.stepsBack(), 1);
        reader.area.goTo(ReaderPlace{0, 9'000}, true);   // a citation
        const std::uint64_t cited = reader.place();
        reader.area.findAgain(false);
        reader.area.findAgain(false);
        QCOMPARE(reader.stepsBack(), 3);
        reader.area.back();
        QCOMPARE(reader.place(), cited);
        reader.area.forward();

        const std::uint64_t closedAt = reader.place();
        reader.bar.open();
        reader.bar.close();
        reader.area.findAgain(true);
        reader.area.findAgain(true);
        QCOMPARE(reader.stepsBack(), 4);
        reader.area.back();
        QCOMPARE(reader.place(), closedAt);
    }

    // Beside the text and in it, as long as the bar is open, in the document that was searched.
    void allMatchesAreMarked()
    {
        Reader reader;
        const auto marked = [&](std::uint32_t document) {
            const auto* ruler = reader.area.tabOf(document)->findChild<RulerView*>();
            return ruler->accessibleDescription().contains(QLatin1String("7 hit(s)"));
        };
        reader.area.openDocument(1);
        reader.area.openDocument(0);
        reader.bar.open(QStringLiteral("walrus"));
        QVERIFY(marked(0) && !marked(1));
        reader.bar.close();
        QVERIFY(!marked(0));
        reader.bar.open();
        QVERIFY(marked(0));
        reader.area.openDocument(1);
        QVERIFY(!marked(0) && !marked(1));
    }

    void eachDocumentIsSearchedByItself()
    {
        Reader reader;
        Q_EMIT reader.bar.findRequested({QStringLiteral("walrus")});
        reader.area.openDocument(1);
        Q_EMIT reader.bar.findRequested({QStringLiteral("walrus")});
        reader.area.findAgain(false);
        QCOMPARE(reader.stepsBack(), 2);
        reader.area.back();
        QCOMPARE(reader.area.place(), (ReaderPlace{1, 0}));
    }
};

QTEST_MAIN(FindHistoryTest)
#include "find_history_test.moc"
