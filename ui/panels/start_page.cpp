#include "ui/panels/start_page.h"

#include "ui/elided_place.h"
#include "ui/panels/allowed_action.h"
#include "ui/panels/buttons.h"
#include "ui/panels/drop_area.h"
#include "ui/panels/labels.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/steps_view.h"
#include "ui/text_size.h"
#include "ui/theme.h"

#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

namespace cairn
{
namespace
{

constexpr int kMeasure = 784, kLogo = 56, kTop = 40, kLeastRoom = 8;
constexpr std::size_t kFewSessions = 10;   // are looked through with the eyes alone

// Gives way where the page would else have to scroll for a message or in a low window.
void addRoom(QVBoxLayout* column, int height)
{
    column->addSpacing(kLeastRoom);
    column->addItem(new QSpacerItem(0, height - kLeastRoom, QSizePolicy::Minimum, QSizePolicy::Maximum));
}

}  // namespace

StartPage::StartPage(QWidget* parent) : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setAcceptDrops(true);
    setFocusPolicy(Qt::NoFocus);   // its parts have it
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_drop = new DropArea;
    m_privacy = new Label;
    m_privacy->setWordWrap(true);
    m_recentTitle = new Label({}, metrics::kInterfaceFont, Tone::Normal, QFont::DemiBold);
    m_recentSize = new ElidedLabel(metrics::kSmallFont, Tone::Muted);
    m_trashLink = new LinkButton({});
    m_trashLink->setObjectName(QStringLiteral("trash"));
    m_discardLink = new LinkButton({});
    m_discardLink->setObjectName(QStringLiteral("discard"));
    connect(m_discardLink, &QAbstractButton::clicked, this, &StartPage::discardRequested);
    m_recentHead = new QWidget;
    auto* recent = new QHBoxLayout(m_recentHead);
    recent->setContentsMargins(0, 0, 0, 0);
    recent->setSpacing(metrics::kGap);
    recent->addWidget(m_recentTitle);
    recent->addWidget(m_recentSize);
    recent->addWidget(m_discardLink);
    recent->addStretch(1);
    recent->addWidget(m_trashLink);
    connect(m_trashLink, &QAbstractButton::clicked, this, &StartPage::showTrash);
    m_steps = new StepsView;
    m_message = new MessageBar(this);
    m_busy = new Label({}, metrics::kInterfaceFont, Tone::Muted);
    m_stop = new LinkButton({});
    m_stop->setObjectName(QStringLiteral("stopOpening"));
    connect(m_stop, &QAbstractButton::clicked, this, &StartPage::stopRequested);
    m_model = new RecentModel(this);
    m_bar = new LibraryBar;
    makeList();
    m_message->installEventFilter(this);

    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    addRoom(column, kTop);
    column->addWidget(makeHead());
    addRoom(column, 28);
    column->addWidget(m_drop);
    column->addSpacing(12);
    auto* privacy = new QHBoxLayout;
    privacy->setSpacing(metrics::kGap);
    auto* lock = new QLabel;
    lock->setObjectName(QStringLiteral("lock"));
    privacy->addWidget(lock);
    privacy->addWidget(m_privacy, 1);
    column->addLayout(privacy);
    auto* busy = new QHBoxLayout;
    busy->setSpacing(metrics::kGap);
    busy->addWidget(m_busy);
    busy->addWidget(m_stop);
    busy->addStretch(1);
    column->addLayout(busy);
    addRoom(column, 24 + metrics::kInset);
    column->addWidget(m_recentHead);
    column->addSpacing(8);
    column->addWidget(m_bar);
    column->addWidget(m_list);
    column->addWidget(m_steps);
    addRoom(column, 24);
    column->addStretch();
    auto* measure = new QWidget;
    measure->setLayout(column);
    measure->setMaximumWidth(kMeasure + 24);
    auto* page = new QWidget;
    page->setBackgroundRole(QPalette::AlternateBase);
    page->setAutoFillBackground(true);
    auto* row = new QHBoxLayout(page);
    row->addStretch(1);
    row->addWidget(measure, 100);
    row->addStretch(1);
    setWidget(page);

