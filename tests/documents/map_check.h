// The properties every position map must have, against the source texts it points into.
#pragma once

#include "core/documents/client/canonical_codec.h"
#include "core/types/document.h"

#include <QString>

#include <string>
#include <vector>

namespace cairn::test
{

inline std::string utf8Slice(const QString& page, const PositionRun& run)
{
    return page.mid(qsizetype(run.sourceBegin), qsizetype(run.sourceLength)).toStdString();
}

// Empty when all hold: the promises of core/types/document.h, and every run points at its own characters.
inline QString mapViolation(const CanonicalText& text, const std::vector<QString>& pages)
{
    if (const auto promises = checkCanonicalText(text); !promises)
        return QString::fromStdString(promises.error().message);
    if (text.units.size() != pages.size())
        return QStringLiteral("%1 units for %2 pages").arg(text.units.size()).arg(pages.size());
    for (const PositionRun& run : text.runs) {
        const QString& page = pages[run.unit];
        if (run.sourceBegin + run.sourceLength > std::uint64_t(page.size()))
            return QStringLiteral("run at %1 ends behind its page").arg(run.canonical.begin);
        if (run.verbatim && text.text.substr(run.canonical.begin, run.canonical.size()) != utf8Slice(page, run))
            return QStringLiteral("run at %1 is not its source").arg(run.canonical.begin);
    }
    return {};
}

// The source characters that no run stands for, white space left out: what the reader dropped.
inline QString droppedCharacters(const CanonicalText& text, const std::vector<QString>& pages)
{
    QString dropped;
    std::size_t run = 0;
    for (std::size_t page = 0; page < pages.size(); ++page) {
        qsizetype at = 0;
        const auto take = [&](qsizetype end) {
            for (; at < end; ++at)
                if (!pages[page][at].isSpace())
                    dropped += pages[page][at];
        };
        for (; run < text.runs.size() && text.runs[run].unit == page; ++run) {
            take(qsizetype(text.runs[run].sourceBegin));
            at = qsizetype(text.runs[run].sourceBegin + text.runs[run].sourceLength);
        }
        take(pages[page].size());
    }
    return dropped;
}

inline std::string paragraphText(const CanonicalText& text, std::size_t i)
{
    const ByteRange& range = text.paragraphs[i].text;
    return text.text.substr(range.begin, range.size());
}

} // namespace cairn::test
