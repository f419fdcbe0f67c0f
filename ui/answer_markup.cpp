#include "ui/answer_markup.h"

#include "core/types/wrapped_line.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <iterator>

namespace cairn
{
namespace
{

using Kind = AnswerMarkup::Kind;
using Style = AnswerMarkup::Style;

constexpr int kSpacesPerLevel = 2, kMostLevels = 6;

const QRegularExpression& fence()
{
    static const QRegularExpression kFence(QStringLiteral("^\\s*(```|~~~)[\\w+-]*\\s*$"));
    return kFence;
}

// The line between a table's head and its rows: "|---|:-:|".
bool isRule(QStringView line)
{
    static const QRegularExpression kRule(QStringLiteral("^\\s*\\|?\\s*:?-{2,}:?\\s*(\\|\\s*:?-{2,}:?\\s*)*\\|?\\s*$"));
    return line.contains(u'|') && kRule.match(line.toString()).hasMatch();
}

class Reader
{
public:
    Reader(const QString& text, const std::vector<std::pair<int, int>>& quoted) : m_text(text), m_quoted(quoted)
    {
        for (int begin = 0, line = 0; begin <= text.size();) {
            const auto found = text.indexOf(QChar::LineSeparator, line);
            const int end = found < 0 ? int(text.size()) : int(found);
            if (const int next = wordBehindWrap(line, end); next > 0) {
                remove(end, next, QStringLiteral(" "));
                line = next;
                continue;
            }
            m_spans.push_back({begin, end});
            begin = line = end + 1;
        }
    }

    AnswerMarkup read()
    {
        for (std::size_t i = 0; i < m_spans.size();) {
            if (const std::size_t end = endOfCode(i); end > i)
                i = code(i, end);
            else if (i + 1 < m_spans.size() && lineAt(i).contains(u'|') && isRule(lineAt(i + 1)))
                i = table(i);
            else
                plain(m_spans[i++]);
        }
        std::sort(m_read.edits.begin(), m_read.edits.end(),
                  [](const AnswerMarkup::Edit& a, const AnswerMarkup::Edit& b) { return a.at < b.at; });
        for (std::size_t i = 1; i < m_read.edits.size(); ++i) {   // a break may have gone with the line before
            const int behind = m_read.edits[i - 1].at + m_read.edits[i - 1].removed;
            const int taken = std::max(behind - m_read.edits[i].at, 0);
            m_read.edits[i].at += taken;
            m_read.edits[i].removed = std::max(m_read.edits[i].removed - taken, 0);
        }
        return std::move(m_read);
    }

private:
    struct Span
    {
        int begin = 0, end = 0;
    };

    QStringView lineAt(std::size_t i) const { return QStringView(m_text).mid(m_spans[i].begin, m_spans[i].end - m_spans[i].begin); }
    void remove(int begin, int end, const QString& shown = {})
    {
        if (begin < end || !shown.isEmpty())
            m_read.edits.push_back({begin, end - begin, shown});
    }
    // In a quotation, where the sentence goes on behind a line that ends at `end` (wrapped_line.h): the first word of the next; else 0.
    int wordBehindWrap(int begin, int end) const
    {
        constexpr int kMark = 8;   // characters of an entry's
        const auto isAround = [end](const std::pair<int, int>& quotation) { return quotation.first <= end && end < quotation.second; };
        const auto around = std::find_if(m_quoted.begin(), m_quoted.end(), isAround);
        if (around == m_quoted.end())
            return 0;
        int next = end + 1;
        while (next < around->second && m_text[next] == u' ')
            ++next;
        const bool isBlank = next == around->second || m_text[next] == QChar::LineSeparator;
        const bool isWrap = !isBlank && isWrapped(std::size_t(end - begin), m_text.mid(next, kMark).toStdString());
        return isWrap ? next : 0;
    }

