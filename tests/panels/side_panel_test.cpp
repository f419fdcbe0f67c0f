// The left side of the window: models, states in words, what clicks and keys ask for. Its outline: side_outline_test.cpp, its search:
// side_search_test.cpp.
#include "tests/panels/side_entries.h"
#include "tests/support/patience.h"
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/panels/side_delegate.h"
#include "ui/panels/side_models.h"
#include "ui/panels/side_panel.h"

#include <QAbstractItemModelTester>
#include <QContextMenuEvent>
#include <QLayout>
#include <QListView>
#include <QSignalSpy>
#include <QTreeView>
#include <QtTest>

#include <limits>

using namespace cairn;
using namespace cairn::test;

Q_DECLARE_METATYPE(NoteEntry)

class SidePanelTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    // In large letters there is no room for both.
    void aHeadGivesItsTitleTheRoom()
    {
        SectionHead head, alone;
        head.setTitle(QStringLiteral("Outline"), QStringLiteral("evidence, page"));
        alone.setTitle(QStringLiteral("Outline"));
        const auto picture = [](SectionHead& one, int width) {
            one.resize(width, one.sizeHint().height());
            return one.grab().toImage();
        };
        const int title = head.fontMetrics().horizontalAdvance(QStringLiteral("Outline"));
        QVERIFY(picture(head, title + 70) == picture(alone, title + 70));
        QVERIFY(picture(head, title + 400) != picture(alone, title + 400));
        QCOMPARE(head.accessibleDescription(), QStringLiteral("evidence, page"));
    }

    void notesSayWhatTheyAreBelowTheirWords_data()
    {
        QTest::addColumn<NoteEntry>("note");
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("below");
        QTest::addColumn<QString>("spoken");
        const auto row = [](const char* name, const NoteEntry& note, const char* words, const char* below, const char* spoken) {
            QTest::newRow(name) << note << QString::fromUtf8(words) << QString::fromUtf8(below) << QString::fromUtf8(spoken);
        };
        const QString place = QStringLiteral("p. 89"), passage = QStringLiteral("the rabbit-hole"), mark = QStringLiteral("Highlight");
        row("note", {1, QStringLiteral("See\nchapter 2"), place, passage}, "See chapter 2", "p. 89", "See chapter 2");
        row("highlight", {2, {}, place, passage, mark}, "the rabbit-hole", "Highlight · p. 89", "Highlight: the rabbit-hole");
        row("one of several documents", {4, {}, place, passage, mark, QStringLiteral("Alice")}, "the rabbit-hole",
            "Highlight · p. 89 · Alice", "Highlight: the rabbit-hole");
        row("bookmark at no words", {3, {}, place, {}, QStringLiteral("Bookmark")}, "p. 89", "Bookmark", "Bookmark: p. 89");
    }
    void notesSayWhatTheyAreBelowTheirWords()
    {
        QFETCH(NoteEntry, note);
        QFETCH(QString, words);
        QFETCH(QString, below);
        QFETCH(QString, spoken);
        NotesModel notes;
        notes.setNotes({note});
        const QModelIndex at = notes.index(0);
        QCOMPARE(at.data().toString(), words);
        QCOMPARE(at.data(SecondLineRole).toString(), below);
        QCOMPARE(at.data(Qt::AccessibleTextRole).toString(), spoken);
        const QString tip = at.data(Qt::ToolTipRole).toString();   // all of it, which the row may cut
        for (const QString& part : {note.text.section(QLatin1Char('\n'), 0, 0), note.passage, below})
            QVERIFY2(tip.contains(part), qPrintable(tip));
        SideDelegate line(SideRow::Outline, nullptr), two(SideRow::Note, nullptr);
        QVERIFY(two.sizeHint({}, at).height() > line.sizeHint({}, at).height() + 8);
    }

    void notesAreInSightFromTheFirstOneOn()
    {
        SidePanel panel;
        panel.resize(280, 700);
        panel.setSession(QStringLiteral("Alice"), {document(1, QStringLiteral("Alice"))});
        panel.show();
        QListView* list = nullptr;
        for (auto* view : panel.findChildren<QListView*>())
            list = view->accessibleName() == QStringLiteral("Notes") ? view : list;
        QVERIFY(list && !list->isVisible());
        panel.setNotes({{1, QStringLiteral("See chapter 2"), QStringLiteral("p. 89"), {}}});
        QVERIFY(list->isVisible());
    }

    void modelsKeepTheRulesOfModels()
    {
        DocumentModel documents;
        OutlineModel headings;
        NotesModel notes;
        AnswersModel answers;
        LibraryModel hits;
        const auto fatal = QAbstractItemModelTester::FailureReportingMode::Fatal;
        const QAbstractItemModelTester a(&documents, fatal), b(&headings, fatal), c(&notes, fatal), d(&answers, fatal), e(&hits, fatal);
        for (int rows : {3, 1, 0, 5}) {
            std::vector<DocumentEntry> entries;
            std::vector<NoteEntry> some;
            std::vector<AnswerEntry> asked;
            for (int i = 0; i < rows; ++i) {
                entries.push_back(document(i, QString::number(i)));
                some.push_back({i, QStringLiteral("note"), {}, {}});
                asked.push_back({AnswerId(i), QStringLiteral("?"), QDateTime::currentDateTime(), false, false, false, 1});
            }
            documents.setDocuments(entries);
            notes.setNotes(some);
            answers.setAnswers(asked);
            answers.setAnswers(asked);
            hits.setHits(std::vector<LibraryHit>(std::size_t(rows)));
            headings.setOutline(rows == 3 ? outline() : std::vector<OutlineEntry>());
            headings.setEvidence({0.1, 0.2});
        }
    }

    void statesAreSaidInWords_data()
    {
        QTest::addColumn<DocumentEntry>("entry");
        QTest::addColumn<QString>("words");
        DocumentEntry entry = document(1, {});
        entry.blocks = 574;
        entry.pages = 154;
        QTest::newRow("ready") << entry << QStringLiteral("Ready, 574 block(s), 154 page(s)");
        entry.blocks = entry.pages = 0;
        entry.partOfBlock = true;
        QTest::newRow("ready, short") << entry << QStringLiteral("Ready, part of a block");
        entry.partOfBlock = false;
        QTest::newRow("ready, nothing known") << entry << QStringLiteral("Ready");
        entry.state = DocumentState::Reading;
        entry.percent = 38;
        QTest::newRow("reading") << entry << QStringLiteral("Reading 38 %");
        entry.state = DocumentState::Paused;
        QTest::newRow("paused") << entry << QStringLiteral("Paused at 38 %");
        entry.state = DocumentState::NotRead;
        QTest::newRow("not read") << entry << QStringLiteral("Not read");
        entry.minutes = 1;
        QTest::newRow("not read, known") << entry << QStringLiteral("Not read, about 1 min");
        entry.minutes = 0;
        QTest::newRow("not read, short") << entry << QStringLiteral("Not read, under 1 min");
        entry.state = DocumentState::Failed;
        entry.reason = QStringLiteral("This PDF holds pictures.");
        QTest::newRow("failed") << entry << entry.reason;
    }
    void statesAreSaidInWords()
    {
        QFETCH(DocumentEntry, entry);
        QFETCH(QString, words);
        QCOMPARE(stateLine(entry), words);
    }

    void aTickIsAnIntentAndDoesNotOpenTheDocument()
    {
        SidePanel panel;
        panel.resize(276, 700);
        panel.setSession(QStringLiteral("S"), {document(1, QStringLiteral("A")), document(2, QStringLiteral("B"))});
        panel.show();
        QSignalSpy ticked(&panel, &SidePanel::documentTicked), chosen(&panel, &SidePanel::documentChosen);
        const auto lists = panel.findChildren<QListView*>();
        auto* list = *std::find_if(lists.begin(), lists.end(),
                                   [](QListView* view) { return view->accessibleName() == QStringLiteral("Documents of the session"); });
        const QRect row = list->visualRect(list->model()->index(1, 0));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, QPoint(19, row.center().y()));
        QCOMPARE(ticked.size(), 1);
        QCOMPARE(ticked[0][0].value<DocumentId>(), DocumentId(2));
        QCOMPARE(ticked[0][1].toBool(), false);
        QCOMPARE(chosen.size(), 0);
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_Space);
        QCOMPARE(ticked.size(), 2);
        QVERIFY(!panel.documents()[0].ticked);
        chosen.clear();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, QPoint(120, row.center().y()));
        QCOMPARE(chosen.size(), 1);
    }

    // In a low window the lists give way; none of them lies on the next one's head.
    void listsOfALowColumnShareItsHeight()
    {
        SidePanel panel;
        std::vector<DocumentEntry> documents;
        std::vector<NoteEntry> notes;
        std::vector<AnswerEntry> answers(9);
        for (int i = 1; i < 8; ++i) {
            documents.push_back(document(i, QStringLiteral("Alice")));
            notes.push_back({i, QStringLiteral("See chapter 2"), QStringLiteral("p. 89"), {}});
            answers[std::size_t(i)].id = AnswerId(i);
            answers[std::size_t(i)].question = QStringLiteral("Who?");
        }
        panel.setSession(QStringLiteral("Alice"), documents);
        panel.setNotes(notes);
        panel.setAnswers(answers, 1);
        panel.setOutline(outline());
        panel.show();
        QVERIFY2(panel.minimumSizeHint().height() <= 440, qPrintable(QString::number(panel.minimumSizeHint().height())));
        for (const int height : {1000, 440}) {
            panel.resize(280, height);
            test::settle(20);
            int end = 0, rows = 0;
            for (auto* view : panel.findChildren<QAbstractItemView*>()) {
                if (view->isVisible())
                    rows += view->height() >= view->sizeHintForRow(0);
            }
            QCOMPARE(rows, 4);
            const QWidget* page = panel.findChild<QTreeView*>()->parentWidget();
            for (int i = 0; i < page->layout()->count(); ++i) {
                const auto* part = page->layout()->itemAt(i)->widget();
                if (!part || !part->isVisible())
                    continue;
                QVERIFY2(part->y() >= end, qPrintable(QStringLiteral("%1: %2 before %3").arg(height).arg(part->y()).arg(end)));
                end = part->geometry().bottom() + 1;
            }
            QVERIFY(end <= page->height());
        }
    }

    // In a high window a long list shows as many rows as there is room for, and the outline keeps its own.
    void aLongListTakesTheRoomOfAHighColumn()
    {
        SidePanel panel;
        std::vector<DocumentEntry> documents;
        for (int i = 1; i <= 60; ++i)
            documents.push_back(document(i, QStringLiteral("Report %1").arg(i)));
        panel.setSession(QStringLiteral("Reports"), documents);
        panel.setOutline(outline());
        panel.resize(280, 500);
        panel.show();
        const auto lists = panel.findChildren<QListView*>();
        const auto* list = *std::find_if(lists.begin(), lists.end(), [](QListView* view) {
            return view->accessibleName() == QStringLiteral("Documents of the session");
        });
        const auto* tree = panel.findChild<QTreeView*>();
        test::settle(20);
        const int low = list->height();
        panel.resize(280, 1400);
        test::settle(20);
        QVERIFY2(list->height() > low + 700, qPrintable(QString::number(list->height())));
        QVERIFY(tree->height() >= int(outline().size()) * tree->sizeHintForRow(0));
        panel.resize(280, 500);
        test::settle(20);
        QCOMPARE(list->height(), low);
    }

    // Its menu is about the row below the pointer; the mark stays at the answer in sight.
    // Asked alike of one day after another: in a narrow panel, too, it is seen which is which.
    void longQuestionsDifferWhereTheyAreCut()
    {
        SidePanel panel;
        panel.resize(280, 600);
        std::vector<AnswerEntry> answers(2);
        for (std::size_t i = 0; i < answers.size(); ++i) {
            answers[i].id = AnswerId(std::int64_t(i) + 1);
            answers[i].question = QStringLiteral("How many steps did the keeper of the northern light climb on day %1?").arg(i + 1);
        }
        panel.setSession(QStringLiteral("Alice"), {});
        panel.setAnswers(std::move(answers), 0);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, test::kPatienceMs));
        for (auto* list : panel.findChildren<QListView*>()) {
            if (list->accessibleName() != QStringLiteral("Answers"))
                continue;
            list->setCurrentIndex({});
            test::settle(50);
            QVERIFY2(list->width() <= 280, qPrintable(QString::number(list->width())));
            const auto row = [&](int i) { return list->viewport()->grab(list->visualRect(list->model()->index(i, 0))).toImage(); };
            QVERIFY(row(0).size() == row(1).size() && row(0) != row(1));
            return;
        }
        QFAIL("no list of answers");
    }

    void aMenuMarksNoOtherRow()
    {
        SidePanel panel;
        panel.resize(280, 700);
        panel.setSession(QStringLiteral("Alice"), {document(1, QStringLiteral("Alice"))});
        std::vector<AnswerEntry> answers(3);
        for (std::size_t i = 0; i < answers.size(); ++i) {
            answers[i].id = AnswerId(std::int64_t(i) + 1);
            answers[i].question = QStringLiteral("Who?");
        }
        panel.setAnswers(std::move(answers), 0);
        panel.setCurrentAnswer(AnswerId(1));
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, test::kPatienceMs));
        QListView* list = nullptr;
        for (auto* view : panel.findChildren<QListView*>())
            list = view->accessibleName() == QStringLiteral("Answers") ? view : list;
        QVERIFY(list);
        QSignalSpy menu(&panel, &SidePanel::answerMenuRequested);
        const QModelIndex shown = list->currentIndex();
        const QPoint other = list->visualRect(list->model()->index(2 - shown.row(), 0)).center();
        QTest::mouseClick(list->viewport(), Qt::RightButton, {}, other);
        QContextMenuEvent asked(QContextMenuEvent::Mouse, other, list->viewport()->mapToGlobal(other));
        QCoreApplication::sendEvent(list->viewport(), &asked);
        QCOMPARE(menu.size(), 1);
        QVERIFY(menu[0][0].value<AnswerId>() != AnswerId(1));
        QCOMPARE(list->currentIndex(), shown);
    }

    void titlesFromRightToLeftBeginAtTheRight_data()
    {
        QTest::addColumn<QString>("title");
        QTest::addColumn<bool>("right");
        QTest::newRow("Hebrew") << QStringLiteral("האופה") << true;
        QTest::newRow("Arabic") << QStringLiteral("الخباز") << true;
        QTest::newRow("English") << QStringLiteral("Baker") << false;
    }
    void titlesFromRightToLeftBeginAtTheRight()
    {
        QFETCH(QString, title);
        QFETCH(bool, right);
        const auto inkBeginsAt = [](QWidget& shown, const QRect& place) {   // first column with letters in it
            const QImage picture = shown.grab(place).toImage();
            for (int x = 0; x < picture.width(); ++x)
                for (int y = 0; y < picture.height(); ++y)
                    if (std::abs(qGray(picture.pixel(x, y)) - qGray(picture.pixel(0, 0))) > 80)
                        return x;
            return picture.width();
        };
        SidePanel panel;
        panel.resize(276, 700);
        panel.setSession(QStringLiteral("S"), {document(1, title)});
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, test::kPatienceMs));
        const auto lists = panel.findChildren<QListView*>();
        auto* list = *std::find_if(lists.begin(), lists.end(),
                                   [](QListView* view) { return view->accessibleName() == QStringLiteral("Documents of the session"); });
        QRect line = list->visualRect(list->model()->index(0, 0)).adjusted(36, 2, -2, 0);
        line.setBottom(line.center().y() - 2);
        const int begins = inkBeginsAt(*list->viewport(), line);
        QVERIFY2(right ? begins > line.width() / 2 && begins < line.width() : begins < 20, qPrintable(QString::number(begins)));
        ElidedLabel label;
        label.setText(title);
        label.resize(300, label.sizeHint().height());
        label.show();
        const int labelBegins = inkBeginsAt(label, label.rect());
        QVERIFY2(right ? labelBegins > 150 && labelBegins < 300 : labelBegins < 20, qPrintable(QString::number(labelBegins)));
    }

    void howAQuestionWasAskedTakesNothingOfIt()
    {
        const QString question = QStringLiteral("How long does the course take, and who may come?");
        AnswerEntry plain, limited;
        plain.id = AnswerId(1);
        limited.id = AnswerId(2);
        plain.question = limited.question = question;
        plain.askedAt = limited.askedAt = QDateTime::currentDateTime();
        limited.how = QStringLiteral("k 4, 2 block(s) pinned");
        SidePanel panel;
        panel.resize(280, 700);
        panel.setSession(QStringLiteral("Alice"), {document(1, QStringLiteral("Alice"))});
        panel.setAnswers({limited, plain}, 0);
        panel.show();
        QListView* list = nullptr;
        for (auto* view : panel.findChildren<QListView*>())
            list = view->accessibleName() == QStringLiteral("Answers") ? view : list;
        QVERIFY(list && list->isVisible());
        const QModelIndex first = list->model()->index(0, 0), second = list->model()->index(1, 0);
        QCOMPARE(first.data(SecondLineRole).toString(), limited.how);
        QVERIFY(second.data(SecondLineRole).toString().isEmpty());
        QVERIFY(list->visualRect(first).height() > list->visualRect(second).height() + 8);
        QVERIFY(list->viewport()->rect().contains(list->visualRect(second)));   // room for both
        const auto lineOf = [&](const QModelIndex& row) {   // the question's own, as it is painted
            const QRect place = list->visualRect(row);
            return list->viewport()->grab(QRect(place.left(), place.top() + 2, place.width(), 16)).toImage();
        };
        const auto inked = [](const QImage& line) {
            int ink = 0;
            for (int x = 0; x < line.width(); ++x)
                for (int y = 0; y < line.height(); ++y)
                    ink += qGray(line.pixel(x, y)) < 128 ? 1 : 0;
            return ink;
        };
        const int with = inked(lineOf(first)), without = inked(list->viewport()->grab(list->visualRect(second)).toImage());
        QVERIFY2(with > without * 8 / 10, qPrintable(QStringLiteral("%1 of %2").arg(with).arg(without)));
    }

    void deleteAsksForTheRowThatIsChosen()
    {
        SidePanel panel;
        panel.setSession(QStringLiteral("S"), {document(1, QStringLiteral("A"))});
        panel.setNotes({{41, QStringLiteral("one"), {}, {}, {}, {}}, {42, QStringLiteral("two"), {}, {}, {}, {}}});
        AnswerEntry answer;
        answer.id = AnswerId(7);
        panel.setAnswers({answer});
        panel.resize(300, 700);
        panel.show();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        QSignalSpy notes(&panel, &SidePanel::noteDeletionRequested), answers(&panel, &SidePanel::answerDeletionRequested);
        const auto views = panel.findChildren<QListView*>();
        for (QListView* view : views) {
            const bool isNotes = view->accessibleName() == QStringLiteral("Notes");
            if (!isNotes && view->accessibleName() != QStringLiteral("Answers"))
                continue;
            view->setFocus();
            view->setCurrentIndex(view->model()->index(isNotes ? 1 : 0, 0));
            QTest::keyClick(view, Qt::Key_Delete);
        }
        QCOMPARE(notes.count(), 1);
        QCOMPARE(notes.front().front().toLongLong(), 42);
        QCOMPARE(answers.count(), 1);
        QCOMPARE(answers.front().front().value<AnswerId>(), AnswerId(7));
    }

    void foreignTitlesAreNotReadAsHtml()
    {
        DocumentModel model;
        model.setDocuments({document(1, QStringLiteral("<img src=x>"))});
        QVERIFY(model.index(0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("&lt;img")));
    }
};

QTEST_MAIN(SidePanelTest)
#include "side_panel_test.moc"
