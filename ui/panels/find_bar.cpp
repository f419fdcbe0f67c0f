#include "ui/panels/find_bar.h"

#include "ui/panels/buttons.h"
#include "ui/panels/command_palette.h"
#include "ui/panels/file_drops.h"
#include "ui/panels/icons.h"
#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QAction>
#include <QActionGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QTimer>

namespace cairn
{
namespace
{

constexpr int kTypingPauseMs = 150, kFieldWidth = 240, kMostWords = 400;

}  // namespace

FindBar::FindBar(QWidget* parent) : QWidget(parent)
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_words = new QLineEdit(this);
    m_words->setMaxLength(kMostWords);
    m_words->setMinimumWidth(120);
    m_words->setMaximumWidth(kFieldWidth * 2);
    leaveFilesToWindow(m_words);
    m_words->addAction(cairn::icon(Icon::Search), QLineEdit::LeadingPosition);
    m_count = new Label({}, metrics::kSmallFont, Tone::Muted);
    m_previous = new SymbolButton(Icon::EvidenceUp, {}, this);
    m_next = new SymbolButton(Icon::EvidenceDown, {}, this);
    m_options = new QPushButton(this);
    auto* menu = new QMenu(m_options);
    m_ways = new QActionGroup(this);
    for (const char* name : {"words", "near", "pattern"}) {
        QAction* way = menu->addAction(QString());
        way->setObjectName(QLatin1String(name));
        way->setCheckable(true);
        m_ways->addAction(way);
    }
    m_ways->actions().front()->setChecked(true);
    menu->addSeparator();
    m_case = menu->addAction(QString());
    m_accents = menu->addAction(QString());
    m_whole = menu->addAction(QString());
    m_options->setMenu(menu);
    m_options->setIcon(cairn::icon(Icon::Down));
    m_close = new SymbolButton(Icon::Close, {}, this);
    m_typing = new QTimer(this);
    m_typing->setSingleShot(true);
    m_typing->setInterval(kTypingPauseMs);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(metrics::kInset, 6, metrics::kInset, 7);
    row->setSpacing(metrics::kGap);
    row->addWidget(m_words, 1);
    for (QWidget* part : std::initializer_list<QWidget*>{m_previous, m_next, m_count})
        row->addWidget(part);
    row->addStretch(1);
    for (QWidget* part : std::initializer_list<QWidget*>{m_options, m_close})
        row->addWidget(part);
    const auto search = [this] {
        refreshOptions();
        Q_EMIT findRequested(request());
    };
    connect(m_words, &QLineEdit::textChanged, this, [this] { m_typing->start(); });
    connect(m_typing, &QTimer::timeout, this, search);
    for (QAction* option : {m_case, m_accents, m_whole}) {
        option->setCheckable(true);
        connect(option, &QAction::toggled, this, search);
    }
    connect(m_ways, &QActionGroup::triggered, this, search);
    connect(m_previous, &QAbstractButton::clicked, this, &FindBar::previousRequested);
    connect(m_next, &QAbstractButton::clicked, this, &FindBar::nextRequested);
    connect(m_close, &QAbstractButton::clicked, this, &FindBar::close);
    retranslate();
    setResult(-1, 0);
    hide();
}

void FindBar::open(const QString& words)
{
    show();
    if (!words.isEmpty())
        m_words->setText(words.simplified().left(kMostWords));
    m_words->setFocus(Qt::ShortcutFocusReason);
    m_words->selectAll();
    if (!m_words->text().isEmpty())
        Q_EMIT findRequested(request());
}

void FindBar::close()
{
    m_typing->stop();
    hide();
    Q_EMIT closed();
}

FindRequest FindBar::request() const
{
    const auto way = FindWay(m_ways->actions().indexOf(m_ways->checkedAction()));
    return {m_words->text(), m_case->isChecked(), m_accents->isChecked(), m_whole->isChecked() && m_whole->isEnabled(), way};
}

