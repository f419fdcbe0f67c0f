#include "core/documents/pdf/pdf_ligatures.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <array>

namespace cairn
{
namespace
{

constexpr char16_t kFirstLigature = 0xFB00;
constexpr std::array<std::string_view, 7> kLigatures{"ff", "fi", "fl", "ffi", "ffl", "st", "st"}; // U+FB00..U+FB06
constexpr char16_t kFirstOwn = 0xFDD0;   // noncharacters: no text has them
constexpr std::array<std::string_view, 4> kOwnLigatures{"ft", "tt", "Qu", "Th"};
constexpr std::size_t kCharacters = 5;   // of kLigatures that a font may draw for letters typed
constexpr qsizetype kMostLetters = 3;    // of a ligature
constexpr qsizetype kShortestWord = 4;   // that tells a ligature by being in the document
constexpr int kLeastWords = 2;           // that agree on what a code is
constexpr int kSureWords = 4;            // so many that a word which looks like another ligature doesn't count
constexpr double kAgreement = 0.8;       // of the words

// Common words of several languages, or beginnings of them, with a ligature inside; "^": at the beginning of a word alone. Short ones would
// be found in too many words.
constexpr auto kStems = std::to_array<QStringView>(
    {u"offen", u"offer", u"effekt", u"effect", u"effort", u"different", u"differen", u"begriff", u"griffen", u"angriff", u"zugriff",
     u"treff",
     u"stoff", u"schiff", u"suffix", u"suffer", u"buffer", u"affect", u"staff", u"stuff", u"affair", u"coffee", u"schaff", u"hoffe",
     u"hoffn", u"öffn", u"öffentl", u"puffer", u"ziffer", u"waffe", u"cutoff",
     u"find", u"first", u"file", u"final", u"finish", u"defin", u"défin", u"specifi", u"spezifi", u"signifi", u"modif", u"figur",
     u"field", u"fixed", u"bugfix", u"häufig", u"notific", u"certifi", u"zertifi", u"identifi", u"config", u"konfig", u"confir",
     u"confid", u"benefi", u"scientifi", u"grafi", u"gráfi", u"verifi", u"simplifi", u"classifi", u"klassifi", u"justifi", u"qualifi",
     u"quantifi", u"fifth", u"firm", u"finan", u"finger", u"prefix", u"präfix", u"infinit", u"artifi", u"fichier", u"profil", u"five",
     u"filter", u"pacific", u"difica",
     u"flow", u"influ", u"einfl", u"flag", u"flex", u"reflect", u"conflict", u"konflikt", u"fläch", u"floor", u"flach", u"pflicht",
     u"pfleg", u"flug", u"flieg", u"fluss", u"flüss", u"float", u"fließ", u"flucht",
     u"office", u"offici", u"efficien", u"difficul", u"suffici", u"traffic", u"affili", u"offizi", u"effizi", u"koeffizi", u"coeffici",
     u"offline", u"shuffl", u"baffl", u"afflict", u"affluen",
     u"^after", u"often", u"oftma", u"soft", u"schrift", u"schaft", u"kraft", u"kräft", u"haft", u"luft", u"left", u"shift", u"draft",
     u"gift", u"craft", u"heft", u"dürft", u"geschäft", u"zukunft", u"vernunft", u"ankunft", u"auskunft", u"swift", u"theft",
     u"letter", u"better", u"matter", u"pattern", u"blatt", u"blätt", u"schnitt", u"bitte", u"mittel", u"mitte", u"statt", u"stätt",
     u"little", u"written", u"getting", u"http", u"attrib", u"attach", u"attack", u"attempt", u"attent", u"button", u"bottom",
     u"setting", u"splitt", u"plattform", u"hätte", u"dritt", u"schritt", u"kette", u"committ", u"submitt", u"latter", u"settle",
     u"battle", u"brutto", u"netto", u"dokumenttyp",
     u"quell", u"quali", u"question", u"quant", u"quick", u"quer", u"quot",
     u"this", u"that", u"their", u"there", u"then", u"they", u"thus", u"these", u"those", u"thema", u"theor", u"through"});

bool isCode(QChar c)
{
    const char16_t u = c.unicode();
    return (u > 0 && u < 0x20 && u != u'\t' && u != u'\n' && u != u'\r') || (u >= 0x7F && u < 0xA0);
}

bool isLatin(QChar c)
{
    return c.isLetter() && c.script() == QChar::Script_Latin;
}

bool isIdeograph(QChar c)
{
    return c.category() == QChar::Letter_Other;
}

// Read as a Latin letter with its bytes swapped.
bool isSwapped(QChar c)
{
    const char16_t letter = c.unicode() >> 8;
    return c.unicode() % 0x100 == 0 && letter < 0x80 && QChar(letter).isLetter();
}

QString lettersOf(QChar ligature)
{
    const std::string_view letters = ligatureLetters(ligature);
    return QString::fromLatin1(letters.data(), qsizetype(letters.size()));
}

std::vector<QChar> candidates()
{
    std::vector<QChar> all;
    for (std::size_t i = 0; i < kCharacters; ++i)
        all.push_back(QChar(char16_t(kFirstLigature + i)));
    for (std::size_t i = 0; i < kOwnLigatures.size(); ++i)
        all.push_back(QChar(char16_t(kFirstOwn + i)));
    return all;
}

// Letters and codes that stand together.
template <typename Visit> void forWords(QStringView text, Visit visit)
{
    for (qsizetype begin = 0; begin < text.size();) {
        qsizetype end = begin;
        bool hasCode = false;
        for (; end < text.size() && (isLatin(text[end]) || isCode(text[end])); ++end)
            hasCode = hasCode || isCode(text[end]);
        if (end > begin)
            visit(begin, end, hasCode);
        begin = std::max(end, begin + 1);
    }
}

class Resolver
{
public:
    explicit Resolver(std::vector<PdfPage>& pages) : m_pages(pages)
    {
        for (const PdfPage& page : pages)
            forWords(page.text, [&](qsizetype begin, qsizetype end, bool hasCode) {
                const QString word = page.text.mid(begin, end - begin);
                if (hasCode)
                    collect(word);
                else if (end - begin >= kShortestWord)
                    m_known.insert(word.toLower());
            });
    }

