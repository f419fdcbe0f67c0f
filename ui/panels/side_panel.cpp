#include "ui/panels/side_panel.h"

#include "ui/panels/buttons.h"
#include "ui/panels/file_drops.h"
#include "ui/panels/labels.h"
#include "ui/panels/side_delegate.h"
#include "ui/panels/side_models.h"
#include "ui/theme.h"

#include <QAction>
#include <QEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QLocale>
#include <QMouseEvent>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr int kDocumentRows = 6, kNoteRows = 5, kAnswerRows = 6, kOutlineRows = 10, kMostRows = 200;
constexpr int kTypingPauseMs = 250, kBranchesShown = 60;
enum Page { kSections, kEmpty, kResults };

// As high as its rows, up to a number of them; gives way where the column is too low for all lists.
class Rows final : public QListView
{
public:
    explicit Rows(QWidget* parent) : QListView(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum); }
    void setMostRows(int rows) { m_most = rows; }
    QSize sizeHint() const override
    {
        int height = 0;
        for (int row = 0; row < shown(); ++row)
            height += std::max(1, sizeHintForRow(row));
        return {QListView::sizeHint().width(), height};
    }
    QSize minimumSizeHint() const override { return {QListView::minimumSizeHint().width(), std::max(1, sizeHintForRow(0))}; }   // one

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QListView::resizeEvent(event);
        if (event->oldSize().height() != event->size().height() && currentIndex().isValid())
            scrollTo(currentIndex());
    }

private:
    int shown() const { return std::clamp(model() ? model()->rowCount() : 0, 1, m_most); }
    int m_most = 1;
};

}  // namespace

SidePanel::SidePanel(QWidget* parent) : QWidget(parent)
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_documents = new DocumentModel(this);
    m_outline = new OutlineModel(this);
    m_notes = new NotesModel(this);
    m_answers = new AnswersModel(this);
    m_hits = new LibraryModel(this);
    m_search = new QLineEdit(this);
    m_search->setClearButtonEnabled(true);
    m_search->addAction(cairn::icon(Icon::Search), QLineEdit::LeadingPosition);
    m_search->installEventFilter(this);
    leaveFilesToWindow(m_search);
    m_typing = new QTimer(this);
    m_typing->setSingleShot(true);
    m_typing->setInterval(kTypingPauseMs);
    m_pages = new QStackedWidget(this);
    m_pages->addWidget(makeSections());
    m_pages->addWidget(makeEmpty());
    m_pages->addWidget(makeResults());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(8, 8, 8, 8);
    top->addWidget(m_search);
    column->addLayout(top);
    column->addWidget(m_pages, 1);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        forgetPassages();
        text.trimmed().isEmpty() ? m_typing->start(0) : m_typing->start(kTypingPauseMs);
    });
    connect(m_typing, &QTimer::timeout, this, [this] {
        showPage();
        if (!searchesMeaning() || libraryQuery().isEmpty())   // a search by meaning waits for Enter
            Q_EMIT librarySearched(libraryQuery());
    });
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        if (searchesMeaning())
            seekMeaning();
    });
    connect(m_documents, &DocumentModel::tickChanged, this, &SidePanel::documentTicked);
    retranslate();
    showPage();
}

QListView* SidePanel::list(QAbstractItemModel* model, int kind, QWidget* parent)
{
    QListView* view = SideRow(kind) == SideRow::Hit ? new QListView(parent) : new Rows(parent);
    view->setModel(model);
    view->setItemDelegate(new SideDelegate(SideRow(kind), view));
    view->setFrameShape(QFrame::NoFrame);
    view->setUniformItemSizes(SideRow(kind) != SideRow::Hit && SideRow(kind) != SideRow::Answer);   // as high as their words need
    view->setResizeMode(QListView::Adjust);
    view->setMouseTracking(true);
    view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    return view;
}

void SidePanel::addSection(Section& section, QLayout* column)
{
    section.head = new SectionHead(this);
    column->addWidget(section.head);
    column->addWidget(section.view);
    connect(section.head, &QAbstractButton::toggled, this, &SidePanel::fitLists);
}

