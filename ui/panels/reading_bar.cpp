#include "ui/panels/reading_bar.h"

#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/panels/message_bar.h"
#include "ui/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QProgressBar>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kBarWidth = 120;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ReadingBar)
};

QString number(std::uint64_t value) { return QLocale().toString(qulonglong(value)); }

QString notReadLine(const ReadingFacts& facts)
{
    QStringList parts;
    if (facts.blocks > 0)
        parts << Words::tr("%Ln block(s)", nullptr, int(facts.blocks));
    if (facts.secondsLeft)
        parts << (*facts.secondsLeft < 60 ? roughTime(*facts.secondsLeft) : Words::tr("about %1").arg(roughTime(*facts.secondsLeft)));
    if (facts.needBytes > 0 && facts.freeBytes > 0)
        parts << Words::tr("%1 of %2 free").arg(byteWords(qint64(facts.needBytes)), byteWords(qint64(facts.freeBytes)));
    const QString start = facts.discarded   ? Words::tr("Memory discarded")
                          : facts.block > 0 ? Words::tr("Read up to block %1").arg(number(facts.block))
                                            : Words::tr("Not read yet");
    return parts.isEmpty() ? start + QLatin1Char('.') : start + QStringLiteral(": ") + parts.join(QStringLiteral(", ")) + QLatin1Char('.');
}

QString noRoomLine(const ReadingFacts& facts)
{
    const QString need = byteWords(qint64(facts.needBytes)), free = byteWords(qint64(facts.freeBytes));
    return facts.block > 0 ? Words::tr("Reading on needs %1; %2 is free on %3. What is read stays.").arg(need, free, facts.disk)
                           : Words::tr("Reading needs %1; %2 is free on %3. Nothing was changed.").arg(need, free, facts.disk);
}

}  // namespace

