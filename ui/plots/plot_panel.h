// The frame that every plot stands in (experience.md 2): title, "?" with two sentences and a tiny example, badge, buttons for
// table, export and maximise; a row of filters; the plot or its table twin; colour bar; something below; footer. UI thread.
//
//     auto* panel = new PlotPanel(tr("Layers"), this);
//     panel->setHelp(tr("Two sentences."), tr("Example: .."));
//     panel->addFilter(combo);                     // left to right
//     panel->setPlot(heatmap);                     // owned from then on
//     panel->setTable(model);                      // borrowed; enables "show as table"
//     panel->setColourBar(new ColourBar);          // optional
//     panel->setExporter({PlotFormat::Png, ..}, [..](PlotFormat) { .. });
//     panel->setFooter(PlotPanel::weightsFooter());
#pragma once

#include "ui/plots/plot_format.h"

#include <QWidget>

#include <vector>

class QAbstractItemModel;

class QHBoxLayout;
class QStackedWidget;
class QVBoxLayout;

namespace cairn
{

class ElidedLabel;
class Label;
class PlotTable;
class SymbolButton;

class PlotPanel : public QWidget
{
    Q_OBJECT
public:
    explicit PlotPanel(const QString& title, QWidget* parent = nullptr);

    static QString weightsFooter();                       // "Weights show where the model looked. .."

    QString title() const { return m_title; }
    void setTitle(const QString& title);
    void setHelp(const QString& sentences, const QString& example);
    void setBadge(const QString& words);                  // "live, 41 words"; empty: none
    void addFilter(QWidget* widget);
    void setPlot(QWidget* plot);
    void setDrawn(QWidget* part) { m_drawn = part; }      // what files of the plot show; else all of it
    void setTable(QAbstractItemModel* model);             // null: no table
    void setColourBar(QWidget* bar);
    void addBelow(QWidget* widget);                       // between colour bar and footer
    void setFooter(const QString& words);
    void setExporter(std::vector<PlotFormat> formats, PlotExporter exporter);
    // The plot as it is drawn, `table` (borrowed) as CSV, the numbers of it (or of `numbers`, borrowed) as NPY. `provenance`: JSON, one
    // line; empty: there is nothing yet.
    void setViewExporter(const QAbstractItemModel* table, std::function<QString()> provenance, const QAbstractItemModel* numbers = nullptr);
    const std::vector<PlotFormat>& formats() const { return m_formats; }
    Result<QByteArray> bytesOf(PlotFormat format) const { return m_exporter(format); }   // REQUIRES: one of formats()
    void setMaximised(bool maximised);                    // the button's look; the window does it

    QWidget* plot() const { return m_plot; }
    bool showsTable() const;

public Q_SLOTS:
    void showTable(bool table);
    void toggleTable();                                   // T
    void openHelp();
    void openExportMenu();

Q_SIGNALS:
    void maximiseRequested(bool maximise);
    void exported(const QByteArray& bytes, const QString& suggestedName);   // the window asks where and writes
    void exportFailed(const QString& sentence);
    void tableShown(bool table);

protected:
    virtual void retranslate();                           // another language: words are set anew; overriders call the base too
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void save(PlotFormat format);
    void fitHeader();

    QString m_title, m_help, m_example;
    ElidedLabel* m_titleLabel;
    QWidget* m_badge;
    ElidedLabel* m_badgeWords; // gives way where large letters need the room
    Label* m_footer;
    SymbolButton* m_helpButton;
    SymbolButton* m_tableButton;
    SymbolButton* m_exportButton;
    SymbolButton* m_maximiseButton;
    QWidget* m_filterRow;
    QHBoxLayout* m_filters;
    QStackedWidget* m_stack;
    QVBoxLayout* m_below;
    QWidget* m_plot = nullptr;
    QWidget* m_drawn = nullptr;
    QWidget* m_bar = nullptr;
    PlotTable* m_table = nullptr;
    std::vector<PlotFormat> m_formats;
    PlotExporter m_exporter;
    bool m_maximised = false;
};

}  // namespace cairn