    connect(m_drop, &DropArea::openFileRequested, this, &StartPage::openFileRequested);
    connect(m_drop, &DropArea::openHandbookRequested, this, &StartPage::openHandbookRequested);
    connect(m_drop, &DropArea::openSessionFolderRequested, this, &StartPage::openSessionFolderRequested);
    connect(m_message, &MessageBar::actionTriggered, this, [this] {
        if (const auto act = m_messageAction)
            act();
    });
    connect(m_model, &RecentModel::renamed, this, [this](const QString& id, const QString& title) {
        for (RecentSession& session : m_sessions)
            session.title = session.id == id ? title : session.title;
        Q_EMIT renameRequested(id, title);
    });
    connect(m_bar, &LibraryBar::searched, this, &StartPage::librarySearched);
    connect(m_bar, &LibraryBar::orderChosen, this, [this](SessionOrder order) {
        showSessions();
        Q_EMIT orderChosen(order);
    });
    connect(m_bar, &LibraryBar::narrowed, this, &StartPage::showSessions);
    setSessions({});
    setTrash({});
    setBusy({});
    retranslate();
    showLock();
}

QWidget* StartPage::makeHead()
{
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    auto* logo = new QLabel;
    logo->setPixmap(applicationIcon().pixmap(kLogo, kLogo));
    row->addWidget(logo);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(new Label(QStringLiteral("Cairn"), 26, Tone::Normal, QFont::DemiBold));
    m_tagline = new Label({}, metrics::kInterfaceFont, Tone::Muted);
    m_tagline->setWordWrap(true);
    words->addWidget(m_tagline);
    row->addLayout(words, 1);
    return head;
}

void StartPage::makeList()
{
    m_list = new QListView;
    m_list->setModel(m_model);
    m_list->setItemDelegate(new RecentDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);   // the page scrolls
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->installEventFilter(this);
    m_list->viewport()->installEventFilter(this);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &StartPage::followCurrent, Qt::QueuedConnection);
    connect(m_list, &QWidget::customContextMenuRequested, this, [this](QPoint point) {
        if (m_list->indexAt(point).isValid())
            showMenu(m_list->viewport()->mapToGlobal(point));
    });
}

void StartPage::retranslate()
{
    m_tagline->setText(tr("Reads long documents, answers questions about them, and shows which words it looked at."));
    m_privacy->setText(m_privacyWords.isEmpty() ? tr("Everything stays on this computer: no connection, telemetry or update check.")
                                                : m_privacyWords);
    m_recentTitle->setText(tr("Sessions"));
    m_discardLink->setText(tr("Discard memories…"));
    m_stop->setText(tr("Stop"));
    refreshSize();
    m_list->setAccessibleName(tr("Sessions"));
    setTrash(std::move(m_trash));
    m_drop->retranslate();
    if (m_notice && !m_message->isHidden())
        m_message->showMessage(m_notice());
}

void StartPage::setSessions(std::vector<RecentSession> sessions)
{
    m_sessions = std::move(sessions);
    m_bar->setVisible(m_sessions.size() > kFewSessions);
    if (m_sessions.size() <= kFewSessions)
        m_bar->clear();
    showSessions();
}

// Those whose names have the words above them.
void StartPage::showSessions()
{
    const bool some = !m_sessions.empty();
    const QString chosen = currentId();
    const int before = m_list->currentIndex().row();
    if (m_sessions.size() > kFewSessions)
        sortSessions(m_sessions, m_bar->order());
    std::vector<RecentSession> named;
    std::copy_if(m_sessions.begin(), m_sessions.end(), std::back_inserter(named),
                 [words = m_bar->words()](const RecentSession& session) { return isNamedBy(session, words); });
    m_bar->setAnyNamed(!named.empty());
    m_model->setSessions(std::move(named));
    const auto& all = m_model->sessions();
    const auto same = std::find_if(all.begin(), all.end(), [&](const RecentSession& session) { return session.id == chosen; });
    const int row = same == all.end() ? before : int(same - all.begin());   // gone: the one that took its place
    if (!chosen.isEmpty() && !all.empty())
        m_list->setCurrentIndex(m_model->index(std::min(row, int(all.size()) - 1)));
    m_drop->setCompact(some);
    m_list->setVisible(!all.empty());
    m_recentTitle->setVisible(some);
    m_recentSize->setVisible(some);
    refreshSize();
    m_steps->setVisible(!some);
    fitList();
}

void StartPage::setOrder(SessionOrder order)
{
    m_bar->setOrder(order);
    showSessions();
}

void StartPage::setTrash(std::vector<RecentSession> sessions)
{
    m_trash = std::move(sessions);
    m_trashLink->setText(tr("%n deleted session(s)", nullptr, int(m_trash.size())));
    m_trashLink->setVisible(!m_trash.empty());
}

void StartPage::setMemories(qint64 used, qint64 limit)
{
    m_memories = used;
    m_memoryLimit = limit;
    refreshSize();
}

