// Questions and answers of a session, answers with their traces in pieces. A light object over a connection; its owner's thread.
#pragma once

#include "storage/records/session_records.h"
#include "storage/tables/piece_table.h"

namespace cairn
{

struct AnswerWrite   // what an answer's row says besides its columns
{
    AnswerId id;
    AnswerState state = AnswerState::Running;
    std::int64_t now = 0;
    std::optional<std::string> context;   // nullopt: as it stands
};

class ConversationTable
{
public:
    ConversationTable(const Database& database, const Hash128& session);

    // All inside the caller's transaction.
    Result<QuestionId> addQuestion(const QuestionRecord& question) const;
    Result<AnswerId> addAnswer(const AnswerRecord& answer) const;
    Result<void> writeAnswer(const AnswerWrite& write, const Answer& answer) const;    // InvalidArgument: the trace contradicts itself
    Result<void> setQuestion(AnswerId id, QuestionId question) const;   // that it answers
    Result<void> setState(AnswerId id, AnswerState state) const;
    Result<void> remove(QuestionId id) const;                                          // with its answers

    Result<std::vector<QuestionRecord>> questions() const;   // in the order asked
    Result<std::vector<AnswerRecord>> answers() const;
    Result<Answer> load(AnswerId id, bool withTrace) const;
    // Of a damaged answer: its words and what else is whole; the question may be lost. Corruption: no word is left.
    Result<Answer> rescue(AnswerId id) const;
    Result<bool> isComplete() const;

private:
    HashedTable m_questions, m_answers;
    PieceTable m_pieces;
};

}  // namespace cairn
