// Every action of the window that is not possible says why: in its tip, in the status bar and in the palette; one that is says nothing.
#include "app/window/areas/reader_area.h"
#include "app/window/areas/study_dock.h"
#include "app/window/window_actions.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/command_palette.h"
#include "ui/panels/language.h"
#include "ui/panels/side_panel.h"
#include "ui/run.h"
#include "ui/study/evidence_view.h"

#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QSet>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

namespace
{

int disabled(Window& shown)   // and each of them says why
{
    int count = 0;
    for (const ListedAction& listed : actionsOf(shown.window)) {
        const QAction* action = listed.action;
        const QString why = action->property("whyNot").toString();
        if (action->isEnabled() != why.isEmpty() || action->statusTip() != why ||
            (!why.isEmpty() && !(action->toolTip().contains(why) && action->toolTip().contains(action->text()))))
            qWarning() << action->text() << action->isEnabled() << why << action->toolTip();
        else
            count += !action->isEnabled();
    }
    return count;
}

int silent(Window& shown)   // disabled without a reason
{
    int count = 0;
    for (const ListedAction& listed : actionsOf(shown.window))
        count += !listed.action->isEnabled();
    return count - disabled(shown);
}

}  // namespace

class ActionsReasonsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void everyDisabledActionSaysWhy()
    {
        Window shown;
        WindowActions& actions = shown.window.actions();
        QVERIFY(disabled(shown) > 30);   // nothing is open
        QCOMPARE(silent(shown), 0);
        QCOMPARE(actions[Act::Find]->statusTip(), QStringLiteral("Open a document or a session first."));
        m_home->openLighthouses(shown);
        QTRY_COMPARE(actions[Act::Read]->statusTip(), QStringLiteral("All of it is read."));
        QVERIFY(disabled(shown) > 10);   // no answer yet
        QCOMPARE(silent(shown), 0);
        QCOMPARE(actions[Act::AskAgain]->statusTip(), QStringLiteral("Ask a question first."));
        QCOMPARE(actions[Act::PageMode]->statusTip(), QStringLiteral("This document has no pages of its own."));
        QVERIFY(actions[Act::Find]->isEnabled() && actions[Act::Find]->statusTip().isEmpty());
        QStringList whileWriting;   // an export would hold an answer without its words
        connect(&shown.window.conversation(), &ConversationController::liveChanged, this, [&] {
            if (!shown.isIdle())
                whileWriting.append(actions[Act::ExportAnswers]->statusTip());
        });
        shown.ask("who wound");
        QVERIFY(!whileWriting.isEmpty());
        for (const QString& why : whileWriting)
            QCOMPARE(why, QStringLiteral("The answer is still being written. Wait for its end, or stop it."));
        QVERIFY(actions[Act::ExportAnswers]->isEnabled());
        QTRY_VERIFY(actions[Act::AskAgain]->isEnabled() && actions[Act::AskAgain]->toolTip() == actions[Act::AskAgain]->text());
        QCOMPARE(silent(shown), 0);
    }

    // The memory was discarded: answers are there, but nothing can be asked before the document is read.
    void whatAsksWaitsForTheDocument()
    {
        QString folder;
        {
            Window shown;
            m_home->openLighthouses(shown);
            shown.ask("who wound");
            folder = shown.window.session().contents().folder;
        }
        QTRY_VERIFY(QDir(m_home->path("engine")).removeRecursively());
        QVERIFY(QDir().mkdir(m_home->path("engine")));
        Window shown;
        WindowActions& actions = shown.window.actions();
        shown.window.openSession(folder);
        QTRY_VERIFY(shown.window.reading().status().phase == ReadingPhase::NotRead && shown.window.conversation().shown());
        const QString why = QStringLiteral("Read the document first.");
        for (const Act act : {Act::AskAgain, Act::EditQuestion, Act::FollowUp})
            QTRY_COMPARE(actions[act]->statusTip(), why);
        QCOMPARE(shown.window.hub().whyNotAsked(), why);
        const auto reasons = [&] {   // of the entries of the menu that is open, which ask
            QStringList found;
            for (QMenu* menu : shown.window.findChildren<QMenu*>()) {
                for (const QAction* action : menu->isVisible() ? menu->actions() : QList<QAction*>()) {
                    if (action->text().contains(QLatin1String("sk again")) || action->text().contains(QLatin1String("re-score")) ||
                        action->text().contains(QLatin1String("follow-up")))
                        found.append(action->isEnabled() ? QString() : action->property("whyNot").toString());
                }
                menu->close();
            }
            return found;
        };
        const AnswerId answer = *shown.window.conversation().shownId();
        Q_EMIT shown.window.findChild<SidePanel*>()->answerMenuRequested(answer, QPoint(20, 20));
        QCOMPARE(reasons(), (QStringList{why, why, why}));
        Q_EMIT shown.window.reader().contextMenuAt({0, {300, 301}}, QPoint(20, 20));
        QCOMPARE(reasons(), (QStringList{why, why}));
        auto* list = shown.window.study().findChild<EvidenceView*>()->findChild<QListView*>();
        QTRY_VERIFY(list->model()->rowCount() > 0);
        Q_EMIT list->customContextMenuRequested(list->visualRect(list->model()->index(0, 0)).center());
        QCOMPARE(reasons(), (QStringList{why, why, why}));
        actions[Act::Read]->trigger();
        QTRY_VERIFY(shown.isRead());
        QVERIFY(shown.window.hub().whyNotAsked().isEmpty() && actions[Act::AskAgain]->isEnabled());
        Q_EMIT shown.window.findChild<SidePanel*>()->answerMenuRequested(answer, QPoint(20, 20));
        QCOMPARE(reasons(), (QStringList{{}, {}, {}}));
    }

    void selectedWordsAreCopiedWithTheirSource()
    {
        Window shown;
        m_home->openLighthouses(shown);
        const CanonicalText& document = *shown.window.session().contents().documents.front();
        const std::uint64_t begin = document.text.find("keeper"), end = document.text.find(' ', begin);
        const std::uint64_t before = document.text.find("\n\n"), paragraph = before + 2, stop = document.text.find(' ', paragraph);
        const auto copied = [&](ByteRange selected) {
            shown.window.reader().current()->view()->select(selected);
            Q_EMIT shown.window.reader().contextMenuAt({0, selected}, QPoint(20, 20));
            for (QMenu* menu : shown.window.findChildren<QMenu*>()) {
                for (QAction* action : menu->isVisible() ? menu->actions() : QList<QAction*>()) {
                    if (action->text() == QLatin1String("Copy with its source"))
                        action->trigger();
                }
                menu->close();
            }
            return QGuiApplication::clipboard()->text();
        };
        const auto expected = [&](std::uint64_t from, std::uint64_t to) {
            const QString words = QString::fromStdString(document.text.substr(from, to - from));
            return QStringLiteral("\u201C%1\u201D (%2, %3)").arg(words, QString::fromStdString(document.title), placeLabel(document, from));
        };
        QCOMPARE(copied({begin, end}), expected(begin, end));
        QVERIFY(placeLabel(document, before) != placeLabel(document, paragraph));
        QCOMPARE(copied({before, stop}), expected(paragraph, stop));   // not where the paragraph before ends
    }

    void menusAndPaletteShowIt()
    {
        Window shown;
        for (const QAction* action : shown.window.menuBar()->actions())
            QVERIFY2(action->menu()->toolTipsVisible(), qPrintable(action->text()));
        ActionListModel palette;
        palette.setActions(actionsOf(shown.window));
        int told = 0;
        for (int row = 0; row < palette.rowCount(); ++row) {
            const QModelIndex index = palette.index(row);
            const QString why = palette.actionAt(row)->property("whyNot").toString();
            if (why.isEmpty())
                continue;
            ++told;
            QCOMPARE(index.data(ActionListModel::MenuRole).toString(), why);
            QCOMPARE(index.data(Qt::AccessibleDescriptionRole).toString(), why);
            QVERIFY(index.data(Qt::ToolTipRole).toString().contains(why.toHtmlEscaped()) ||
                    index.data(Qt::ToolTipRole).toString().contains(why));
        }
        QVERIFY(told > 30);
    }

    void reasonsFollowTheLanguage()
    {
        Window shown;
        QSet<QString> english;
        for (const QAction* action : shown.window.actions().all())
            english.insert(action->property("whyNot").toString());
        SettingsValues values = shown.settings.values();
        values.language = QStringLiteral("de");
        shown.settings.setValues(values);
        QTRY_COMPARE(shown.window.actions()[Act::Find]->statusTip(), QStringLiteral("Öffnen Sie zuerst ein Dokument oder eine Sitzung."));
        for (const QAction* action : shown.window.actions().all()) {
            const QString why = action->property("whyNot").toString();
            QVERIFY2(why.isEmpty() || !english.contains(why), qPrintable(why));
        }
        values.language = QStringLiteral("en");
        shown.settings.setValues(values);
    }

private:
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(ActionsReasonsTest)
#include "actions_reasons_test.moc"
