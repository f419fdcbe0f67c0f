#include "core/documents/pdf/pdf_line_kinds.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace cairn
{
namespace
{

constexpr qsizetype kLongestCode = 160;  // characters
constexpr qsizetype kLongestFormula = 120;
constexpr qsizetype kLongestPiece = 40;  // of a formula: what stands over or under its line
constexpr double kFarthestRow = 4.2;     // of a line's height: between lines of one block, empty ones too
constexpr int kDeepestIndent = 40;
constexpr qsizetype kMostWords = 6;      // plain ones, of a line of code

bool isLetterWord(QStringView word)
{
    return word.size() > 1 && std::all_of(word.begin(), word.end(), [](QChar c) { return c.isLetter() || c == u'\'' || c == u','; });
}

qsizetype wordsOf(QStringView line)
{
    qsizetype count = 0;
    for (const QStringView word : line.split(u' '))
        count += isLetterWord(word) ? 1 : 0;
    return count;
}

// "return x;", "if (a) {", "total += 1", "for k in list:", "#include <a>", "$ make"
bool isCode(QStringView line)
{
    static const QRegularExpression pattern(QStringLiteral(
        "^(?:(?:[\\w:<>*&]+ +){0,2}[\\w.\\[\\]>*&:-]+ *[-+*/%|&^]?= *[\\w\"'(\\[{<&*-].*" // assignments
        "|(?:[\\w:<>,*&]+ +){0,3}[\\w.:>-]+\\([^()]*(?:\\([^()]*\\)[^()]*)*\\) ?(?:const )?[{;:]*" // calls, declarations
        "|(?:def|class|if|elif|while|switch|struct|enum|namespace|fn|func|function|try|except|else|do|case|default)\\b.*[:;{]"
        "|(?:for|with)\\b.*(?: in | as |\\().*[:;{]"
        "|(?:return|import|package|using|typedef|throw|raise|yield|let|var|const|auto|int|char|double|float|void|bool|long)\\b.*;"
        "|(?:import|from) [\\w.]+(?: import [\\w., *]+| as \\w+)?"
        "|#(?:include|define|ifdef|ifndef|endif|pragma|if|else)\\b.*|\\$ \\S.*|>>> .*|\\} ?(?:else|while|catch)\\b.*"
        "|[{}()\\[\\];, ]*[{}][{}()\\[\\];, ]*)$"));
    if (line.size() > kLongestCode)
        return false;
    const bool hasSign = std::any_of(line.begin(), line.end(), [](QChar c) { return QStringView(u"=(){};:#$>").contains(c); });
    if (wordsOf(line) > kMostWords || line.contains(u". . .") || line.contains(u"....")) // leaders of a table of contents
        return false;
    const bool mayMatch = hasSign || line.startsWith(u"import ") || line.startsWith(u"from ");
    return mayMatch && pattern.match(line.toString()).hasMatch();
}

// No table of results and no formula has it.
bool isCertain(QStringView line)
{
    static const QRegularExpression pattern(QStringLiteral("[;{}]$|\\w\\(.*\\):?$|^(?:\\$|#|>>>|import|from|def|class) ?\\w"));
    return pattern.match(line.toString()).hasMatch();
}

bool beginsWithKeyword(QStringView line)
{
    static const QRegularExpression pattern(QStringLiteral("^(?:return|break|continue|pass|else|try|do|end|done|fi|then|raise)\\b"));
    return pattern.match(line.left(12).toString()).hasMatch();
}

// May stand among lines of code: a comment, "return x", one more argument.
bool mayBeCode(QStringView line)
{
    static const QRegularExpression comment(QStringLiteral("^(?://|#|/\\*|\\*|--|%|\"\"\"|'''|\\$|>>>|\\.\\.\\.)"));
    const QString text = line.toString();
    if (line.size() > kLongestCode || line.startsWith(u"- "))
        return false;
    if (comment.match(text).hasMatch())
        return true;
    const qsizetype words = wordsOf(line);
    if (beginsWithKeyword(line))
        return words <= 3;
    const bool hasSign = std::any_of(line.begin(), line.end(), [](QChar c) { return QStringView(u"(){}[]=<>;_\"\\").contains(c); });
    return hasSign && words <= 3 && !line.endsWith(u'.') && !line.endsWith(u':');
}

// "pow(q / p)", "i = 1": signs that code has and sentences hardly.
bool hasCode(QStringView line)
{
    for (qsizetype i = 1; i < line.size(); ++i) {
        if (line[i] == u'(' && (line[i - 1].isLetterOrNumber() || line[i - 1] == u'_'))
            return true;
    }
    return line.contains(u'=') || line.contains(u"->") || line.contains(u"::");
}

bool isBrace(QStringView line)
{
    const bool signs = std::all_of(line.begin(), line.end(), [](QChar c) { return QStringView(u"{}();, ").contains(c); });
    return signs && (line.contains(u'{') || line.contains(u'}'));
}

bool isStatement(QStringView line)
{
    return !line.isEmpty() && QStringView(u";{}").contains(line.back()) && hasCode(line);
}

bool isRelation(QChar c)
{
    constexpr QStringView kSigns =
        u"=<>\u2264\u2265\u2260\u2248\u221D\u2208\u2261\u223C\u2192\u21D2\u21D4\u2286\u2282\u226A\u226B\u2190\u21A6";
    return kSigns.contains(c);
}

bool isFunction(QStringView word)
{
    static constexpr std::array<QStringView, 18> kNames{u"sin", u"cos", u"tan", u"log", u"exp", u"min", u"max", u"lim", u"det",
        u"arg", u"sup", u"inf", u"mod", u"div", u"for", u"and", u"where", u"otherwise"};
    return std::find(kNames.begin(), kNames.end(), word) != kNames.end();
}

// No word but those of formulas.
bool isWordless(QStringView line)
{
    qsizetype letters = 0;
    for (qsizetype i = 0; i <= line.size(); ++i) {
        if (i < line.size() && line[i].isLetter() && line[i].unicode() < 0x250) {
            ++letters;
            continue;
        }
        if (letters > 2 && !isFunction(line.mid(i - letters, letters)))
            return false;
        letters = 0;
    }
    return true;
}

} // namespace

bool areCode(QStringView a, QStringView b)
{
    const bool begun = isStatement(a) || isBrace(a);
    return (begun && isStatement(b)) || (isBrace(b) && (begun || (a.endsWith(u')') && hasCode(a))));
}

bool isFormula(QStringView line)
{
    return line.size() > 2 && line.size() <= kLongestFormula && std::any_of(line.begin(), line.end(), isRelation) && isWordless(line);
}

namespace
{

// "b", "k=1", "(3)": of a formula beside one.
bool mayBeFormula(QStringView line)
{
    return line.size() <= kLongestPiece && isWordless(line);
}

bool areNear(const PdfLine& a, const PdfLine& b)
{
    const double height = std::max(a.box.height(), b.box.height());
    return !a.placed || !b.placed || std::fabs(b.box.center().y() - a.box.center().y()) < kFarthestRow * height;
}

// Begins to the right of the lines of words around it.
bool isIndented(const std::vector<PdfLine>& lines, std::size_t at)
{
    if (!lines[at].placed)
        return false;
    for (std::size_t i = at - std::min<std::size_t>(at, 4); i < std::min(lines.size(), at + 5); ++i)
        if (lines[i].placed && !lines[i].dropped && lines[i].box.left() < lines[at].box.left() - 2 * lines[at].box.height())
            return true;
    return false;
}

// Words stand before it in its row.
bool isInLine(const std::vector<PdfLine>& lines, const std::vector<LineKind>& kinds, std::size_t at)
{
    if (at == 0 || kinds[at - 1] != LineKind::Words || !lines[at - 1].placed || !lines[at].placed)
        return false;
    const QRectF &before = lines[at - 1].box, &own = lines[at].box;
    const double overlap = std::min(before.bottom(), own.bottom()) - std::max(before.top(), own.top());
    return overlap > 0.3 * std::min(before.height(), own.height()) && before.left() < own.left();
}

template <typename May>
void spread(const std::vector<PdfLine>& lines, std::vector<LineKind>& kinds, LineKind kind, const May& may)
{
    const auto takes = [&](std::size_t from, std::size_t to) {
        return kinds[from] == kind && kinds[to] == LineKind::Words && !lines[to].dropped && areNear(lines[from], lines[to]) && may(to);
    };
    for (std::size_t i = 1; i < lines.size(); ++i)
        if (takes(i - 1, i))
            kinds[i] = kind;
    for (std::size_t i = lines.size(); i-- > 1;)
        if (takes(i, i - 1))
            kinds[i - 1] = kind;
}

} // namespace

std::vector<LineKind> lineKinds(const PdfPage& page, const std::vector<PdfLine>& lines)
{
    std::vector<LineKind> kinds(lines.size(), LineKind::Words);
    const auto textOf = [&](std::size_t i) { return lineText(page, lines[i]); };
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (!lines[i].dropped && isCode(textOf(i)))
            kinds[i] = LineKind::Code;
    spread(lines, kinds, LineKind::Code, [&](std::size_t i) { return mayBeCode(textOf(i)); });
    for (std::size_t i = 0, end = 0; i < lines.size(); i = std::max(end, i + 1)) {
        for (end = i; end < lines.size() && kinds[end] == LineKind::Code && (end == i || areNear(lines[end - 1], lines[end]));)
            ++end;
        std::size_t clear = 0, certain = 0;
        for (std::size_t k = i; k < end; ++k) {
            const QStringView text = textOf(k);
            clear += beginsWithKeyword(text) || (isCode(text) && !(isFormula(text) && isIndented(lines, k))) ? 1 : 0;
            certain += isCertain(text) && isCode(text) ? 1 : 0;
        }
        if (clear < 2 || certain == 0) // one line alone may be anything; "q = 2" may be a result
            std::fill(kinds.begin() + std::ptrdiff_t(i), kinds.begin() + std::ptrdiff_t(end), LineKind::Words);
    }
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (!lines[i].dropped && kinds[i] == LineKind::Words && isFormula(textOf(i)) && isIndented(lines, i) && !isInLine(lines, kinds, i))
            kinds[i] = LineKind::Formula;
    spread(lines, kinds, LineKind::Formula, [&](std::size_t i) { return mayBeFormula(textOf(i)) && isIndented(lines, i); });
    return kinds;
}

int codeIndent(const std::vector<PdfLine>& lines, const std::vector<LineKind>& kinds, std::size_t line)
{
    if (!lines[line].placed)
        return 0;
    double left = lines[line].box.left(), character = 0;
    const auto take = [&](std::size_t i) {
        const auto characters = double(lines[i].end - lines[i].begin);
        left = lines[i].placed ? std::min(left, lines[i].box.left()) : left;
        if (lines[i].placed && characters > 4)
            character = std::max(character, std::min(lines[i].box.width() / characters, lines[i].box.height()));
    };
    for (std::size_t i = line + 1; i-- > 0 && kinds[i] == LineKind::Code;)
        take(i);
    for (std::size_t i = line + 1; i < lines.size() && kinds[i] == LineKind::Code; ++i)
        take(i);
    const double spaces = character > 0 ? (lines[line].box.left() - left) / character : 0;
    return std::clamp(int(std::lround(spaces)), 0, kDeepestIndent);
}

} // namespace cairn
