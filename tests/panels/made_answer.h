// A made-up answer, and what a panel shows of it.
#pragma once

#include "tests/support/patience.h"
#include "ui/panels/answer_panel.h"
#include "ui/panels/labels.h"
#include "ui/panels/meters.h"

#include <QAbstractButton>
#include <QtTest>

#include <algorithm>
#include <memory>

namespace cairn::test
{

inline std::shared_ptr<Run> run()
{
    auto run = std::make_shared<Run>();
    run->map = std::make_shared<StreamMap>();
    Answer& answer = run->answer;
    answer.question = "Who is the <b>baker</b>?";
    answer.text = "It is Ambrose of the village.";
    answer.found = true;
    for (std::uint64_t begin = 0; begin < answer.text.size();) {
        const auto end = std::min<std::uint64_t>(answer.text.find(' ', begin + 1), answer.text.size());
        answer.tokens.push_back({0, {begin, end}, 0, 0.5f, {}});
        begin = end;
    }
    Citation citation;
    citation.page = "12";
    citation.text = "The baker is called Ambrose.";
    citation.answerRange = {0, answer.text.size()};
    answer.citations = {citation};
    answer.coverage = {41, 512, 574};
    return run;
}

inline QStringList badges(const AnswerPanel& panel)
{
    QStringList words;
    const auto found = panel.findChildren<Badge*>();
    for (const Badge* badge : found)
        words << badge->text();
    return words;
}

// All words of labels that would be seen.
inline QString said(const AnswerPanel& panel)
{
    QString words;
    const auto labels = panel.findChildren<Label*>();
    for (const Label* label : labels)
        words += label->isVisibleTo(&panel) ? label->text() + QLatin1Char('\n') : QString();
    const auto lines = panel.findChildren<ElidedLabel*>();
    for (const ElidedLabel* line : lines)
        words += line->isVisibleTo(&panel) ? line->text() + QLatin1Char('\n') : QString();
    return words;
}

inline QAbstractButton* button(const AnswerPanel& panel, const QString& name)
{
    const auto buttons = panel.findChildren<QAbstractButton*>();
    for (QAbstractButton* candidate : buttons) {
        if ((candidate->accessibleName() == name || candidate->text() == name) && candidate->isVisibleTo(&panel))
            return candidate;
    }
    return nullptr;
}

// An answer of number `number` from a text that is read up to a place, in a panel so wide.
inline void showPartlyRead(AnswerPanel& panel, int number, const QString& readUpTo, int width)
{
    AnswerFacts facts;
    facts.number = number;
    facts.fromBook = 0.61;
    facts.readUpTo = readUpTo;
    panel.setAnswer(run(), facts);
    panel.resize(width, 300);
    panel.show();
    settle(10);
}

}  // namespace cairn::test