    // A line of signs goes with its break: the one behind it, or at the end of the text the one before.
    void removeLine(const Span& line)
    {
        if (line.end < m_text.size())
            remove(line.begin, line.end + 1);
        else
            remove(std::max(line.begin - 1, 0), line.end);
    }

    // The line of the closing fence of code that begins at line i; i: none begins, or it has no end yet.
    std::size_t endOfCode(std::size_t i) const
    {
        if (!fence().match(lineAt(i).toString()).hasMatch())
            return i;
        const QChar sign = lineAt(i).trimmed().front();
        for (std::size_t end = i + 1; end < m_spans.size(); ++end) {
            if (fence().match(lineAt(end).toString()).hasMatch() && lineAt(end).trimmed().front() == sign)
                return end;
        }
        return i;
    }

    std::size_t code(std::size_t first, std::size_t last)
    {
        removeLine(m_spans[first]);
        for (std::size_t i = first + 1; i < last; ++i) {
            m_read.lines.push_back({m_spans[i].begin, m_spans[i].end, Kind::Code, 0, 0});
            m_read.styles.push_back({m_spans[i].begin, m_spans[i].end, Style::Code});
        }
        removeLine(m_spans[last]);
        return last + 1;
    }

    // Cells of a row, without the space around them.
    std::vector<Span> cellsOf(const Span& row) const
    {
        std::vector<Span> cells;
        int begin = row.begin;
        const auto add = [&](int end) {
            while (begin < end && m_text[begin].isSpace())
                ++begin;
            while (end > begin && m_text[end - 1].isSpace())
                --end;
            cells.push_back({begin, end});
        };
        for (int at = row.begin; at < row.end; ++at) {
            if (m_text[at] != u'|' || (at > row.begin && m_text[at - 1] == u'\\'))
                continue;
            if (at > row.begin && !QStringView(m_text).mid(row.begin, at - row.begin).trimmed().isEmpty())
                add(at);
            begin = at + 1;
        }
        if (!QStringView(m_text).mid(begin, row.end - begin).trimmed().isEmpty())
            add(row.end);
        return cells;
    }

    std::size_t table(std::size_t first)
    {
        std::size_t end = first + 2;
        while (end < m_spans.size() && lineAt(end).contains(u'|'))
            ++end;
        std::vector<std::vector<Span>> rows;
        std::vector<int> widths;
        for (std::size_t i = first; i < end; ++i) {
            rows.push_back(i == first + 1 ? std::vector<Span>{} : cellsOf(m_spans[i]));
            widths.resize(std::max(widths.size(), rows.back().size()), 0);
            for (std::size_t cell = 0; cell < rows.back().size(); ++cell)
                widths[cell] = std::max(widths[cell], rows.back()[cell].end - rows.back()[cell].begin);
        }
        for (std::size_t i = first; i < end; ++i) {
            if (i == first + 1) {
                removeLine(m_spans[i]);
                continue;
            }
            row(m_spans[i], rows[i - first], widths);
            if (i == first)
                m_read.styles.push_back({m_spans[i].begin, m_spans[i].end, Style::Bold});
        }
        return end;
    }

    void row(const Span& line, const std::vector<Span>& cells, const std::vector<int>& widths)
    {
        m_read.lines.push_back({line.begin, line.end, Kind::Row, 0, 0});
        m_read.styles.push_back({line.begin, line.end, Style::Code});
        int from = line.begin;
        for (std::size_t cell = 0; cell < cells.size(); ++cell) {
            const int missing = cell == 0 ? 0 : widths[cell - 1] - (cells[cell - 1].end - cells[cell - 1].begin);
            remove(from, cells[cell].begin, cell == 0 ? QString() : QString(missing, u' ') + QStringLiteral(" \u2502 "));
            from = cells[cell].end;
        }
        remove(from, line.end);
    }