void StartPage::refreshSize()
{
    qint64 bytes = 0;
    for (const RecentSession& session : m_sessions)
        bytes += std::max<qint64>(0, session.bytes);
    QString words = byteWords(bytes);
    if (m_memoryLimit > 0)
        words = tr("%1, memories %2 of at most %3").arg(words, byteWords(m_memories), byteWords(m_memoryLimit));
    else if (m_memories > 0)
        words = tr("%1, memories %2, no limit set").arg(words, byteWords(m_memories));
    m_recentSize->setText(words);
    m_discardLink->setVisible(m_memories > 0 && !m_sessions.empty());
}

// Each deleted session can be put back, or be deleted for good with what it takes; so can all of them.
void StartPage::showTrash()
{
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("trashMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Kept for 30 days"))->setEnabled(false);
    menu->addSeparator();
    QStringList all;
    qint64 bytes = 0;
    for (const RecentSession& session : m_trash) {
        const auto putBack = [this, id = session.id] {
            withdrawUndo();       // it would be of what is back
            Q_EMIT putBackRequested(id);
        };
        const auto erase = [this, session] { confirmErase({session.id}, session.title, session.bytes); };
        const QString title = menuWords(session.title);
        QMenu* one = menu->addMenu(session.bytes >= 0 ? tr("%1, %2").arg(title, byteWords(session.bytes)) : title);
        one->addAction(tr("Put back"), this, putBack);
        one->addAction(tr("Delete for good…"), this, erase);
        all.append(session.id);
        bytes += std::max<qint64>(0, session.bytes);
    }
    menu->addSeparator();
    menu->addAction(tr("Delete all for good, %1…").arg(byteWords(bytes)), this, [=, this] { confirmErase(all, {}, bytes); });
    menu->popup(m_trashLink->mapToGlobal(m_trashLink->rect().bottomLeft()));
}

void StartPage::confirmErase(const QStringList& ids, const QString& title, qint64 bytes)
{
    const int count = int(ids.size());
    tell([count, title, bytes] {
        const QString size = byteWords(std::max<qint64>(0, bytes));
        const QString what = title.isEmpty()
                                 ? tr("Delete %n session(s), %1, for good? They can't be put back then.", nullptr, count).arg(size)
                                 : tr("Delete “%1”, %2, for good? It can't be put back then.").arg(titleInSentence(title), size);
        return Notice{MessageKind::Problem, what, tr("Delete for good"), tr("Cancel"), {}};
    });
    m_messageAction = [this, ids] { Q_EMIT eraseRequested(ids); };
}

void StartPage::fitList()
{
    if (m_model->rowCount() > 0)
        m_list->setFixedHeight(m_model->rowCount() * m_list->sizeHintForRow(0) + 2);
}

void StartPage::followCurrent()
{
    const QRect row = m_list->visualRect(m_list->currentIndex());
    if (m_list->hasFocus() && row.isValid())
        ensureVisible(m_list->mapTo(widget(), row.center()).x(), m_list->mapTo(widget(), row.center()).y(), 0, row.height());
}

void StartPage::placeMessage()
{
    const int height = m_message->isHidden() ? 0 : std::max(m_message->heightForWidth(width()), m_message->minimumSizeHint().height());
    setViewportMargins(0, height, 0, 0);
    m_message->setGeometry(0, 0, width(), height);
}

void StartPage::resizeEvent(QResizeEvent* event)
{
    placeMessage();
    QScrollArea::resizeEvent(event);
}

void StartPage::setHandbookAvailable(bool available) { m_drop->setHandbookAvailable(available); }

void StartPage::setPrivacyLine(const QString& words)
{
    m_privacyWords = words;
    retranslate();
    showLock();
}

// A warning where the text leaves this computer, as in the status bar.
void StartPage::showLock()
{
    if (auto* lock = findChild<QLabel*>(QStringLiteral("lock")))
        lock->setPixmap(cairn::icon(m_privacyWords.isEmpty() ? Icon::Lock : Icon::Warning).pixmap(scaled(18), scaled(18)));
}

void StartPage::setBusy(const QString& words, bool canStop)
{
    m_stop->setVisible(canStop && !words.isEmpty());
    m_busy->setText(words);
    m_busy->setVisible(!words.isEmpty());
}

void StartPage::tell(std::function<Notice()> notice)
{
    m_toldOnce = false;
    m_notice = std::move(notice);
    m_message->showMessage(m_notice());
}

void StartPage::offerUndo(const std::function<QString()>& words)
{
    tell([words] { return Notice{MessageKind::Note, words(), tr("Undo"), {}, {}}; });
    m_messageAction = [this] { Q_EMIT undoRequested(); };
}

void StartPage::tellOnce(std::function<Notice()> notice, std::function<void()> act)
{
    tell(std::move(notice));
    m_messageAction = std::move(act);
    m_toldOnce = true;
}

