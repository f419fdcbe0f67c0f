// Pages as Qt PDF would tell them, without a PDF or a font: text with "\r\n", one box per line.
#pragma once

#include "core/documents/pdf/pdf_source.h"

#include <QStringList>

#include <utility>
#include <vector>

namespace cairn::test
{

inline constexpr double kLeft = 72, kTop = 100, kAdvance = 13.5, kHeight = 10, kCharacter = 5.5;

class PageBuilder
{
public:
    explicit PageBuilder(const QString& label)
    {
        m_page.label = label;
        m_page.width = 612;
        m_page.height = 792;
    }
    PageBuilder& line(const QString& text, double y, double x = kLeft, double size = 1.0)
    {
        if (!m_page.text.isEmpty() && !m_page.text.endsWith(QChar(0xFFFE)))
            m_page.text += QStringLiteral("\r\n");
        m_page.text += text;
        m_page.boxes.push_back(QRectF(x, y, kCharacter * size * double(text.size()), kHeight * size));
        return *this;
    }
    // A row of a table: a box for each cell.
    PageBuilder& row(const QStringList& cells, double y, double x = kLeft)
    {
        m_page.text += (m_page.text.isEmpty() ? QString() : QStringLiteral("\r\n")) + cells.join(QLatin1Char(' '));
        for (const QString& cell : cells) {
            m_page.boxes.push_back(QRectF(x, y, kCharacter * double(cell.size()), kHeight));
            x += kCharacter * double(cell.size()) + 3 * kHeight;
        }
        return *this;
    }
    // A row of a table whose cells begin at the places given, as it was found where the page was drawn; an empty one leaves its place free.
    PageBuilder& cells(const QStringList& texts, const std::vector<double>& lefts, double y)
    {
        m_page.text += m_page.text.isEmpty() ? QString() : QStringLiteral("\r\n");
        bool isFirst = true;
        for (std::size_t i = 0; i < lefts.size(); ++i) {
            const QString& cell = texts[qsizetype(i)];
            if (cell.isEmpty())
                continue;
            m_page.text += std::exchange(isFirst, false) ? QString() : QStringLiteral(" ");
            double width = 0; // no typewriter type
            for (const QChar c : cell)
                width += kCharacter * (QStringView(u"filrt.,- ").contains(c) ? 0.6 : c.isUpper() ? 1.3 : 1);
            const QRectF box(lefts[i], y, width, kHeight);
            const bool isNear = !m_page.boxes.empty() && m_page.boxes.back().top() == y && box.left() - m_page.boxes.back().right() < 7;
            m_page.boxes.push_back(box);
            m_page.stretches.push_back({m_page.text.size(), m_page.text.size() + cell.size(), box, isNear});
            m_page.text += cell;
        }
        return *this;
    }
    PageBuilder& rule(double left, double right, double y)
    {
        m_page.rules.push_back(QRectF(left, y, right - left, 0.5));
        return *this;
    }
    PageBuilder& lines(const QStringList& texts, double y = kTop)
    {
        for (const QString& text : texts) {
            line(text, y);
            y += kAdvance;
        }
        return *this;
    }
    PdfPage page() const { return m_page; }

private:
    PdfPage m_page;
};

inline PdfSource sourceOf(std::vector<PdfPage> pages)
{
    PdfSource source;
    source.pages = std::move(pages);
    return source;
}

inline const QString kFull = QStringLiteral("A line that reaches from one edge of its column to the other one, so that"); // 73 characters
inline const QString kNext = QStringLiteral("the next one goes on in the same paragraph without a break between the two");

} // namespace cairn::test
