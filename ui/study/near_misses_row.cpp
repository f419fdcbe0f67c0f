#include "ui/study/near_misses_row.h"

#include "ui/panels/allowed_action.h"
#include "ui/panels/buttons.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/labels.h"
#include "ui/pictures/numbers.h"
#include "ui/plots/plot_words.h"
#include "ui/selection/resolved.h"
#include "ui/theme.h"

#include <QCoreApplication>
#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn
{
namespace
{

// lupdate files the words of free functions under their namespace.
QString tr(const char* text) { return QCoreApplication::translate("cairn", text); }

QString headName(const NearMiss& near) { return QStringLiteral("L%1.H%2").arg(near.layer).arg(near.head); }

}  // namespace

NoNearMisses noNearMisses(const Run& run)
{
    const Trace& trace = run.answer.trace;
    const QString again = noTraceAction(run);
    if (!trace.isDeep())
        return {tr("Ask again with a deep trace to see what was nearly opened."), again};
    if (std::any_of(trace.nearBlocks.begin(), trace.nearBlocks.end(), [&](std::uint32_t block) { return block < trace.documentBlocks; }))
        return {};
    if (run.answer.strategy == Strategy::Memory)
        return {tr("Every block had a place."), {}};
    return {tr("No block competed for a place: this answer was written from passages that were read again. From the memory alone all "
               "blocks compete."),
            again.isEmpty() ? again : tr("Ask again from the memory"), true};
}

QString wordAt(const Run& run, std::uint32_t token)
{
    const auto words = tokenGroups(run.answer, TokenUnit::Word);
    const auto found = std::find_if(words.begin(), words.end(), [token](const TokenGroup& word) { return token < word.tokens.second; });
    return found == words.end() ? QString() : found->text;
}

QString nearestText(const Run& run, const NearMiss& near)
{
    const QLocale locale;
    return tr("Closest in %1 for \u201C%2\u201D: place %3 of %4; %5 are opened.")
        .arg(headName(near), wordAt(run, near.token), locale.toString(near.rank), locale.toString(run.answer.trace.documentBlocks),
             locale.toString(near.opened));
}

QString shortWords(const NearMiss& near)
{
    const QString score = tr("score %1").arg(twoDigits(double(near.score)));
    if (!near.gap)
        return score + QStringLiteral(", ") + tr("no place was free");
    if (*near.gap < 0)
        return score + QStringLiteral(", ") + tr("its group was not looked into");
    return score + QStringLiteral(", ") + tr("%1 short of a place").arg(twoDigits(double(*near.gap)));
}

NoNearMissesRow::NoNearMissesRow(QWidget* parent)
    : QWidget(parent), m_reason(new Label({}, metrics::kSmallFont, Tone::Muted)), m_ask(new LinkButton({}))
{
    m_reason->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_reason);
    column->addWidget(m_ask, 0, Qt::AlignLeft);
    connect(m_ask, &QAbstractButton::clicked, this, [this] { Q_EMIT deepTraceRequested(m_fromMemory); });
}

void NoNearMissesRow::setReason(const NoNearMisses& why, const QString& whyNotAsked)
{
    setVisible(!why.reason.isEmpty());
    m_reason->setText(why.reason);
    m_ask->setText(why.action);
    m_ask->setVisible(!why.action.isEmpty());
    allowWidget(m_ask, whyNotAsked);
    m_fromMemory = why.fromMemory;
}

NearMissesRow::NearMissesRow(QWidget* parent)
    : QWidget(parent), m_closest(new Label({}, metrics::kSmallFont)), m_heads(new QWidget), m_flow(new FlowLayout(m_heads, metrics::kGap)),
      m_none(new NoNearMissesRow)
{
    m_closest->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_closest);
    column->addWidget(m_heads);
    column->addWidget(m_none);
    connect(m_none, &NoNearMissesRow::deepTraceRequested, this, &NearMissesRow::deepTraceRequested);
}

void NearMissesRow::setNear(const SelectionHub& hub, const std::vector<NearMiss>& near, bool opened)
{
    const Run& run = *hub.run();
    qDeleteAll(m_heads->findChildren<LinkButton*>());
    for (const NearMiss& miss : near) {
        auto* button = new LinkButton(QStringLiteral("%1 (%2)").arg(headName(miss), QLocale().toString(miss.rank)));
        button->setToolTip(plainTip(tr("for \u201C%1\u201D: %2").arg(wordAt(run, miss.token), shortWords(miss))));
        button->setAccessibleName(tr("%1, place %2").arg(headName(miss), QLocale().toString(miss.rank)));
        connect(button, &QAbstractButton::clicked, this,
                [this, layer = miss.layer, head = miss.head] { Q_EMIT headChosen(layer, head); });
        m_flow->addWidget(button);
        button->show();
    }
    NoNearMisses why = near.empty() ? noNearMisses(run) : NoNearMisses();
    if (near.empty() && why.reason.isEmpty())
        why.reason = opened ? tr("Not among the 64 that came next in any other head.")
                            : tr("Not among the 64 that came next in any head.");
    m_closest->setText(near.empty() ? QString() : nearestText(run, near.front()));
    m_closest->setVisible(!near.empty());
    m_heads->setVisible(!near.empty());
    m_none->setReason(why, hub.whyNotAsked());
}

}  // namespace cairn
