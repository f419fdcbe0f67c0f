// Two answers side by side: their words, what they were asked with, what can't be compared.
#include "shown_comparison.h"

#include "tests/support/patience.h"
#include "ui/heatmap_view.h"
#include "ui/panels/downward_area.h"
#include "ui/panels/labels.h"
#include "ui/study/compare_matrix.h"
#include "ui/study/diff_label.h"
#include "ui/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QtTest>

using namespace cairn;
using test::otherRun;
using Shown = test::ShownComparison;

class ComparedAnswersTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    // Not as a list of its blocks.
    void aDocumentThatWasLeftOutIsNamed()
    {
        Shown shown;
        auto a = std::make_shared<Run>(*shown.a), b = std::make_shared<Run>(*shown.b);
        StreamMapData map = a->map->data();
        const std::uint32_t first = a->map->pieces() / 2;
        map.documentTokens = {{0, std::uint64_t{first} * map.blockTokens}, {std::uint64_t{first} * map.blockTokens, map.ends.size()}};
        for (const auto& run : {a, b}) {
            run->map = std::make_shared<StreamMap>(map);
            run->documents.push_back(run->documents.front());
        }
        for (std::uint32_t block = first; block < b->map->pieces(); ++block)
            b->barred.push_back(block);
        shown.hub.setRun(a);
        shown.hub.setCompared(b);
        test::settle(40);
        QStringList said;
        for (const QLabel* label : shown.view.findChildren<QLabel*>())
            said += label->text();
        const QString words = said.join(QLatin1Char('|'));
        QVERIFY2(words.contains(QStringLiteral("without “Made-up book”")) && !words.contains(QStringLiteral("barred")), qPrintable(words));
    }

    // In a low view they scroll, and in a high one all of them is in sight.
    void noLineOfTheAnswersIsLost()
    {
        Shown shown;
        auto* answers = shown.view.findChild<DownwardArea*>();
        for (const QLabel* label : answers->findChildren<QLabel*>()) {   // the names in the colours of the cells
            for (const auto& [name, role] : {std::pair("A  ", Role::CompareA), std::pair("B  ", Role::CompareB)}) {
                if (label->text().startsWith(QLatin1String(name)))
                    QCOMPARE(label->palette().color(label->foregroundRole()), themeColour(role, shown.view));
            }
        }
        for (const QSize& size : {QSize(360, 480), QSize(360, 1400)}) {
            shown.view.resize(size);
            test::settle(40);
            for (const DiffLabel* label : shown.view.findChildren<DiffLabel*>()) {
                QVERIFY(label->height() >= label->heightForWidth(label->width()));
                QVERIFY(label->parentWidget()->rect().contains(label->geometry()));
            }
            QVERIFY(shown.view.heatmap()->height() >= shown.view.heatmap()->minimumHeight());
            QVERIFY(answers->geometry().bottom() < shown.view.heatmap()->geometry().top());
            QCOMPARE(answers->verticalScrollBar()->maximum() > 0, size.height() < 1000);
        }
    }

    // Tab goes where something is to be seen of it: to the answers, each with its frame, and not to what they scroll in.
    void theAnswersShowTheFocus()
    {
        Shown shown;
        QVERIFY(QTest::qWaitForWindowActive(&shown.view, test::kPatienceMs));
        QCOMPARE(shown.view.findChild<DownwardArea*>()->focusPolicy(), Qt::NoFocus);
        int answers = 0;
        for (auto* label : shown.view.findChildren<DiffLabel*>()) {
            const QImage before = label->grab().toImage();
            label->setFocus(Qt::TabFocusReason);
            QVERIFY(label->hasFocus());
            QVERIFY(label->grab().toImage() != before);
            ++answers;
        }
        QCOMPARE(answers, 2);
    }

    void answersShowWhatOnlyTheySay()
    {
        Shown shown;
        const auto labels = shown.view.findChildren<DiffLabel*>();
        QCOMPARE(labels.size(), 2);
        QStringList texts{labels[0]->shownText().simplified(), labels[1]->shownText().simplified()};
        QVERIFY(texts.contains(QString::fromStdString(shown.a->answer.text)));
        QVERIFY(texts.contains(QString::fromStdString(shown.b->answer.text)));
    }

    void whatCannotBeComparedSaysWhy()
    {
        const RunPtr a = madeRun();
        auto changed = [&](auto edit) {
            auto run = std::make_shared<Run>(*otherRun(a));
            edit(*run);
            return whyNotComparable(*a, *run);
        };
        QVERIFY(changed([](Run&) {}).isEmpty());
        QVERIFY(!changed([](Run& run) { run.answer.trace = {}; }).isEmpty());
        QVERIFY(!changed([](Run& run) { run.answer.trace.blockTokens = 50; }).isEmpty());
        QVERIFY(!changed([](Run& run) { run.answer.trace.layers = 2; }).isEmpty());
        QVERIFY(!changed([](Run& run) { run.documents.push_back(madeDocument(9)); }).isEmpty());
        const auto withTokens = [&](auto edit) {   // where the documents stand in the memory
            StreamMapData map = a->map->data();
            edit(map.documentTokens);
            return changed([&](Run& run) { run.map = std::make_shared<const StreamMap>(map); });
        };
        const std::uint64_t end = a->map->tokens();
        QVERIFY(withTokens([=](auto& documents) { documents.emplace_back(end, end); }).isEmpty());   // one was removed behind it
        QVERIFY(withTokens([](auto& documents) { documents.front() = {0, 0}; }).isEmpty());          // of the first answer's alone
        QVERIFY(!withTokens([](auto& documents) { ++documents.front().first; }).isEmpty());          // one was removed before it
        QVERIFY(!withTokens([](auto& documents) { documents.insert(documents.begin(), {0, 0}); }).isEmpty());   // another one stands there
    }

    void whatTheAnswersWereAskedWithIsSaid()
    {
        auto first = std::make_shared<Run>(*madeRun());
        auto second = std::make_shared<Run>(*otherRun(first));
        second->pinned = {3, 4};
        SelectionHub hub;
        CompareView view(&hub);
        view.resize(700, 600);
        view.show();
        const auto says = [&](const QString& words) {
            const auto labels = view.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->text().contains(words); });
        };
        hub.setRun(first);
        hub.setCompared(second);
        test::settle(40);
        QVERIFY(says(QStringLiteral("2 block(s) pinned")));
        QVERIFY(!says(QStringLiteral("passages read again")));   // both were: no difference
        second = std::make_shared<Run>(*second);
        second->answer.strategy = Strategy::Bm25;
        hub.setCompared(second);
        test::settle(40);
        QVERIFY(says(QStringLiteral("word search")));
    }

    // Else the plot is empty, and nobody knows why.
    void thatTwoAnswersAreEqualIsSaid()
    {
        SelectionHub hub;
        CompareView view(&hub);
        view.resize(700, 600);
        view.show();
        const RunPtr first = madeRun();
        const auto said = [&](const char* words) {
            const auto labels = view.findChildren<ElidedLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const ElidedLabel* label) {
                return label->isVisibleTo(&view) && label->text() == QLatin1String(words);
            });
        };
        hub.setRun(first);
        hub.setCompared(otherRun(first));
        QTRY_VERIFY(said("same document, same question"));
        auto again = std::make_shared<Run>(*first);
        again->id = QStringLiteral("run-6");
        hub.setCompared(again);
        QTRY_VERIFY(said("same document, same question, no difference"));
    }

    void withoutASecondAnswerItAsksForOne()
    {
        SelectionHub hub;
        CompareView view(&hub);
        view.show();
        hub.setRun(madeRun());
        test::settle(40);
        QSignalSpy choose(&view, &CompareView::chooseCompared);
        for (QPushButton* button : view.findChildren<QPushButton*>()) {
            if (button->isVisible() && button->text() == CompareView::tr("Choose an answer"))
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QCOMPARE(choose.count(), 1);
    }
};

QTEST_MAIN(ComparedAnswersTest)
#include "compared_answers_test.moc"