QWidget* SidePanel::makeSections()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(0);
    m_documentSection = {nullptr, list(m_documents, int(SideRow::Document), page), kDocumentRows};
    m_outlineView = new OutlineView(page);
    m_outlineView->setModel(m_outline);
    m_outlineSection = {nullptr, m_outlineView, 0};
    m_noteSection = {nullptr, list(m_notes, int(SideRow::Note), page), kNoteRows};
    m_answerSection = {nullptr, list(m_answers, int(SideRow::Answer), page), kAnswerRows};
    m_outlineEmpty = new Label({}, metrics::kSmallFont, Tone::Muted);
    m_outlineEmpty->setWordWrap(true);
    m_outlineEmpty->setContentsMargins(28, 2, 12, 8);
    addSection(m_documentSection, column);
    addSection(m_outlineSection, column);
    column->addWidget(m_outlineEmpty);
    column->setStretchFactor(m_outlineView, 1);
    column->addStretch();
    addSection(m_noteSection, column);
    addSection(m_answerSection, column);
    m_deleted = new LinkButton({}, page);
    m_deleted->setObjectName(QStringLiteral("deletedAnswers"));
    auto* deleted = new QHBoxLayout;
    deleted->setContentsMargins(28, 2, 12, 2);
    deleted->addWidget(m_deleted);
    deleted->addStretch();
    column->addLayout(deleted);
    connect(m_deleted, &QAbstractButton::clicked, this,
            [this] { Q_EMIT deletedAnswersRequested(m_deleted->mapToGlobal(m_deleted->rect().bottomLeft())); });

    onChosen(
        m_documentSection.view,
        [this](const QModelIndex& at) { Q_EMIT documentChosen(m_documents->documents()[std::size_t(at.row())].id); },
        [this](const QModelIndex& at, QPoint point) {
            Q_EMIT documentMenuRequested(m_documents->documents()[std::size_t(at.row())].id, point);
        });
    onChosen(m_outlineView, [this](const QModelIndex& at) {
        if (const auto entry = m_outline->entryOf(at))
            Q_EMIT headingChosen(m_outline->entries()[*entry].document, m_outline->entries()[*entry].byte);
    }, [this](const QModelIndex& at, QPoint point) {
        if (const auto entry = m_outline->entryOf(at))
            Q_EMIT headingMenuRequested(m_outline->entries()[*entry].document, m_outline->sectionOf(*entry), point);
    });
    onChosen(m_noteSection.view, [this](const QModelIndex& at) { Q_EMIT noteChosen(m_notes->notes()[std::size_t(at.row())].id); },
             [this](const QModelIndex& at, QPoint point) { Q_EMIT noteMenuRequested(m_notes->notes()[std::size_t(at.row())].id, point); });
    onChosen(
        m_answerSection.view, [this](const QModelIndex& at) { Q_EMIT answerChosen(m_answers->answers()[std::size_t(at.row())].id); },
        [this](const QModelIndex& at, QPoint point) { Q_EMIT answerMenuRequested(m_answers->answers()[std::size_t(at.row())].id, point); });
    const QList<QKeySequence> remove{QKeySequence(QKeySequence::Delete)};
    onKeys(m_answerSection.view, remove,
           [this](const QModelIndex& at) { Q_EMIT answerDeletionRequested(m_answers->answers()[std::size_t(at.row())].id); });
    onKeys(m_noteSection.view, remove,
           [this](const QModelIndex& at) { Q_EMIT noteDeletionRequested(m_notes->notes()[std::size_t(at.row())].id); });
    return page;
}

QWidget* SidePanel::makeEmpty()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(28, 8, 16, 8);
    column->setSpacing(12);
    m_emptyText = new Label({}, metrics::kInterfaceFont, Tone::Muted);
    m_emptyText->setWordWrap(true);
    auto* open = new QPushButton(page);
    open->setObjectName(QStringLiteral("openFile"));
    open->setIcon(cairn::icon(Icon::Open));
    open->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(open, &QAbstractButton::clicked, this, &SidePanel::openRequested);
    column->addWidget(m_emptyText);
    column->addWidget(open);
    column->addStretch();
    return page;
}

void SidePanel::onChosen(QAbstractItemView* view, Choose choose, Menu menu)
{
    connect(view, &QAbstractItemView::clicked, this, [view, choose](const QModelIndex& at) {
        const auto* delegate = qobject_cast<SideDelegate*>(view->itemDelegate());
        if (!delegate || !delegate->tickTakesClick())
            choose(at);
    });
    view->installEventFilter(this);
    onKeys(view, {QKeySequence(Qt::Key_Return), QKeySequence(Qt::Key_Enter)}, choose);
    if (!menu)
        return;
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    view->viewport()->installEventFilter(this);
    connect(view, &QWidget::customContextMenuRequested, this, [view, menu](QPoint point) {
        if (const QModelIndex at = view->indexAt(point); at.isValid())
            menu(at, view->viewport()->mapToGlobal(point));
    });
}