QString roughTime(int seconds)
{
    if (seconds < 60)
        return Words::tr("under 1 min");
    const int minutes = (seconds + 30) / 60;
    if (minutes < 60)
        return Words::tr("%1 min").arg(minutes);
    return Words::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

QString readingLine(const ReadingFacts& facts)
{
    if (facts.state == ReadingState::NotRead)
        return notReadLine(facts);
    if (facts.state == ReadingState::NoRoom)
        return noRoomLine(facts);
    if (facts.state == ReadingState::Waiting)
        return facts.reason;
    QStringList parts{Words::tr("block %1 of %2").arg(number(facts.block), number(facts.blocks))};
    if (!facts.place.isEmpty())
        parts << (facts.places.isEmpty() ? Words::tr("p. %1").arg(facts.place) : Words::tr("p. %1 of %2").arg(facts.place, facts.places));
    if (facts.forAnswer)
        return Words::tr("Paused for the answer at %1").arg(parts.join(QStringLiteral(", ")));
    if (facts.state == ReadingState::Reading && facts.secondsLeft)
        parts << Words::tr("%1 left").arg(roughTime(*facts.secondsLeft));
    if (facts.state == ReadingState::Reading && facts.tokensPerSecond > 0)
        parts << Words::tr("%1 tokens/s").arg(number(std::uint64_t(facts.tokensPerSecond + 0.5)));
    if (facts.state == ReadingState::Reading && facts.needBytes > facts.freeBytes)
        parts << Words::tr("only %1 free").arg(byteWords(qint64(facts.freeBytes)));
    const QString where = parts.join(QStringLiteral(", "));
    return facts.state == ReadingState::Paused ? Words::tr("Paused at %1").arg(where) : Words::tr("Reading %1").arg(where);
}

QString readingLineInShort(const ReadingFacts& facts)
{
    const int percent = facts.blocks > 0 ? int(100.0 * facts.block / facts.blocks) : 0;
    if (facts.state == ReadingState::NotRead)
        return facts.block > 0 ? Words::tr("Read in part.") : Words::tr("Not read yet.");
    if (facts.state == ReadingState::NoRoom)
        return Words::tr("%1 needed, %2 free").arg(byteWords(qint64(facts.needBytes)), byteWords(qint64(facts.freeBytes)));
    if (facts.state == ReadingState::Paused)
        return Words::tr("Paused at %1 %").arg(percent);
    if (facts.forAnswer)
        return Words::tr("Paused for the answer");
    return facts.secondsLeft ? Words::tr("Reading, %1 left").arg(roughTime(*facts.secondsLeft)) : Words::tr("Reading");
}

ReadingBar::ReadingBar(QWidget* parent) : QWidget(parent)
{
    m_row = new QWidget(this);
    m_words = new ElidedLabel;   // one line: the pages below must not jump with its words
    m_words->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_words->setMinimumWidth(1);   // rather than a button they are cut; the tooltip has them
    m_progress = new QProgressBar(this);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(kBarWidth);
    m_progress->setMaximumHeight(16);
    m_read = new PrimaryButton({}, std::nullopt, m_row);
    m_pause = new QPushButton(m_row);
    m_folder = new QPushButton(m_row);
    m_discard = new QPushButton(m_row);
    auto* row = new QHBoxLayout(m_row);
    row->setContentsMargins(metrics::kInset, 6, metrics::kInset, 7);
    row->setSpacing(metrics::kGap);
    row->addWidget(m_words, 1);
    for (QWidget* part : std::initializer_list<QWidget*>{m_progress, m_read, m_pause, m_folder, m_discard})
        row->addWidget(part);
    m_problem = new MessageBar(this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_row);
    column->addWidget(m_problem);
    connect(m_read, &QAbstractButton::clicked, this, &ReadingBar::readRequested);
    connect(m_pause, &QAbstractButton::clicked, this,
            [this] { m_facts.state == ReadingState::Paused ? Q_EMIT resumeRequested() : Q_EMIT pauseRequested(); });
    connect(m_folder, &QAbstractButton::clicked, this, &ReadingBar::folderRequested);
    connect(m_discard, &QAbstractButton::clicked, this, &ReadingBar::discardRequested);
    connect(m_problem, &MessageBar::actionTriggered, this, [this] {
        refresh();
        Q_EMIT problemActionTriggered();
    });
    connect(m_problem, &MessageBar::secondActionTriggered, this, [this] {
        refresh();
        Q_EMIT problemSecondTriggered();
    });
    connect(m_problem, &MessageBar::dismissed, this, &ReadingBar::refresh);
    refresh();
}

void ReadingBar::setFacts(const ReadingFacts& facts)
{
    m_facts = facts;
    refresh();
}

void ReadingBar::showProblem(const QString& sentence, const QString& action, const QString& details, const QString& second)
{
    m_problem->showMessage({MessageKind::Problem, sentence, action, second, details});
    refresh();
}

void ReadingBar::clearProblem()
{
    m_problem->clear();
    refresh();
}

void ReadingBar::refresh()
{
    const ReadingState state = m_facts.state;
    const bool active = state == ReadingState::Reading || state == ReadingState::Paused;
    m_row->setVisible(state != ReadingState::Hidden);
    m_words->setText(state == ReadingState::Hidden ? QString() : readingLine(m_facts));
    const bool noRoom = state == ReadingState::NoRoom;
    m_words->setShortForm(active || noRoom || state == ReadingState::NotRead ? readingLineInShort(m_facts) : QString());
    m_progress->setRange(0, int(std::max<std::uint32_t>(1, m_facts.blocks)));
    m_progress->setValue(int(m_facts.block));
    m_progress->setAccessibleName(tr("Read part of the document"));
    m_read->setVisible(state == ReadingState::NotRead);
    m_read->setText(m_facts.block > 0 ? tr("Read on") : tr("Read"));
    m_pause->setVisible(active);
    m_pause->setText(state == ReadingState::Paused ? tr("Resume") : tr("Pause"));
    m_pause->setToolTip(plainTip(state == ReadingState::Paused ? QString() : tr("What is read stays.")));
    m_folder->setVisible(noRoom);
    m_folder->setText(tr("Choose folder…"));
    m_folder->setToolTip(plainTip(tr("The session moves there, with text, answers and memory.")));
    m_discard->setVisible(noRoom);
    m_discard->setText(tr("Discard memories…"));
    fit();
    setVisible(state != ReadingState::Hidden || !m_problem->isHidden());
}

// The progress gives way before the words are cut, since the status bar has one too; the words do before a button, its symbol before its
// own word.
void ReadingBar::fit()
{
    const bool active = m_facts.state == ReadingState::Reading || m_facts.state == ReadingState::Paused;
    const QLayout* row = m_row->layout();
    int room = width() - row->contentsMargins().left() - row->contentsMargins().right();
    room -= m_pause->sizeHint().width() + (m_pause->icon().isNull() ? m_pause->iconSize().width() + 4 : 0) + row->spacing();
    m_pause->setIcon(room < 0 ? QIcon() : cairn::icon(m_facts.state == ReadingState::Paused ? Icon::Play : Icon::Pause));
    m_progress->setVisible(active && room >= m_words->minimumSizeHint().width() + kBarWidth + row->spacing());
}

void ReadingBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

void ReadingBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), themeColour(Role::Alternate, *this));
    painter.setPen(themeColour(Role::Line, *this));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

void ReadingBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QWidget::changeEvent(event);
}

}  // namespace cairn
