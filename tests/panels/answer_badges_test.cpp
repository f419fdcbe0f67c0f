// Badges and meters of an answer: what they say, and where they stand in a narrow panel.
#include "tests/panels/made_answer.h"
#include "tests/support/patience.h"
#include "ui/panels/answer_panel.h"
#include "ui/panels/labels.h"
#include "ui/panels/meters.h"

#include <QtTest>

using namespace cairn;
using namespace cairn::test;

class AnswerBadgesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void factsBecomeBadgesAndWords()
    {
        AnswerPanel panel;
        AnswerFacts facts;
        facts.number = 4;
        facts.fromBook = 0.81;
        facts.stable = true;
        facts.confirmedSentences = facts.testedSentences = 2;
        facts.part = QStringLiteral("The Mad Tea-Party");
        auto shown = run();
        shown->answer.quotations = {{{6, 13}, true, 0, {0, 7}}};
        shown->answer.stopped = true;
        panel.setAnswer(shown, facts);
        const QStringList all{QStringLiteral("stopped"), QStringLiteral("The Mad Tea-Party"), QStringLiteral("verbatim"),
                              QStringLiteral("stable"), QStringLiteral("confirmed by removal")};
        QCOMPARE(badges(panel), all);
        for (const Badge* badge : panel.findChildren<Badge*>())
            QVERIFY2(badge->toolTip().contains(badge->text()), qPrintable(badge->toolTip()));   // where it is cut
        facts.confirmedSentences = 1;
        panel.setFacts(facts);
        QCOMPARE(badges(panel).back(), QStringLiteral("1 of 2 sentences confirmed by removal"));
        facts.confirmedSentences = 0;
        panel.setFacts(facts);
        QCOMPARE(badges(panel).back(), QStringLiteral("stable"));
        QVERIFY(said(panel).contains(QStringLiteral("Answer 4")));
        QVERIFY(said(panel).contains(QStringLiteral("From the book 0.81")));
        QVERIFY(said(panel).contains(QStringLiteral("Consulted 41 of 574 block(s)")));
    }

    void aLongBadgeNeitherCutsTheMetersNorWidensTheColumn()
    {
        AnswerPanel panel;
        showPartlyRead(panel, 12, QStringLiteral("From the first 57 %, up to Frankenstein, par. 125"), 590);
        QVERIFY2(panel.minimumSizeHint().width() <= 560, qPrintable(QString::number(panel.minimumSizeHint().width())));
        const auto words = panel.findChildren<ElidedLabel*>();
        for (const ElidedLabel* label : words) {
            if (label->isVisible())
                QVERIFY2(label->width() >= label->minimumSizeHint().width(), qPrintable(label->text()));
        }
    }

    void metersThatHaveNoRoomBesideTheTitleStandBelowIt()
    {
        QWidget holder;   // as a squeezed splitter: asks nobody how narrow they may be
        holder.resize(1000, 400);
        holder.show();
        AnswerPanel panel(&holder);
        showPartlyRead(panel, 12, {}, 300);
        test::settle(20);
        const auto cutMeters = [&panel] {
            QStringList cut;
            for (const QWidget* part : panel.findChild<Meter*>()->parentWidget()->findChildren<QWidget*>())
                if (!part->isVisible() || part->width() < part->minimumSizeHint().width() || part->width() < part->minimumWidth())
                    cut += QStringLiteral("%1 %2: %3")
                               .arg(QLatin1String(part->metaObject()->className()), part->accessibleName())
                               .arg(part->width());
            return cut.join(u'\n');
        };
        const auto top = [&panel](const QWidget* part) { return part->mapTo(&panel, QPoint()).y(); };
        const Label* title = nullptr;
        for (const Label* label : panel.findChildren<Label*>())
            title = label->text().startsWith(QLatin1String("Answer")) ? label : title;
        QVERIFY(title);
        const auto* meter = panel.findChild<Meter*>();
        QVERIFY2(cutMeters().isEmpty(), qPrintable(cutMeters()));
        QVERIFY2(top(meter) >= top(title) + title->height(), qPrintable(QStringLiteral("%1 %2").arg(top(meter)).arg(top(title))));
        panel.resize(900, 300);
        test::settle(20);
        QVERIFY2(cutMeters().isEmpty(), qPrintable(cutMeters()));
        QVERIFY(top(meter) < top(title) + title->height());
    }

    // Room that the meters' short words don't need is the badge's.
    void aBadgeIsWholeWhereShortMetersLeaveItRoom()
    {
        const auto readUpTo = QStringLiteral("From the first 3 %, up to par. 125");
        AnswerPanel panel;
        showPartlyRead(panel, 1, readUpTo, 620);
        const Badge* badge = nullptr;
        for (const Badge* one : panel.findChildren<Badge*>())
            badge = one->text() == readUpTo ? one : badge;
        QVERIFY(badge);
        QVERIFY2(badge->width() >= badge->sizeHint().width(),
                 qPrintable(QStringLiteral("%1 of %2").arg(badge->width()).arg(badge->sizeHint().width())));
        panel.resize(1200, 300);   // and the meters take their long words again
        test::settle(10);
        for (const ElidedLabel* label : panel.findChildren<ElidedLabel*>())
            if (label->isVisible() && label->text().startsWith(QLatin1String("Consulted")))
                QVERIFY(label->width() >= label->sizeHint().width());
    }

    void whatIsNotKnownIsNotShown()
    {
        AnswerPanel panel;
        auto shown = run();
        shown->answer.coverage = {};
        panel.setAnswer(shown, {});
        QVERIFY(badges(panel).isEmpty());
        QVERIFY(!said(panel).contains(QStringLiteral("From the book")));
        QVERIFY(!said(panel).contains(QStringLiteral("Consulted")));
        QVERIFY(!button(panel, QStringLiteral("Next version of this answer")));
    }

    void oneWrongQuotationTakesTheBadgeAway()
    {
        AnswerPanel panel;
        auto shown = run();
        shown->answer.quotations = {{{6, 13}, true, 0, {0, 7}}, {{14, 16}, false, 0, {}}};
        panel.setAnswer(shown, {});
        QVERIFY(!badges(panel).contains(QStringLiteral("verbatim")));
        QVERIFY(said(panel).contains(QStringLiteral("1 quotation(s) not in the text.")));
    }
};

QTEST_MAIN(AnswerBadgesTest)
#include "answer_badges_test.moc"
