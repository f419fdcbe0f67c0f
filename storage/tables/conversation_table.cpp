#include "storage/tables/conversation_table.h"

#include "storage/bytes/packed.h"
#include "storage/records/answer_columns.h"
#include "storage/records/answer_places.h"
#include "storage/records/trace_columns.h"
#include "storage/tables/session_tables.h"

#include <limits>

namespace cairn
{

namespace
{

constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();

enum AnswerPlace { kQuestionOf, kStartedAt, kChangedAt, kState, kStrategy, kContext, kColumnBytes };

QuestionRecord questionOf(const HashedTable::Found& found)
{
    const Values& row = found.row;
    QuestionRecord record;
    record.id = QuestionId(found.id);
    record.askedAt = integerOf(row[0]);
    if (const auto* follows = std::get_if<std::int64_t>(&row[1]))
        record.follows = AnswerId(*follows);
    record.text = textOf(row[2]);
    record.options = textOf(row[3]);
    record.damaged = found.damaged;
    return record;
}

AnswerRecord answerOf(const HashedTable::Found& found)
{
    const Values& row = found.row;
    AnswerRecord record;
    record.id = AnswerId(found.id);
    record.question = QuestionId(integerOf(row[kQuestionOf]));
    record.startedAt = integerOf(row[kStartedAt]);
    record.changedAt = integerOf(row[kChangedAt]);
    record.state = static_cast<AnswerState>(integerOf(row[kState]));
    record.strategy = static_cast<Strategy>(integerOf(row[kStrategy]));
    record.context = textOf(row[kContext]);
    const auto sizes = bytesOf(row[kColumnBytes]);
    for (std::uint8_t column = 0; column <= kLastAnswerColumn; ++column)
        record.traceBytes += isTraceColumn(column) ? PieceTable::size(column, sizes) : 0;
    record.damaged = found.damaged || record.state > AnswerState::Failed || record.strategy > Strategy::Bm25;
    return record;
}

template <typename Record>
Result<std::vector<Record>> records(const HashedTable& table, Record (*convert)(const HashedTable::Found&))
{
    const auto rows = table.all(0, kAll);
    if (!rows)
        return rows.error();
    std::vector<Record> all;
    for (const auto& found : *rows)
        all.push_back(convert(found));
    return all;
}

}  // namespace

ConversationTable::ConversationTable(const Database& database, const Hash128& session)
    : m_questions(database, session, tables::kQuestion), m_answers(database, session, tables::kAnswer),
      m_pieces(database, session, tables::kAnswerPiece)
{
}

Result<QuestionId> ConversationTable::addQuestion(const QuestionRecord& question) const
{
    Values row{question.askedAt, std::monostate(), question.text, question.options};
    if (question.follows)
        row[1] = question.follows->value;
    const auto id = m_questions.add(row);
    if (!id)
        return id.error();
    return QuestionId(*id);
}

Result<AnswerId> ConversationTable::addAnswer(const AnswerRecord& answer) const
{
    if (const auto question = m_questions.get(answer.question.value); !question)
        return question.error();
    const auto id = m_answers.add({answer.question.value, answer.startedAt, answer.changedAt, static_cast<std::int64_t>(answer.state),
                                   static_cast<std::int64_t>(answer.strategy), answer.context, std::vector<std::byte>()});
    if (!id)
        return id.error();
    Answer empty;
    empty.strategy = answer.strategy;
    if (auto done = writeAnswer({AnswerId(*id), answer.state, answer.changedAt, {}}, empty); !done)
        return done.error();
    return AnswerId(*id);
}

Result<void> ConversationTable::writeAnswer(const AnswerWrite& write, const Answer& answer) const
{
    if (!isConsistent(answer.trace) || !traceFits(answer))
        return Error{ErrorCode::InvalidArgument, "The trace of the answer contradicts itself; it can't be stored."};
    if (!isCoherent(answer))   // it could not be read back
        return Error{ErrorCode::InvalidArgument, "The answer points outside its own words; it can't be stored."};
    auto row = m_answers.get(write.id.value);
    if (!row)
        return row.error();
    auto sizes = m_pieces.store(write.id.value, packAnswer(answer));
    if (!sizes)
        return sizes.error();
    (*row)[kChangedAt] = write.now;
    (*row)[kState] = static_cast<std::int64_t>(write.state);
    (*row)[kStrategy] = static_cast<std::int64_t>(answer.strategy);
    if (write.context)
        (*row)[kContext] = *write.context;
    (*row)[kColumnBytes] = std::move(*sizes);
    return m_answers.put(write.id.value, *row);
}

Result<void> ConversationTable::setQuestion(AnswerId id, QuestionId question) const
{
    auto row = m_answers.get(id.value);
    if (!row)
        return row.error();
    (*row)[kQuestionOf] = question.value;
    return m_answers.put(id.value, *row);
}

Result<void> ConversationTable::setState(AnswerId id, AnswerState state) const
{
    auto row = m_answers.get(id.value);
    if (!row)
        return row.error();
    (*row)[kState] = static_cast<std::int64_t>(state);
    return m_answers.put(id.value, *row);
}

Result<void> ConversationTable::remove(QuestionId id) const
{
    const auto all = answers();
    if (!all)
        return all.error();
    for (const AnswerRecord& answer : *all) {
        if (answer.question != id)
            continue;
        if (auto done = m_pieces.remove(answer.id.value); !done)
            return done.error();
        if (auto done = m_answers.remove(answer.id.value, answer.id.value); !done)
            return done.error();
    }
    return m_questions.remove(id.value, id.value);
}

Result<std::vector<QuestionRecord>> ConversationTable::questions() const
{
    return records<QuestionRecord>(m_questions, questionOf);
}

Result<std::vector<AnswerRecord>> ConversationTable::answers() const
{
    return records<AnswerRecord>(m_answers, answerOf);
}

Result<Answer> ConversationTable::load(AnswerId id, bool withTrace) const
{
    const auto row = m_answers.get(id.value);
    if (!row)
        return row.error();
    const auto sizes = bytesOf((*row)[kColumnBytes]);
    auto answer = unpackAnswer(
        [&](AnswerColumn column) { return m_pieces.load(id.value, static_cast<std::uint8_t>(column), sizes); }, withTrace);
    if (!answer)
        return answer.error();
    const AnswerRecord record = answerOf({id.value, false, *row});
    answer->strategy = record.strategy;
    const auto question = m_questions.get(record.question.value);
    if (!question)
        return question.error();
    answer->question = textOf((*question)[2]);
    return answer;
}

Result<Answer> ConversationTable::rescue(AnswerId id) const
{
    const auto row = m_answers.get(id.value);
    if (!row)
        return row.error();
    const auto sizes = bytesOf((*row)[kColumnBytes]);
    const auto load = [&](AnswerColumn column) { return m_pieces.load(id.value, static_cast<std::uint8_t>(column), sizes); };
    const auto words = load(AnswerColumn::Text);
    if (!words)
        return words.error();
    auto answer = unpackAnswer(load, false);
    if (!answer) {   // a part is damaged: the words alone
        answer = Answer{};
        answer->text.assign(reinterpret_cast<const char*>(words->data()), words->size());
        if (!isCoherent(*answer))   // nor are these words
            return Error{ErrorCode::Corruption, "The stored words of an answer are damaged."};
    } else if (auto trace = unpackTrace(load)) {
        answer->trace = std::move(*trace);
        if (!traceFits(*answer))
            answer->trace = {};
    }
    answer->strategy = answerOf({id.value, false, *row}).strategy;
    if (const auto question = m_questions.get(integerOf((*row)[kQuestionOf])))
        answer->question = textOf((*question)[2]);
    return answer;
}

Result<bool> ConversationTable::isComplete() const
{
    for (const auto& complete : {m_questions.isComplete(), m_answers.isComplete(), m_pieces.isComplete()})
        if (!complete || !*complete)
            return complete;
    return true;
}

}  // namespace cairn
