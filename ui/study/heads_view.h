// Ranking, grid and page of the heads side by side; in a narrow dock one of them at a time (experience.md 6 V6, V7, V8). UI thread.
#pragma once

#include "ui/selection/selection_hub.h"

#include <QWidget>

class QSplitter;

namespace cairn
{

class HeadGridPanel;
class HeadPage;
class HeadRanking;
class HeadsData;
class Segments;

class HeadsView final : public QWidget
{
    Q_OBJECT
public:
    explicit HeadsView(SelectionHub* hub, QWidget* parent = nullptr);   // borrowed

    HeadRanking* ranking() const { return m_ranking; }
    HeadGridPanel* grid() const { return m_grid; }
    HeadPage* page() const { return m_page; }
    QSize sizeHint() const override { return {508, 640}; }
    QSize minimumSizeHint() const override { return {320, 320}; }

public Q_SLOTS:
    void openHead(std::uint32_t layer, std::uint32_t head);             // locks it and shows its page

Q_SIGNALS:
    void showBlock(std::uint32_t block);
    void openCard(std::uint32_t block);
    void askAgain();
    void deepTraceRequested(bool fromMemory);                           // ask again
    void switchRequested(const std::vector<cairn::Head>& heads, bool off);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void arrange();

    HeadsData* m_data;
    HeadRanking* m_ranking;
    HeadGridPanel* m_grid;
    HeadPage* m_page;
    Segments* m_choice;
    QWidget* m_choiceRow;
    QSplitter* m_splitter;
};

}  // namespace cairn
