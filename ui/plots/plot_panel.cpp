#include "ui/plots/plot_panel.h"

#include "ui/panels/buttons.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/labels.h"
#include "ui/plots/help_bubble.h"
#include "ui/plots/plot_table.h"
#include "ui/plots/view_export.h"
#include "ui/sentences/sentences.h"
#include "ui/theme.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QStackedWidget>

#include <algorithm>

namespace cairn
{

QString formatName(PlotFormat format)
{
    switch (format) {
    case PlotFormat::Png: return PlotPanel::tr("PNG");
    case PlotFormat::Png2x: return PlotPanel::tr("PNG, double size");
    case PlotFormat::Png300dpi: return PlotPanel::tr("PNG, 300 dpi");
    case PlotFormat::Svg: return PlotPanel::tr("SVG");
    case PlotFormat::Pdf: return PlotPanel::tr("PDF");
    case PlotFormat::Csv: return PlotPanel::tr("CSV");
    case PlotFormat::Npy: return PlotPanel::tr("NPY");
    }
    return {};
}

QString formatSuffix(PlotFormat format)
{
    switch (format) {
    case PlotFormat::Png:
    case PlotFormat::Png2x:
    case PlotFormat::Png300dpi: return QStringLiteral("png");
    case PlotFormat::Svg: return QStringLiteral("svg");
    case PlotFormat::Pdf: return QStringLiteral("pdf");
    case PlotFormat::Csv: return QStringLiteral("csv");
    case PlotFormat::Npy: return QStringLiteral("npy");
    }
    return {};
}

namespace
{

constexpr int kLinesBesideFooter = 24;   // of text: a panel of fewer needs them for the plot

void fitFooter(const QWidget& panel, Label& footer)
{
    footer.setVisible(!footer.text().isEmpty() && panel.height() >= kLinesBesideFooter * panel.fontMetrics().height());
}

}  // namespace

PlotPanel::PlotPanel(const QString& title, QWidget* parent)
    : QWidget(parent), m_title(title), m_titleLabel(new ElidedLabel(13, Tone::Normal, QFont::DemiBold)), m_badge(new QWidget),
      m_badgeWords(new ElidedLabel(12)), m_footer(new Label({}, 12, Tone::Muted)),
      m_helpButton(new SymbolButton(Icon::Help, tr("What this plot shows"))),
      m_tableButton(new SymbolButton(Icon::Table, tr("Show as table"))),
      m_exportButton(new SymbolButton(Icon::Export, tr("Export this plot"))),
      m_maximiseButton(new SymbolButton(Icon::Maximise, tr("Maximise this panel"))), m_filterRow(new QWidget),
      m_filters(new QHBoxLayout(m_filterRow)), m_stack(new QStackedWidget), m_below(new QVBoxLayout)
{
    setAccessibleName(title);
    m_titleLabel->setText(title);
    m_tableButton->setCheckable(true);
    auto* badge = new QHBoxLayout(m_badge);
    badge->setContentsMargins(10, 3, 10, 3);
    badge->addWidget(m_badgeWords);
    m_footer->setWordWrap(true);
    auto* header = new QHBoxLayout;
    header->setContentsMargins(metrics::kInset, 4, 4, 4);
    header->setSpacing(2);
    header->addWidget(m_titleLabel);
    header->addWidget(m_helpButton);
    header->addSpacing(4);
    header->addWidget(m_badge);
    header->addStretch();
    for (auto* button : {m_tableButton, m_exportButton, m_maximiseButton})
        header->addWidget(button);
    m_filters->setContentsMargins(metrics::kInset, metrics::kGap, metrics::kInset, 4);
    m_filters->setSpacing(6);
    m_below->setContentsMargins(0, 0, 0, 0);
    m_below->setSpacing(0);
    auto* footer = new QHBoxLayout;
    footer->setContentsMargins(metrics::kInset, 6, metrics::kInset, 6);
    footer->addWidget(m_footer);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(header);
    column->addSpacing(1);
    column->addWidget(m_filterRow);
    column->addWidget(m_stack, 1);
    column->addLayout(m_below);
    column->addLayout(footer);
    for (QWidget* later : {static_cast<QWidget*>(m_helpButton), static_cast<QWidget*>(m_tableButton), static_cast<QWidget*>(m_exportButton),
                           static_cast<QWidget*>(m_badge), static_cast<QWidget*>(m_footer), m_filterRow})
        later->hide();
    connect(m_helpButton, &QAbstractButton::clicked, this, &PlotPanel::openHelp);
    connect(m_exportButton, &QAbstractButton::clicked, this, &PlotPanel::openExportMenu);
    connect(m_tableButton, &QAbstractButton::toggled, this, &PlotPanel::showTable);
    connect(m_maximiseButton, &QAbstractButton::clicked, this, [this] { Q_EMIT maximiseRequested(!m_maximised); });
}

QString PlotPanel::weightsFooter() { return tr("Weights show where the model looked. Use Remove and re-score to test influence."); }

void PlotPanel::setTitle(const QString& title)
{
    m_title = title;
    m_titleLabel->setText(title);
    setAccessibleName(title);
    fitHeader();
}

// The title is whole as long as the badge can give way.
void PlotPanel::fitHeader()
{
    int room = width() - m_titleLabel->sizeHint().width() - 3 * metrics::kInset;
    for (const auto* button : {m_helpButton, m_tableButton, m_exportButton, m_maximiseButton})
        room -= button->isHidden() ? 0 : button->sizeHint().width() + 2;
    m_badge->setMaximumWidth(std::max(m_badge->minimumSizeHint().width(), room));
}

void PlotPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitHeader();
    fitFooter(*this, *m_footer);
}

