#include "ui/panels/ask_box.h"

#include "ui/panels/advanced_ask.h"
#include "ui/panels/buttons.h"
#include "ui/panels/downward_area.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/labels.h"
#include "ui/panels/question_conditions.h"
#include "ui/panels/question_field.h"
#include "ui/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr int kMargin = 12, kStarterMeasure = 460;   // px; longer starter questions are cut
constexpr int kNarrow = 240;                         // px of the design: a narrower box has less room around it
constexpr int kHintMeasure = 80;                     // px that what stands beside the button has at least
constexpr int kLeastSettings = 40;                   // px of the settings that are always in sight: a row and the edge of the next

// A starter question: a quiet button, cut where it is too long or its room too narrow.
class Starter final : public QPushButton
{
public:
    Starter(const QString& question, QWidget* parent) : QPushButton(parent), m_question(question)
    {
        setPanelFont(this, metrics::kSmallFont);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
        setToolTip(plainTip(question));
        setAccessibleName(question);
        cut(kStarterMeasure);
    }
    QSize minimumSizeHint() const override { return {edges() + 6 * fontMetrics().averageCharWidth(), sizeHint().height()}; }
    QSize sizeHint() const override
    {
        const QFontMetrics letters = fontMetrics();
        const int whole = letters.horizontalAdvance(letters.elidedText(m_question, Qt::ElideRight, kStarterMeasure));
        return {whole + 1 + edges(), QPushButton::sizeHint().height()};   // widths are rounded
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QPushButton::resizeEvent(event);
        cut(std::min(kStarterMeasure, width() - edges()));
    }
    void changeEvent(QEvent* event) override
    {
        QPushButton::changeEvent(event);
        if (event->type() == QEvent::FontChange)
            cut(std::min(kStarterMeasure, width() - edges()));
    }

private:
    int edges() const { return QPushButton::sizeHint().width() - fontMetrics().horizontalAdvance(m_shown); }
    void cut(int room)
    {
        m_shown = fontMetrics().elidedText(m_question, Qt::ElideRight, room);
        setText(QString(m_shown).replace(QLatin1Char('&'), QLatin1String("&&")));
    }

    QString m_question, m_shown;
};

}  // namespace

// The field's frame around everything that belongs to the question; accented while the field has the focus.
class AskFrame final : public QWidget
{
public:
    explicit AskFrame(QWidget* parent) : QWidget(parent) {}
    QuestionField* field = nullptr;

protected:
    void mousePressEvent(QMouseEvent*) override { field->setFocus(Qt::MouseFocusReason); }
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const bool focused = field && field->hasFocus();
        painter.setPen(QPen(themeColour(focused ? Role::Accent : Role::StrongLine, *this), focused ? 2 : 1));
        painter.setBrush(palette().color(QPalette::Base));
        const double inset = focused ? 1 : 0.5;
        painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), metrics::kRadius, metrics::kRadius);
    }
};

