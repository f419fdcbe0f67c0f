// The whole document as a strip beside the reader (experience.md 6, V3): evidence per pixel line (largest as a dark tick, mean as a
// pale band), the part that is read, the part in sight. Click, drag and wheel move the reader. Positions are fractions of the text. UI thread.
#pragma once

#include <QWidget>

#include <vector>

namespace cairn
{

struct RulerMark
{
    double begin = 0;       // 0..1 of the text
    double end = 0;
    float strength = 0;     // 0..1
};

class RulerView final : public QWidget
{
    Q_OBJECT
public:
    explicit RulerView(QWidget* parent = nullptr);

    void setMarks(std::vector<RulerMark> marks);
    void setCited(std::vector<double> places);          // blue triangles
    void setReadUpTo(double fraction);
    void setSight(double begin, double end);
    QSize sizeHint() const override;

Q_SIGNALS:
    void placeRequested(double fraction);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    std::vector<RulerMark> m_marks;
    std::vector<double> m_cited;
    double m_readUpTo = 1, m_sightBegin = 0, m_sightEnd = 0;
};

}  // namespace cairn