    void plain(const Span& line)
    {
        static const QRegularExpression kItem(QStringLiteral("^(\\s*)([-*+]|\\d{1,3}[.)])\\s+(?=\\S)"));
        static const QRegularExpression kHeading(QStringLiteral("^#{1,6}\\s+(?=\\S)"));
        AnswerMarkup::Line read{line.begin, line.end, Kind::Text, 0, 0};
        int words = line.begin;
        const QString own = m_text.mid(line.begin, line.end - line.begin);
        if (const auto item = kItem.match(own); item.hasMatch()) {
            const QString sign = item.captured(2), mark = (sign.front().isDigit() ? sign : QStringLiteral("\u2022")) + QLatin1Char(' ');
            read.kind = Kind::Item;
            read.level = std::min(int(item.capturedLength(1)) / kSpacesPerLevel, kMostLevels);
            read.mark = int(mark.size());
            words += int(item.capturedLength(0));
            if (item.captured(0) != mark)
                remove(line.begin, words, mark);
        } else if (const auto heading = kHeading.match(own); heading.hasMatch()) {
            words += int(heading.capturedLength(0));
            remove(line.begin, words);
            m_read.styles.push_back({words, line.end, Style::Bold});
        }
        m_read.lines.push_back(read);
        inside(words, line.end);
    }

    // Does a run of signs at `at` open (or close) what stands between two of them? Signs inside words and beside spaces are words.
    bool opens(int at, int size, int end) const
    {
        return at + size < end && !m_text[at + size].isSpace() && (at == 0 || !m_text[at - 1].isLetterOrNumber());
    }
    bool closes(int at, int size, int begin, int end) const
    {
        return at > begin && !m_text[at - 1].isSpace() && (at + size >= end || !m_text[at + size].isLetterOrNumber());
    }

    void inside(int begin, int end)
    {
        for (int at = begin; at < end;) {
            const auto isAround = [at](const std::pair<int, int>& quotation) { return quotation.first <= at && at < quotation.second; };
            if (const auto around = std::find_if(m_quoted.begin(), m_quoted.end(), isAround); around != m_quoted.end()) {
                at = around->second;
                continue;
            }
            const QChar sign = m_text[at];
            if (sign != u'`' && sign != u'*' && sign != u'_') {
                ++at;
                continue;
            }
            int size = 1;
            while (at + size < end && m_text[at + size] == sign)
                ++size;
            const int close = size <= 3 && (sign == u'`' || opens(at, size, end)) ? closing(at, size, end) : -1;
            if (close < 0) {
                at += size;
                continue;
            }
            remove(at, at + size);
            remove(close, close + size);
            style(at + size, close, sign, size);
            if (sign != u'`')
                inside(at + size, close);
            at = close + size;
        }
    }

    // Where as many of the same sign close what the ones at `at` opened; -1: nowhere on this line.
    int closing(int at, int size, int end) const
    {
        const QChar sign = m_text[at];
        for (int close = at + size; close + size <= end;) {
            if (m_text[close] != sign) {
                ++close;
                continue;
            }
            int run = 1;
            while (close + run < end && m_text[close + run] == sign)
                ++run;
            if (run == size && close > at + size && (sign == u'`' || closes(close, size, at + size, end)))
                return close;
            close += run;
        }
        return -1;
    }

    void style(int begin, int end, QChar sign, int size)
    {
        if (sign == u'`')
            m_read.styles.push_back({begin, end, Style::Code});
        if (sign != u'`' && size >= 2)
            m_read.styles.push_back({begin, end, Style::Bold});
        if (sign != u'`' && size != 2)
            m_read.styles.push_back({begin, end, Style::Italic});
    }

    const QString& m_text;
    const std::vector<std::pair<int, int>>& m_quoted;
    std::vector<Span> m_spans;
    AnswerMarkup m_read;
};

}  // namespace

AnswerMarkup answerMarkup(const QString& text, const std::vector<std::pair<int, int>>& quoted) { return Reader(text, quoted).read(); }

}  // namespace cairn
