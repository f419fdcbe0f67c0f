#include "ui/panels/document_tabs.h"

#include "ui/panels/labels.h"

#include <QHelpEvent>
#include <QStyle>
#include <QStyleOptionTab>
#include <QToolTip>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kMostLetters = 64, kUsualLetters = 32, kLeastLetters = 12;
constexpr qsizetype kKeptLetters = 4;   // of a beginning that other titles have, too

QString escaped(QString title) { return title.replace(QLatin1Char('&'), QLatin1String("&&")); }

qsizetype commonLength(const QString& one, const QString& other)
{
    const auto [end, otherEnd] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
    return end == one.end() && otherEnd == other.end() ? 0 : end - one.begin();   // the same title is told apart by nothing
}

// Where the word begins that tells a title from those that begin like it; 0: none does.
qsizetype ownPart(const QString& title, const QStringList& others)
{
    qsizetype common = 0;
    for (const QString& other : others)
        common = std::max(common, commonLength(title, other));
    while (common > 0 && !title[common - 1].isSpace())
        --common;
    return common < title.size() ? common : 0;
}

}  // namespace

DocumentTabs::DocumentTabs(QWidget* parent) : QTabBar(parent)
{
    setTabsClosable(true);
    setMovable(false);
    setExpanding(false);
    setElideMode(Qt::ElideRight);
    setDrawBase(false);
}

void DocumentTabs::setTitle(int tab, const QString& title)
{
    setTabText(tab, escaped(title));
    setTabToolTip(tab, title);   // its description, too: bare; shown as plain words
}

bool DocumentTabs::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QTabBar::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int tab = tabAt(help->pos());
    if (tab >= 0)
        QToolTip::showText(help->globalPos(), plainTip(tabToolTip(tab)), this);
    else
        event->ignore();
    return true;
}

int DocumentTabs::wordsOf(int tab) const { return fontMetrics().size(Qt::TextShowMnemonic, tabText(tab)).width(); }

int DocumentTabs::letters(int count) const { return count * fontMetrics().averageCharWidth(); }

QString DocumentTabs::titleOf(int tab) const { return tabText(tab).replace(QLatin1String("&&"), QLatin1String("&")); }

// Cut at the end; of titles that begin alike what differs stays in sight: "Repo…2 of the…".
QString DocumentTabs::cutTitle(int tab, int pixels) const
{
    const QString title = titleOf(tab), cut = fontMetrics().elidedText(title, Qt::ElideRight, pixels);
    if (cut == title)
        return cut;
    QStringList others;
    for (int other = 0; other < count(); ++other)
        others += other == tab ? QStringList() : QStringList(titleOf(other));
    const qsizetype own = ownPart(title, others), seen = cut.size() - 1;
    if (own < seen - 1 || own <= kKeptLetters + 1)
        return cut;
    return fontMetrics().elidedText(title.first(kKeptLetters) + QChar(0x2026) + title.sliced(own), Qt::ElideRight, pixels);
}

void DocumentTabs::initStyleOption(QStyleOptionTab* option, int tab) const
{
    QTabBar::initStyleOption(option, tab);
    if (option->text != tabText(tab))
        option->text = escaped(cutTitle(tab, style()->subElementRect(QStyle::SE_TabBarTabText, option, this).width()));
}

QSize DocumentTabs::tabSizeHint(int tab) const
{
    const QSize whole = QTabBar::tabSizeHint(tab);
    const int words = wordsOf(tab), share = width() / std::max(1, count()) - (whole.width() - words);
    const int most = std::max(letters(kUsualLetters), std::min(share, letters(kMostLetters)));   // no long title takes the others' room
    return whole - QSize(std::max(0, words - most), 0);
}

QSize DocumentTabs::minimumTabSizeHint(int tab) const
{
    const QSize whole = QTabBar::tabSizeHint(tab);
    const int words = wordsOf(tab), enough = whole.width() - std::max(0, words - letters(kLeastLetters));
    // Beside the arrows, which would cover its button to close it.
    const int room = width() - 2 * style()->pixelMetric(QStyle::PM_TabBarScrollButtonWidth, nullptr, this);
    return {std::max(std::min(enough, room), whole.width() - words), whole.height()};
}

}  // namespace cairn
