// A stored answer in place of another one, unchecked and with right hashes: as someone writes it who knows the format.
#pragma once

#include "storage/records/answer_columns.h"
#include "storage/tables/hashed_table.h"
#include "storage/tables/piece_table.h"
#include "storage/tables/session_tables.h"

namespace cairn::test
{

// REQUIRES: the session in `folder` is not open for writing.
inline bool plantAnswer(const std::string& folder, const Hash128& session, AnswerId id, const Answer& answer)
{
    constexpr std::size_t kColumnBytes = 6;   // place in a row of tables::kAnswer
    const auto database = Database::open(folder + "/session.db", {});
    if (!database)
        return false;
    const HashedTable answers(*database, session, tables::kAnswer);
    auto row = answers.get(id.value);
    auto sizes = PieceTable(*database, session, tables::kAnswerPiece).store(id.value, packAnswer(answer));
    if (!row || !sizes)
        return false;
    (*row)[kColumnBytes] = std::move(*sizes);
    return answers.put(id.value, *row).has_value();
}

}  // namespace cairn::test
