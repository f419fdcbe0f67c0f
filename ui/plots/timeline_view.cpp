#include "ui/plots/timeline_view.h"

#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/plots/plot_words.h"
#include "ui/theme.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QSlider>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kPlayMs = 350;     // one word; slow enough to follow in the reader
constexpr int kRowHeight = 14;   // px of the design: a word's label fits
constexpr int kWordRoom = 110;   // px of the design: "12 of 40: lighthouse"

}  // namespace

TimelineView::TimelineView(SelectionHub* hub, QWidget* parent) : BlockPlot(tr("Timeline"), hub, parent)
{
    heatmap()->setRowHeight(kRowHeight);
    addBelow(makeScrubber());
    retranslate();
    m_play.setInterval(kPlayMs);
    connect(&m_play, &QTimer::timeout, this, [this] { step(1); });
    connect(heatmap(), &HeatmapView::rowsBrushed, this, [this](int begin, int end) {
        const auto& rows = result().job.rows;
        this->hub()->change([&](Selection& selection) {
            selection.tokens = std::vector<IndexRange>{{rows[std::size_t(begin)].tokens->first, rows[std::size_t(end) - 1].tokens->second}};
        });
    });
}

void TimelineView::retranslate()
{
    setTitle(tr("Timeline"));
    setHelp(tr("Each row is a word of the answer, each column a block of the document; the stronger the colour, the more the model looked "
               "at the block while it wrote that word. Step through the words to see every view follow."),
            tr("Example: a strong stripe over three rows means that three words in a row rest on the same passage.") + QLatin1Char('\n')
                + marksHelp());
    m_backButton->setMeaning(tr("One word back ([)"));
    m_onButton->setMeaning(tr("One word on (])"));
    m_playButton->setMeaning(isPlaying() ? tr("Pause (Space)") : tr("Play the answer word by word (Space)"));
    m_slider->setAccessibleName(tr("Word of the answer"));
    BlockPlot::retranslate();
}

QWidget* TimelineView::makeScrubber()
{
    auto* row = new QWidget;
    m_backButton = new SymbolButton(Icon::Back, {});
    m_onButton = new SymbolButton(Icon::Forward, {});
    m_playButton = new SymbolButton(Icon::Play, {});
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setRange(-1, -1);
    m_word = new ElidedLabel(12, Tone::Muted);
    m_word->setFixedWidth(scaled(kWordRoom));
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(metrics::kInset, 0, metrics::kInset, 6);
    line->setSpacing(4);
    for (QWidget* part : std::initializer_list<QWidget*>{m_backButton, m_playButton, m_onButton})
        line->addWidget(part);
    line->addWidget(m_slider, 1);
    line->addWidget(m_word);
    connect(m_backButton, &QAbstractButton::clicked, this, [this] { step(-1); });
    connect(m_onButton, &QAbstractButton::clicked, this, [this] { step(1); });
    connect(m_playButton, &QAbstractButton::clicked, this, [this] { play(!isPlaying()); });
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) { select(value); });
    return row;
}

int TimelineView::current() const
{
    const IndexRanges& tokens = hub()->selection().tokens;
    if (!tokens || tokens->size() != 1)
        return -1;
    const auto& rows = result().job.rows;
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const PlotRow& row) { return row.tokens == tokens->front(); });
    return found == rows.end() ? -1 : int(found - rows.begin());
}

void TimelineView::select(int row)
{
    hub()->change([&](Selection& selection) {
        if (row < 0 || std::size_t(row) >= result().job.rows.size())
            selection.tokens.reset();
        else
            selection.tokens = std::vector<IndexRange>{*result().job.rows[std::size_t(row)].tokens};
    });
}

void TimelineView::step(int direction)
{
    const int rows = int(result().job.rows.size());
    if (rows == 0)
        return;
    int from = current();
    const IndexRanges& tokens = hub()->selection().tokens;
    if (from < 0 && tokens && !tokens->empty()) {   // several words: from the first of them
        const auto inside = std::find_if(result().job.rows.begin(), result().job.rows.end(),
                                         [&](const PlotRow& row) { return contains(tokens, row.tokens->first); });
        from = inside == result().job.rows.end() ? -1 : int(inside - result().job.rows.begin()) - (direction > 0);
    } else if (from < 0 && direction < 0) {
        from = rows;
    }
    if (from + direction >= rows || from + direction < 0)
        play(false);
    else
        select(from + direction);
}

