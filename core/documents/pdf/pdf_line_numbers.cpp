#include "core/documents/pdf/pdf_line_numbers.h"

#include <algorithm>

namespace cairn
{
namespace
{

constexpr qsizetype kMostDigits = 5;
constexpr double kColumn = 9;            // points: numbers of one and of four digits end at one place
constexpr std::size_t kLeastOfPage = 5;  // numbered lines
constexpr std::size_t kLeastOfAll = 20;
constexpr double kCountingShare = 0.8;   // of the numbers of a page: one more than the number above
constexpr double kOthersShare = 0.15;    // of a page's lines: others that begin as far to the left
constexpr double kRunningShare = 0.2;    // of numbered lines: begin with a small letter

struct Numbered
{
    std::size_t line;
    int number;
    qsizetype digits;
    double y;
};

// Digits that a line begins with, a space or nothing behind them; 0: others.
qsizetype digitsOf(QStringView text)
{
    qsizetype count = 0;
    while (count < text.size() && text[count] >= u'0' && text[count] <= u'9')
        ++count;
    const bool ends = count == text.size() || text[count].isSpace();
    return ends && count <= kMostDigits ? count : 0;
}

// The numbers in a page's margin from top to bottom; none where they don't count its lines.
std::vector<Numbered> numbersOf(const PdfPage& page, const std::vector<PdfLine>& lines)
{
    std::vector<double> lefts;
    for (const PdfLine& line : lines)
        if (line.placed && digitsOf(lineText(page, line)) > 0)
            lefts.push_back(line.box.left());
    if (lefts.size() < kLeastOfPage)
        return {};
    const double left = *std::min_element(lefts.begin(), lefts.end());
    std::vector<Numbered> numbers;
    std::size_t others = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!lines[i].placed || lines[i].box.left() > left + kColumn)
            continue;
        const QStringView text = lineText(page, lines[i]);
        const qsizetype digits = digitsOf(text);
        const bool isApart = digits == text.size() || lines[i].second > lines[i].box.left();
        others += digits == 0 || !isApart ? 1 : 0;
        if (digits > 0 && isApart)
            numbers.push_back({i, text.left(digits).toInt(), digits, lines[i].box.center().y()});
    }
    std::sort(numbers.begin(), numbers.end(), [](const Numbered& a, const Numbered& b) { return a.y < b.y; });
    std::size_t counting = 1;
    for (std::size_t i = 1; i < numbers.size(); ++i)
        counting += numbers[i].number == numbers[i - 1].number + 1 ? 1 : 0;
    const bool counts = double(counting) >= kCountingShare * double(numbers.size());
    const bool isMargin = double(others) <= kOthersShare * double(lines.size());
    return numbers.size() >= kLeastOfPage && counts && isMargin ? numbers : std::vector<Numbered>();
}

QStringView behind(const PdfPage& page, const PdfLine& line, qsizetype digits)
{
    return lineText(page, line).mid(digits).trimmed();
}

} // namespace

void dropLineNumbers(std::span<const PdfPage> pages, std::vector<std::vector<PdfLine>>& lines)
{
    std::vector<std::vector<Numbered>> numbers;
    std::size_t all = 0, running = 0;
    for (std::size_t page = 0; page < pages.size(); ++page) {
        numbers.push_back(numbersOf(pages[page], lines[page]));
        all += numbers.back().size();
        for (const Numbered& numbered : numbers.back()) {
            const QStringView text = behind(pages[page], lines[page][numbered.line], numbered.digits);
            running += !text.isEmpty() && text.front().isLower() ? 1 : 0;
        }
    }
    if (all < kLeastOfAll || double(running) < kRunningShare * double(all))
        return;
    for (std::size_t page = 0; page < pages.size(); ++page)
        for (const Numbered& numbered : numbers[page]) {
            PdfLine& line = lines[page][numbered.line];
            const qsizetype left = behind(pages[page], line, numbered.digits).size();
            line.dropped = left == 0;
            if (left == 0)
                continue;
            line.begin = line.end - left;
            line.box.setLeft(line.second);
            line.gaps -= std::min(line.gaps, 1u);
        }
}

} // namespace cairn
