// What came of testing the citations of a session's answers by removal (removal_test.h). Plain values.
#pragma once

#include "core/types/answer.h"
#include "core/types/ids.h"

#include <QJsonArray>
#include <QList>
#include <QString>

namespace cairn
{

// Numbers of answers are given anew once one is gone for good; with its words it is that answer.
struct TestedAnswer
{
    AnswerId answer;
    QString words;                        // wordsOf() of it
    int confirmed = 0, sentences = 0;     // of those with citations
    bool operator==(const TestedAnswer&) const = default;
};

QString wordsOf(const Answer& answer);    // a hash of question and answer

// Of an answer that was not tested: of no sentence.
TestedAnswer testOf(const QList<TestedAnswer>& tested, AnswerId answer, const QString& words);
void keepTest(QList<TestedAnswer>& tested, const TestedAnswer& test);   // instead of an earlier one of that answer

QJsonArray testsToJson(const QList<TestedAnswer>& tested);
QList<TestedAnswer> testsFromJson(const QJsonArray& json);              // without what makes no sense

}  // namespace cairn
