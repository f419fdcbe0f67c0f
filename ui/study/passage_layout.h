// A passage as lines: words tinted by weight, cited words underlined in the accent colour. UI thread.
#pragma once

#include "ui/study/passage.h"

#include <QFont>
#include <QTextLayout>
#include <QTextOption>

#include <memory>

class QPainter;
class QWidget;

namespace cairn
{

QFont quoteFont();       // serif, as the page; sized after the application's font
int quoteLineHeight();

class PassageLayout
{
public:
    // `maximumLines` 0: all. What doesn't fit ends in "…".
    PassageLayout(Passage passage, int width, int maximumLines = 0);

    int height() const { return m_lines * m_lineHeight; }
    int lines() const { return m_lines; }

    // `fullWeight`: the word weight shown in the strongest tint (sqrt scale).
    void paint(QPainter& painter, QPointF origin, float fullWeight, const QWidget& widget) const;

    const QString& text() const { return m_passage.text; }   // as far as it is shown

private:
    void lay(const QFont& font, int width, QTextOption::WrapMode wrap = QTextOption::WordWrap);
    void cutAt(int end);                       // "…" behind it

    Passage m_passage;
    std::unique_ptr<QTextLayout> m_layout;
    bool m_bothDirections = false;
    int m_lineHeight = 0, m_lines = 0;
};

// Level of a word's tint, 0..1; below kFaintest nothing is tinted.
inline constexpr float kFaintest = 0.1f;
float tintOf(float weight, float fullWeight);

}  // namespace cairn
