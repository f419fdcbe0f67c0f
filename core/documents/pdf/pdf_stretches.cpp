#include "core/documents/pdf/pdf_stretches.h"

#include "core/documents/pdf/pdf_lines.h"
#include "core/documents/pdf/pdf_picture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <iterator>
#include <optional>
#include <utility>

namespace cairn
{
namespace
{

constexpr int kMostPages = 600;            // drawn
constexpr int kMostGaps = 300;             // asked for: some 5 ms each
constexpr qsizetype kLongestPage = 50'000; // characters: drawings made of text
constexpr double kLargestPage = 2000;      // points
constexpr double kScale = 1.5;             // pixels of a point
constexpr double kRule = 36;               // points
constexpr std::size_t kLeastLines = 3;     // that look like rows
constexpr std::size_t kNear = 3;           // lines from one row to the next
constexpr double kWideGap = 0.75;          // of the size of the type: words stand 0.2 to 0.6 apart
constexpr double kNearGap = 0.1;           // the same, before a box that may be a cell's
constexpr double kSentenceGap = 1.2;       // the same, behind a full stop
constexpr double kSlack = 1.2;             // the same: what a line is wider than its letters
constexpr double kUncertain = 0.2;         // of a line's width, which is guessed
constexpr double kDoubt = 0.6;             // of the size of the type: how far a guessed width may be off
constexpr std::size_t kLeaders = 3;        // lines with them: a table of contents
constexpr std::size_t kMostWords = 60;     // of a line with gaps
constexpr std::size_t kMostSpans = 24;
constexpr std::size_t kMended = 9; // lines
constexpr double kMisfit = 0.3;    // of the ink of a line
constexpr double kSameSize = 1.6;  // times: the size of the type by the height of a line and by its width

// About how wide a character is, of the size of its type, in usual faces.
double usualWidth(QChar c)
{
    if (QStringView(u"iljtfrI.,:;'|!()[]-/ ").contains(c))
        return 0.3;
    if (QStringView(u"mwMW@%\u2212\u2260\u2264\u2265<>=+").contains(c))
        return 0.8;
    if (c.category() == QChar::Letter_Other || c.unicode() == 0x2014)
        return 1;
    return c.isUpper() ? 0.68 : 0.5;
}

double usualWidth(QStringView text)
{
    double width = 0;
    for (const QChar c : text)
        width += usualWidth(c);
    return width;
}

bool isToLeft(QStringView text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.direction() == QChar::DirR || c.direction() == QChar::DirAL; });
}

struct Word
{
    qsizetype begin, end;
    double width; // guessed, of the size of the type
};

std::vector<Word> wordsOf(QStringView text, const PdfLine& line)
{
    std::vector<Word> words;
    for (qsizetype i = line.begin; i < line.end; ++i) {
        if (text[i].isSpace() || text[i].isNull())
            continue;
        if (words.empty() || words.back().end != i)
            words.push_back({i, i, 0});
        words.back().end = i + 1;
        words.back().width += usualWidth(text[i]);
    }
    return words;
}

// Which words stand in which spans of ink: the division into as many groups whose guessed widths fit best.
class Division
{
public:
    Division(const std::vector<Word>& words, const std::vector<double>& widths) : m_words(words), m_widths(widths)
    {
        double guessed = kSpace * double(words.size() - widths.size()), real = 0;
        for (const Word& word : words)
            guessed += word.width;
        for (const double width : widths)
            real += width;
        m_scale = real / std::max(guessed, 0.1);
    }

    double size() const { return m_scale; } // of the type, points

    // firsts[i]: the first word of span i; one more for the end.
    std::vector<std::size_t> best() const
    {
        const std::size_t n = m_words.size(), k = m_widths.size();
        std::vector<std::vector<double>> cost(k + 1, std::vector<double>(n + 1, std::numeric_limits<double>::infinity()));
        std::vector<std::vector<std::size_t>> from(k + 1, std::vector<std::size_t>(n + 1, 0));
        cost[0][0] = 0;
        for (std::size_t i = 0; i < k; ++i)
            for (std::size_t a = i; a < n; ++a)
                for (std::size_t b = a + 1; b <= n; ++b) {
                    const double own = cost[i][a] + costOf(i, a, b);
                    if (own < cost[i + 1][b]) {
                        cost[i + 1][b] = own;
                        from[i + 1][b] = a;
                    }
                }
        std::vector<std::size_t> firsts(k + 1, n);
        for (std::size_t i = k; i > 0; --i)
            firsts[i - 1] = from[i][firsts[i]];
        return firsts;
    }

