#include "ui/panels/question_conditions.h"

#include "ui/panels/buttons.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QHBoxLayout>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kCross = 14;   // px of the design
constexpr std::array<const char*, 3> kDropNames{"dropWaiting", "dropPrefix", "dropPart"};   // by kind

}  // namespace

QuestionConditions::QuestionConditions(QWidget* parent) : QWidget(parent)
{
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    for (const Kind kind : {Kind::Waiting, Kind::Followed, Kind::Part}) {
        Condition& one = of(kind);
        one.line = new QWidget(this);
        one.words = new ElidedLabel(metrics::kSmallFont, Tone::Muted, QFont::Normal, one.line);
        one.drop = new SymbolButton(Icon::Close, {}, one.line);
        one.drop->setObjectName(QLatin1String(kDropNames[std::size_t(kind)]));
        one.drop->setSymbolSize(kCross);
        auto* line = new QHBoxLayout(one.line);
        line->setContentsMargins(0, 0, 0, 0);
        line->addWidget(one.words);
        line->addWidget(one.drop);
        line->addStretch();
        lines->addWidget(one.line);
        one.line->hide();
        connect(one.drop, &QAbstractButton::clicked, this, [this, kind] { Q_EMIT dropped(kind); });
    }
    hide();
}

void QuestionConditions::setWords(Kind kind, const QString& words)
{
    of(kind).words->setText(words);
    of(kind).line->setVisible(!words.isEmpty());
    setVisible(std::any_of(m_conditions.begin(), m_conditions.end(), [](const Condition& one) { return !one.line->isHidden(); }));
}

void QuestionConditions::setDropWords(Kind kind, const QString& words) { of(kind).drop->setMeaning(words); }

bool QuestionConditions::dropOne()
{
    for (const Kind kind : {Kind::Followed, Kind::Part}) {
        if (of(kind).line->isHidden())
            continue;
        Q_EMIT dropped(kind);
        return true;
    }
    return false;
}

}  // namespace cairn
