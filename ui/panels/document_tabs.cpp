#include "ui/panels/document_tabs.h"

#include "ui/panels/labels.h"

#include <QStyle>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kMostLetters = 32, kLeastLetters = 12;

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
    setTabText(tab, QString(title).replace(QLatin1Char('&'), QLatin1String("&&")));
    setTabToolTip(tab, plainTip(title));
}

int DocumentTabs::wordsOf(int tab) const { return fontMetrics().size(Qt::TextShowMnemonic, tabText(tab)).width(); }

int DocumentTabs::letters(int count) const { return count * fontMetrics().averageCharWidth(); }

QSize DocumentTabs::tabSizeHint(int tab) const
{
    const QSize whole = QTabBar::tabSizeHint(tab);
    return whole - QSize(std::max(0, wordsOf(tab) - letters(kMostLetters)), 0);
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
