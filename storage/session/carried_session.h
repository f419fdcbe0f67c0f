// All that a session.db holds as values: how a session is carried into a fresh file, from a damaged one (salvage.h) or from one that
// someone else made (foreign_file.h). What is derived (memories, stream map, search index) is left behind. Owner thread only.
#pragma once

#include "storage/database/database.h"
#include "storage/records/session_records.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace cairn
{

struct CarriedDocument
{
    DocumentId id;                    // where it came from
    CanonicalText text;
    SourceFile source;
    std::int64_t importedAt = 0;
    std::int64_t removedAt = 0;       // DocumentRecord::removedAt
};

struct CarriedAnswer
{
    AnswerRecord record;              // `question` and QuestionRecord::follows as they were there
    Answer answer;                    // with AnswerRecord::earlierMap: its map is left behind, that it was another one is not
};

struct CarriedSession
{
    std::int64_t createdAt = 0;
    std::map<std::string, std::string> settings;   // the title among them
    std::vector<CarriedDocument> documents;       // in reading order
    std::vector<QuestionRecord> questions;
    std::vector<CarriedAnswer> answers;
    std::vector<NoteRecord> notes;
    std::vector<std::string> losses;               // one sentence each; empty: everything is here
    bool documentsAreWhole = true;                 // false: a text is not what it was, so neither are its blocks
};

// Everything whose hash is right; of a damaged text, map, answer or trace what is left. `partDone` is called after each document and
// answer. Errors: the tables themselves can't be read (a file that is more damaged: salvage.h), disk, memory.
Result<CarriedSession> readCarried(const Database& database, const Hash128& session, const std::function<void()>& partDone = {});

// A new session.db in `folder`, which holds none; ids are given anew, times are kept. Failure: nothing is left of it.
// REQUIRES: texts are UTF-8, maps and traces consistent.
Result<void> writeCarried(const std::string& folder, const CarriedSession& contents);

}  // namespace cairn
