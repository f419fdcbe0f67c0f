// A text with its differences marked: underlined in A's or B's colour, or struck through where it is gone. UI thread.
#pragma once

#include "ui/study/text_diff.h"

#include <QWidget>

class QTextLayout;

namespace cairn
{

class DiffLabel final : public QWidget
{
    Q_OBJECT
public:
    enum class Side { A, B, Both };   // A: same + removed; B: same + added; Both: all, removed struck through

    explicit DiffLabel(Side side, QWidget* parent = nullptr);
    void setPieces(std::vector<DiffPiece> pieces);
    QString shownText() const;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {260, heightForWidth(width() > 0 ? width() : 260)}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    double lay(QTextLayout& layout, int width) const;
    std::vector<DiffPiece> shown() const;

    Side m_side;
    std::vector<DiffPiece> m_pieces;
};

}  // namespace cairn
