// The real window with the real import worker and engine, and a question typed into it.
#pragma once

#include "app/window/main_window.h"
#include "ui/panels/question_field.h"

#include <QTest>

namespace cairn::test
{

struct RealWindow
{
    SettingsStore settings;
    MainWindow window{settings};

    RealWindow()
    {
        window.resize(1280, 800);
        window.show();
    }
    bool isReady() const { return const_cast<MainWindow&>(window).reading().status().isRead(); }
    void ask(const char* question)
    {
        auto* field = window.findChild<QuestionField*>();
        field->setFocus();
        QTest::keyClicks(field, QLatin1String(question));
        QTest::keyClick(field, Qt::Key_Return);
    }
};

}  // namespace cairn::test
