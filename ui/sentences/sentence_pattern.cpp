#include "ui/sentences/sentence_pattern.h"

namespace cairn
{

SentencePattern::SentencePattern(const char* sentence)
{
    const QString text = QString::fromUtf8(sentence);
    qsizetype begin = 0;
    for (qsizetype at = text.indexOf(QLatin1Char('%')); at >= 0; at = text.indexOf(QLatin1Char('%'), begin)) {
        m_between.append(text.mid(begin, at - begin));
        begin = at + 2;
    }
    m_between.append(text.mid(begin));
    for (const QString& part : m_between)
        m_letters += part.size();
}

std::optional<QStringList> SentencePattern::match(const QString& text) const
{
    QStringList places;
    if (m_between.size() == 1)
        return text == m_between.front() ? std::optional(places) : std::nullopt;
    if (!text.startsWith(m_between.front()) || !text.endsWith(m_between.back()))
        return std::nullopt;
    const qsizetype end = text.size() - m_between.back().size();
    qsizetype at = m_between.front().size();
    for (qsizetype i = 1; i < m_between.size(); ++i) {
        const bool last = i + 1 == m_between.size();
        const qsizetype next = last ? end : text.indexOf(m_between[i], at + 1);
        if (next <= at || next > end)
            return std::nullopt;
        places.append(text.mid(at, next - at));
        at = next + m_between[i].size();
    }
    return places;
}

}  // namespace cairn
