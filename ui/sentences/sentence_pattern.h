// An English sentence with places (%1 to %9, in this order), found in a filled one. A value.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace cairn
{

class SentencePattern
{
public:
    explicit SentencePattern(const char* sentence);

    // What stands in the places if the whole text is this sentence; a place is as short as can be, and never empty.
    std::optional<QStringList> match(const QString& text) const;

    const QString& beginning() const { return m_between.front(); }   // up to the first place
    qsizetype letters() const { return m_letters; }                  // outside of the places: the more, the surer

private:
    QStringList m_between;                                           // what stands before, between and behind the places
    qsizetype m_letters = 0;
};

}  // namespace cairn