void TimelineView::play(bool playing)
{
    if (playing && current() + 1 >= int(result().job.rows.size()))
        select(0);   // again from the start
    if (playing && !result().job.rows.empty())
        m_play.start();
    else
        m_play.stop();
    m_playButton->setIcon(icon(isPlaying() ? Icon::Pause : Icon::Play));
    m_playButton->setMeaning(isPlaying() ? tr("Pause (Space)") : tr("Play the answer word by word (Space)"));
}

PlotJob TimelineView::job() const
{
    PlotJob job;
    job.run = hub()->run();
    job.filter = filterOf(*hub());
    job.filter.tokens.reset();   // brushed words are marked, not hidden
    job.filter.blocks.reset();
    chooseMetric(job, *hub());
    job.axis = TraceAxis::Tokens;
    const auto groups = tokenGroups(job.run->answer, hub()->selection().unit);
    for (const TokenGroup& group : groups) {
        if (group.tokens.first < job.run->answer.trace.tokens)
            job.rows.push_back({{}, {}, group.tokens, group.text.isEmpty() ? QStringLiteral("\u2423") : group.text});
    }
    job.tokenRows = tokenRows(groups);
    for (std::uint32_t token = 0; groups.empty() && token < job.run->answer.trace.tokens; ++token)   // a trace without words
        job.rows.push_back({{}, {}, IndexRange{token, token + 1}, QString::number(token)});
    return job;
}

QString TimelineView::unitWords() const
{
    const PlotJob& job = result().job;
    return withRenormalised(tr("%1, %2 over %3").arg(measureName(job), aggregateName(job), headsWords(job.run->answer.trace, job.filter)),
                            job.filter);
}

QString TimelineView::cellTitle(const PlotRow& row, std::uint32_t block) const
{
    return tr("\u201C%1\u201D, block %2").arg(row.label).arg(block);
}

void TimelineView::shown()
{
    const QSignalBlocker quiet(m_slider);
    m_slider->setRange(-1, int(result().job.rows.size()) - 1);
    for (QWidget* part : std::initializer_list<QWidget*>{m_slider, m_backButton, m_playButton, m_onButton})
        part->setEnabled(!result().job.rows.empty());
    if (isLive() && !result().job.rows.empty())
        heatmap()->showRow(int(result().job.rows.size()) - 1);
    if (result().job.rows.empty())
        m_word->setText({});
}

void TimelineView::mark()
{
    BlockPlot::mark();
    const Selection& selection = hub()->selection();
    std::vector<int> rows;
    for (std::size_t row = 0; row < result().job.rows.size(); ++row) {
        if (selection.tokens && contains(selection.tokens, result().job.rows[row].tokens->first))
            rows.push_back(int(row));
    }
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(current());
    const auto& words = result().job.rows;
    m_word->setText(current() >= 0 ? tr("%1 of %2: %3").arg(current() + 1).arg(words.size()).arg(words[std::size_t(current())].label)
                                   : tr("%n word(s)", nullptr, int(words.size())));
    if (rows.size() == 1)
        heatmap()->showRow(rows.front());
    heatmap()->setMarkedRows(std::move(rows));
}

void TimelineView::activate(HeatmapCell cell)
{
    select(cell.row);
    BlockPlot::activate(cell);
}

// Rows are words here: the layers that they join become one, the one before or behind it; beyond the first and last all again.
void TimelineView::stepLayer(int direction)
{
    const std::uint32_t layers = result().job.run->answer.trace.layers;
    hub()->change([&](Selection& selection) {
        const IndexRanges& chosen = selection.layers;
        const bool any = chosen && !chosen->empty();
        const std::int64_t next = !any            ? (direction > 0 ? 0 : std::int64_t{layers} - 1)
                                  : direction > 0 ? std::int64_t{chosen->back().second}
                                                  : std::int64_t{chosen->front().first} - 1;
        if (next < 0 || next >= layers)
            selection.layers.reset();
        else
            selection.layers = std::vector<IndexRange>{{std::uint32_t(next), std::uint32_t(next) + 1}};
    });
}

void TimelineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange && m_word)
        m_word->setFixedWidth(scaled(kWordRoom));
    BlockPlot::changeEvent(event);
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_BracketLeft)
        step(-1);
    else if (event->key() == Qt::Key_BracketRight)
        step(1);
    else if (event->key() == Qt::Key_Space)
        play(!isPlaying());
    else
        BlockPlot::keyPressEvent(event);
}

}  // namespace cairn
