// The window with documents dropped on it, and a home with three short documents, for tests. Real import worker, an engine that follows a
// script.
#pragma once

#include "app/window/main_window.h"
#include "tests/support/own_home.h"
#include "tests/support/patience.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/meters.h"
#include "ui/panels/side_panel.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QPushButton>
#include <QTest>

#include <fstream>
#include <memory>

namespace cairn::test
{

struct SailorsWindow
{
    SettingsStore settings;
    MainWindow window{settings};

    SailorsWindow() { window.show(); }
    bool isRead() { return window.reading().status().isRead(); }
    std::size_t documents() { return window.session().isOpen() ? window.session().contents().documents.size() : 0; }
    QString message() { return window.findChild<MessageBar*>()->text(); }
    QString badge()   // the first of the shown answer
    {
        const auto* first = window.findChild<Badge*>();
        return first ? first->text() : QString();
    }
    std::vector<DocumentEntry> entries() { return window.findChild<SidePanel*>()->documents(); }

    // Its answer, once it is there. None came: 0.
    AnswerId ask(const char* question, const AskOptions& options = {})
    {
        ConversationController& conversation = window.conversation();
        const auto before = conversation.shownId();
        conversation.ask(QString::fromUtf8(question), options);
        const auto answered = [&] { return !conversation.isAnswering() && conversation.shown() && conversation.shownId() != before; };
        return QTest::qWaitFor(answered, kPatienceMs) ? *conversation.shownId() : AnswerId();
    }
    void drop(const QStringList& paths)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls.append(QUrl::fromLocalFile(path));
        data.setUrls(urls);
        QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&window, &enter);
        QDropEvent let(QPointF(20, 20), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&window, &let);
        QVERIFY(let.isAccepted());
    }
    void press(const char* words)   // the message's button
    {
        for (auto* button : window.findChild<MessageBar*>()->findChildren<QPushButton*>()) {
            if (button->text() == QString::fromUtf8(words))
                return button->click();
        }
        QFAIL(words);
    }
};

// Begun anew for every test: a home of its own, and an engine that has read nothing.
class Sailors
{
protected:
    void begin()
    {
        m_home = std::make_unique<OwnHome>();
        qputenv("CAIRN_ENGINE", m_home->engineCommand(CAIRN_FAKE_ENGINE));
        write("ropes.md", "ropes and knots");
        write("sails.md", "sails and masts");
        write("tides.md", "tides and the moon");
    }
    QString path(const char* name) const { return m_home->path(name); }
    void write(const char* name, const std::string& words, int paragraphs = 4) const
    {
        std::ofstream file(m_home->file(name));
        file << "# About " << words << "\n\n";
        for (int i = 0; i < paragraphs; ++i)
            file << "Paragraph " << i << " is about " << words << ", which every sailor learns to know in the first winter.\n\n";
    }
    void open(SailorsWindow& shown, const char* name)
    {
        shown.window.openFiles({path(name)});
        QTRY_VERIFY(shown.window.session().isOpen());
        QTRY_VERIFY(shown.isRead());
    }

    std::unique_ptr<OwnHome> m_home;
};

}  // namespace cairn::test
