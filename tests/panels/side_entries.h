// Documents and headings for the left side of the window.
#pragma once

#include "ui/panels/side_models.h"

#include <vector>

namespace cairn::test
{

inline DocumentEntry document(std::int64_t id, const QString& title, DocumentState state = DocumentState::Ready)
{
    DocumentEntry entry;
    entry.id = DocumentId(id);
    entry.title = title;
    entry.state = state;
    return entry;
}

inline OutlineEntry heading(const QString& title, int level, std::uint64_t byte)
{
    OutlineEntry entry;
    entry.title = title;
    entry.level = level;
    entry.document = DocumentId(1);
    entry.byte = byte;
    return entry;
}

inline std::vector<OutlineEntry> outline()
{
    return {heading(QStringLiteral("1"), 1, 0),    heading(QStringLiteral("1.1"), 2, 10), heading(QStringLiteral("1.1.1"), 3, 20),
            heading(QStringLiteral("1.2"), 2, 30), heading(QStringLiteral("2"), 1, 40),   heading(QStringLiteral("2.0.1"), 3, 50)};
}

}  // namespace cairn::test
