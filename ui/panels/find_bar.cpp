#include "ui/panels/find_bar.h"

#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QPainter>
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
    m_words->addAction(cairn::icon(Icon::Search), QLineEdit::LeadingPosition);
    m_count = new Label({}, metrics::kSmallFont, Tone::Muted);
    m_previous = new SymbolButton(Icon::EvidenceUp, {}, this);
    m_next = new SymbolButton(Icon::EvidenceDown, {}, this);
    m_case = new QCheckBox(this);
    m_whole = new QCheckBox(this);
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
    for (QWidget* part : std::initializer_list<QWidget*>{m_case, m_whole, m_close})
        row->addWidget(part);
    const auto search = [this] { Q_EMIT findRequested(request()); };
    connect(m_words, &QLineEdit::textChanged, this, [this] { m_typing->start(); });
    connect(m_typing, &QTimer::timeout, this, search);
    connect(m_case, &QAbstractButton::toggled, this, search);
    connect(m_whole, &QAbstractButton::toggled, this, search);
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

FindRequest FindBar::request() const { return {m_words->text(), m_case->isChecked(), m_whole->isChecked()}; }

void FindBar::setResult(int current, int count, bool more)
{
    const QLocale locale;
    const QString number = locale.toString(count) + (more ? QStringLiteral("+") : QString());
    m_count->setText(m_words->text().isEmpty() ? QString() : count < 0 ? tr("Searching …") : count == 0 ? tr("Not found")
                     : current < 0 ? tr("%1 found").arg(number) : tr("%1 of %2").arg(locale.toString(current + 1), number));
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
}

void FindBar::retranslate()
{
    m_words->setPlaceholderText(tr("Find in this document"));
    m_words->setAccessibleName(tr("Find in this document"));
    m_previous->setMeaning(tr("Previous place"));
    m_next->setMeaning(tr("Next place"));
    m_case->setText(tr("Match case"));
    m_whole->setText(tr("Whole words"));
    m_close->setMeaning(tr("Close"));
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