void SidePanel::onKeys(QAbstractItemView* view, const QList<QKeySequence>& keys, Choose act)
{
    auto* action = new QAction(view);
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    view->addAction(action);
    connect(action, &QAction::triggered, this, [view, act] {
        if (view->currentIndex().isValid())
            act(view->currentIndex());
    });
}

void SidePanel::fitLists()
{
    for (const Section* section : {&m_documentSection, &m_noteSection, &m_answerSection}) {
        const int rows = std::min(section->view->model()->rowCount(), section->mostRows);
        section->view->setVisible(section->head->isChecked() && rows > 0);
        static_cast<Rows*>(section->view)->setMostRows(section->mostRows);
        section->view->updateGeometry();
        section->head->setVisible(section->view->model()->rowCount() > 0);
    }
    const bool outline = m_outline->rowCount() > 0;
    m_outlineView->setVisible(outline && m_outlineSection.head->isChecked());
    m_outlineEmpty->setVisible(!outline && m_outlineSection.head->isChecked());
    fillRoom();
}

// Room that is left goes row by row to the lists that show only some of theirs, and to the outline.
void SidePanel::fillRoom()
{
    const QWidget* page = m_outlineView->parentWidget();
    const int line = m_outlineView->isHidden() ? 0 : m_outlineView->sizeHintForRow(0);
    int outline = 0;
    for (QModelIndex at = m_outline->index(0, 0); at.isValid() && outline < kMostRows; at = m_outlineView->indexBelow(at))
        ++outline;
    int shown = std::min(outline, kOutlineRows), room = page->height() - page->layout()->contentsMargins().bottom() - shown * line;
    for (const QWidget* part : {static_cast<const QWidget*>(m_outlineEmpty), static_cast<const QWidget*>(m_deleted),
                                static_cast<const QWidget*>(m_outlineSection.head)})
        room -= part->isHidden() ? 0 : part->sizeHint().height();
    const Section* const sections[] = {&m_documentSection, &m_answerSection, &m_noteSection};
    std::vector<int> most;
    for (const Section* section : sections) {
        room -= section->head->isHidden() ? 0 : section->head->sizeHint().height();
        room -= section->view->isHidden() ? 0 : section->view->sizeHint().height();
        most.push_back(section->mostRows);
    }
    const auto next = [&](std::size_t i) { return sections[i]->view->isHidden() ? 0 : sections[i]->view->sizeHintForRow(most[i]); };
    const auto give = [&room](int height, int rows, int& limit) {
        const bool fits = height > 0 && limit < rows && height <= room;
        room -= fits ? height : 0;
        limit += fits ? 1 : 0;
        return fits;
    };
    for (bool given = true; given;) {
        given = give(line, outline, shown);
        for (std::size_t i = 0; i < most.size(); ++i)
            given = give(next(i), sections[i]->view->model()->rowCount(), most[i]) || given;
    }
    for (std::size_t i = 0; i < most.size(); ++i) {
        static_cast<Rows*>(sections[i]->view)->setMostRows(most[i]);
        sections[i]->view->updateGeometry();
    }
}

void SidePanel::showPage()
{
    m_pages->setCurrentIndex(m_hitsShown || !libraryQuery().isEmpty()            ? kResults
                             : m_documents->rowCount() == 0 && m_title.isEmpty() ? kEmpty
                                                                                 : kSections);
}

void SidePanel::retranslate()
{
    const QLocale locale;
    setAccessibleName(tr("Library and session"));
    m_search->setPlaceholderText(tr("Search the library"));
    m_search->setAccessibleName(tr("Search the library"));
    m_documentSection.head->setTitle(m_title.isEmpty() ? tr("Session") : tr("Session: %1").arg(m_title),
                                     locale.toString(m_documents->rowCount()));
    m_outlineSection.head->setTitle(tr("Outline"), m_outline->rowCount() == 0 ? QString()
                                                   : m_outline->hasPlaces()   ? tr("evidence, page")
                                                                              : tr("evidence"));
    m_noteSection.head->setTitle(tr("Notes"), locale.toString(m_notes->rowCount()));
    m_answerSection.head->setTitle(tr("Answers"), locale.toString(m_answers->rowCount()));
    m_documentSection.view->setAccessibleName(tr("Documents of the session"));
    m_outlineView->setAccessibleName(tr("Outline"));
    m_noteSection.view->setAccessibleName(tr("Notes"));
    m_answerSection.view->setAccessibleName(tr("Answers"));
    m_hitView->setAccessibleName(tr("Found in the library"));
    if (auto* close = findChild<SymbolButton*>(QStringLiteral("closeSearch")))
        close->setMeaning(tr("Back to the session (Esc)"));
    m_outlineEmpty->setText(tr("This document has no headings."));
    m_emptyText->setText(tr("No documents yet. Books and papers that you open are listed here."));
    if (auto* open = findChild<QPushButton*>(QStringLiteral("openFile")))
        open->setText(tr("Open a file"));
    m_hitMessage->setText(m_message.isEmpty() ? tr("Searching…") : m_message);
    m_searchKind->setNames({tr("Words"), tr("Meaning")});
    m_searchKind->setAccessibleName(tr("Search by"));
    m_searchKind->setToolTip(tr("Words finds these words. Meaning lets the model find passages about them in all sessions it has read."));
    m_stop->setText(tr("Stop"));
    m_deleted->setText(tr("%Ln deleted answer(s)", nullptr, m_deletedCount));
    m_deleted->setVisible(m_deletedCount > 0);
    fitLists();
}

