#include "ui/study/back_links_row.h"

#include "ui/panels/buttons.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/labels.h"
#include "ui/pictures/numbers.h"
#include "ui/plots/plot_words.h"
#include "ui/theme.h"

#include <QCoreApplication>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr std::size_t kShown = 8;
constexpr int kExcerpt = 120;   // characters

// Its place; where the other links stand there, too, also its number.
QString placeOf(const Run& run, const std::vector<BackLink>& links, const BackLink& link)
{
    const QString place = run.shownLabel(link.block.value);
    const auto isThere = [&](const BackLink& one) { return run.shownLabel(one.block.value) == place; };
    const auto there = std::count_if(links.begin(), links.end(), isThere);
    return there > 1 ? QCoreApplication::translate("cairn::BackLinksRow", "%1, block %2").arg(place).arg(link.block.value) : place;
}

QString strengthOf(const BackLink& link) { return twoDigits(static_cast<double>(link.gates)); }

}  // namespace

QString backLinksText(const Run& run, const std::vector<BackLink>& links, std::size_t most)
{
    QStringList places;
    for (std::size_t i = 0; i < std::min(most, links.size()); ++i)
        places += QStringLiteral("%1 (%2)").arg(placeOf(run, links, links[i]), strengthOf(links[i]));
    return places.join(QStringLiteral(", "));
}

BackLinksRow::BackLinksRow(QWidget* parent)
    : QWidget(parent), m_links(new QWidget), m_flow(new FlowLayout(m_links, metrics::kGap)),
      m_reason(new Label({}, metrics::kSmallFont, Tone::Muted))
{
    m_reason->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_links);
    column->addWidget(m_reason);
}

void BackLinksRow::setLinks(const Run& run, const std::vector<BackLink>& links, bool known)
{
    qDeleteAll(m_links->findChildren<LinkButton*>());
    for (std::size_t i = 0; i < std::min(kShown, links.size()); ++i) {
        const BackLink& link = links[i];
        auto* button = new LinkButton(QStringLiteral("%1 (%2)").arg(placeOf(run, links, link), strengthOf(link)));
        button->setToolTip(plainTip(shortened(run.blockText(link.block.value), kExcerpt)));
        button->setAccessibleName(tr("Leans on %1, strength %2").arg(run.shownLabel(link.block.value), strengthOf(link)));
        connect(button, &QAbstractButton::clicked, this, [this, block = link.block.value] { Q_EMIT blockChosen(block); });
        m_flow->addWidget(button);
        button->show();
    }
    m_links->setVisible(!links.empty());
    m_reason->setVisible(links.empty());
    m_reason->setText(known ? tr("Nothing but the blocks just before it and the first one, which are always in reach.")
                            : tr("Read again to see what this passage leans on, with “Keep what passages lean on” in the settings."));
}

}  // namespace cairn
