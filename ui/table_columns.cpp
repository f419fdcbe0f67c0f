#include "ui/table_columns.h"

#include <QFontMetricsF>

#include <algorithm>
#include <numeric>

namespace cairn
{
namespace
{

constexpr float kGap = 1.5f, kNarrowest = 2.5f;   // between columns, and of a column; of the font's size
constexpr float kWidestWord = 0.4f;               // of the text: a longer word is divided

struct Wanted
{
    float all = 0, word = 0;   // px of the widest cell, and of the longest word
};

std::vector<Wanted> wantedBy(const std::vector<QStringList>& rows, const QFont& font, float widestWord)
{
    const QFontMetricsF metrics(font);
    const float narrowest = kNarrowest * float(font.pixelSize());
    std::vector<Wanted> wanted;
    for (const QStringList& row : rows) {
        if (row.size() < 2)
            continue;   // a line across the table
        wanted.resize(std::max(wanted.size(), std::size_t(row.size())), {narrowest, narrowest});
        for (qsizetype column = 0; column < row.size(); ++column) {
            Wanted& own = wanted[std::size_t(column)];
            own.all = std::max(own.all, float(metrics.horizontalAdvance(row[column])) + 1);
            for (const QString& word : row[column].split(QLatin1Char(' '), Qt::SkipEmptyParts))
                own.word = std::max(own.word, std::min(widestWord, float(metrics.horizontalAdvance(word)) + 1));
        }
    }
    return wanted;
}

}  // namespace

std::vector<int> cellBorders(const QString& row)
{
    std::vector<int> borders;
    const auto isBlank = [&](qsizetype at) { return at < 0 || at >= row.size() || row[at] == QLatin1Char(' '); };
    for (qsizetype at = row.indexOf(QLatin1Char('|')); at >= 0; at = row.indexOf(QLatin1Char('|'), at + 1)) {
        if (isBlank(at - 1) && isBlank(at + 1))
            borders.push_back(int(at));
    }
    return borders;
}

QStringList cellsOf(const QString& row)
{
    QStringList cells;
    int begin = 0;
    for (const int border : cellBorders(row)) {
        cells += row.mid(begin, border - begin).trimmed();
        begin = border + 1;
    }
    return cells += row.mid(begin).trimmed();
}

TableColumns tableColumns(const std::vector<QStringList>& rows, const QFont& font, float width)
{
    const std::vector<Wanted> wanted = wantedBy(rows, font, kWidestWord * width);
    const float gap = kGap * float(font.pixelSize());
    const float space = width - gap * float(std::max<std::size_t>(1, wanted.size()) - 1);
    const auto sum = [&](float Wanted::*member) {
        return std::accumulate(wanted.begin(), wanted.end(), 0.0f, [&](float all, const Wanted& own) { return all + own.*member; });
    };
    const float all = sum(&Wanted::all), words = sum(&Wanted::word);
    TableColumns columns;
    if (wanted.size() < 2 || words > space)
        return columns;
    const float share = all <= space ? 1 : (space - words) / (all - words);
    float left = 0;
    for (const Wanted& own : wanted) {
        columns.left.push_back(left);
        columns.width.push_back(own.word + std::max(0.0f, own.all - own.word) * share);
        left += columns.width.back() + gap;
    }
    return columns;
}

}  // namespace cairn