void StartPage::withdrawUndo() { m_message->clear(); }

void StartPage::hideEvent(QHideEvent* event)
{
    if (std::exchange(m_toldOnce, false))
        m_message->clear();
    QScrollArea::hideEvent(event);
}

QString StartPage::currentId() const { return m_list->currentIndex().data(RecentModel::IdRole).toString(); }

void StartPage::showMenu(QPoint globalPosition)
{
    const QString id = currentId();
    if (id.isEmpty())
        return;
    const QString problem = m_list->currentIndex().data(RecentModel::ProblemRole).toString();
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("sessionMenu"));
    menu.setToolTipsVisible(true);
    const auto add = [&](Icon symbol, const QString& text, auto intent) {
        QAction* action = menu.addAction(cairn::icon(symbol), text, this, intent);
        return action;
    };
    add(Icon::Open, tr("Open"), [this, id] { Q_EMIT sessionOpened(id); });
    QAction* rename = add(Icon::Edit, tr("Rename"), [this] { m_list->edit(m_list->currentIndex()); });
    rename->setShortcut(Qt::Key_F2);
    allowAction(rename, problem);
    allowAction(add(Icon::Copy, tr("Duplicate"), [this, id] { Q_EMIT duplicateRequested(id); }), problem);
    allowAction(add(Icon::Folder, tr("Move…"), [this, id] { Q_EMIT moveRequested(id); }), problem);
    allowAction(add(Icon::Export, tr("Export…"), [this, id] { Q_EMIT exportRequested(id); }), problem);
    menu.addSeparator();
    if (m_list->currentIndex().data(RecentModel::ForgettableRole).toBool())
        add(Icon::Close, tr("Take off this list"), [this, id] { Q_EMIT forgetRequested(id); });
    QAction* remove = add(Icon::Trash, tr("Delete"), [this, id] { Q_EMIT deleteRequested(id); });
    remove->setShortcut(Qt::Key_Delete);
    allowAction(remove, m_list->currentIndex().data(RecentModel::AbsentRole).toBool() ? problem : QString());
    menu.exec(globalPosition);
}

bool StartPage::eventFilter(QObject* watched, QEvent* event)
{
    const auto type = event->type();
    if (watched == m_message && (type == QEvent::ShowToParent || type == QEvent::HideToParent || type == QEvent::LayoutRequest))
        placeMessage();
    const bool renaming = m_list->viewport()->findChild<QLineEdit*>();   // passes Enter on, for the list to end it
    if (watched == m_list && event->type() == QEvent::KeyPress && !currentId().isEmpty() && !renaming) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            Q_EMIT sessionOpened(currentId());
            return true;
        }
        if (key == Qt::Key_Delete) {
            if (!m_list->currentIndex().data(RecentModel::AbsentRole).toBool())
                Q_EMIT deleteRequested(currentId());
            return true;
        }
        if (key == Qt::Key_Menu) {
            showMenu(m_list->viewport()->mapToGlobal(m_list->visualRect(m_list->currentIndex()).center()));
            return true;
        }
    }
    if (watched == m_list->viewport() && event->type() == QEvent::MouseButtonRelease) {
        const auto* click = static_cast<QMouseEvent*>(event);
        const QModelIndex at = m_list->indexAt(click->position().toPoint());
        if (click->button() == Qt::LeftButton && at.isValid()) {
            QStyleOptionViewItem option;
            option.rect = m_list->visualRect(at);
            option.direction = m_list->layoutDirection();
            m_list->setCurrentIndex(at);
            if (RecentDelegate::menuRect(option).contains(click->position().toPoint()))
                showMenu(click->globalPosition().toPoint());
            else
                Q_EMIT sessionOpened(currentId());
            return true;
        }
    }
    return QScrollArea::eventFilter(watched, event);
}

void StartPage::dragEnterEvent(QDragEnterEvent* event)
{
    if (!event->mimeData()->hasUrls())   // the addresses themselves would be waited for, from a program that may hang
        return;
    takeCopy(event);
    m_drop->setHot(event->isAccepted());
}

void StartPage::dragLeaveEvent(QDragLeaveEvent*) { m_drop->setHot(false); }

void StartPage::dropEvent(QDropEvent* event)
{
    m_drop->setHot(false);
    const QStringList paths = localPaths(event->mimeData());
    if (!paths.isEmpty())
        takeCopy(event);
    Q_EMIT pathsDropped(paths);
}

void StartPage::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::FontChange) {
        fitList();
        showLock();
    } else if (event->type() == QEvent::PaletteChange)
        showLock();
}

}  // namespace cairn
