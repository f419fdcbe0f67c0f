#include "core/documents/pdf/pdf_hyphens.h"

#include <algorithm>
#include <array>
#include <span>

namespace cairn
{
namespace
{

constexpr qsizetype kMaxWord = 64;
constexpr qsizetype kShortPart = 3; // "non", "pre", "sub": long enough to be a word of its own

using Words = std::span<const QStringView>;

// First halves of compounds that have a hyphen before nearly every word, whether or not the document uses them alone.
constexpr std::array<QStringView, 30> kFirstHalves{
    u"self", u"long", u"short", u"high", u"higher", u"low", u"lower", u"well", u"large", u"small", u"real", u"fine", u"coarse", u"half",
    u"full", u"cross", u"quasi", u"off", u"first", u"second", u"third", u"one", u"two", u"three", u"four", u"five", u"six", u"ten",
    u"single", u"double"};
// Second halves that hardly end a word written as one, and not behind a prefix.
constexpr std::array<QStringView, 20> kSecondHalves{
    u"term", u"level", u"based", u"driven", u"oriented", u"specific", u"dimensional", u"scale", u"grained", u"known", u"range", u"quality",
    u"independent", u"dependent", u"sided", u"valued", u"sized", u"informed", u"related", u"aware"};
// Words that also end others: "endless", "membership", "gentleman".
constexpr std::array<QStringView, 40> kEndings{
    u"able", u"ably", u"age", u"ally", u"ant", u"ate", u"body", u"ever", u"fore", u"form", u"forms", u"ful", u"hood", u"ice",
    u"ing", u"ion", u"land", u"less", u"man", u"men", u"more", u"most", u"ness", u"out", u"self", u"selves", u"ship", u"ships",
    u"some", u"stand", u"stands", u"standing", u"thing", u"things", u"ward", u"wards", u"where", u"wise", u"work", u"works"};
// Words that also begin others: "therefore", "understand", "overview".
constexpr std::array<QStringView, 40> kBeginnings{
    u"and", u"any", u"anti", u"are", u"but", u"can", u"con", u"down", u"every", u"for", u"further", u"had", u"has", u"her",
    u"hither", u"how", u"inter", u"may", u"mean", u"micro", u"never", u"none", u"nor", u"not", u"our", u"out", u"over", u"per",
    u"pro", u"some", u"super", u"the", u"them", u"there", u"under", u"what", u"when", u"where", u"with", u"your"};
constexpr std::array<QStringView, 10> kConjunctions{u"and", u"or", u"und", u"oder", u"bzw", u"sowie", u"et", u"ou", u"och", u"og"};
constexpr std::array<QStringView, 8> kApart{u"the", u"of", u"les", u"est", u"los", u"que", u"della", u"che"};
constexpr std::array<QStringView, 8> kTogether{u"und", u"ist", u"och", u"som", u"og", u"het", u"een", u"der"};

constexpr std::array<QStringView, 5> kForms{u"s", u"ed", u"d", u"ing", u"ly"};

bool isAmong(Words words, QStringView word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool isHyphen(QChar c)
{
    return c == u'-' || c.unicode() == 0x2010 || c.unicode() == 0x2011;
}

bool isWordCharacter(QChar c)
{
    return c.isLetterOrNumber() || isHyphen(c) || c.isMark() || c == u'\'' || c.unicode() == 0x2019;
}

QString folded(QStringView word)
{
    return word.toString().toLower();
}

bool isLetter(QChar c)
{
    return c.isLetter() || c.isMark();
}

bool isInCapitals(QStringView word)
{
    return std::none_of(word.begin(), word.end(), [](QChar c) { return c.isLower(); });
}

// "FreeBSD"
bool hasInnerCapital(QStringView word)
{
    for (qsizetype i = 1; i < word.size(); ++i)
        if (word[i].isUpper() && word[i - 1].isLower())
            return true;
    return false;
}

QStringView lastWord(QStringView text, bool (*belongs)(QChar))
{
    qsizetype begin = text.size();
    while (begin > 0 && text.size() - begin < kMaxWord && belongs(text[begin - 1]))
        --begin;
    return text.mid(begin);
}

QStringView firstWord(QStringView text, bool (*belongs)(QChar))
{
    qsizetype end = 0;
    while (end < text.size() && end < kMaxWord && belongs(text[end]))
        ++end;
    return text.left(end);
}

// The word or another form of it: "extends" where the document has "extended".
bool hasForm(const QSet<QString>& words, const QString& word)
{
    const auto hasStem = [&](const QString& stem) {
        return words.contains(stem) ||
               std::any_of(kForms.begin(), kForms.end(), [&](QStringView form) { return words.contains(stem + form.toString()); });
    };
    return hasStem(word) || std::any_of(kForms.begin(), kForms.end(), [&](QStringView form) {
               return word.size() > form.size() + kShortPart && word.endsWith(form) && hasStem(word.chopped(form.size()));
           });
}

} // namespace

bool isAddress(QStringView word)
{
    return word.contains(QStringView(u"://")) || word.contains(QStringView(u"www."));
}

void HyphenRules::addLine(QStringView line, bool continuesWord, bool endsInHyphen)
{
    qsizetype at = 0;
    while (at < line.size()) {
        qsizetype end = at;
        while (end < line.size() && isWordCharacter(line[end]))
            ++end;
        const QStringView word = line.mid(at, end - at);
        const bool half = (at == 0 && continuesWord) || (end == line.size() && endsInHyphen);
        if (!half && !word.isEmpty() && word.size() <= kMaxWord)
            addWord(word);
        at = end + 1;
    }
}

void HyphenRules::addWord(QStringView word)
{
    const QString lower = folded(word);
    if (std::none_of(word.begin() + 1, std::max(word.begin() + 1, word.end() - 1), isHyphen)) {
        m_words.insert(lower);
        ++m_counts[lower];
        if (hasInnerCapital(word))
            m_mixed.insert(word.toString());
        if (word.front().isLower())
            m_seenLower.insert(lower);
        m_apart += isAmong(kApart, lower) ? 1 : 0;
        m_together += isAmong(kTogether, lower) ? 1 : 0;
        return;
    }
    m_hyphenated.insert(lower);
    for (qsizetype begin = 0; begin < word.size();) {
        qsizetype end = begin;
        while (end < word.size() && !isHyphen(word[end]))
            ++end;
        if (end > begin)
            m_parts.insert(lower.mid(begin, end - begin));
        if (end > begin && word[begin].isLower())
            m_seenLower.insert(lower.mid(begin, end - begin));
        begin = end + 1;
    }
}

bool HyphenRules::areWords(const QString& left, const QString& right) const
{
    return (m_words.contains(left) || m_parts.contains(left) || isAmong(kFirstHalves, left)) &&
           (m_seenLower.contains(right) || isAmong(kSecondHalves, right));
}

bool HyphenRules::areApart(QStringView before, QStringView after) const
{
    constexpr int kOften = 3;
    const QStringView left = lastWord(before, isLetter), right = firstWord(after, isLetter);
    if (left.size() < 2 || right.size() < 2 || !left.back().isLower() || !(right.front().isLower() || right.front().isUpper()))
        return false;
    if (left.size() < lastWord(before, isWordCharacter).size() || isAddress(before.mid(before.lastIndexOf(u' ') + 1)))
        return false;
    const QString first = folded(left), second = folded(right);
    return m_counts.value(first) >= kOften && m_counts.value(second) >= kOften && !m_words.contains(first + second);
}

LineEndHyphen HyphenRules::meaningOf(QStringView before, QStringView after) const
{
    const QStringView left = lastWord(before, isLetter);
    const QStringView right = firstWord(after, isLetter);
    if (left.isEmpty() && before.endsWith(u'/') && !isAddress(before.mid(before.lastIndexOf(u' ') + 1)))
        return LineEndHyphen::Divides; // "GNU/-|Linux"
    if (left.isEmpty() && isAmong(kConjunctions, folded(right)))
        return LineEndHyphen::Suspended; // "«Stable»-|und"
    if (left.isEmpty() || right.isEmpty() || isAddress(before.mid(before.lastIndexOf(u' ') + 1)))
        return LineEndHyphen::Belongs; // "1-|2"
    const QString begun = folded(lastWord(before, isWordCharacter));
    const QString rest = folded(firstWord(after, isWordCharacter));
    if (hasForm(m_hyphenated, begun + u'-' + rest)) // "proof-|of-work"
        return LineEndHyphen::Belongs;
    const QString first = folded(left);
    const QString second = folded(right);
    const bool isCapital = right.front().isUpper();
    const bool inCapitals = isCapital && right.size() > 1 && isInCapitals(left) && isInCapitals(right);
    if (isCapital && !inCapitals) // "RISC-|V", "Nelder-|Mead": a divided word is "Free-|BSD" alone
        return m_mixed.contains(left.toString() + right.toString()) ? LineEndHyphen::Divides : LineEndHyphen::Belongs;
    if (hasForm(m_words, first + second))
        return LineEndHyphen::Divides;
    if (isCapital || hasForm(m_hyphenated, first + u'-' + second))
        return LineEndHyphen::Belongs;
    if (rest == second && isAmong(kConjunctions, second) && left.size() >= kShortPart)
        return LineEndHyphen::Suspended;
    if (left.size() == 1 || right.size() == 1 || (isInCapitals(left) && left.size() > 1)) // "x-|value", "DNA-|based": no syllables
        return LineEndHyphen::Belongs;
    const bool isChain = begun.size() > first.size() || rest.size() > second.size(); // "out-of-|order"
    const bool isForeign = isAmong(kFirstHalves, first) && isAmong(kSecondHalves, second);
    const bool isLowerChain = begun.size() > left.size() && begun == lastWord(before, isWordCharacter);
    if (m_together > m_apart && (isForeign || (isLowerChain && areWords(first, second))))
        return LineEndHyphen::Belongs; // "low-|level", "plasma-widgets-|addons" in German
    const bool isLong = left.size() >= kShortPart && right.size() >= kShortPart;
    if (m_together > m_apart || !(isLong || isChain) || isAmong(kBeginnings, first) || isAmong(kEndings, second))
        return LineEndHyphen::Divides;
    const bool isEnding = left.size() > kShortPart && isAmong(kSecondHalves, second); // "community-|driven"
    return isEnding || areWords(first, second) ? LineEndHyphen::Belongs : LineEndHyphen::Divides;
}

} // namespace cairn