    void run()
    {
        if (m_coded.isEmpty())
            return;
        for (const QString& word : std::as_const(m_coded))
            for (qsizetype i = 0; i < word.size(); ++i)
                if (const QString found = isCode(word[i]) ? byWord(word, i) : QString(); found.size() == 1)
                    ++m_votes[word[i]][found.front()];
        for (PdfPage& page : m_pages)
            forWords(page.text, [&](qsizetype begin, qsizetype end, bool hasCode) {
                if (hasCode)
                    resolve(page, begin, end);
            });
    }

private:
    void collect(const QString& word)
    {
        if (std::count_if(word.begin(), word.end(), isLatin) < 2)
            return;
        m_coded.insert(word);
        for (qsizetype i = 1; i + 1 < word.size(); ++i)
            if (isCode(word[i]) && word[i - 1].isLower() && word[i + 1].isLower())
                m_inside.insert(word[i]);
    }

    // The ligatures that make a word of it.
    QString byWord(const QString& word, qsizetype at) const
    {
        QString found;
        for (const QChar ligature : m_candidates) {
            const QString letters = lettersOf(ligature);
            if (letters.front().isUpper() && at > 0)
                continue;
            const QString whole = (word.left(at) + letters + word.mid(at + 1)).toLower();
            if (m_known.contains(whole) || hasStem(whole, at, at + letters.size()))
                found += ligature;
        }
        return found;
    }

    static bool hasStem(const QString& word, qsizetype begin, qsizetype end)
    {
        return std::any_of(kStems.begin(), kStems.end(), [&](QStringView stem) {
            if (stem.front() == u'^')
                return word.startsWith(stem.mid(1)) && stem.size() - 1 >= end;
            for (qsizetype at = word.indexOf(stem); at >= 0; at = word.indexOf(stem, at + 1))
                if (at <= begin && at + stem.size() >= end)
                    return true;
            return false;
        });
    }

