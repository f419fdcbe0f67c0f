// Which question waits to be asked, what the next one follows and which part of the text it is limited to, above its field, each with a
// cross that takes it away. Hidden while there is none. UI thread.
#pragma once

#include <QWidget>

#include <array>

namespace cairn
{

class ElidedLabel;
class SymbolButton;

class QuestionConditions final : public QWidget
{
    Q_OBJECT
public:
    enum class Kind { Waiting, Followed, Part };

    explicit QuestionConditions(QWidget* parent = nullptr);

    void setWords(Kind kind, const QString& words);          // "Follow-up of answer 4"; empty: none of that kind
    void setDropWords(Kind kind, const QString& words);      // what the cross does
    bool dropOne();       // as by its cross, first what is followed; what waits stays; false: there is none

Q_SIGNALS:
    void dropped(cairn::QuestionConditions::Kind kind);

private:
    struct Condition
    {
        QWidget* line = nullptr;
        ElidedLabel* words = nullptr;
        SymbolButton* drop = nullptr;
    };
    Condition& of(Kind kind) { return m_conditions[std::size_t(kind)]; }

    std::array<Condition, 3> m_conditions;
};

}  // namespace cairn
