// Which place the reader is said to be at: the one jumped to, else what stands in the upper third of the view, not the rest of what is
// before it at the top edge.
#include "app/window/areas/document_tab.h"
#include "app/window/areas/reader_area.h"
#include "tests/support/patience.h"
#include "ui/document_view.h"

#include <QScrollBar>
#include <QTest>

using namespace cairn;

namespace
{

constexpr int kSections = 20;

std::string name(int section) { return "Part " + std::to_string(section); }

DocumentPtr book()
{
    auto text = std::make_shared<CanonicalText>();
    text->title = "Leases";
    const auto add = [&](const std::string& words, ParagraphKind kind) {
        const std::uint64_t begin = text->text.size();
        text->text += words;
        text->paragraphs.push_back({{begin, text->text.size()}, kind, std::uint8_t(kind == ParagraphKind::Heading ? 1 : 0)});
        text->text += "\n\n";
        return begin;
    };
    for (int section = 0; section < kSections; ++section) {
        text->outline.push_back({name(section), 1, add(name(section), ParagraphKind::Heading)});
        for (int i = 0; i < 8; ++i)
            add("The tenant pays the rent on the first day of every month, and the owner keeps the roof dry.", ParagraphKind::Text);
    }
    return text;
}

struct Reader
{
    Reader()
    {
        area.resize(700, 500);
        area.setDocuments({text}, {});
        area.show();
        test::settle(10);
    }
    DocumentTab& tab() { return *area.current(); }
    QScrollBar& scroll() { return *tab().view()->verticalScrollBar(); }
    int top(int section) { return tab().view()->rectanglesOf({begin(section), begin(section) + 1}).front().top(); }
    std::uint64_t begin(int section) const { return text->outline[std::size_t(section)].begin; }
    bool isSaid(int section) { return tab().placeText().startsWith(QString::fromStdString(name(section) + ',')); }

    DocumentPtr text = book();
    SelectionHub hub;
    ReaderArea area{&hub};
};

}  // namespace

class NamedPlaceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void itIsThePlaceJumpedTo()
    {
        Reader reader;
        reader.area.goTo(DocumentPlace{0, {reader.begin(9), reader.begin(9) + 6}});
        QVERIFY(reader.tab().topByte() < reader.begin(9));
        QVERIFY2(reader.isSaid(9), qPrintable(reader.tab().placeText()));
        reader.scroll().setValue(reader.scroll().value() + 40);   // still in the upper part
        QVERIFY2(reader.isSaid(9), qPrintable(reader.tab().placeText()));
        reader.scroll().setValue(reader.scroll().value() - reader.tab().view()->viewport()->height());   // it is below the view
        QVERIFY2(reader.isSaid(8), qPrintable(reader.tab().placeText()));
    }

    // Nothing moves for what is in sight, low in the view as it stands.
    void itIsThePlaceJumpedToThoughNothingMoved()
    {
        Reader reader;
        reader.area.goTo(ReaderPlace{0, reader.begin(9)}, false);
        const int height = reader.tab().view()->viewport()->height();
        reader.scroll().setValue(reader.scroll().value() - height * 4 / 5);
        QVERIFY(reader.top(9) > height / 2 && reader.isSaid(8));
        const int before = reader.scroll().value();
        reader.area.goTo(DocumentPlace{0, {reader.begin(9), reader.begin(9) + 6}});
        QCOMPARE(reader.scroll().value(), before);
        QVERIFY2(reader.isSaid(9), qPrintable(reader.tab().placeText()));
    }

    // The rest of a part at the top edge, as it was left.
    void aPlaceComeBackToIsNoJump()
    {
        Reader reader;
        reader.area.goTo(DocumentPlace{0, {reader.begin(9), reader.begin(9) + 6}});
        const ReaderPlace left = reader.area.place();
        QVERIFY(left.byte < reader.begin(9));
        reader.area.goTo(ReaderPlace{0, reader.begin(15)}, true);
        QVERIFY2(reader.isSaid(15), qPrintable(reader.tab().placeText()));
        reader.area.back();
        QVERIFY2(reader.isSaid(9), qPrintable(reader.tab().placeText()));
    }

    void elseItIsWhatStandsInTheUpperThird()
    {
        Reader reader;
        reader.area.goTo(ReaderPlace{0, reader.begin(15)}, false);
        reader.scroll().setValue(0);
        const int height = reader.tab().view()->viewport()->height();
        while (reader.tab().view()->rectanglesOf({reader.begin(9), reader.begin(9) + 1}).empty())
            reader.scroll().setValue(reader.scroll().value() + 50);
        int above = 0, below = 0;
        for (int step = 0; reader.top(9) > 5 && step < 500; ++step) {
            const bool isAbove = reader.top(9) < height / 3 - 30, isBelow = reader.top(9) > height / 3 + 30;
            above += isAbove;
            below += isBelow;
            if (isAbove || isBelow)
                QVERIFY2(reader.isSaid(isAbove ? 9 : 8), qPrintable(reader.tab().placeText() + QString::number(reader.top(9))));
            reader.scroll().setValue(reader.scroll().value() + 10);
        }
        QVERIFY(above > 5 && below > 5);
    }

    // Where the next question may end, and where the session opens again.
    void theReaderStandsAtTheFirstLineAllTheSame()
    {
        Reader reader;
        reader.area.goTo(DocumentPlace{0, {reader.begin(9), reader.begin(9) + 6}});
        QCOMPARE(reader.area.place().byte, reader.tab().topByte());
    }
};

QTEST_MAIN(NamedPlaceTest)
#include "named_place_test.moc"
