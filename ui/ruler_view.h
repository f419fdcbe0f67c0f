// The whole document as a strip beside the reader (experience.md 6, V3): evidence per pixel line (largest as a dark tick, mean as a
// pale band), the part that is read, notes, hits of a search, the part in sight. With a second answer to compare: two lanes, A left and B
// right. Click, drag, wheel and keys move the reader. Positions are fractions of the text. UI thread.
#pragma once

#include <QWidget>

#include <optional>
#include <vector>

namespace cairn
{

struct RulerMark
{
    double begin = 0;       // 0..1 of the text
    double end = 0;
    float strength = 0;     // 0..1
    bool operator==(const RulerMark&) const = default;
};

struct RulerLine            // what one line of pixels shows
{
    float largest = 0;
    float mean = 0;         // over the marks that meet it
    bool operator==(const RulerLine&) const = default;
};
// Marks pooled onto lines of pixels; each covers at least one.
std::vector<RulerLine> rulerLines(const std::vector<RulerMark>& marks, int height);

class RulerView final : public QWidget
{
    Q_OBJECT
public:
    explicit RulerView(QWidget* parent = nullptr);

    void setMarks(std::vector<RulerMark> marks);
    void setCompared(std::vector<RulerMark> marks);     // lane B; empty: one lane
    void setCited(std::vector<double> places);          // blue triangles
    void setNotes(std::vector<double> places);          // small squares at the left
    void setHits(std::vector<double> places);           // of a search: lines at the right
    void setReadUpTo(double fraction);
    void setSight(double begin, double end);
    void setPreview(std::optional<double> place);       // what the pointer rests on in a plot: a line
    QSize sizeHint() const override;

Q_SIGNALS:
    void placeRequested(double fraction);               // show this at the top

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void paintLane(QPainter& painter, const std::vector<RulerMark>& marks, int left, int width) const;
    void paintPlaces(QPainter& painter) const;
    double snapped(double y) const;                     // to a triangle within reach
    void request(double fraction);
    void say();

    std::vector<RulerMark> m_marks, m_compared;
    std::vector<double> m_cited, m_notes, m_hits;
    std::optional<double> m_preview;
    double m_readUpTo = 1, m_sightBegin = 0, m_sightEnd = 0;
};

}  // namespace cairn