    // How far guess and ink are apart, as a share of the ink: much where the line's boxes are another one's.
    double misfit(const std::vector<std::size_t>& firsts) const
    {
        double off = 0, all = 0;
        for (std::size_t i = 0; i < m_widths.size(); ++i) {
            off += std::sqrt(costOf(i, firsts[i], firsts[i + 1]));
            all += m_widths[i];
        }
        return off / std::max(all, 0.1);
    }

    // Would one word more or fewer before it fit nearly as well?
    bool isDoubtful(const std::vector<std::size_t>& firsts, std::size_t at, std::size_t moved) const
    {
        const double own = costOf(at - 1, firsts[at - 1], firsts[at]) + costOf(at, firsts[at], firsts[at + 1]);
        const double other = costOf(at - 1, firsts[at - 1], moved) + costOf(at, moved, firsts[at + 1]);
        return std::sqrt(other) - std::sqrt(own) < kDoubt * m_scale;
    }

private:
    static constexpr double kSpace = 0.3;

    double costOf(std::size_t span, std::size_t first, std::size_t end) const
    {
        double width = kSpace * double(end - first - 1);
        for (std::size_t i = first; i < end; ++i)
            width += m_words[i].width;
        const double off = width * m_scale - m_widths[span];
        return off * off;
    }

    const std::vector<Word>& m_words;
    const std::vector<double>& m_widths;
    double m_scale = 1; // points: the size of the type, as it were
};

class PageStretches
{
public:
    using Gap = std::function<std::optional<double>(qsizetype left, qsizetype right)>; // none: not to be asked for any more

    explicit PageStretches(const PdfPage& page) : m_page(page), m_boxes(inkedBoxes(page)), m_lines(splitLines(page))
    {
        placeLines(page, m_lines);
        mendPlaces();
    }

    bool mayHaveRows() const
    {
        std::size_t near = 0, leaders = 0, last = m_lines.size();
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            const QStringView text = lineText(m_page, m_lines[i]);
            leaders += text.contains(u". . . .") || text.contains(u".....") ? 1 : 0;
            if (!isWide(i) && !isBeside(i))
                continue;
            near += last < i && i - last <= kNear ? 1 : 0;
            last = i;
        }
        return near + 1 >= kLeastLines && leaders < kLeaders;
    }

    std::vector<PdfStretch> divide(const PdfPicture& picture, const Gap& gap) const
    {
        std::vector<PdfStretch> stretches;
        for (const PdfLine& line : m_lines)
            if (line.placed)
                divideLine(line, picture, gap, stretches);
        return stretches;
    }

    // Is ink where the boxes are? A page that is shown turned or cut has it elsewhere.
    bool isDrawnIn(const PdfPicture& picture) const
    {
        std::size_t inked = 0, lines = 0;
        for (const PdfLine& line : m_lines) {
            if (!line.placed)
                continue;
            ++lines;
            const auto spans = spansOf(line, picture);
            const bool isFull = !spans.empty() && spans.front().first < line.box.left() + line.box.height() &&
                                spans.back().second > line.box.right() - line.box.height();
            inked += isFull ? 1 : 0;
        }
        return inked * 10 >= lines * 9;
    }

