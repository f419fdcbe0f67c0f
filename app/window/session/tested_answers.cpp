#include "app/window/session/tested_answers.h"

#include <QCryptographicHash>

#include <algorithm>

namespace cairn
{

QString wordsOf(const Answer& answer)
{
    constexpr int kDigits = 16;
    const QByteArray words = QByteArray::fromStdString(answer.question + '\n' + answer.text);
    return QString::fromLatin1(QCryptographicHash::hash(words, QCryptographicHash::Sha256).toHex().left(kDigits));
}

TestedAnswer testOf(const QList<TestedAnswer>& tested, AnswerId answer, const QString& words)
{
    const auto found = std::find_if(tested.begin(), tested.end(),
                                    [&](const TestedAnswer& one) { return one.answer == answer && one.words == words; });
    return found == tested.end() ? TestedAnswer{answer, words, 0, 0} : *found;
}

void keepTest(QList<TestedAnswer>& tested, const TestedAnswer& test)
{
    tested.removeIf([&](const TestedAnswer& one) { return one.answer == test.answer; });
    tested.append(test);
}

QJsonArray testsToJson(const QList<TestedAnswer>& tested)
{
    QJsonArray json;
    for (const TestedAnswer& one : tested)
        json.append(QJsonArray{qint64(one.answer.value), one.words, one.confirmed, one.sentences});
    return json;
}

QList<TestedAnswer> testsFromJson(const QJsonArray& json)
{
    QList<TestedAnswer> tested;
    for (const QJsonValue& value : json) {
        const QJsonArray one = value.toArray();
        const TestedAnswer test{AnswerId(one.at(0).toInteger()), one.at(1).toString(), one.at(2).toInt(), one.at(3).toInt()};
        if (test.answer.value > 0 && test.confirmed >= 0 && test.sentences > 0 && test.confirmed <= test.sentences)
            tested.append(test);
    }
    return tested;
}

}  // namespace cairn
