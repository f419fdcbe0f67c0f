#include "core/documents/pdf/pdf_typed_places.h"

#include <QRectF>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace cairn
{
namespace
{

constexpr double kSlack = 3;    // points by which words and fields overlap
constexpr double kBeside = 40;  // points from a field to the words that certainly name it
constexpr double kAway = 300;   // the same, where no others are near
constexpr double kAbove = 16;   // points from a field to the middle of the line above or below that names it
constexpr double kIndent = 15; // points by which a label may begin to the left of its field
constexpr double kWordGap = 1;  // of the height of letters: words of one label

// Dots and lines that show where to write.
bool isLeader(QChar c)
{
    return c == u'.' || c == u'_' || c == u'\u2026' || c == u'-' || c == u'\u2013';
}

bool isTickSign(QChar c)
{
    return c == u'\u2610' || c == u'\u25A1' || c == u'\u25A2' || c == u'\u25CB' || c == u'\u274F' || c == u'\u2751';
}

struct Label
{
    qsizetype unit = -1;  // its last, or the first of one to the right
    double distance = 0;  // points
};

class Places
{
public:
    Places(const PdfPage& page, const PageGlyphs& glyphs) : m_text(page.text), m_height(page.height)
    {
        if (qsizetype(glyphs.size()) != page.text.size())
            return;
        for (qsizetype i = 0; i < page.text.size(); ++i) {
            const GlyphBox& box = glyphs[std::size_t(i)];
            if (!box.empty() && !isTickSign(page.text[i]))
                m_glyphs.push_back({i, QRectF(box.left, box.top, box.right - box.left, box.bottom - box.top)});
        }
    }

    PdfTyped place(const TypedText& text) const
    {
        const QRectF box = text.box.translated(0, m_height);
        PdfTyped typed;
        if (text.kind != TypedText::Kind::Tick && isDrawn(box, text.value))
            return typed;
        const bool isTick = text.kind == TypedText::Kind::Tick, isBox = text.kind == TypedText::Kind::Box;
        if (isTick || isBox)
            placeTick(box, isTick ? QStringLiteral("[x]") : QStringLiteral("[ ]"), typed);
        else if (text.kind == TypedText::Kind::Note)
            placeNote(box, text.value, typed);
        else
            placeWords(box, text.value, typed);
        if (isBox)
            return typed;
        typed.alone = text.name.isEmpty() ? text.value : isTick ? text.name : text.name + QStringLiteral(": ") + text.value;
        if (isTick)
            typed.alone.prepend(QStringLiteral("[x] "));
        return typed;
    }

private:
    struct Glyph
    {
        qsizetype unit;
        QRectF box;
    };

    // The page's own text has the value in the field, too.
    bool isDrawn(const QRectF& box, const QString& value) const
    {
        QString drawn;
        for (const Glyph& glyph : m_glyphs)
            if (box.contains(glyph.box.center()))
                drawn += m_text[glyph.unit];
        return !drawn.isEmpty() && drawn == QString(value).remove(u' ');
    }

    static bool isBeside(const QRectF& glyph, const QRectF& box)
    {
        return std::min(glyph.bottom(), box.bottom()) - std::max(glyph.top(), box.top()) > 0.5 * glyph.height();
    }

    std::optional<Label> left(const QRectF& box) const
    {
        std::optional<Label> best;
        for (const Glyph& glyph : m_glyphs) {
            const double distance = box.left() - glyph.box.right();
            if (isBeside(glyph.box, box) && distance > -kSlack && !isLeader(m_text[glyph.unit]) && (!best || distance < best->distance))
                best = Label{glyph.unit, distance};
        }
        return best;
    }

    std::optional<Label> right(const QRectF& box) const
    {
        std::optional<Label> best;
        for (const Glyph& glyph : m_glyphs) {
            const double distance = glyph.box.left() - box.right();
            if (isBeside(glyph.box, box) && distance > -kSlack && !isLeader(m_text[glyph.unit]) && (!best || distance < best->distance))
                best = Label{glyph.unit, distance};
        }
        return best;
    }

    // Words at `glyph` that begin far to the left of a field name another one, or none.
    bool beginsBefore(std::size_t glyph, const QRectF& box) const
    {
        while (glyph > 0 && follows(m_glyphs[glyph - 1], m_glyphs[glyph]))
            --glyph;
        return m_glyphs[glyph].box.left() < box.left() - kIndent;
    }

    bool follows(const Glyph& one, const Glyph& next) const
    {
        return next.unit - one.unit <= 2 && isBeside(next.box, one.box) && !isLeader(m_text[next.unit])
            && next.box.left() - one.box.right() < kWordGap * one.box.height();
    }

    // The line above or below, or in the upper part of the field: its last unit.
    std::optional<Label> over(const QRectF& box) const
    {
        std::optional<Label> best;
        QRectF line;
        const double inside = std::min(kAbove, 0.5 * box.height());
        for (std::size_t i = 0; i < m_glyphs.size(); ++i) {
            const Glyph& glyph = m_glyphs[i];
            if (glyph.box.right() < box.left() - kSlack || glyph.box.left() > box.right() + kSlack || isLeader(m_text[glyph.unit]))
                continue;
            const double middle = glyph.box.center().y();
            const bool isAbove = middle > box.top() - kAbove && middle < box.top() + inside;
            const bool isBelow = middle > box.bottom() && middle < box.bottom() + kAbove;
            const double distance = isAbove ? std::fabs(box.top() - middle) : std::fabs(middle - box.bottom()) + 1;
            if (!isAbove && !isBelow)
                continue;
            const bool isSameLine = best && isBeside(glyph.box, line);
            if ((best && !isSameLine && distance >= best->distance) || (!isSameLine && beginsBefore(i, box)))
                continue;
            best = Label{isSameLine ? std::max(best->unit, glyph.unit) : glyph.unit, isSameLine ? best->distance : distance};
            line = glyph.box;
        }
        return best;
    }

    // Behind the last word of a label, whose unit `unit` is.
    qsizetype endOf(qsizetype unit) const
    {
        const auto known = [&](qsizetype at) {
            return std::lower_bound(m_glyphs.begin(), m_glyphs.end(), at, [](const Glyph& g, qsizetype u) { return g.unit < u; });
        };
        auto last = known(unit);
        for (auto next = last; next != m_glyphs.end(); ++next) {
            if (next != last && !follows(*last, *next))
                break;
            last = next;
        }
        return last == m_glyphs.end() ? unit + 1 : last->unit + 1;
    }

    // Of words to the left no more than one that the field begins in.
    qsizetype wordEnd(qsizetype unit) const
    {
        qsizetype end = unit + 1;
        while (end < m_text.size() && !m_text[end].isSpace() && m_text[end].unicode() != 0xFFFE && !isLeader(m_text[end]))
            ++end;
        return end;
    }

    void setWords(qsizetype end, const QString& value, PdfTyped& typed) const
    {
        const bool isNamed = m_text[end - 1].isLetterOrNumber() || m_text[end - 1] == u')';
        typed.at = end;
        typed.inLine = (isNamed ? QStringLiteral(": ") : QStringLiteral(" ")) + value;
    }

    void placeWords(const QRectF& box, const QString& value, PdfTyped& typed) const
    {
        const auto beside = left(box);
        const auto above = over(box);
        if (beside && (beside->distance < kBeside || (!above && beside->distance < kAway)))
            setWords(wordEnd(beside->unit), value, typed);
        else if (above)
            setWords(endOf(above->unit), value, typed);
    }

    // Words of a note are those of the text where it asks for some: "Name: ....".
    void placeNote(const QRectF& box, const QString& value, PdfTyped& typed) const
    {
        const auto beside = left(box);
        if (!beside || beside->distance > kBeside)
            return;
        const qsizetype end = wordEnd(beside->unit);
        qsizetype next = end;
        while (next < m_text.size() && m_text[next] == u' ')
            ++next;
        const auto isLeaders = [&](qsizetype at) { return at + 2 < m_text.size() && isLeader(m_text[at]) && isLeader(m_text[at + 2]); };
        if (m_text[end - 1] == u':' || isLeaders(next))
            setWords(end, value, typed);
    }

    void placeTick(const QRectF& box, const QString& sign, PdfTyped& typed) const
    {
        const auto before = left(box), behind = right(box);
        if (behind && behind->distance < kBeside && !(before && before->distance < behind->distance)) {
            typed.at = behind->unit;
            typed.before = true;
            typed.inLine = sign + u' ';
        } else if (before && before->distance < kBeside) {
            typed.at = wordEnd(before->unit);
            typed.inLine = u' ' + sign;
        }
    }

    QStringView m_text;
    double m_height;
    std::vector<Glyph> m_glyphs; // ascending
};

} // namespace

std::vector<PdfTyped> placeTyped(const PdfPage& page, const PageGlyphs& glyphs, const std::vector<TypedText>& texts)
{
    const Places places(page, glyphs);
    std::vector<std::pair<double, PdfTyped>> placed; // left edge
    for (const TypedText& text : texts)
        if (PdfTyped typed = places.place(text); typed.at >= 0 || !typed.alone.isEmpty())
            placed.emplace_back(text.box.left(), std::move(typed));
    std::stable_sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) {
        if (a.second.at != b.second.at)
            return a.second.at < b.second.at;
        return a.second.before != b.second.before ? b.second.before : a.second.at >= 0 && a.first < b.first;
    });
    std::vector<PdfTyped> typed;
    for (auto& [edge, one] : placed) {
        const bool isNext = !typed.empty() && one.at >= 0 && typed.back().at == one.at && !one.before && !typed.back().before;
        if (isNext && one.inLine.startsWith(u": ")) // several in one row
            one.inLine.replace(0, 2, QStringLiteral("; "));
        typed.push_back(std::move(one));
    }
    return typed;
}

} // namespace cairn
