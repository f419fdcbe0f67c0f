// SidePanel: what was found in the library, or by meaning in the open session.
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/panels/side_delegate.h"
#include "ui/panels/side_models.h"
#include "ui/panels/side_panel.h"
#include "ui/theme.h"

#include <QLineEdit>
#include <QListView>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace cairn
{
namespace
{

enum SearchKind { kWords, kMeaning };

}  // namespace

QWidget* SidePanel::makeResults()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_hitMessage = new Label({}, metrics::kSmallFont, Tone::Muted);
    m_hitMessage->setWordWrap(true);
    m_hitMessage->setContentsMargins(16, 4, 12, 4);
    m_hitView = list(m_hits, int(SideRow::Hit), page);
    m_hitView->setObjectName(QStringLiteral("hits"));
    m_searchKind = new Segments({QString(), QString()}, page);
    m_searchKind->setObjectName(QStringLiteral("searchKind"));
    m_stop = new LinkButton({}, page);
    m_stop->setObjectName(QStringLiteral("stopSearch"));
    m_stop->hide();
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 0, 12, 4);
    head->addWidget(m_searchKind);
    head->addStretch();
    head->addWidget(m_stop);
    auto* close = new SymbolButton(Icon::Close, {}, page);
    close->setObjectName(QStringLiteral("closeSearch"));
    head->addWidget(close);
    connect(close, &QAbstractButton::clicked, this, &SidePanel::closeResults);
    column->addLayout(head);
    connect(m_searchKind, &Segments::chosen, this, [this](int kind) {
        if (m_hitsShown && kind == kWords)
            closeResults();
        else if (kind == kMeaning)
            seekMeaning();
        else
            Q_EMIT librarySearched(libraryQuery());
    });
    connect(m_stop, &QAbstractButton::clicked, this, &SidePanel::searchStopped);
    column->addWidget(m_hitMessage);
    column->addWidget(m_hitView, 1);
    onChosen(m_hitView, [this](const QModelIndex& at) { Q_EMIT libraryHitChosen(m_hits->hits()[std::size_t(at.row())]); }, {});
    return page;
}

void SidePanel::closeResults()
{
    forgetPassages();
    m_search->clear();
    showPage();
}

void SidePanel::forgetPassages()
{
    if (std::exchange(m_hitsShown, false))
        m_searchKind->setCurrent(m_kindBefore);
}

void SidePanel::setLibraryHits(std::vector<LibraryHit> hits, const QString& message)
{
    const bool none = hits.empty();
    m_hits->setHits(std::move(hits));
    m_message = !message.isEmpty() ? message : none ? tr("Nothing found.") : tr("%Ln place(s) found", nullptr, m_hits->rowCount());
    m_hitMessage->setText(m_message);
    m_hitsShown = libraryQuery().isEmpty() && !none;
    showPage();
}

void SidePanel::showPassages(std::vector<LibraryHit> hits, const QString& message)
{
    closeResults();
    m_typing->stop();
    m_kindBefore = m_searchKind->current();
    m_searchKind->setCurrent(kMeaning);
    setLibraryHits(std::move(hits), message);
    m_hitsShown = true;   // none, too
    showPage();
}

void SidePanel::withdrawPassages()
{
    forgetPassages();
    showPage();
}

void SidePanel::setSearching(bool running) { m_stop->setVisible(running); }

bool SidePanel::searchesMeaning() const { return m_searchKind->current() == kMeaning; }

void SidePanel::seekMeaning()
{
    if (libraryQuery().isEmpty())
        return;
    m_typing->stop();
    showPage();
    Q_EMIT meaningSearched(libraryQuery());
}

QString SidePanel::libraryQuery() const { return m_search->text().trimmed(); }

void SidePanel::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void SidePanel::search(const QString& words)
{
    m_search->setText(words);
    m_search->setFocus(Qt::ShortcutFocusReason);
}

}  // namespace cairn