AskBox::AskBox(QWidget* parent) : QWidget(parent)
{
    m_starters = new FlowWidget(this);
    m_frame = new AskFrame(this);
    m_conditions = new QuestionConditions(m_frame);
    m_field = new QuestionField(m_frame);
    m_frame->field = m_field;
    m_bookOnly = new QCheckBox(this);
    m_upToHere = new QCheckBox(this);
    m_more = new LinkButton({}, this);
    setPanelFont(m_more, metrics::kSmallFont);
    m_more->setCheckable(true);
    m_ticked = new Label({}, metrics::kSmallFont, Tone::Muted);
    m_hint = new ElidedLabel(metrics::kSmallFont, Tone::Muted, QFont::Normal, m_frame);
    m_hint->setTrailing(true);
    m_hint->setMinimumHeight(metrics::kRowHeight);   // as the button: beside its words
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);   // its words change while others are read: it moves nothing
    m_hint->setMinimumWidth(scaled(kHintMeasure));
    m_why = new Label({}, metrics::kSmallFont, Tone::Muted);
    m_why->setWordWrap(true);
    m_ask = new PrimaryButton({}, {}, this);
    m_advanced = new AdvancedAsk(this);
    m_settings = new DownwardArea(m_advanced);
    m_settings->viewport()->setBackgroundRole(QPalette::Base);
    m_settings->hide();

    m_below = new FlowWidget(m_frame, metrics::kInset);
    m_below->flow()->setRowGap(4);
    auto* end = new QWidget(m_below);   // beside the ticks, where these leave it the room
    end->setSizePolicy(QSizePolicy::MinimumExpanding, QSizePolicy::Fixed);
    auto* endRow = new QHBoxLayout(end);
    endRow->setContentsMargins(0, 0, 0, 0);
    endRow->setSpacing(metrics::kInset);
    endRow->addWidget(m_hint, 1);
    endRow->addWidget(m_ask);
    for (QWidget* part : std::initializer_list<QWidget*>{m_bookOnly, m_upToHere, m_ticked, m_more, end})
        m_below->flow()->addWidget(part);
    auto* inside = new QVBoxLayout(m_frame);
    inside->setContentsMargins(12, 9, 8, 8);
    inside->setSpacing(metrics::kGap);
    inside->addWidget(m_conditions);
    inside->addWidget(m_field);
    inside->addWidget(m_settings);
    inside->addWidget(m_why);
    inside->addWidget(m_below);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kMargin, metrics::kGap, kMargin, kMargin);
    column->setSpacing(metrics::kGap);
    column->addWidget(m_starters);
    column->addWidget(m_frame);
    m_starters->hide();
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    setFocusProxy(m_field);

    connect(m_field, &QuestionField::entered, this, &AskBox::ask);
    connect(m_field, &QuestionField::focusChanged, m_frame, qOverload<>(&QWidget::update));
    connect(m_field, &QuestionField::cut, this, [this] {
        m_cut = true;
        refresh();
    });
    connect(m_field, &QuestionField::textChanged, this, [this] {
        m_cut = false;
        refresh();
        Q_EMIT draftChanged(m_field->toPlainText());
    });
    connect(m_field, &QuestionField::escaped, m_conditions, &QuestionConditions::dropOne);
    connect(m_conditions, &QuestionConditions::dropped, this, [this](QuestionConditions::Kind kind) {
        switch (kind) {
        case QuestionConditions::Kind::Waiting: Q_EMIT waitingDropped(); break;
        case QuestionConditions::Kind::Followed: Q_EMIT prefixDropped(); break;
        case QuestionConditions::Kind::Part: Q_EMIT partDropped(); break;
        }
    });
    connect(m_ask, &QAbstractButton::clicked, this, [this] { m_answering ? Q_EMIT stopRequested() : ask(); });
    connect(m_more, &QAbstractButton::toggled, this, [this](bool open) {
        m_settings->setVisible(open);
        retranslate();
    });
    const auto changed = [this] { Q_EMIT formChanged(form()); };
    connect(m_bookOnly, &QAbstractButton::toggled, this, changed);
    connect(m_upToHere, &QAbstractButton::toggled, this, changed);
    connect(m_advanced, &AdvancedAsk::changed, this, &AskBox::nameFold);
    connect(m_advanced, &AdvancedAsk::changed, this, changed);
    setForm({});
    retranslate();
}

AskBox::~AskBox() = default;

void AskBox::retranslate()
{
    m_field->setAccessibleName(tr("Question"));
    m_bookOnly->setText(tr("Book only"));
    m_bookOnly->setToolTip(plainTip(tr("An answer that no passage supports is withheld.")));
    m_upToHere->setText(tr("Only up to where I am"));
    nameFold();
    m_ask->setMinimumWidth(0);   // as wide as either word: nothing beside it moves when an answer begins
    int widest = 0;
    for (const auto& [words, symbol] : {std::pair(tr("Ask"), std::optional<Icon>()), std::pair(tr("Stop"), std::optional(Icon::Stop))}) {
        m_ask->setText(words);
        m_ask->setSymbol(symbol);
        widest = std::max(widest, m_ask->sizeHint().width());
    }
    m_ask->setMinimumWidth(widest);
    m_conditions->setDropWords(QuestionConditions::Kind::Waiting, tr("Take the question back (Esc)"));
    m_conditions->setDropWords(QuestionConditions::Kind::Followed, tr("Ask a new question instead"));
    m_conditions->setDropWords(QuestionConditions::Kind::Part, tr("Ask about the whole text again"));
    refresh();
}

// Settings that stay in force are told while they are folded away.
void AskBox::nameFold()
{
    const int unusual = m_advanced->unusual();
    m_more->setText(m_more->isChecked() ? tr("Fewer settings")
                    : unusual > 0       ? tr("Advanced (%Ln changed)", nullptr, unusual)
                                        : tr("Advanced"));
    m_more->updateGeometry();
}

