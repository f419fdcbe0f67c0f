// The start page: keys of the list of sessions, renaming in place, undo, what a first start shows. Dropping: start_page_drop_test.cpp.
#include "tests/support/patience.h"
#include "ui/panels/buttons.h"
#include "ui/panels/drop_area.h"
#include "ui/panels/icons.h"
#include "ui/panels/labels.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/recent_sessions.h"
#include "ui/panels/start_page.h"
#include "ui/panels/steps_view.h"
#include "ui/panels/window_style.h"
#include "ui/theme.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTimer>
#include <QtTest>

using namespace cairn;

namespace
{

RecentSession session(const QString& id, const QString& title)
{
    RecentSession recent;
    recent.id = id;
    recent.title = title;
    recent.documents = {QStringLiteral("Alice")};
    recent.lastOpened = QDateTime::currentDateTime();
    return recent;
}

std::vector<RecentSession> two()
{
    return {session(QStringLiteral("a"), QStringLiteral("Carroll")), session(QStringLiteral("b"), QStringLiteral("Manuals"))};
}

}  // namespace

class StartPageTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void manySessionsCanBeSoughtAndSorted()
    {
        StartPage page;
        page.resize(1000, 700);
        page.show();
        const auto* list = page.findChild<QListView*>();
        auto* search = page.findChild<QLineEdit*>(QStringLiteral("searchSessions"));
        auto* order = page.findChild<QComboBox*>(QStringLiteral("sessionOrder"));
        page.setSessions(two());
        QVERIFY(search && order && !search->isVisible());   // two are seen at once
        std::vector<RecentSession> many;
        for (int i = 0; i < 11; ++i) {   // 0 is the newest and smallest, its name the last
            many.push_back(session(QString::number(i), QStringLiteral("Book %1").arg(20 - i)));
            many.back().lastOpened = QDateTime::fromMSecsSinceEpoch(1'000'000 - i);
            many.back().bytes = i;
        }
        page.setSessions(many);
        QVERIFY(search->isVisible() && order->isVisible());
        const auto ids = [&] {
            QStringList shown;
            for (int row = 0; row < list->model()->rowCount(); ++row)
                shown += list->model()->index(row, 0).data(RecentModel::IdRole).toString();
            return shown;
        };
        QCOMPARE(ids().front(), QStringLiteral("0"));
        QSignalSpy chosen(&page, &StartPage::orderChosen), sought(&page, &StartPage::librarySearched);
        order->setCurrentIndex(1);
        Q_EMIT order->activated(1);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(ids().front(), QStringLiteral("10"));   // Book 10
        page.setSessions(many);
        QCOMPARE(ids().front(), QStringLiteral("10"));
        page.setOrder(SessionOrder::Size);
        QCOMPARE(ids().front(), QStringLiteral("10"));
        page.setOrder(SessionOrder::LastUsed);
        QCOMPARE(ids().front(), QStringLiteral("0"));
        search->setText(QStringLiteral(" lamp "));
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(sought.front().front().toString(), QStringLiteral("lamp"));
    }

    void typedWordsLeaveTheSessionsThatAreNamedSo()
    {
        std::vector<RecentSession> many;
        for (int i = 0; i < 12; ++i)
            many.push_back(session(QString::number(i), QStringLiteral("Book %1").arg(i)));
        many[3].title = QStringLiteral("\u00c4rger mit dem Bescheid");
        many[7].documents = {QStringLiteral("Harbour cranes"), QStringLiteral("Tides")};
        StartPage page;
        page.resize(1000, 700);
        page.setSessions(many);
        page.show();
        const auto* list = page.findChild<QListView*>();
        auto* search = page.findChild<QLineEdit*>(QStringLiteral("searchSessions"));
        const auto* how = page.findChild<QLabel*>(QStringLiteral("howToSearch"));
        const auto ids = [&] {
            QStringList shown;
            for (int row = 0; row < list->model()->rowCount(); ++row)
                shown += list->model()->index(row, 0).data(RecentModel::IdRole).toString();
            return shown;
        };
        QVERIFY(how && !how->isVisible());
        QTest::keyClicks(search, QStringLiteral("arger"));   // whatever case and accents
        QCOMPARE(ids(), QStringList{QStringLiteral("3")});
        QVERIFY(how->isVisible() && how->text().contains(QStringLiteral("Press Enter")) && how->text().contains(QStringLiteral("Esc")));
        search->setText(QStringLiteral("TIDES crane"));
        QCOMPARE(ids(), QStringList{QStringLiteral("7")});
        page.setSessions(many);                              // news of the library leave it so
        QCOMPARE(ids(), QStringList{QStringLiteral("7")});
        search->setText(QStringLiteral("qqq"));
        QVERIFY(ids().isEmpty() && !list->isVisible() && how->text().startsWith(QStringLiteral("No session")));
        QTest::keyClick(search, Qt::Key_Escape);
        QCOMPARE(ids().size(), 12);
        QVERIFY(search->text().isEmpty() && !how->isVisible() && list->isVisible());
    }

    void whatIsOpeningCanBeStopped()
    {
        StartPage page;
        page.show();
        auto* stop = page.findChild<LinkButton*>(QStringLiteral("stopOpening"));
        QSignalSpy stopped(&page, &StartPage::stopRequested);
        QVERIFY(stop && !stop->isVisible());
        page.setBusy(QStringLiteral("Opening alice.epub"), true);
        QVERIFY(stop->isVisible());
        stop->click();
        QCOMPARE(stopped.count(), 1);
        page.setBusy(QStringLiteral("Making a session"));
        QVERIFY(!stop->isVisible());
        page.setBusy({});
        QVERIFY(!stop->isVisible());
    }

    void entriesOfABrokenSessionSayWhy()
    {
        StartPage page;
        page.resize(1000, 700);
        auto sessions = two();
        sessions[0].problem = QStringLiteral("The drive is not there.");
        QSignalSpy deleted(&page, &StartPage::deleteRequested);
        page.show();
        auto* list = page.findChild<QListView*>();
        for (const int row : {0, 1, 2}) {   // damaged, whole, not there
            sessions[0].absent = row == 2;
            page.setSessions(sessions);
            list->setCurrentIndex(list->model()->index(row % 2, 0));
            int disabled = -1;
            QTimer::singleShot(50, &page, [&] {
                auto* menu = page.findChild<QMenu*>(QStringLiteral("sessionMenu"));
                if (!menu)
                    return;
                disabled = 0;
                for (const QAction* action : menu->actions()) {
                    if (!action->isSeparator() && !action->isEnabled())
                        disabled += menu->toolTipsVisible() && action->statusTip() == sessions[0].problem;
                }
                menu->close();
            });
            QTest::keyClick(list, Qt::Key_Menu);
            QCOMPARE(disabled, row == 0 ? 4 : row == 1 ? 0 : 5);   // a damaged one can be deleted
            QCOMPARE(list->currentIndex().flags().testFlag(Qt::ItemIsEditable), row == 1);
            QTest::keyClick(list, Qt::Key_Delete);
            QCOMPARE(deleted.size(), row == 0 ? 1 : 2);
        }
    }

    // Of a session, until another page is in sight; what can be undone stays.
    void whatWasDoneIsToldOnce()
    {
        StartPage page;
        page.setSessions(two());
        page.show();
        auto* bar = page.findChild<MessageBar*>();
        int opened = 0;
        const auto words = [] {
            return Notice{MessageKind::Note, QStringLiteral("Discarded."), QStringLiteral("Open the session"), {}, {}};
        };
        page.tellOnce(words, [&] { ++opened; });
        QCOMPARE(bar->text(), QStringLiteral("Discarded."));
        for (auto* button : bar->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Open the session"))
                button->click();
        QCOMPARE(opened, 1);
        page.tellOnce(words, [] {});
        page.hide();
        page.show();
        QVERIFY(bar->isHidden());
        page.offerUndo([] { return QStringLiteral("In the trash."); });
        page.hide();
        page.show();
        QCOMPARE(bar->text(), QStringLiteral("In the trash."));
        QVERIFY(!bar->isHidden());
    }

    // In the smallest window that is usual: what is free around its parts gives way.
    void aMessageLeavesThePageUnscrolled()
    {
        StartPage page;
        page.setSessions({session(QStringLiteral("a"), QStringLiteral("Carroll"))});
        page.resize(960, 508);
        page.show();
        test::settle(20);
        QVERIFY(!page.verticalScrollBar()->isVisible());
        page.tellOnce([] { return Notice{MessageKind::Problem, QStringLiteral("There is no such file."), {}, {}, {}}; }, [] {});
        test::settle(20);
        QVERIFY2(!page.verticalScrollBar()->isVisible(), qPrintable(QString::number(page.verticalScrollBar()->maximum())));
    }

    void factsOfASessionHaveTheRoomOfTheirLetters()
    {
        const QFont usual = QApplication::font();
        QFont large = usual;
        large.setPixelSize(26);
        QApplication::setFont(large);
        QStyleOptionViewItem row;
        row.rect = {0, 0, 790, 90};
        const QFontMetrics small(panelFont(metrics::kSmallFont));
        const int words = std::max(small.horizontalAdvance(QStringLiteral("99 % read \u00b7 184.7 MB")),
                                   small.horizontalAdvance(QStringLiteral("No memory here \u00b7 161.9 MB")));
        const QRect facts = RecentDelegate::factsRect(row);
        QApplication::setFont(usual);
        QVERIFY(facts.width() >= words);
        QVERIFY(facts.left() > 300 && facts.right() < row.rect.right());   // beside the title
    }

    void aTitleHasTheRoomThatTheFactsLeave()
    {
        QStyleOptionViewItem row;
        row.rect = {0, 0, 520, 64};
        row.palette = QApplication::palette();
        const QRect facts = RecentDelegate::factsRect(row);
        const QFontMetrics bold(panelFont(metrics::kInterfaceFont, QFont::DemiBold));
        const auto inkBefore = [&](const QString& title) {   // the last column of it
            RecentModel model;
            model.setSessions({session(QStringLiteral("a"), title)});
            QImage image(row.rect.size(), QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            RecentDelegate().paint(&painter, row, model.index(0, 0));
            const QFontMetrics small(panelFont(metrics::kSmallFont));
            int last = 0;
            for (int x = 80; x < facts.right() - small.horizontalAdvance(QStringLiteral("Today, 00:00")) - 4; ++x) {
                for (int y = facts.top(); y < facts.bottom(); ++y)
                    last = image.pixel(x, y) != image.pixel(300, 1) ? x : last;
            }
            return last;
        };
        QString title(QStringLiteral("N"));
        while (bold.horizontalAdvance(title) < facts.left() - metrics::kGap - 60 + 20)   // 60: where it starts
            title += QLatin1Char('N');
        QVERIFY2(inkBefore(title) >= facts.left(), qPrintable(QString::number(inkBefore(title))));
        QVERIFY(inkBefore(title.repeated(5)) < facts.right() - 60);
    }

    void buttonsOfLargeTextAreEquallyHigh()
    {
        const QFont usual = QApplication::font();
        QApplication::setStyle(new WindowStyle);
        for (const int pixels : {13, 22}) {
            QFont font = usual;
            font.setPixelSize(pixels);
            QApplication::setFont(font);
            PrimaryButton first(QStringLiteral("Open"), Icon::Open);
            QPushButton second(cairn::icon(Icon::Book), QStringLiteral("Open"));
            QCOMPARE(first.sizeHint().height(), second.sizeHint().height());
        }
        QApplication::setFont(usual);
    }

    void theFirstStartShowsWhatHappensNext()
    {
        StartPage page;
        page.show();
        QVERIFY(page.findChild<StepsView*>()->isVisible());
        QVERIFY(!page.findChild<QListView*>()->isVisible());
        page.setSessions(two());
        QVERIFY(!page.findChild<StepsView*>()->isVisible());
        QVERIFY(page.findChild<QListView*>()->isVisible());
    }

    void keysOpenRenameAndDelete()
    {
        StartPage page;
        page.resize(900, 700);
        page.setSessions(two());
        page.show();
        QSignalSpy opened(&page, &StartPage::sessionOpened), deleted(&page, &StartPage::deleteRequested),
            renamed(&page, &StartPage::renameRequested);
        auto* list = page.findChild<QListView*>();
        list->setCurrentIndex(list->model()->index(1, 0));
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(opened[0][0].toString(), QStringLiteral("b"));
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(deleted[0][0].toString(), QStringLiteral("b"));
        QTest::keyClick(list, Qt::Key_F2);
        auto* editor = list->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->setText(QStringLiteral("  RISC-V  "));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(renamed.size(), 1);
        QCOMPARE(renamed[0], QVariantList({QStringLiteral("b"), QStringLiteral("RISC-V")}));
        QCOMPARE(opened.size(), 1);   // Enter ended the renaming, and nothing else
    }

    void aClickOpensTheSession()
    {
        StartPage page;
        page.resize(900, 700);
        page.setSessions(two());
        page.show();
        QSignalSpy opened(&page, &StartPage::sessionOpened);
        auto* list = page.findChild<QListView*>();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, QPoint(120, list->visualRect(list->model()->index(0, 0)).center().y()));
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened[0][0].toString(), QStringLiteral("a"));
    }

    void anEmptyNameIsNotTaken()
    {
        RecentModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setSessions(two());
        QSignalSpy renamed(&model, &RecentModel::renamed);
        QVERIFY(!model.setData(model.index(0), QStringLiteral("  "), Qt::EditRole));
        QVERIFY(!model.setData(model.index(0), QStringLiteral("Carroll"), Qt::EditRole));
        QVERIFY(model.setData(model.index(0), QStringLiteral("Lewis"), Qt::EditRole));
        QCOMPARE(renamed.size(), 1);
    }

    void deletingOffersUndoOnce()
    {
        StartPage page;
        page.show();
        QSignalSpy undone(&page, &StartPage::undoRequested);
        QString words = QStringLiteral("“Carroll” was deleted.");
        page.offerUndo([&words] { return words; });
        auto* bar = page.findChild<MessageBar*>();
        QVERIFY(bar->isVisible());
        words = QStringLiteral("„Carroll“ wurde gelöscht.");
        QEvent switched(QEvent::LanguageChange);
        QApplication::sendEvent(&page, &switched);
        QCOMPARE(bar->text(), words);
        const auto buttons = bar->findChildren<QPushButton*>();
        (*std::find_if(buttons.begin(), buttons.end(), [](QPushButton* b) { return b->text() == QStringLiteral("Undo"); }))->click();
        QCOMPARE(undone.size(), 1);
        QVERIFY(!bar->isVisible());
    }

    void aLongListIsFollowedAndItsUndoStaysInSight()
    {
        std::vector<RecentSession> many;
        for (int i = 0; i < 40; ++i)
            many.push_back(session(QString::number(i), QStringLiteral("Session %1").arg(i)));
        StartPage page;
        page.resize(900, 600);
        page.setSessions(many);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        auto* list = page.findChild<QListView*>();
        list->setFocus();
        QTest::keyClick(list, Qt::Key_End);
        const auto inSight = [&] {
            const QRect row = list->visualRect(list->currentIndex());
            return page.viewport()->rect().contains(QRect(list->mapTo(page.viewport(), row.topLeft()), row.size()));
        };
        QTRY_VERIFY(inSight());
        QCOMPARE(list->currentIndex().row(), 39);
        page.offerUndo([] { return QStringLiteral("“Session 39” was moved to the trash."); });
        auto* bar = page.findChild<MessageBar*>();
        QTRY_VERIFY(bar->isVisible() && bar->height() >= bar->minimumSizeHint().height());
        QVERIFY(page.rect().contains(bar->geometry()));
        QVERIFY(page.viewport()->geometry().top() > bar->geometry().bottom());   // nothing is hidden by it
        many.pop_back();
        page.setSessions(many);
        QCOMPARE(list->currentIndex().row(), 38);   // in its place
        page.withdrawUndo();
        QTRY_COMPARE(page.viewport()->geometry().top(), 0);
    }

    void deletedSessionsAndSizesAreSaid()
    {
        StartPage page;
        page.show();
        auto* link = page.findChild<LinkButton*>(QStringLiteral("trash"));
        page.setSessions({});
        QVERIFY(!link->isVisible());
        auto all = two();
        all[0].bytes = 1'000'000;
        all[1].bytes = 2'000'000;
        page.setSessions(all);
        page.setTrash({session(QStringLiteral("t"), QStringLiteral("Old & gone"))});
        QVERIFY(link->isVisible());
        QVERIFY(link->text().contains(QLatin1Char('1')));
        QStringList said;
        for (const ElidedLabel* label : page.findChildren<ElidedLabel*>())
            said.append(label->text());
        QVERIFY(said.contains(QStringLiteral("3.0 MB")));
        page.setMemories(1'000'000, 0);
        const auto says = [&](const QString& words) {
            for (const ElidedLabel* label : page.findChildren<ElidedLabel*>())
                if (label->text() == words)
                    return true;
            return false;
        };
        QVERIFY(says(QStringLiteral("3.0 MB, memories 1.0 MB, no limit set")));
        all[0].bytes = 998'000'000;
        page.setSessions(all);
        page.setMemories(999'960'000, 0);
        QVERIFY(says(QStringLiteral("1.0 GB, memories 1.0 GB, no limit set")));   // not 1,000.0 MB
        all[0].bytes = 1'000'000;
        page.setSessions(all);
        page.setMemories(1'000'000, 5'000'000);   // as the settings count the limit
        QVERIFY(says(QStringLiteral("3.0 MB, memories 1.0 MB of at most 5.0 MB")));
        QSignalSpy discard(&page, &StartPage::discardRequested);
        page.findChild<LinkButton*>(QStringLiteral("discard"))->click();
        QCOMPARE(discard.size(), 1);
        QSignalSpy back(&page, &StartPage::putBackRequested), erased(&page, &StartPage::eraseRequested);
        const auto choose = [&](int action) {
            link->click();
            auto* menu = page.findChild<QMenu*>(QStringLiteral("trashMenu"));
            QMenu* one = nullptr;
            for (QAction* entry : menu->actions())
                one = entry->menu() ? entry->menu() : one;
            QCOMPARE(one->title(), QStringLiteral("Old && gone, 4.0 MB"));
            one->actions()[action]->trigger();
            delete menu;
        };
        auto deleted = session(QStringLiteral("t"), QStringLiteral("Old & gone"));
        deleted.bytes = 4'000'000;
        page.setTrash({deleted});
        choose(1);
        auto* bar = page.findChild<MessageBar*>();
        QCOMPARE(bar->text(), QStringLiteral("Delete \u201cOld & gone\u201d, 4.0 MB, for good? It can't be put back then."));
        const auto press = [&](const QString& words) {
            for (auto* button : bar->findChildren<QPushButton*>())
                if (button->text() == words)
                    button->click();
        };
        press(QStringLiteral("Cancel"));
        QVERIFY(erased.isEmpty() && !bar->isVisible());
        choose(1);
        press(QStringLiteral("Delete for good"));
        QCOMPARE(erased.size(), 1);
        QCOMPARE(erased[0][0].toStringList(), QStringList(QStringLiteral("t")));
        choose(0);
        QCOMPARE(back.size(), 1);
        QCOMPARE(back[0][0].toString(), QStringLiteral("t"));
    }

    void theChosenSessionStaysChosenWhenTheListIsNew()
    {
        StartPage page;
        page.setSessions(two());
        auto* list = page.findChild<QListView*>();
        list->setCurrentIndex(list->model()->index(1, 0));
        auto again = two();
        again.insert(again.begin(), session(QStringLiteral("c"), QStringLiteral("New")));
        page.setSessions(again);
        QCOMPARE(list->currentIndex().row(), 2);
    }
};

QTEST_MAIN(StartPageTest)
#include "start_page_test.moc"