private:
    // Box `at` begins a line of its own: it stands lower, or back to the left.
    bool isBreak(std::size_t at) const
    {
        if (at == 0 || at >= m_boxes.size())
            return true;
        const QRectF &a = m_boxes[at - 1], &b = m_boxes[at];
        const double overlap = std::min(a.bottom(), b.bottom()) - std::max(a.top(), b.top());
        return overlap < 0.3 * std::min(a.height(), b.height()) || b.right() < a.left();
    }

    std::size_t runsIn(std::size_t begin, std::size_t end) const
    {
        std::size_t runs = begin < end ? 1 : 0;
        for (std::size_t i = begin + 1; i < end; ++i)
            runs += isBreak(i) ? 1 : 0;
        return runs;
    }

    // Rows of short cells are often told apart at the wrong box. Where as many runs of boxes stand in a row as there are lines, each line
    // has one of them.
    void mendPlaces()
    {
        const auto endOf = [this](std::size_t line) { return m_lines[line].firstBox + m_lines[line].boxCount; };
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            if (m_lines[i].boxCount == 0 || !isBreak(m_lines[i].firstBox) ||
                (isBreak(endOf(i)) && runsIn(m_lines[i].firstBox, endOf(i)) == 1))
                continue;
            for (std::size_t last = i + 1; last < std::min(m_lines.size(), i + kMended) && m_lines[last].boxCount > 0; ++last) {
                if (!isBreak(endOf(last)) || runsIn(m_lines[i].firstBox, endOf(last)) != last + 1 - i)
                    continue;
                giveRuns(i, last, endOf(last));
                i = last;
                break;
            }
        }
    }

    void giveRuns(std::size_t first, std::size_t last, std::size_t end)
    {
        std::size_t box = m_lines[first].firstBox;
        for (std::size_t i = first; i <= last; ++i) {
            PdfLine& line = m_lines[i];
            line.firstBox = box;
            line.box = m_boxes[box];
            line.gap = 0;
            for (++box; box < end && !isBreak(box); ++box) {
                line.gap = std::max(line.gap, m_boxes[box].left() - line.box.right());
                line.box |= m_boxes[box];
            }
            line.boxCount = box - line.firstBox;
            line.placed = true;
        }
    }

    // Wider than its letters, or in boxes far apart.
    bool isWide(std::size_t at) const
    {
        const PdfLine& line = m_lines[at];
        const QStringView text = lineText(m_page, line);
        if (!line.placed || !text.contains(u' '))
            return false;
        const double size = typeSize(m_page, line), width = usualWidth(text) * size;
        return line.gap > kWideGap * size || line.box.width() - width > std::max(kSlack * size, kUncertain * width);
    }

    // Stands in the row of the line before it, which reached farther down.
    bool isBeside(std::size_t at) const
    {
        if (at == 0 || !m_lines[at].placed || !m_lines[at - 1].placed)
            return false;
        const QRectF &before = m_lines[at - 1].box, &own = m_lines[at].box;
        return own.center().y() < before.bottom() && own.left() > before.right() + kWideGap * own.height() &&
               before.top() - own.bottom() < 10 * own.height();
    }

    using Spans = std::vector<PdfPicture::Span>;

    // Ink of its boxes from left to right, cut at the least gap, and at every begin of a box with a smaller one before it.
    Spans spansOf(const PdfLine& line, const PdfPicture& picture, double least, double leastAtBox) const
    {
        std::vector<std::pair<PdfPicture::Span, bool>> all; // begins a box?
        for (std::size_t i = line.firstBox; i < line.firstBox + line.boxCount; ++i) {
            bool begins = true;
            for (const auto& span : picture.inkIn(m_boxes[i]))
                all.emplace_back(span, std::exchange(begins, false));
        }
        std::sort(all.begin(), all.end());
        Spans spans;
        for (const auto& [span, begins] : all) {
            if (spans.empty() || span.first - spans.back().second >= (begins ? leastAtBox : least))
                spans.push_back(span);
            spans.back().second = std::max(spans.back().second, span.second);
        }
        return spans;
    }

    Spans spansOf(const PdfLine& line, const PdfPicture& picture) const
    {
        const double least = kWideGap * sizeOf(line);
        return spansOf(line, picture, least, least);
    }

    // Of its type, also where its boxes stand above each other.
    double sizeOf(const PdfLine& line) const
    {
        std::vector<double> heights;
        for (std::size_t i = line.firstBox; i < line.firstBox + line.boxCount; ++i)
            heights.push_back(m_boxes[i].height());
        const double height = heights.empty() ? 0 : *std::max_element(heights.begin(), heights.end());
        return line.box.height() > 0 ? typeSize(m_page, line) * height / line.box.height() : 0;
    }

    void divideLine(const PdfLine& line, const PdfPicture& picture, const Gap& gap, std::vector<PdfStretch>& stretches) const
    {
        const std::vector<Word> words = wordsOf(m_page.text, line);
        if (words.size() < 2 || words.size() > kMostWords || isToLeft(lineText(m_page, line))) {
            stretches.push_back({line.begin, line.end, line.box});
            return;
        }
        const double size = sizeOf(line);
        const Spans near = spansOf(line, picture, kWideGap * size, kNearGap * size);
        for (const PdfStretch& wide : divided(line, words, spansOf(line, picture), gap)) {
            std::vector<Word> own;
            Spans inside;
            std::copy_if(words.begin(), words.end(), std::back_inserter(own),
                         [&](const Word& word) { return word.begin >= wide.begin && word.end <= wide.end; });
            std::copy_if(near.begin(), near.end(), std::back_inserter(inside),
                         [&](const auto& span) { return span.first >= wide.box.left() - 0.1 && span.second <= wide.box.right() + 0.1; });
            std::vector<PdfStretch> parts = divided(line, own, inside, gap);
            for (std::size_t i = 1; i < parts.size(); ++i)
                parts[i].near = true;
            if (parts.size() < 2)
                stretches.push_back(wide);
            else
                stretches.insert(stretches.end(), parts.begin(), parts.end());
        }
    }

    // The words in their spans of ink; one stretch alone where it can't be told.
    std::vector<PdfStretch> divided(const PdfLine& line, const std::vector<Word>& words, const Spans& spans, const Gap& gap) const
    {
        const double size = sizeOf(line);
        const std::vector<PdfStretch> whole{{words.front().begin, words.back().end, line.box}};
        if (spans.size() < 2 || spans.size() > std::min(words.size(), kMostSpans))
            return spans.size() == 1 ? std::vector<PdfStretch>{{words.front().begin, words.back().end, boxOf(line, spans[0])}} : whole;
        std::vector<double> widths;
        for (const auto& span : spans)
            widths.push_back(span.second - span.first);
        const Division division(words, widths);
        if (division.size() > kSameSize * size || size > kSameSize * division.size())
            return whole;
        std::vector<std::size_t> firsts = division.best();
        if (division.misfit(firsts) > kMisfit)
            return whole;
        for (std::size_t i = 1; i < spans.size(); ++i)
            settle(division, words, firsts, i, gap);
        std::vector<PdfStretch> stretches;
        for (std::size_t i = 0; i < spans.size(); ++i) {
            const bool isSentence = i > 0 && QStringView(u".:;?!").contains(m_page.text[words[firsts[i] - 1].end - 1]);
            const PdfStretch own{words[firsts[i]].begin, words[firsts[i + 1] - 1].end, boxOf(line, spans[i])};
            const double before = i > 0 ? spans[i].first - spans[i - 1].second : 0;
            if (isSentence && before > kWideGap * size && before < kSentenceGap * size) { // of a justified line
                stretches.back().end = own.end;
                stretches.back().box |= own.box;
            } else {
                stretches.push_back(own);
            }
        }
        return stretches;
    }

    // Where the widths leave doubt, the widest of the gaps around is the one.
    static void settle(const Division& division, const std::vector<Word>& words, std::vector<std::size_t>& firsts, std::size_t at,
                       const Gap& gap)
    {
        std::vector<std::size_t> others;
        if (firsts[at] - 1 > firsts[at - 1] && division.isDoubtful(firsts, at, firsts[at] - 1))
            others.push_back(firsts[at] - 1);
        if (firsts[at] + 1 < firsts[at + 1] && division.isDoubtful(firsts, at, firsts[at] + 1))
            others.push_back(firsts[at] + 1);
        if (others.empty())
            return;
        const auto gapBefore = [&](std::size_t word) { return gap(words[word - 1].end - 1, words[word].begin); };
        std::optional<double> widest = gapBefore(firsts[at]);
        for (const std::size_t other : others) {
            const auto own = gapBefore(other);
            if (own && widest && *own > *widest) {
                widest = own;
                firsts[at] = other;
            }
        }
    }

    QRectF boxOf(const PdfLine& line, const PdfPicture::Span& span) const
    {
        QRectF box;
        for (std::size_t i = line.firstBox; i < line.firstBox + line.boxCount; ++i)
            if (m_boxes[i].right() > span.first && m_boxes[i].left() < span.second)
                box |= m_boxes[i];
        box = box.isEmpty() ? line.box : box;
        box.setLeft(span.first);
        box.setRight(span.second);
        return box;
    }

    const PdfPage& m_page;
    std::vector<QRectF> m_boxes;
    std::vector<PdfLine> m_lines;
};

} // namespace

void findStretches(std::vector<PdfPage>& pages, const PageLooks& looks)
{
    int drawn = 0, asked = 0;
    for (std::size_t i = 0; i < pages.size() && drawn < kMostPages; ++i) {
        PdfPage& page = pages[i];
        if (page.text.size() > kLongestPage ||
            !(page.width > 1 && page.height > 1 && page.width < kLargestPage && page.height < kLargestPage))
            continue;
        const PageStretches finder(page);
        if (!finder.mayHaveRows())
            continue;
        ++drawn;
        const PdfPicture picture(looks.picture(i, kScale), kScale);
        if (picture.isNull() || !finder.isDrawnIn(picture))
            continue;
        page.rules = picture.rules(kRule);
        page.stretches = finder.divide(picture, [&](qsizetype left, qsizetype right) {
            return ++asked <= kMostGaps ? std::optional(looks.gap(i, left, right)) : std::nullopt;
        });
    }
}

} // namespace cairn