void AskBox::refresh()
{
    m_field->setHint(m_subject.isEmpty() ? tr("Open a document to ask about it") : tr("Ask about %1").arg(m_subject));
    m_ticked->setText(tr("%Ln document(s) ticked", nullptr, m_tickedCount));
    m_ticked->setVisible(!m_subject.isEmpty());
    m_ask->setText(m_answering ? tr("Stop") : tr("Ask"));
    m_ask->setSymbol(m_answering ? std::optional(Icon::Stop) : std::nullopt);
    const bool empty = m_field->toPlainText().trimmed().isEmpty();
    const bool enabled = m_answering || (m_reason.isEmpty() && !empty);
    if (!enabled && m_ask->hasFocus())
        m_field->setFocus();   // else the next control in line had it, and the wheel or the next words changed its value
    m_ask->setEnabled(enabled);
    m_ask->setToolTip(plainTip(m_answering ? tr("Stop writing; what is written stays (Esc)") : !m_reason.isEmpty() ? m_reason
                               : empty ? tr("Write a question first") : tr("Ask (Enter)")));
    m_hint->setText(m_answering ? m_state : tr("Shift+Enter: new line"));
    m_hint->setShortForm(m_answering ? m_shortState : QStringLiteral(" "));   // a hint is whole or not there
    QStringList why(m_subject.isEmpty() && empty ? QString() : m_reason);   // without a subject the empty field says it
    if (m_cut)
        why.prepend(tr("A question has at most %L1 characters: what was pasted is cut.").arg(QuestionField::kMostCharacters));
    why.removeAll(QString());
    m_why->setText(why.join(QLatin1Char(' ')));
    m_why->setVisible((!m_answering || !empty) && !why.isEmpty());
    m_upToHere->setEnabled(m_placeAvailable);
    m_upToHere->setToolTip(
        plainTip(m_placeAvailable ? tr("The answer is written as if the document ended where you are reading.") : m_placeReason));
}

void AskBox::ask()
{
    if (!m_reason.isEmpty() || m_field->toPlainText().trimmed().isEmpty())
        return;
    m_answering ? Q_EMIT askedNext(form()) : Q_EMIT asked(form());
}

void AskBox::setForm(const AskForm& form)
{
    const QSignalBlocker quiet(this);
    m_field->setPlainText(form.question);
    m_bookOnly->setChecked(form.bookOnly);
    m_upToHere->setChecked(form.upToHere);
    m_advanced->setForm(form);
    nameFold();
}

AskForm AskBox::form() const
{
    AskForm form;
    form.question = m_field->toPlainText().trimmed();
    form.bookOnly = m_bookOnly->isChecked();
    form.upToHere = m_upToHere->isChecked() && m_placeAvailable;
    m_advanced->addTo(form);
    return form;
}

void AskBox::setSubject(const QString& words)
{
    m_subject = words;
    refresh();
}

void AskBox::setTicked(int documents)
{
    m_tickedCount = documents;
    refresh();
}

void AskBox::setDisabledReason(const QString& reason)
{
    m_reason = reason;
    refresh();
}

void AskBox::setAnswering(bool answering)
{
    m_answering = answering;
    if (!answering)
        m_state.clear();
    refresh();
}

void AskBox::setState(const QString& words, const QString& shortly)
{
    m_state = words;
    m_shortState = shortly;
    refresh();
}

void AskBox::setPlaceAvailable(bool available, const QString& reason)
{
    m_placeAvailable = available;
    m_placeReason = reason;
    refresh();
}

void AskBox::setModelTopK(std::uint32_t topK) { m_advanced->setModelTopK(topK); }

void AskBox::focusQuestion()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
    if (!m_asked.isEmpty() && question() == m_asked)
        m_field->selectAll();
    else
        m_field->moveCursor(QTextCursor::End);   // the next key is not to delete what was never asked
}

QString AskBox::question() const { return m_field->toPlainText(); }

void AskBox::setQuestion(const QString& question)
{
    m_field->setPlainText(question);
    m_field->moveCursor(QTextCursor::End);
    m_asked.clear();
}

void AskBox::setAskedQuestion(const QString& question)
{
    setQuestion(question);
    m_asked = question;
}

void AskBox::setWaiting(const QString& words) { m_conditions->setWords(QuestionConditions::Kind::Waiting, words); }
void AskBox::setPrefix(const QString& words) { m_conditions->setWords(QuestionConditions::Kind::Followed, words); }
void AskBox::setPart(const QString& words) { m_conditions->setWords(QuestionConditions::Kind::Part, words); }

