#include "ui/hidden_characters.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>

namespace cairn
{
namespace
{

constexpr QChar kDot(0x00B7), kArrow(0x2192), kReturn(0x21B5), kPilcrow(0x00B6), kFixed(0x00B0), kHyphen(0x00AC), kHidden(0x00A6);

bool isOfWords(QChar mark) { return mark == kHyphen || mark == kHidden; }

}  // namespace

QChar hiddenMark(QChar character)
{
    switch (character.unicode()) {
    case 0x0009: return kArrow;
    case 0x2028: return kReturn;
    case 0x00A0:
    case 0x2007:
    case 0x202F: return kFixed;
    case 0x00AD: return kHyphen;
    case 0x034F:
    case 0x180E:
    case 0xDB40: return kHidden;   // the first half of tags and selectors in plane 14
    default: break;
    }
    if (character.isSpace())
        return kDot;
    const QChar::Category category = character.category();
    return category == QChar::Other_Format || category == QChar::Other_Control ? kHidden : QChar();
}

void paintHiddenCharacters(QPainter& painter, const QTextLayout& layout, QPointF origin, const HiddenColours& colours,
                           const std::vector<std::pair<int, int>>& without)
{
    auto passed = without.begin();
    const auto stands = [&](int position) {   // asked for in ascending order
        while (passed != without.end() && passed->second <= position)
            ++passed;
        return passed == without.end() || position < passed->first;
    };
    const QString text = layout.text();
    const QFontMetricsF letters(layout.font());
    painter.save();
    painter.setFont(layout.font());
    const auto mark = [&](const QTextLine& line, double x, QChar sign) {
        painter.setPen(isOfWords(sign) ? colours.inWords : colours.space);
        painter.drawText(origin + QPointF(x, line.y() + line.ascent()), QString(sign));
    };
    for (int i = 0; i < layout.lineCount(); ++i) {
        const QTextLine line = layout.lineAt(i);
        const int end = line.textStart() + line.textLength();
        for (int at = line.textStart(); at < end; ++at) {
            if (const QChar sign = hiddenMark(text[at]); !sign.isNull() && stands(at)) {
                const double from = line.cursorToX(at), to = at + 1 < end ? line.cursorToX(at + 1) : from;
                mark(line, (from + to - letters.horizontalAdvance(sign)) / 2, sign);
            }
        }
        if (i + 1 == layout.lineCount())
            mark(line, line.cursorToX(end) + letters.horizontalAdvance(kDot), kPilcrow);
    }
    painter.restore();
}

}  // namespace cairn
