// The row above the text: what of it stands where there is little room, and what its switches ask for.
#include "tests/support/patience.h"
#include "ui/panels/reader_header.h"

#include <QCheckBox>
#include <QRadioButton>
#include <QSignalSpy>
#include <QVBoxLayout>
#include <QtTest>

using namespace cairn;

class ReaderHeaderTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aNarrowHeaderTakesAnotherRowAndCutsNothing()
    {
        ReaderHeader header;
        header.setPagesAvailable(true);
        header.setMode(ReaderMode::Page);
        header.setPlace(QStringLiteral("RV32E Base Integer Instruction Set, Version 1.9, p. 27 (PDF 39)"));
        const auto boxes = header.findChildren<QCheckBox*>();
        for (const int width : {900, header.minimumSizeHint().width(), 900}) {
            header.resize(width, header.sizeHint().height());
            header.show();
            QCoreApplication::processEvents();
            header.resize(width, header.minimumSizeHint().height());
            QCoreApplication::processEvents();
            for (const QCheckBox* box : boxes) {
                QVERIFY(box->width() >= box->sizeHint().width());
                QVERIFY(header.rect().contains(QRect(box->mapTo(&header, QPoint()), box->size())));
            }
            const int modeBottom = header.findChildren<QRadioButton*>().front()->mapTo(&header, QPoint(0, 10)).y();
            QCOMPARE(boxes.front()->mapTo(&header, QPoint()).y() > modeBottom, width < 900);
        }
    }

    void aLongPlaceInTheHeaderKeepsItsEnd()
    {
        ReaderHeader header;
        header.resize(500, header.sizeHint().height());
        const auto shown = [&](int paragraph) {
            header.setPlace(QStringLiteral("A title ").repeated(30) + QStringLiteral(", par. %1").arg(paragraph));
            return header.grab().toImage();
        };
        QVERIFY(shown(3) != shown(4));
    }

    void bothRowsOfTheHeaderHaveRoomInALowWindow()
    {
        QWidget reader;
        auto* column = new QVBoxLayout(&reader);
        column->setContentsMargins(0, 0, 0, 0);
        auto* header = new ReaderHeader;
        header->setPagesAvailable(true);
        header->setMode(ReaderMode::Page);
        column->addWidget(header);
        column->addStretch(1);
        reader.resize(900, 300);
        reader.show();
        QCoreApplication::processEvents();
        const int oneRow = column->minimumSize().height();
        reader.resize(header->minimumSizeHint().width(), 300);
        QCoreApplication::processEvents();
        QCOMPARE(column->minimumSize().height(), header->minimumSizeHint().height());
        QVERIFY(column->minimumSize().height() > oneRow + 12);
    }

    void theHeaderSwitchesAndValuesAskForNothing()
    {
        ReaderHeader header;
        QSignalSpy mode(&header, &ReaderHeader::modeChosen), heat(&header, &ReaderHeader::heatToggled);
        header.setMode(ReaderMode::Text);
        header.setHeat(false);
        QCOMPARE(mode.size() + heat.size(), 0);
        const auto segments = header.findChildren<QRadioButton*>();
        QVERIFY(segments[1]->isChecked());
        segments[0]->click();
        QCOMPARE(mode.size(), 1);
        QCOMPARE(mode[0][0].value<ReaderMode>(), ReaderMode::Page);
        header.setHeatAvailable(true);
        header.findChildren<QCheckBox*>()[0]->click();
        QCOMPARE(heat.size(), 1);
    }
};

QTEST_MAIN(ReaderHeaderTest)
#include "reader_header_test.moc"
