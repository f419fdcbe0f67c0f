// What the window looks like with a session: kept in it (settings row "view"), so that it comes back with the session. Plain values.
#pragma once

#include "app/window/session/tested_answers.h"

#include <QList>
#include <QString>

#include <cstdint>
#include <optional>

namespace cairn
{

struct PartOfDocument
{
    qint64 document = 0;                  // its id
    ByteRange range;
    bool operator==(const PartOfDocument&) const = default;
};

struct ViewState
{
    std::uint32_t document = 0;           // in the front, first character in sight
    std::uint64_t byte = 0;
    int textZoom = 100;                   // percent
    std::optional<bool> pages;            // of that document; unset: as it opens
    QList<qint64> unticked;               // documents that are not to be used for the next question
    std::optional<AnswerId> answer;       // shown; unset: the last one
    QString selection;                    // JSON of selection.h; empty: none
    QString draft;                        // a question that is not asked yet
    std::optional<PartOfDocument> within; // that it is asked of alone
    std::optional<AnswerId> follows;      // and that it continues
    int view = 0;                         // of the dock (StudyDock::View)
    QList<TestedAnswer> tested;
    bool operator==(const ViewState&) const = default;
};

QString toJson(const ViewState& state);                // one line
ViewState viewStateFromJson(const QString& json);      // what is missing or makes no sense keeps its default

}  // namespace cairn
