// An answer with what is around it: support in words, actions; brushing words and stepping by keys. Badges: answer_badges_test.cpp.
#include "core/types/nearest_passage.h"
#include "tests/panels/made_answer.h"
#include "tests/support/patience.h"
#include "ui/announcement.h"
#include "ui/answer_view.h"
#include "ui/panels/answer_panel.h"
#include "ui/panels/buttons.h"
#include "ui/panels/focus_edge.h"
#include "ui/panels/labels.h"
#include "ui/panels/meters.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTranslator>
#include <QtTest>

using namespace cairn;
using namespace cairn::test;

class AnswerPanelTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void itsOwnSentencesAreInTheLanguageOfTheWindow()
    {
        struct German final : QTranslator
        {
            bool isEmpty() const override { return false; }
            QString translate(const char* context, const char* text, const char*, int) const override
            {
                const bool own = QLatin1String(context) == QLatin1String("OwnWords");
                return own && QLatin1String(text) == QLatin1String("The text does not say.") ? QStringLiteral("Der Text sagt es nicht.")
                                                                                             : QString();
            }
        } german;
        QCoreApplication::installTranslator(&german);
        auto declined = run();
        declined->answer.text = "The text does not say.";
        declined->answer.found = false;
        declined->answer.tokens.clear();
        declined->answer.citations.clear();
        AnswerPanel panel;
        AnswerFacts facts;
        facts.refused = true;
        panel.setAnswer(declined, facts);
        QVERIFY2(panel.textWithCitations().contains(QStringLiteral("Der Text sagt es nicht.")), qPrintable(panel.textWithCitations()));
        auto other = run();
        panel.setAnswer(other, {});
        QVERIFY(panel.textWithCitations().contains(QStringLiteral("It is Ambrose of the village.")));
        QCoreApplication::removeTranslator(&german);
        panel.setAnswer(declined, facts);
        QVERIFY(panel.textWithCitations().contains(QStringLiteral("The text does not say.")));
    }

    void aRefusalOfAPartSaysThatThereIsMore()
    {
        auto declined = run();
        declined->answer.found = false;
        AnswerPanel panel;
        panel.resize(900, 400);
        panel.show();
        AnswerFacts facts;
        facts.restUnread = QStringLiteral("Only the text up to p. 4 was read; the rest may say it.");
        panel.setAnswer(declined, facts);
        QVERIFY(!said(panel).contains(facts.restUnread));   // it is no refusal
        facts.refused = true;
        panel.setAnswer(declined, facts);
        QVERIFY2(said(panel).contains(facts.restUnread), qPrintable(said(panel)));
    }

    void whatIsCopiedNamesTheDocument()
    {
        AnswerPanel panel;
        auto one = run();
        auto document = std::make_shared<CanonicalText>();
        document->title = "The village";
        one->documents = {document};
        panel.setAnswer(one, {});
        QVERIFY2(panel.textWithCitations().contains(QStringLiteral("?\nFrom “The village”.\n\n")), qPrintable(panel.textWithCitations()));
        one->answer.citations.clear();
        panel.setAnswer(one, {});
        QVERIFY(!panel.textWithCitations().contains(QStringLiteral("The village")));
    }

    void aMenuIsForTheChosenWords()
    {
        AnswerPanel panel;
        panel.resize(500, 300);
        panel.show();
        QSignalSpy menu(&panel, &AnswerPanel::menuRequested);
        Q_EMIT panel.view()->customContextMenuRequested({5, 5});
        QCOMPARE(menu.size(), 0);   // there is no answer
        panel.setAnswer(run(), {});
        Q_EMIT panel.view()->customContextMenuRequested({5, 5});
        QCOMPARE(menu.takeFirst()[0].toString(), QString());
        panel.setBrush(std::pair(2u, 4u));
        QCOMPARE(panel.view()->contextMenuPolicy(), Qt::CustomContextMenu);
        Q_EMIT panel.view()->customContextMenuRequested({5, 5});
        QCOMPARE(menu.takeFirst()[0].toString(), QStringLiteral("Ambrose of"));
    }

    void disabledStepsSayWhy()
    {
        AnswerPanel panel;
        const auto tipOf = [&panel](const char* name) {
            for (const auto* button : panel.findChildren<QAbstractButton*>()) {
                if (button->accessibleName() == QLatin1String(name))
                    return (button->isEnabled() ? QStringLiteral("+") : QStringLiteral("-")) + button->toolTip();
            }
            return QString();
        };
        AnswerFacts facts;
        facts.number = 1;
        facts.hasNext = true;
        facts.branches = 2;
        panel.setAnswer(run(), facts);
        QCOMPARE(tipOf("Previous answer"), QStringLiteral("-This is the first answer"));
        QCOMPARE(tipOf("Next answer"), QStringLiteral("+Next answer"));
        QCOMPARE(tipOf("Previous version of this answer"), QStringLiteral("-This is the first answer to the question"));
        facts.hasPrevious = true;
        facts.hasNext = false;
        facts.branch = 1;
        panel.setAnswer(run(), facts);
        QCOMPARE(tipOf("Previous answer"), QStringLiteral("+Previous answer"));
        QCOMPARE(tipOf("Next answer"), QStringLiteral("-This is the last answer"));
        QCOMPARE(tipOf("Next version of this answer"), QStringLiteral("-This is the last answer to the question"));
    }

    // What comes with the end of an answer moves none of its words, and widens nothing.
    void wordsStayWhereTheyWereWritten()
    {
        AnswerPanel panel;
        panel.resize(700, 300);
        panel.show();
        panel.beginAnswer(1, QStringLiteral("Who is the baker?"));
        panel.appendText(QStringLiteral("It is Ambrose"));
        test::settle(10);
        const QRect written = panel.view()->geometry();
        const int least = panel.minimumSizeHint().height();
        AnswerFacts facts;
        facts.number = 1;
        panel.setAnswer(run(), facts);
        test::settle(10);
        QCOMPARE(panel.view()->geometry(), written);
        QCOMPARE(panel.minimumSizeHint().height(), least);
    }

    void theFocusByKeysHasAnEdgeAndTheOneByAClickNone()
    {
        AnswerPanel panel;
        panel.show();
        const auto send = [&](QEvent::Type type, Qt::FocusReason reason) {
            QFocusEvent event(type, reason);
            QCoreApplication::sendEvent(panel.view(), &event);
            return panel.view()->findChild<FocusEdge*>()->isVisible();
        };
        QVERIFY(send(QEvent::FocusIn, Qt::TabFocusReason));
        QVERIFY(send(QEvent::FocusOut, Qt::ActiveWindowFocusReason));   // another program for a moment
        QVERIFY(!send(QEvent::FocusOut, Qt::TabFocusReason));
        QVERIFY(!send(QEvent::FocusIn, Qt::MouseFocusReason));
    }

    void anAnswerThatEndedInTheMiddleBlamesNoPassage()
    {
        AnswerPanel panel;
        auto shown = run();
        shown->answer.found = false;
        shown->answer.citations.clear();
        panel.setAnswer(shown, {});
        QVERIFY(said(panel).contains(QStringLiteral("Weak support")));
        auto cut = std::make_shared<Run>(*shown);
        cut->answer.stopped = true;
        panel.setAnswer(cut, {});
        QVERIFY(said(panel).contains(QStringLiteral("It ended before its passages were known.")));
        QVERIFY(!said(panel).contains(QStringLiteral("passage stood out")));
    }

    void withheldAnswersSaySoAndCanBeShown()
    {
        AnswerPanel panel;
        QSignalSpy anyway(&panel, &AnswerPanel::showAnywayRequested);
        auto shown = run();
        shown->answer.found = false;
        shown->answer.citations.clear();
        AnswerFacts facts;
        facts.withheld = true;
        panel.setAnswer(shown, facts);
        QVERIFY(said(panel).contains(QStringLiteral("No passage stood out.")));
        QVERIFY(panel.view()->plainText().contains(AnswerPanel::tr("The text does not seem to say.")));
        QVERIFY(!panel.view()->plainText().contains(QStringLiteral("Ambrose")));
        QVERIFY(button(panel, QStringLiteral("Show anyway")));
        button(panel, QStringLiteral("Show anyway"))->click();
        QCOMPARE(anyway.size(), 1);
        facts.withheld = false;
        panel.setFacts(facts);
        QVERIFY(said(panel).contains(QStringLiteral("Weak support")));
        QVERIFY(!button(panel, QStringLiteral("Show anyway")));
        facts.refused = true;
        panel.setFacts(facts);
        QVERIFY(said(panel).contains(QStringLiteral("The model found no answer in what it opened.")));
        QVERIFY(!button(panel, QStringLiteral("Show anyway")));
    }

    void whatCameNearestIsOfferedWhereNoAnswerWasFound()
    {
        const QString nearest = QStringLiteral("Show the nearest passage");
        AnswerPanel panel;
        QSignalSpy wanted(&panel, &AnswerPanel::nearestPassageRequested);
        auto shown = run();
        shown->answer.passages = {{0, {20, 90}}, {0, {200, 260}}};
        panel.setAnswer(shown, {});
        QVERIFY(!button(panel, nearest));   // it has an answer
        auto refused = std::make_shared<Run>(*shown);
        refused->answer.found = false;
        refused->answer.citations.clear();
        panel.setAnswer(refused, {});
        QVERIFY(button(panel, nearest));
        button(panel, nearest)->click();
        QCOMPARE(wanted.size(), 1);
        QVERIFY(nearestPassage(refused->answer) == DocumentPlace({0, {20, 90}}));
        auto whole = std::make_shared<Run>(*refused);
        whole->answer.strategy = Strategy::Window;   // its passages are what fits, whatever is asked
        panel.setAnswer(whole, {});
        QVERIFY(!button(panel, nearest));
    }

    void anAnswerStoppedBeforeItsFirstWordIsNotCalledWeak()
    {
        AnswerPanel panel;
        auto shown = run();
        shown->answer.text.clear();
        shown->answer.tokens.clear();
        shown->answer.citations.clear();
        shown->answer.found = false;
        panel.setAnswer(shown, {});
        QVERIFY(said(panel).contains(QStringLiteral("No word was written.")));
        QVERIFY(!said(panel).contains(QStringLiteral("Weak support")));
    }

    void partlyReadAnswersOfferTheWholeBookOnceItIsRead()
    {
        AnswerPanel panel;
        AnswerFacts facts;
        facts.readUpTo = QStringLiteral("From the first 39 %, up to p. 61");
        panel.setAnswer(run(), facts);
        QCOMPARE(badges(panel), QStringList(facts.readUpTo));
        QVERIFY(!button(panel, QStringLiteral("Ask again with the whole book")));
        facts.wholeBookReady = true;
        panel.setFacts(facts);
        QVERIFY(button(panel, QStringLiteral("Ask again with the whole book")));
    }

    void branchesAreSteppedWithinTheirBounds()
    {
        AnswerPanel panel;
        QSignalSpy branch(&panel, &AnswerPanel::branchRequested);
        AnswerFacts facts;
        facts.branch = 1;
        facts.branches = 3;
        panel.setAnswer(run(), facts);
        QVERIFY(said(panel).contains(QStringLiteral("2 of 3")));
        button(panel, QStringLiteral("Next version of this answer"))->click();
        button(panel, QStringLiteral("Previous version of this answer"))->click();
        QCOMPARE(branch[0][0].toInt(), 2);
        QCOMPARE(branch[1][0].toInt(), 0);
        facts.branch = 2;
        panel.setFacts(facts);
        QVERIFY(!button(panel, QStringLiteral("Next version of this answer"))->isEnabled());
    }

    void whyItCannotBeAskedAgainIsSaid()
    {
        AnswerPanel panel;
        panel.setAnswer(run(), {});
        panel.setAskDisabledReason(QStringLiteral("The engine is starting."));
        const auto buttons = panel.findChildren<SymbolButton*>();
        const auto said = std::count_if(buttons.begin(), buttons.end(), [](const SymbolButton* b) {
            return !b->isEnabled() && b->toolTip().contains(QStringLiteral("The engine is starting."));
        });
        QCOMPARE(said, 3);
    }

    void copyTakesQuestionAnswerAndPassages()
    {
        AnswerPanel panel;
        panel.setAnswer(run(), {});
        QSignalSpy copied(&panel, &AnswerPanel::copied);
        button(panel, QStringLiteral("Copy with citations"))->click();
        QCOMPARE(copied.size(), 1);
        QCOMPARE(
            QGuiApplication::clipboard()->text(),
            QStringLiteral("Who is the <b>baker</b>?\n\nIt is Ambrose of the village. [1]\n[1] p. 12: “The baker is called Ambrose.”"));
    }

    // Of which document, and the paragraph where there are no pages.
    void copyNamesPlacesAsTheCardsOfEvidenceDo()
    {
        AnswerPanel panel;
        auto shown = run();
        auto text = std::make_shared<CanonicalText>();
        text->title = "The village";
        text->text = "Long ago.\n\nThe baker is called Ambrose.";
        text->paragraphs = {{{0, 9}, ParagraphKind::Text, 0}, {{11, text->text.size()}, ParagraphKind::Text, 0}};
        Citation& cited = shown->answer.citations.front();
        cited.page.clear();
        cited.document = 0;
        cited.range = {11, text->text.size()};
        shown->documents = {text};
        const auto copied = [&] {
            panel.setAnswer(shown, {});
            panel.copyWithCitations();
            return QGuiApplication::clipboard()->text().section(QLatin1Char('\n'), -1);
        };
        QCOMPARE(copied(), QStringLiteral("[1] par. 2: “The baker is called Ambrose.”"));
        shown->documents.push_back(text);
        QCOMPARE(copied(), QStringLiteral("[1] The village, par. 2: “The baker is called Ambrose.”"));
        shown->documents.front() = std::make_shared<CanonicalText>();   // it is damaged
        cited.page = "12";
        QCOMPARE(copied(), QStringLiteral("[1] p. 12: “The baker is called Ambrose.”"));
    }

    void bracketsStepThroughTheWordsAndEndAtTheLast()
    {
        AnswerPanel panel;
        panel.setAnswer(run(), {});
        AnswerView& view = *panel.view();
        QSignalSpy brushed(&panel, &AnswerPanel::tokensBrushed);
        QTest::keyClick(&view, Qt::Key_BracketRight);
        QCOMPARE(*view.brushedTokens(), TokenRange(0, 1));
        for (int i = 0; i < 20; ++i)
            QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(*view.brushedTokens(), TokenRange(5, 6));
        QTest::keyClick(&view, Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(*view.brushedTokens(), TokenRange(4, 6));
        QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("the village."));
        QCOMPARE(brushed.size(), 7);   // none at the end
    }

    void aBrushThatIsSetAsksForNothing()
    {
        AnswerPanel panel;
        panel.setAnswer(run(), {});
        QSignalSpy brushed(&panel, &AnswerPanel::tokensBrushed);
        panel.setBrush(std::pair{1u, 3u});
        QCOMPARE(*panel.view()->brushedTokens(), TokenRange(1, 3));
        panel.setBrush(std::nullopt);
        QVERIFY(!panel.view()->brushedTokens());
        QCOMPARE(brushed.size(), 0);
    }

    void aNewQuestionForgetsTheOldAnswer()
    {
        AnswerPanel panel;
        AnswerFacts facts;
        facts.stable = true;
        panel.setAnswer(run(), facts);
        panel.beginAnswer(5, QStringLiteral("And now?"));
        panel.appendText(QStringLiteral("Well"));
        QVERIFY(badges(panel).isEmpty());
        QVERIFY(!button(panel, QStringLiteral("Copy with citations")));
        QCOMPARE(panel.view()->plainText(), QStringLiteral("Well"));
        panel.clear();
        QVERIFY(panel.view()->plainText().isEmpty());
    }

    // A screen reader hears of it when it is finished, once; of answers that are only shown again it doesn't.
    void aFinishedAnswerIsAnnounced()
    {
        QList<const QObject*> alerts;
        setAnnouncementListener([&](const QObject* object) { alerts += object; });
        AnswerPanel panel;
        panel.resize(600, 300);
        panel.show();
        panel.beginAnswer(1, QStringLiteral("Who is the baker?"));
        panel.appendText(QStringLiteral("It is "));
        panel.appendText(QStringLiteral("Ambrose"));
        QCOMPARE(alerts.size(), 0);
        panel.setAnswer(run(), {});
        QCOMPARE(alerts, QList<const QObject*>{panel.findChild<AnswerView*>()});
        panel.setAnswer(run(), {});
        QCOMPARE(alerts.size(), 1);
        setAnnouncementListener({});
    }
};

QTEST_MAIN(AnswerPanelTest)
#include "answer_panel_test.moc"
