#include "core/documents/pdf/pdf_word_gaps.h"

#include <QHash>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr double kNoSpace = 0.15;        // of a letter's height: letters of one word stand as close
constexpr double kSpace = 0.3;           // words stand as far apart
constexpr double kOverhang = 0.15;       // the same before a letter that reaches to the left, as "j"
constexpr double kApart = 2;             // times as far as the letters before
constexpr int kMostLooks = 600;          // some 3 ms each
constexpr int kUsualWord = 3;            // times in the document
constexpr qsizetype kShortestPart = 3;   // letters of the second half of a word
constexpr qsizetype kShortestJoined = 5; // letters

struct Word
{
    qsizetype begin, end;
};

std::vector<Word> wordsOf(QStringView text)
{
    std::vector<Word> words;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (!text[i].isLetter() || text[i].category() == QChar::Letter_Other) // of scripts without spaces, or to the left
            continue;
        if (words.empty() || words.back().end != i)
            words.push_back({i, i});
        words.back().end = i + 1;
    }
    return words;
}

class WordGaps
{
public:
    WordGaps(std::vector<PdfPage>& pages, const LetterGap& gap) : m_pages(pages), m_gap(gap)
    {
        for (const PdfPage& page : pages)
            for (const Word& word : wordsOf(page.text))
                ++m_counts[textOf(page, word)];
        for (const PdfPage& page : pages)
            forDivided(page, [&](const Word& left, const Word& right) { ++m_divided[pairOf(page, left, right)]; });
    }

    void run()
    {
        for (std::size_t page = 0; page < m_pages.size() && m_looks < kMostLooks; ++page) {
            forDivided(m_pages[page], [&](const Word& left, const Word& right) { joinHalves(page, left, right); });
            for (const Word& word : wordsOf(m_pages[page].text))
                divide(page, word);
        }
    }

private:
    static QString textOf(const PdfPage& page, const Word& word) { return page.text.mid(word.begin, word.end - word.begin).toLower(); }
    static QString pairOf(const PdfPage& page, const Word& left, const Word& right)
    {
        return textOf(page, left) + u' ' + textOf(page, right);
    }
    int countOf(const QString& word) const { return m_counts.value(word); }

    double look(std::size_t page, qsizetype left, qsizetype right)
    {
        ++m_looks;
        return m_gap(page, left, right);
    }

    // Two words with a space between them that the document has elsewhere as one.
    template <typename Visit> void forDivided(const PdfPage& page, Visit visit) const
    {
        const std::vector<Word> words = wordsOf(page.text);
        for (std::size_t i = 1; i < words.size(); ++i) {
            const Word &left = words[i - 1], &right = words[i];
            const bool isDivided = right.begin == left.end + 1 && page.text[left.end] == u' ' && page.text[right.begin].isLower();
            if (isDivided && right.end - right.begin >= kShortestPart && countOf(textOf(page, left) + textOf(page, right)) > 0)
                visit(left, right);
        }
    }

    // One of the halves is no word of its own.
    void joinHalves(std::size_t page, const Word& left, const Word& right)
    {
        PdfPage& own = m_pages[page];
        const int pairs = m_divided.value(pairOf(own, left, right));
        if (countOf(textOf(own, left)) > pairs && countOf(textOf(own, right)) > pairs)
            return;
        if (m_looks < kMostLooks && look(page, left.end - 1, right.begin) < kNoSpace)
            own.text[left.end] = QChar(QChar::SoftHyphen);
    }

    bool isApart(std::size_t page, qsizetype at)
    {
        const double gap = look(page, at - 1, at);
        return gap > kSpace && gap > kApart * look(page, at - 2, at - 1);
    }

    // A word that is hardly found elsewhere, and is two usual ones with "a" between them: a gap on one side alone may be a font's.
    void divide(std::size_t page, const Word& word)
    {
        PdfPage& own = m_pages[page];
        const QString text = textOf(own, word);
        if (text.size() < kShortestJoined || countOf(text) >= kUsualWord)
            return;
        for (qsizetype at = 2; at + 3 <= text.size() && m_looks < kMostLooks; ++at) {
            const qsizetype place = word.begin + at;
            if (text[at] != u'a' || countOf(text.left(at)) < kUsualWord || countOf(text.mid(at + 1)) < kUsualWord)
                continue;
            if (isApart(page, place) && look(page, place, place + 1) > kOverhang) {
                own.gaps.push_back(place);
                own.gaps.push_back(place + 1);
                return;
            }
        }
    }

    std::vector<PdfPage>& m_pages;
    const LetterGap& m_gap;
    QHash<QString, int> m_counts;  // of words, lower case
    QHash<QString, int> m_divided; // of "neg ative"
    int m_looks = 0;
};

} // namespace

void mendWordGaps(std::vector<PdfPage>& pages, const LetterGap& gap)
{
    WordGaps(pages, gap).run();
}

} // namespace cairn
