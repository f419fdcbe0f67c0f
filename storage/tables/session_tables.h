// The tables of session.db whose rows have hashes: their numbers (part of every hash, never reused), names and columns (storage/README.md).
#pragma once

#include "storage/tables/hashed_table.h"

#include <array>

namespace cairn::tables
{

inline constexpr TableLayout kSetting{1, "setting", "name, value", 2};
inline constexpr TableLayout kDocument{2, "document",
                                       "content_hash, format, title, author, source_path, source_bytes, source_modified_ns, imported_at, "
                                       "unit_count, heading_count, column_bytes", 11};
inline constexpr TableLayout kDocumentPiece{3, "document_piece", "data", 1};
inline constexpr TableLayout kMemory{4, "memory", "memory_key, stored_blocks, total_blocks", 3};
inline constexpr TableLayout kQuestion{5, "question", "asked_at, follows, text, options", 4};
inline constexpr TableLayout kAnswer{6, "answer", "question, started_at, changed_at, state, strategy, context, column_bytes", 7};
inline constexpr TableLayout kAnswerPiece{7, "answer_piece", "data", 1};
inline constexpr TableLayout kNote{8, "note", "document, range_begin, range_end, created_at, changed_at, text", 6};
inline constexpr TableLayout kStreamMap{9, "stream_map", "memory_key, column_bytes", 2};
inline constexpr TableLayout kStreamMapPiece{10, "stream_map_piece", "data", 1};
inline constexpr TableLayout kRemovedDocument{11, "removed_document", "removed_at", 1};
inline constexpr TableLayout kAnswerMap{12, "answer_map", "stream_map", 1};
inline constexpr TableLayout kBackLink{13, "back_link", "data", 1};

inline constexpr TableLayout kRemovedQuestion{14, "removed_question", "removed_at", 1};
inline constexpr TableLayout kNoteKind{15, "note_kind", "kind", 1};

inline constexpr std::array kAll{kSetting, kDocument,  kDocumentPiece,  kMemory,          kQuestion,  kAnswer,   kAnswerPiece,
                                 kNote,    kStreamMap, kStreamMapPiece, kRemovedDocument, kAnswerMap, kBackLink, kRemovedQuestion,
                                 kNoteKind};

inline constexpr int kAnswerChangedAt = 2, kNoteChangedAt = 4;   // columns that tell an earlier state of a row from a later one

}  // namespace cairn::tables