void FindBar::refreshOptions()
{
    const FindRequest now = request();
    m_whole->setEnabled(now.way != FindWay::Pattern);   // a pattern says it itself: \b
    QStringList said;
    if (now.way != FindWay::Words)
        said.append(plainText(*m_ways->checkedAction()));
    for (const auto& [on, option] : {std::pair{now.matchCase, m_case}, {now.matchAccents, m_accents}, {now.wholeWords, m_whole}}) {
        if (on)
            said.append(plainText(*option));
    }
    m_options->setText(said.isEmpty() ? tr("Options") : said.size() == 1 ? said.front() : tr("%n option(s)", nullptr, int(said.size())));
    m_options->setToolTip(said.join(QLatin1String(", ")));
    giveWay();
    m_options->setAccessibleName(said.isEmpty() ? tr("Options") : tr("Options: %1").arg(said.join(QLatin1String(", "))));
}

QSize FindBar::minimumSizeHint() const
{
    const QMargins around = layout()->contentsMargins();
    const int fixed = around.left() + around.right() + m_words->minimumWidth() + metrics::kGap + m_close->sizeHint().width();
    return {fixed, QWidget::minimumSizeHint().height()};
}

void FindBar::giveWay()
{
    int room = width() - minimumSizeHint().width() - metrics::kGap;   // and the stretch's
    for (QWidget* part : std::initializer_list<QWidget*>{m_next, m_previous, m_options, m_count}) {   // the most needed first
        room -= part->sizeHint().width() + metrics::kGap;
        part->setVisible(room >= 0);
    }
    m_words->setToolTip(m_count->isHidden() ? plainTip(m_count->text()) : QString());
}

void FindBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    giveWay();
}

void FindBar::setProblem(const QString& words)
{
    setResult(-1, 0);
    m_count->setText(tr("This pattern can't be used: %1").arg(words));
    giveWay();
}

void FindBar::setResult(int current, int count, bool more)
{
    const QLocale locale;
    const QString number = locale.toString(count) + (more ? QStringLiteral("+") : QString());
    m_count->setText(m_words->text().isEmpty() ? QString() : count < 0 ? tr("Searching…") : count == 0 ? tr("Not found")
                     : current < 0 ? tr("%1 found").arg(number) : tr("%1 of %2").arg(locale.toString(current + 1), number));
    for (QAbstractButton* button : {static_cast<QAbstractButton*>(m_previous), static_cast<QAbstractButton*>(m_next)}) {
        button->setEnabled(count > 0);
        button->setToolTip(count > 0 ? button->accessibleName() : tr("Nothing is found to step through"));
    }
    giveWay();
}

void FindBar::retranslate()
{
    m_words->setPlaceholderText(tr("Find in this document"));
    m_words->setAccessibleName(tr("Find in this document"));
    m_previous->setMeaning(tr("Previous place"));
    m_next->setMeaning(tr("Next place"));
    const QString ways[] = {tr("The words as they stand"), tr("All of the words, close together"), tr("Pattern (regular expression)")};
    for (qsizetype i = 0; i < m_ways->actions().size(); ++i)
        m_ways->actions()[i]->setText(ways[i]);
    m_case->setText(tr("Match case"));
    m_accents->setText(tr("Match accents"));
    m_whole->setText(tr("Whole words"));
    m_close->setMeaning(tr("Close"));
    refreshOptions();
}

void FindBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        close();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (m_typing->isActive()) {   // what stands in the field, not what was found before
            m_typing->stop();
            Q_EMIT findRequested(request());
        } else {
            event->modifiers().testFlag(Qt::ShiftModifier) ? Q_EMIT previousRequested() : Q_EMIT nextRequested();
        }
    } else {
        QWidget::keyPressEvent(event);
    }
}

void FindBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(themeColour(Role::Line, *this));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

void FindBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

}  // namespace cairn
