#include "core/documents/pdf_hyphens.h"

namespace cairn
{
namespace
{

constexpr qsizetype kMaxWord = 64;
constexpr qsizetype kShortPart = 3; // "non", "pre", "sub": long enough to be a word of its own

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
        if (!half && !word.isEmpty() && word.size() <= kMaxWord) {
            bool hyphenated = false;
            for (QChar c : word.mid(1).chopped(word.size() > 1 ? 1 : 0))
                hyphenated = hyphenated || isHyphen(c);
            (hyphenated ? m_hyphenated : m_words).insert(folded(word));
        }
        at = end + 1;
    }
}

bool HyphenRules::keepsHyphen(QStringView before, QStringView after) const
{
    const QStringView left = lastWord(before, isLetter);
    const QStringView right = firstWord(after, isLetter);
    if (left.isEmpty() || right.isEmpty() || right[0].isUpper())
        return true; // "RISC-|V", "1-|2": never a divided word
    if (isAddress(before.mid(before.lastIndexOf(u' ') + 1)))
        return true;
    const QString compound = folded(lastWord(before, isWordCharacter)) + u'-' + folded(firstWord(after, isWordCharacter));
    if (m_hyphenated.contains(compound)) // "proof-|of-work"
        return true;
    const QString joined = folded(left) + folded(right);
    if (m_words.contains(joined))
        return false;
    if (m_hyphenated.contains(folded(left) + u'-' + folded(right)))
        return true;
    return left.size() >= kShortPart && right.size() >= kShortPart && m_words.contains(folded(left)) && m_words.contains(folded(right));
}

} // namespace cairn
