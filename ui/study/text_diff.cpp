#include "ui/study/text_diff.h"

#include <QStringList>

#include <algorithm>
#include <cstdint>

namespace cairn
{
namespace
{

constexpr std::size_t kMostWords = 3000;   // 9 million cells of two bytes

// Words with the white space behind them, so that the pieces joined are the text.
QStringList wordsOf(const QString& text)
{
    QStringList words;
    for (qsizetype i = 0; i < text.size();) {
        const qsizetype begin = i;
        while (i < text.size() && !text[i].isSpace())
            ++i;
        while (i < text.size() && text[i].isSpace())
            ++i;
        words += text.mid(begin, i - begin);
    }
    return words;
}

bool same(const QString& a, const QString& b) { return QStringView(a).trimmed() == QStringView(b).trimmed(); }

void append(std::vector<DiffPiece>& pieces, DiffKind kind, const QString& text)
{
    if (!pieces.empty() && pieces.back().kind == kind)
        pieces.back().text += text;
    else
        pieces.push_back({kind, text});
}

// The middles without common ends, by the table of longest common runs.
void appendMiddle(std::vector<DiffPiece>& pieces, const QStringList& a, const QStringList& b)
{
    const auto rows = std::size_t(a.size()), columns = std::size_t(b.size());
    const bool tooLong = rows > kMostWords || columns > kMostWords;
    std::vector<std::uint16_t> common(tooLong ? 0 : (rows + 1) * (columns + 1), 0);
    const auto at = [&](std::size_t i, std::size_t j) -> std::uint16_t& { return common[i * (columns + 1) + j]; };
    for (std::size_t i = tooLong ? 0 : rows; i-- > 0;) {
        for (std::size_t j = columns; j-- > 0;)
            at(i, j) = same(a[qsizetype(i)], b[qsizetype(j)]) ? std::uint16_t(at(i + 1, j + 1) + 1) : std::max(at(i + 1, j), at(i, j + 1));
    }
    std::size_t i = 0, j = 0;
    QString added;
    const auto flush = [&] {
        if (!added.isEmpty())
            append(pieces, DiffKind::Added, added);
        added.clear();
    };
    while (i < rows || j < columns) {
        if (!tooLong && i < rows && j < columns && same(a[qsizetype(i)], b[qsizetype(j)])) {
            flush();
            append(pieces, DiffKind::Same, b[qsizetype(j++)]);
            ++i;
        } else if (i < rows && (tooLong || j == columns || at(i + 1, j) >= at(i, j + 1))) {
            append(pieces, DiffKind::Removed, a[qsizetype(i++)]);
        } else {
            added += b[qsizetype(j++)];
        }
    }
    flush();
}

}  // namespace

std::vector<DiffPiece> textDiff(const QString& before, const QString& after)
{
    QStringList a = wordsOf(before), b = wordsOf(after);
    std::vector<DiffPiece> pieces;
    qsizetype head = 0;
    while (head < std::min(a.size(), b.size()) && same(a[head], b[head]))
        append(pieces, DiffKind::Same, b[head++]);
    qsizetype tail = 0;
    while (tail < std::min(a.size(), b.size()) - head && same(a[a.size() - 1 - tail], b[b.size() - 1 - tail]))
        ++tail;
    appendMiddle(pieces, a.mid(head, a.size() - head - tail), b.mid(head, b.size() - head - tail));
    for (qsizetype i = b.size() - tail; i < b.size(); ++i)
        append(pieces, DiffKind::Same, b[i]);
    return pieces;
}

}  // namespace cairn