void SidePanel::setSession(const QString& title, std::vector<DocumentEntry> documents)
{
    m_title = title;
    m_documents->setDocuments(std::move(documents));
    retranslate();
    showPage();
}

void SidePanel::setCurrentDocument(std::optional<DocumentId> document)
{
    const auto row = document ? m_documents->rowOf(*document) : std::nullopt;
    m_documentSection.view->setCurrentIndex(row ? m_documents->index(*row) : QModelIndex());
}

void SidePanel::setOutline(std::vector<OutlineEntry> entries)
{
    m_outline->setOutline(std::move(entries));
    m_outlineView->setRootIsDecorated(true);
    if (m_outline->entries().size() <= kBranchesShown)
        m_outlineView->expandAll();
    else if (m_outline->rowCount() == 1)   // the book's title, say
        m_outlineView->expandToDepth(0);
    retranslate();
}

void SidePanel::setOutlineEvidence(const std::vector<double>& evidence) { m_outline->setEvidence(evidence); }

void SidePanel::setReadingPlace(DocumentId document, std::uint64_t byte)
{
    const auto entry = m_outline->entryAt(document, byte);
    const QModelIndex at = entry ? m_outline->indexOf(*entry) : QModelIndex();
    if (at == m_outlineView->currentIndex())
        return;
    if (m_outlineView->hasFocus())   // somebody is walking through it
        return;
    m_outlineView->setCurrentIndex(at);
}

void SidePanel::setNotes(std::vector<NoteEntry> notes)
{
    m_notes->setNotes(std::move(notes));
    retranslate();
}

void SidePanel::setAnswers(std::vector<AnswerEntry> answers, int deleted)
{
    m_deletedCount = deleted;
    m_answers->setAnswers(std::move(answers));
    retranslate();
}

void SidePanel::setCurrentAnswer(std::optional<AnswerId> answer)
{
    m_shownAnswer = answer;
    const auto row = answer ? m_answers->rowOf(*answer) : std::nullopt;
    m_answerSection.view->setCurrentIndex(row ? m_answers->index(*row) : QModelIndex());
    if (row)
        m_answerSection.view->scrollTo(m_answers->index(*row));
}

// The row that a key has led to: what is marked is what is shown.
void SidePanel::showMarkedAnswer()
{
    const QModelIndex at = m_answerSection.view->currentIndex();
    if (at.isValid() && m_answers->answers()[std::size_t(at.row())].id != m_shownAnswer)
        Q_EMIT answerChosen(m_answers->answers()[std::size_t(at.row())].id);
}

std::vector<DocumentEntry> SidePanel::documents() const { return m_documents->documents(); }

bool SidePanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape && (m_hitsShown || !m_search->text().isEmpty())) {
            closeResults();
            return true;
        }
        if (key == Qt::Key_Down && m_pages->currentIndex() == kResults && m_hits->rowCount() > 0) {
            m_hitView->setFocus(Qt::TabFocusReason);
            m_hitView->setCurrentIndex(m_hits->index(0));
            return true;
        }
    }
    if (watched == m_answerSection.view && event->type() == QEvent::KeyPress)
        QMetaObject::invokeMethod(this, &SidePanel::showMarkedAnswer, Qt::QueuedConnection);
    const bool press = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
    if (press && static_cast<QMouseEvent*>(event)->button() == Qt::RightButton)
        return true;   // asks for a menu: what is marked as shown stays that
    return QWidget::eventFilter(watched, event);
}

void SidePanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->oldSize().height() != event->size().height())
        fitLists();
}

void SidePanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::FontChange && m_answerSection.head)
        fitLists();
    QWidget::changeEvent(event);
}

}  // namespace cairn