void AskBox::setStarters(const QStringList& questions)
{
    while (QLayoutItem* item = m_starters->flow()->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const QString& question : questions) {
        auto* starter = new Starter(question, m_starters);
        connect(starter, &QAbstractButton::clicked, this, [this, question] {
            setQuestion(question);
            ask();
        });
        m_starters->flow()->addWidget(starter);
    }
    m_starters->setVisible(!questions.isEmpty());
    fit();
}

void AskBox::setRoom(int height)
{
    if (std::exchange(m_room, height) != height)
        fit();
}

// Wrapped rows and a wrapped reason: the height they need at this width, also where nobody asks for a height for a width.
void AskBox::fit()
{
    const bool wraps = layout()->hasHeightForWidth();   // not while nothing in it does: its rows are folded away
    int wanted = wraps ? layout()->heightForWidth(width()) : layout()->sizeHint().height();
    foldParts(wanted);
    if (!m_settings->isHidden())
        wanted += fitSettings(wanted);
    if (wanted != minimumHeight())
        setMinimumHeight(wanted);
}

// Where the whole box has no room the ticks and buttons below an empty field are hidden, until the first letter, and where that is not
// enough the starters.
void AskBox::foldParts(int wanted)
{
    const bool starters = m_starters->flow()->count() > 0;
    const bool inUse = m_answering || m_more->isChecked() || !question().isEmpty() || m_below->isAncestorOf(QApplication::focusWidget());
    const int below = m_below->isHidden() ? m_below->flow()->heightForWidth(m_field->width()) + m_frame->layout()->spacing() : 0;
    const int above = starters && m_starters->isHidden() ? m_starters->flow()->heightForWidth(m_frame->width()) + layout()->spacing() : 0;
    const int whole = wanted + below + above;
    m_below->setVisible(inUse || whole <= m_room);
    const int ticks = inUse ? 0 : m_below->flow()->heightForWidth(m_field->width()) + m_frame->layout()->spacing();
    m_starters->setVisible(starters && (whole <= m_room || whole - ticks <= m_room));
}

// The settings are as high as they need to be, or as what stands around the box leaves them; returns by how much the box grows by that.
int AskBox::fitSettings(int wanted)
{
    const int before = m_settings->minimumHeight(), whole = m_advanced->layout()->heightForWidth(m_settings->width());
    int room = whole;
    if (m_rows && m_rows->isVisible()) {
        room = m_rows->height() - (wanted - before);
        for (int i = 0; i < m_rows->count(); ++i) {
            const QWidget& row = *m_rows->widget(i);
            const bool own = row.isAncestorOf(this);
            const int least = std::max(row.minimumHeight(), row.minimumSizeHint().height());
            room -= row.isHidden() ? 0 : (own ? least - minimumHeight() : least) + (i > 0 ? m_rows->handleWidth() : 0);
        }
    }
    const int height = std::min(whole, std::max(room, scaled(kLeastSettings)));
    if (height != before || height != m_settings->maximumHeight())
        m_settings->setFixedHeight(height);
    return height - before;
}

// Rows that grow or shrink leave the box another room, though its own size stays the same.
void AskBox::followRoom()
{
    QSplitter* rows = nullptr;
    for (QWidget* around = parentWidget(); around && !rows; around = around->parentWidget()) {
        if (auto* splitter = qobject_cast<QSplitter*>(around); splitter && splitter->orientation() == Qt::Vertical)
            rows = splitter;
    }
    if (rows == m_rows)
        return;
    if (m_rows)
        m_rows->removeEventFilter(this);
    m_rows = rows;
    if (m_rows)
        m_rows->installEventFilter(this);
}

bool AskBox::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_rows && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
        QMetaObject::invokeMethod(this, &AskBox::fit, Qt::QueuedConnection);   // the rows are laid out by then
    return QWidget::eventFilter(watched, event);
}

void AskBox::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const int margin = width() < scaled(kNarrow) ? metrics::kGap : kMargin;
    layout()->setContentsMargins(margin, metrics::kGap, margin, margin);
    fit();
}

bool AskBox::event(QEvent* event)
{
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::Show)
        followRoom();
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        fit();
    return done;
}

void AskBox::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::FontChange)
        m_hint->setMinimumWidth(scaled(kHintMeasure));
    QWidget::changeEvent(event);
}

}  // namespace cairn
