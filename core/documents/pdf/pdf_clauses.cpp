#include "core/documents/pdf/pdf_clauses.h"

#include "core/documents/text/text_builder.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <cmath>

namespace cairn
{
namespace
{

constexpr double kSameEdge = 0.5;        // of the line's height
constexpr qsizetype kLongestNumber = 12; // characters
constexpr auto kRoman = std::to_array<QStringView>({u"i", u"ii", u"iii", u"iv", u"v", u"vi", u"vii", u"viii", u"ix", u"x", u"xi", u"xii",
                                                    u"xiii", u"xiv", u"xv"});

struct Clause
{
    QString series; // "1." of "1.2"; "(a", "(i" or "(1": letters, Roman or Arabic numbers
    int number;
};

QStringView firstWord(QStringView line)
{
    const qsizetype end = line.indexOf(u' ');
    return end < 0 ? QStringView() : line.left(end);
}

// "(i)" may be the first or the ninth of its clauses.
std::vector<Clause> clausesOf(QStringView line)
{
    QStringView word = firstWord(line);
    if (word.isEmpty() || word.size() > kLongestNumber || !isClauseNumber(word.toUtf8().toStdString()))
        return {};
    if (word.front() != u'(') {
        word.chop(word.endsWith(u'.') ? 1 : 0);
        const qsizetype last = word.lastIndexOf(u'.') + 1;
        return {{word.left(last).toString(), word.mid(last).toInt()}};
    }
    const QStringView sign = word.mid(1, word.size() - 2);
    std::vector<Clause> clauses;
    if (sign.front().isDigit())
        clauses.push_back({QStringLiteral("(1"), sign.toInt()});
    else if (sign.size() == 1)
        clauses.push_back({sign.front().isUpper() ? QStringLiteral("(A") : QStringLiteral("(a"), sign.front().unicode()});
    if (const auto roman = std::find(kRoman.begin(), kRoman.end(), sign); roman != kRoman.end())
        clauses.push_back({QStringLiteral("(i"), int(roman - kRoman.begin())});
    return clauses;
}

struct Place
{
    int number;
    double left;
};

} // namespace

std::vector<bool> clauseLines(const PdfPage& page, const std::vector<PdfLine>& lines)
{
    std::vector<std::vector<Clause>> clauses;
    QHash<QString, std::vector<Place>> places;
    for (const PdfLine& line : lines) {
        clauses.push_back(line.placed && !line.dropped ? clausesOf(lineText(page, line)) : std::vector<Clause>());
        for (const Clause& clause : clauses.back())
            places[clause.series].push_back({clause.number, line.box.left()});
    }
    std::vector<bool> result;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const QRectF& box = lines[i].box;
        result.push_back(std::any_of(clauses[i].begin(), clauses[i].end(), [&](const Clause& clause) {
            const std::vector<Place>& series = places[clause.series];
            return std::any_of(series.begin(), series.end(), [&](const Place& other) {
                return std::abs(other.number - clause.number) == 1 && std::fabs(other.left - box.left()) < kSameEdge * box.height();
            });
        }));
    }
    return result;
}

int itemNumber(QStringView line)
{
    qsizetype i = 0;
    while (i < line.size() && i < 3 && line[i].isDigit())
        ++i;
    const bool numbered = i > 0 && i + 2 < line.size() && (line[i] == u')' || line[i] == u'.') && line[i + 1] == u' ';
    return numbered ? line.left(i).toInt() : -1;
}

bool mayEndClause(QStringView line)
{
    static constexpr auto kReferences = std::to_array<QStringView>({u"Abs.", u"Art.", u"No.", u"Nr.", u"Sec.", u"Ziff.", u"cf.", u"cl.",
                                                                    u"no.", u"para.", u"sec.", u"vgl."});
    static constexpr auto kJoins = std::to_array<QStringView>({u"and", u"or", u"und", u"oder", u"et", u"ou", u"y", u"o"});
    const qsizetype space = line.lastIndexOf(u' ');
    const QStringView word = line.mid(space + 1);
    if (word.isEmpty() || std::find(kReferences.begin(), kReferences.end(), word) != kReferences.end())
        return false;
    if (QStringView(u".;:!?\u201D\")").contains(word.back()))
        return true;
    return space > 0 && QStringView(u",;").contains(line[space - 1]) && std::find(kJoins.begin(), kJoins.end(), word) != kJoins.end();
}

} // namespace cairn
