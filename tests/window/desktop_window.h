// The whole window on a screen of its own for tests: keys and drops as a person gives them, a home that nobody shares, a made-up book.
#pragma once

#include "app/window/main_window.h"
#include "tests/support/own_home.h"
#include "tests/support/patience.h"
#include "ui/panels/message_bar.h"

#include <QApplication>
#include <QMimeData>
#include <QPushButton>
#include <QTest>
#include <QWindow>

#include <fstream>
#include <memory>

namespace cairn::test
{

inline std::string lighthouses()
{
    std::string text = "# The lighthouses of the northern coast\n\n";
    for (int i = 1; i <= 30; ++i)
        text += "## Lighthouse number " + std::to_string(i) + "\n\nIts lamp was lit at dusk by a clockwork that had to be wound every " +
                std::to_string(2 + i % 4) + " hours, whatever the weather.\n\nThe keeper wrote the log in pencil because ink froze.\n\n";
    return text;
}

struct Window
{
    SettingsStore settings;
    MainWindow window{settings};

    Window()
    {
        window.resize(1280, 800);
        window.show();
        (void)QTest::qWaitForWindowActive(&window);
    }
    bool isRead() { return window.reading().status().isRead(); }
    bool isIdle() { return !window.conversation().isAnswering(); }
    QStringList questions()   // of the session, without the deleted ones
    {
        QStringList words;
        for (const StoredTurn& turn : window.session().contents().turns)
            words.append(QString::fromStdString(turn.question.text));
        return words;
    }

    // As a person types: to whatever window is in front, wherever its focus is.
    void press(int key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(front(), Qt::Key(key), modifiers); }
    void type(const QString& words)
    {
        for (const QChar letter : words)
            QTest::sendKeyEvent(QTest::Click, front(), Qt::Key(letter.toUpper().unicode()), letter, {});
    }
    QWindow* front()
    {
        if (QWidget* modal = QApplication::activeModalWidget())
            return modal->windowHandle();
        if (!QApplication::activeWindow()) {   // a window manager would have given it back after a dialog or menu
            window.activateWindow();
            (void)QTest::qWaitForWindowActive(&window);
        }
        return (QApplication::activeWindow() ? QApplication::activeWindow() : &window)->windowHandle();
    }
    // To the end of its answer.
    void ask(const char* question)
    {
        const auto before = window.conversation().shownId();
        press(Qt::Key_L, Qt::ControlModifier);
        type(QString::fromUtf8(question));
        press(Qt::Key_Return);
        QTRY_VERIFY(window.conversation().shown() && window.conversation().shownId() != before && isIdle());
    }
    // Tab until a widget of this kind has the focus.
    template <typename Kind>
    Kind* walkTo()
    {
        for (int step = 0; step < 80; ++step) {
            if (auto* there = qobject_cast<Kind*>(QApplication::focusWidget()))
                return there;
            press(Qt::Key_Tab);
        }
        return nullptr;
    }
    // The message's button of these words.
    void press(const char* words)
    {
        QPushButton* found = nullptr;
        const auto find = [&] {
            for (auto* button : window.findChild<MessageBar*>()->findChildren<QPushButton*>()) {
                if (!button->isHidden() && button->text() == QString::fromUtf8(words))
                    found = button;
            }
            return found != nullptr;
        };
        if (!QTest::qWaitFor(find, kPatienceMs))   // paths are looked at in another thread
            QFAIL(words);
        found->click();
    }
    void drop(QWidget* onto, const QStringList& paths)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls.append(QUrl::fromLocalFile(path));
        data.setUrls(urls);
        QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(onto, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent let(QPointF(20, 20), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(onto, &let);
        QVERIFY(let.isAccepted());
    }
};

// Every test has a home of its own, and an engine that has read nothing.
class DesktopHome : public OwnHome
{
public:
    DesktopHome()
    {
        qputenv("HOME", file("data").c_str());
        qputenv("CAIRN_ENGINE", engineCommand(CAIRN_FAKE_ENGINE));
        std::ofstream(file("lighthouses.md")) << lighthouses();
    }
    void openLighthouses(Window& shown) const
    {
        shown.window.openFiles({path("lighthouses.md")});
        QTRY_VERIFY(shown.window.session().isOpen());
        QTRY_VERIFY(shown.isRead());
    }
};

}  // namespace cairn::test