void PlotPanel::setHelp(const QString& sentences, const QString& example)
{
    m_help = sentences;
    m_example = example;
    m_helpButton->setVisible(!sentences.isEmpty());
}

void PlotPanel::setBadge(const QString& words)
{
    m_badgeWords->setText(words);
    m_badge->setVisible(!words.isEmpty());
    fitHeader();
    update();
}

// Wrapped where large letters leave no room for all in one row.
void PlotPanel::addFilter(QWidget* widget)
{
    auto* rows = m_filterRow->findChild<FlowWidget*>(QString(), Qt::FindDirectChildrenOnly);
    if (!rows || m_filters->count() == 0 || m_filters->itemAt(m_filters->count() - 1)->widget() != rows) {
        rows = new FlowWidget(nullptr, 6);
        rows->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        m_filters->addWidget(rows, 1);
    }
    rows->flow()->addWidget(widget);
    m_filterRow->show();
}

void PlotPanel::setPlot(QWidget* plot)
{
    m_plot = plot;
    m_plot->setLayoutDirection(Qt::LeftToRight);   // axes grow to the right in every language, and so must what is written beside them
    m_stack->insertWidget(0, plot);
    m_stack->setCurrentWidget(plot);
}

void PlotPanel::setTable(QAbstractItemModel* model)
{
    if (!m_table && model) {
        m_table = new PlotTable;
        m_table->setAccessibleName(tr("%1 as table").arg(m_title));
        m_stack->addWidget(m_table);
    }
    if (m_table)
        m_table->setSource(model);
    m_tableButton->setVisible(model != nullptr);
}

void PlotPanel::setColourBar(QWidget* bar)
{
    bar->setLayoutDirection(Qt::LeftToRight);
    m_bar = bar;
    m_below->insertWidget(0, bar);
}

void PlotPanel::addBelow(QWidget* widget) { m_below->addWidget(widget); }

void PlotPanel::setFooter(const QString& words)
{
    m_footer->setText(words);
    fitFooter(*this, *m_footer);
}

void PlotPanel::setExporter(std::vector<PlotFormat> formats, PlotExporter exporter)
{
    m_formats = std::move(formats);
    m_exporter = std::move(exporter);
    m_exportButton->setVisible(!m_formats.empty());
}

void PlotPanel::setViewExporter(const QAbstractItemModel* table, std::function<QString()> provenance, const QAbstractItemModel* numbers)
{
    setExporter(allPlotFormats(),
                [this, table, numbers = numbers ? numbers : table, provenance = std::move(provenance)](PlotFormat format) {
                    return writeView({m_drawn ? m_drawn : m_plot, table, numbers, m_title, provenance(), m_bar, m_footer->text(), this},
                                     format);
                });
}

void PlotPanel::setMaximised(bool maximised)
{
    m_maximised = maximised;
    m_maximiseButton->setMeaning(maximised ? tr("Restore this panel") : tr("Maximise this panel"));
}

bool PlotPanel::showsTable() const { return m_table && m_stack->currentWidget() == m_table; }

void PlotPanel::showTable(bool table)
{
    if (!m_table || table == showsTable())
        return;
    const bool hadFocus = focusWidget() && m_stack->isAncestorOf(focusWidget());
    m_stack->setCurrentWidget(table ? static_cast<QWidget*>(m_table) : m_plot);
    m_tableButton->setChecked(table);
    m_tableButton->setMeaning(table ? tr("Show as plot") : tr("Show as table"));
    if (hadFocus)
        m_stack->currentWidget()->setFocus();
    Q_EMIT tableShown(table);
}

void PlotPanel::toggleTable() { showTable(!showsTable()); }

void PlotPanel::openHelp()
{
    showHelpBubble(m_helpButton, m_title, m_help, m_example);
}

void PlotPanel::openExportMenu()
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const PlotFormat format : m_formats)
        menu->addAction(formatName(format), this, [this, format] { save(format); });
    menu->popup(m_exportButton->mapToGlobal(QPoint(0, m_exportButton->height())));
}

void PlotPanel::save(PlotFormat format)
{
    const auto bytes = m_exporter(format);
    if (bytes)
        Q_EMIT exported(*bytes, QStringLiteral("%1.%2").arg(m_title, formatSuffix(format)));
    else
        Q_EMIT exportFailed(errorWords(bytes.error()));
}

void PlotPanel::retranslate()
{
    m_helpButton->setMeaning(tr("What this plot shows"));
    m_tableButton->setMeaning(showsTable() ? tr("Show as plot") : tr("Show as table"));
    m_exportButton->setMeaning(tr("Export this plot"));
    setMaximised(m_maximised);
}

void PlotPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void PlotPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_T && event->modifiers() == Qt::NoModifier && m_table)
        toggleTable();
    else
        QWidget::keyPressEvent(event);
}

void PlotPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.setPen(themeColour(Role::Line, *this));
    const int line = layout()->itemAt(0)->geometry().bottom() + 1;   // below the header, however large its letters are
    painter.drawLine(0, line, width(), line);
    if (m_footer->isVisible())
        painter.drawLine(0, m_footer->y() - 6, width(), m_footer->y() - 6);
    if (!m_badge->isVisible())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(themeColour(Role::Accent, *this));
    const QRectF round = QRectF(m_badge->geometry()).adjusted(-0.5, 1.5, 0.5, -1.5);
    painter.drawRoundedRect(round, round.height() / 2, round.height() / 2);
}

}  // namespace cairn