    // By the word, and by what most words say of the code: fonts of one document may have it for different ligatures. Null: unknown.
    QChar ligatureOf(const QString& word, qsizetype at) const
    {
        const QString found = byWord(word, at);
        QChar leader;
        int most = 0, all = 0;
        const QHash<QChar, int> votes = m_votes.value(word[at]);
        for (auto vote = votes.begin(); vote != votes.end(); ++vote) {
            all += vote.value();
            if (vote.value() > most) {
                most = vote.value();
                leader = vote.key();
            }
        }
        const bool leads = most >= kLeastWords && most >= kAgreement * all;
        if (leads && (found.isEmpty() || found.contains(leader) || most >= kSureWords))
            return leader;
        return found.size() == 1 ? found.front() : QChar();
    }

    void resolve(PdfPage& page, qsizetype begin, qsizetype end)
    {
        const QString word = page.text.mid(begin, end - begin);
        if (!m_coded.contains(word))
            return;
        for (qsizetype i = 0; i < word.size(); ++i) {
            if (!isCode(word[i]))
                continue;
            const QChar ligature = ligatureOf(word, i);
            if (!ligature.isNull())
                page.text[begin + i] = ligature;
            else
                page.lettersMissing = page.lettersMissing || m_inside.contains(word[i]);
        }
    }

    std::vector<PdfPage>& m_pages;
    const std::vector<QChar> m_candidates = candidates();
    QSet<QString> m_known;  // words without codes, lower case
    QSet<QString> m_coded;  // words with codes
    QSet<QChar> m_inside;   // codes that stand between letters of a word
    QHash<QChar, QHash<QChar, int>> m_votes; // code, ligature: words
};

} // namespace

void mendSwappedLetters(PdfPage& page)
{
    QString& text = page.text;
    for (qsizetype begin = 0; begin < text.size(); ++begin) {
        qsizetype end = begin;
        while (end < text.size() && isSwapped(text[end]))
            ++end;
        const bool isLigature = end - begin > 1 && end - begin <= kMostLetters;
        const QChar before = begin > 0 ? text[begin - 1] : QChar(), behind = end < text.size() ? text[end] : QChar();
        const bool inWord = (isLatin(before) || isLatin(behind)) && !isIdeograph(before) && !isIdeograph(behind);
        if (isLigature && inWord) {
            for (qsizetype i = begin; i < end; ++i)
                text[i] = QChar(char16_t(text[i].unicode() >> 8));
            page.moved.emplace_back(begin, end);
        }
        begin = std::max(begin, end - 1);
    }
}

std::string_view ligatureLetters(QChar c)
{
    const char16_t u = c.unicode();
    if (u >= kFirstLigature && u < kFirstLigature + kLigatures.size())
        return kLigatures[u - kFirstLigature];
    return u >= kFirstOwn && u < kFirstOwn + kOwnLigatures.size() ? kOwnLigatures[u - kFirstOwn] : std::string_view();
}

bool isControl(QChar c)
{
    const char16_t u = c.unicode();
    return (u < 0x20 && u != u'\t') || (u >= 0x7F && u < 0xA0) || u == 0xAD || u >= 0xFFFE || (u >= 0xFDD0 && u <= 0xFDEF);
}

QString spelled(QStringView text)
{
    QString result;
    for (const QChar c : text) {
        if (!ligatureLetters(c).empty())
            result += lettersOf(c);
        else if (!isControl(c) || c.isSpace())
            result += c;
    }
    return result;
}

void resolveLigatures(std::vector<PdfPage>& pages)
{
    for (PdfPage& page : pages)
        for (std::size_t i = 0; i < kOwnLigatures.size(); ++i)
            page.text.replace(QChar(char16_t(kFirstOwn + i)), QChar(0xFFFF));
    Resolver(pages).run();
}

} // namespace cairn
