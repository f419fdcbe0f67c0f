#include "core/documents/pdf/pdf_ocr_words.h"

#include <QHash>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace cairn
{
namespace
{

constexpr int kMostPages = 400;         // whose letters are placed: 0.1 to 0.3 s each
constexpr double kTooLong = 11;         // letters of a word on average: of German prose 6, of lists of names and addresses up to 9
constexpr double kShortest = 2.5, kLongest = 9; // the same once they are apart
constexpr double kBoxesPerWord = 1.5, kFewBoxes = 1.1;
constexpr double kKnownShare = 0.5;     // of the parts of words: the document has them elsewhere as words
constexpr int kFewestParts = 6;
constexpr qsizetype kShortestPart = 3;  // letters: shorter ones are parts of formulas as well
constexpr int kMostVain = 6;            // pages looked at for nothing
constexpr double kTolerance = 0.4;      // points
constexpr std::size_t kFewestLetters = 60;
constexpr std::size_t kLost = 12;       // boxes looked at where one has letters of unknown places

struct Count
{
    std::size_t letters = 0, words = 0, others = 0; // others: letters of scripts without spaces

    double length() const { return words == 0 ? 0 : double(letters) / double(words); }
};

bool isGap(QChar c)
{
    return c.isSpace() || c.isNull() || c.unicode() == 0xFFFE;
}

// `gaps`: ascending places before which another word begins.
Count countOf(QStringView text, const std::vector<qsizetype>& gaps)
{
    Count count;
    bool inWord = false;
    auto gap = gaps.begin();
    for (qsizetype i = 0; i < text.size(); ++i) {
        while (gap != gaps.end() && *gap < i)
            ++gap;
        if (gap != gaps.end() && *gap == i)
            inWord = false;
        if (isGap(text[i])) {
            inWord = false;
            continue;
        }
        count.words += inWord ? 0 : 1;
        count.letters += 1;
        count.others += text[i].category() == QChar::Letter_Other ? 1 : 0;
        inWord = true;
    }
    return count;
}

enum class Suspicion { None, Some, Strong };

// Words that are drawn in more pieces than they are; strong where they are too long, too.
Suspicion suspicionOf(const PdfPage& page)
{
    const Count count = countOf(page.text, {});
    const auto boxes = double(std::count_if(page.boxes.begin(), page.boxes.end(), [](const QRectF& box) { return box.width() > 0; }));
    const bool isText = count.letters >= kFewestLetters && count.others * 10 < count.letters;
    if (!isText || boxes < kFewBoxes * double(count.words))
        return Suspicion::None;
    return count.length() > kTooLong && boxes > kBoxesPerWord * double(count.words) ? Suspicion::Strong : Suspicion::Some;
}

using Words = QHash<QString, int>;

// Stretches between gaps, in small letters, without the signs around them. `gaps`: as in countOf().
template <typename Visit> void forWords(const QString& text, const std::vector<qsizetype>& gaps, Visit visit)
{
    auto gap = gaps.begin();
    for (qsizetype begin = 0; begin < text.size();) {
        qsizetype end = begin;
        while (gap != gaps.end() && *gap <= begin)
            ++gap;
        while (end < text.size() && text[end].isLetterOrNumber() && !(gap != gaps.end() && end == *gap))
            ++end;
        if (end > begin)
            visit(begin, end, text.mid(begin, end - begin).toLower());
        begin = std::max(end, begin + 1);
    }
}

// Of text, not of formulas and numbers: "wherethe", "fee.The".
bool areBetweenLetters(const QString& text, const std::vector<qsizetype>& gaps)
{
    const auto isBetween = [&](qsizetype at) {
        return text[at].isLetter() && (text[at - 1].isLetter() || QStringView(u".,;:?!").contains(text[at - 1]));
    };
    return std::count_if(gaps.begin(), gaps.end(), isBetween) * 10 >= std::ptrdiff_t(gaps.size()) * 8;
}

// Most parts into which `gaps` divide words are words themselves: no syllables.
bool areWords(const QString& text, const std::vector<qsizetype>& gaps, const Words& known)
{
    int parts = 0, found = 0;
    forWords(text, gaps, [&](qsizetype begin, qsizetype end, const QString& word) {
        const bool isPart = end - begin >= kShortestPart && (std::binary_search(gaps.begin(), gaps.end(), begin)
                                                             || std::binary_search(gaps.begin(), gaps.end(), end));
        parts += isPart ? 1 : 0;
        found += isPart && known.contains(word) ? 1 : 0;
    });
    return parts >= kFewestParts && found > kKnownShare * parts;
}

// Places in the text where the letters of another box begin.
std::vector<qsizetype> boxBegins(const PdfPage& page, const PageGlyphs& glyphs)
{
    std::vector<QRectF> boxes;
    std::copy_if(page.boxes.begin(), page.boxes.end(), std::back_inserter(boxes), [](const QRectF& box) { return box.width() > 0; });
    const auto isAt = [](double a, double b) { return std::fabs(a - b) < kTolerance; };
    std::vector<qsizetype> begins;
    std::size_t box = 0;
    double right = -1e9; // of the letters of the box so far
    for (std::size_t i = 0; i < glyphs.size(); ++i) {
        const GlyphBox& glyph = glyphs[i];
        if (glyph.empty())
            continue;
        const double middle = (double(glyph.top) + double(glyph.bottom)) / 2;
        const auto startsAt = [&](std::size_t other) {
            return isAt(boxes[other].left(), glyph.left) && middle > boxes[other].top() - 1 && middle < boxes[other].bottom() + 1;
        };
        std::size_t next = box + 1;
        const bool isFull = box < boxes.size() && isAt(right, boxes[box].right());
        const std::size_t last = std::min(boxes.size(), box + (isFull ? 2 : kLost));
        while (next < last && !startsAt(next))
            ++next;
        const bool isInside =
            box < boxes.size() && glyph.right < boxes[box].right() + kTolerance && glyph.left > boxes[box].left() - kTolerance;
        if (next < last && (isFull || !isInside)) {
            begins.push_back(qsizetype(i));
            box = next;
            right = glyph.right;
        } else {
            right = std::max(right, double(glyph.right));
        }
    }
    return begins;
}

} // namespace

void partOcrWords(std::vector<PdfPage>& pages, const GlyphsOfPage& glyphs)
{
    int looks = 0, vain = 0;
    Words known;
    for (const PdfPage& page : pages)
        forWords(page.text, {}, [&](qsizetype, qsizetype, const QString& word) { ++known[word]; });
    for (std::size_t index = 0; index < pages.size() && looks < kMostPages; ++index) {
        PdfPage& page = pages[index];
        const Suspicion suspicion = suspicionOf(page);
        if (suspicion == Suspicion::None || (suspicion == Suspicion::Some && vain >= kMostVain))
            continue;
        ++looks;
        const PageGlyphs letters = glyphs(index);
        if (qsizetype(letters.size()) != page.text.size())
            continue;
        std::vector<qsizetype> gaps = page.gaps;
        for (const qsizetype at : boxBegins(page, letters))
            if (at > 0 && !isGap(page.text[at - 1]) && !isGap(page.text[at]))
                gaps.push_back(at);
        std::sort(gaps.begin(), gaps.end());
        gaps.erase(std::unique(gaps.begin(), gaps.end()), gaps.end());
        const double length = countOf(page.text, gaps).length();
        const bool isProven = suspicion == Suspicion::Strong || (areBetweenLetters(page.text, gaps) && areWords(page.text, gaps, known));
        if (length < kShortest || length > kLongest || !isProven)
            ++vain;
        else
            page.gaps = std::move(gaps);
    }
}

} // namespace cairn
