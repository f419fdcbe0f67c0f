// SessionStore: questions that are deleted with their answers, kept for some time, and put back (experience.md 12).
#include "storage/files/atomic_file.h"
#include "storage/session/carried_session.h"
#include "storage/session/session_store.h"
#include "storage/tables/conversation_table.h"
#include "storage/tables/search_index.h"
#include "storage/tables/session_tables.h"
#include "storage/tables/small_tables.h"

#include <unistd.h>

#include <algorithm>
#include <map>

namespace cairn
{

namespace
{

// What neither stands in a table nor in the search index any more is still in free pages: VACUUM leaves them behind.
constexpr std::string_view kForgetWords = "INSERT INTO search (search) VALUES ('optimize')";

}  // namespace

// A damaged mark counts, as 1: so it is never taken for one that has been kept long enough.
Result<std::map<std::int64_t, std::int64_t>> SessionStore::removedMarks() const
{
    auto marks = NumberTable(m_database, m_sessionId, tables::kRemovedQuestion).all();
    if (marks)
        for (auto& [question, removedAt] : *marks)
            removedAt = std::max<std::int64_t>(1, removedAt);
    return marks;
}

Result<std::vector<QuestionRecord>> SessionStore::allQuestions() const
{
    auto records = ConversationTable(m_database, m_sessionId).questions();
    const auto marks = removedMarks();
    if (!records || !marks)
        return records ? marks.error() : records.error();
    for (QuestionRecord& record : *records)
        if (const auto mark = marks->find(record.id.value); mark != marks->end())
            record.removedAt = mark->second;
    return records;
}

Result<std::vector<AnswerRecord>> SessionStore::allAnswers() const
{
    auto records = ConversationTable(m_database, m_sessionId).answers();
    const auto maps = NumberTable(m_database, m_sessionId, tables::kAnswerMap).all();
    if (!records || !maps)
        return records ? maps.error() : records.error();
    for (AnswerRecord& record : *records)
        if (const auto map = maps->find(record.id.value); map != maps->end())
            record.earlierMap = map->second;
    return records;
}

namespace
{

Result<std::vector<QuestionRecord>> onlyThose(Result<std::vector<QuestionRecord>> records, bool removed)
{
    if (records)
        std::erase_if(*records, [=](const QuestionRecord& record) { return (record.removedAt != 0) != removed; });
    return records;
}

Result<std::vector<AnswerRecord>> onlyThose(Result<std::vector<AnswerRecord>> records, const std::map<std::int64_t, std::int64_t>& marks,
                                            bool removed)
{
    if (records)
        std::erase_if(*records, [&](const AnswerRecord& record) { return marks.contains(record.question.value) != removed; });
    return records;
}

}  // namespace

Result<std::vector<QuestionRecord>> SessionStore::questions() const
{
    return onlyThose(allQuestions(), false);
}

Result<std::vector<QuestionRecord>> SessionStore::removedQuestions() const
{
    return onlyThose(allQuestions(), true);
}

Result<std::vector<AnswerRecord>> SessionStore::answers() const
{
    const auto marks = removedMarks();
    return marks ? onlyThose(allAnswers(), *marks, false) : marks.error();
}

Result<std::vector<AnswerRecord>> SessionStore::removedAnswers() const
{
    const auto marks = removedMarks();
    return marks ? onlyThose(allAnswers(), *marks, true) : marks.error();
}

// Words of a question and its answers in the search index. Damaged: the index must be built again, as what to take out isn't known.
Result<std::vector<std::pair<SearchPlace, std::string>>> SessionStore::wordsOf(QuestionId id) const
{
    const auto questions = allQuestions();
    const auto answers = allAnswers();
    if (!questions || !answers)
        return questions ? answers.error() : questions.error();
    std::vector<std::pair<SearchPlace, std::string>> words;
    bool damaged = false;
    for (const QuestionRecord& question : *questions) {
        if (question.id == id) {
            words.push_back({{SearchKind::Question, id.value, 0}, question.text});
            damaged = damaged || question.damaged;
        }
    }
    if (words.empty())
        return Error{ErrorCode::NotFound, "This session holds no such question. It may have been deleted for good."};
    for (const AnswerRecord& record : *answers) {
        if (record.question != id || record.state == AnswerState::Running)
            continue;
        const auto answer = loadAnswerWithoutTrace(record.id);
        damaged = damaged || !answer;
        words.push_back({{SearchKind::Answer, record.id.value, 0}, answer ? answer->text : std::string()});
    }
    if (damaged)
        return Error{ErrorCode::Corruption, "A question or an answer is damaged."};
    return words;
}

Result<void> SessionStore::changeConversation(QuestionId id, bool indexed, const std::function<Result<void>(const Database&)>& changes)
{
    const auto words = wordsOf(id);
    if (!words && words.error().code != ErrorCode::Corruption)
        return words.error();
    const auto marks = removedMarks();
    if (!marks)
        return marks.error();
    const bool wasIndexed = !marks->contains(id.value);
    auto done = write([&](const Database& database) -> Result<void> {
        for (std::size_t i = 0; words && wasIndexed != indexed && i < words->size(); ++i) {
            const auto& [place, text] = (*words)[i];
            if (auto step = indexed ? SearchIndex(database).add(place, text) : SearchIndex(database).remove(place, text); !step)
                return step.error();
        }
        return changes(database);
    });
    return done && !words ? rebuildSearch() : done;
}

Result<void> SessionStore::setQuestionRemoved(QuestionId id, bool removed)
{
    return changeConversation(id, !removed, [&](const Database& database) -> Result<void> {
        const NumberTable marks(database, m_sessionId, tables::kRemovedQuestion);
        const auto marked = marks.all();
        if (!marked || marked->contains(id.value) == removed)
            return marked ? Result<void>() : marked.error();
        return removed ? marks.set(id.value, now()) : marks.remove(id.value);
    });
}

Result<QuestionId> SessionStore::setAnswerRemoved(AnswerId id)
{
    const auto questions = allQuestions();
    const auto answers = allAnswers();
    if (!questions || !answers)
        return questions ? answers.error() : questions.error();
    const auto answer = std::find_if(answers->begin(), answers->end(), [=](const AnswerRecord& one) { return one.id == id; });
    if (answer == answers->end())
        return Error{ErrorCode::NotFound, "This session holds no such answer. It may have been deleted for good."};
    const auto isBeside = [&](const AnswerRecord& one) { return one.question == answer->question; };
    if (std::count_if(answers->begin(), answers->end(), isBeside) < 2 || answer->state == AnswerState::Running)
        return Error{ErrorCode::InvalidArgument, "Only one of several finished answers can be deleted alone. Delete the question instead."};
    const auto question =
        std::find_if(questions->begin(), questions->end(), [&](const QuestionRecord& one) { return one.id == answer->question; });
    if (question == questions->end() || question->damaged)
        return Error{ErrorCode::Corruption, "The question of this answer is damaged."};
    const auto words = loadAnswerWithoutTrace(id);
    QuestionId copy;
    auto done = write([&](const Database& database) -> Result<void> {
        const ConversationTable conversation(database, m_sessionId);
        const auto added = conversation.addQuestion(*question);
        if (!added)
            return added.error();
        copy = *added;
        if (auto step = conversation.setQuestion(id, copy); !step)
            return step.error();
        if (words && question->removedAt == 0)
            if (auto step = SearchIndex(database).remove({SearchKind::Answer, id.value, 0}, words->text); !step)
                return step.error();
        return NumberTable(database, m_sessionId, tables::kRemovedQuestion).set(copy.value, now());
    });
    if (done && !words)
        done = rebuildSearch();
    return done ? Result<QuestionId>(copy) : done.error();
}

Result<QuestionId> SessionStore::putQuestionBack(QuestionId id)
{
    const auto questions = allQuestions();
    const auto answers = allAnswers();
    if (!questions || !answers)
        return questions ? answers.error() : questions.error();
    const auto own = std::find_if(questions->begin(), questions->end(), [=](const QuestionRecord& one) { return one.id == id; });
    const auto isTwin = [&](const QuestionRecord& one) {
        return one.id != id && one.removedAt == 0 && !one.damaged && one.askedAt == own->askedAt && one.text == own->text &&
               one.options == own->options && one.follows == own->follows;
    };
    const bool isDeleted = own != questions->end() && own->removedAt != 0 && !own->damaged;
    const auto twin = isDeleted ? std::find_if(questions->begin(), questions->end(), isTwin) : questions->end();
    if (twin == questions->end()) {
        const auto back = setQuestionRemoved(id, false);
        return back ? Result<QuestionId>(id) : back.error();
    }
    bool damaged = false;
    auto done = write([&](const Database& database) -> Result<void> {
        const ConversationTable conversation(database, m_sessionId);
        for (const AnswerRecord& answer : *answers) {
            if (answer.question != id)
                continue;
            if (auto step = conversation.setQuestion(answer.id, twin->id); !step)
                return step.error();
            const auto words = loadAnswerWithoutTrace(answer.id);
            damaged = damaged || !words;
            if (words)
                if (auto step = indexAnswer(database, answer.id, words->text); !step)
                    return step.error();
        }
        if (auto step = conversation.remove(id); !step)
            return step.error();
        return NumberTable(database, m_sessionId, tables::kRemovedQuestion).remove(id.value);
    });
    if (done && damaged)
        done = rebuildSearch();
    return done ? Result<QuestionId>(twin->id) : done.error();
}

Result<void> SessionStore::removeQuestion(QuestionId id)
{
    return changeConversation(id, false, [&](const Database& database) -> Result<void> {
        if (auto step = ConversationTable(database, m_sessionId).remove(id); !step)
            return step.error();
        if (auto step = NumberTable(database, m_sessionId, tables::kRemovedQuestion).remove(id.value); !step)
            return step.error();
        return dropUnusedMaps(database);
    });
}

Result<void> SessionStore::dropOldRemoved()
{
    const auto marks = removedMarks();
    if (!marks)
        return marks.error();
    std::vector<QuestionId> old;
    for (const auto& [question, removedAt] : *marks)
        if (removedAt > 1 && now() - removedAt > kRemovedKeptMs)
            old.push_back(QuestionId(question));
    if (old.empty())
        return {};
    return write([&](const Database& database) -> Result<void> {
        for (const QuestionId id : old) {
            if (auto step = ConversationTable(database, m_sessionId).remove(id); !step)
                return step.error();
            if (auto step = NumberTable(database, m_sessionId, tables::kRemovedQuestion).remove(id.value); !step)
                return step.error();
        }
        return dropUnusedMaps(database);
    });
}

Result<void> SessionStore::addConversation(const CarriedSession& added)
{
    return write([&](const Database& database) -> Result<void> {
        const ConversationTable conversation(database, m_sessionId);
        const NoteTable notes(database, m_sessionId);
        const SearchIndex index(database);
        std::map<std::int64_t, QuestionId> questions;
        std::map<std::int64_t, AnswerId> answers;
        for (const CarriedAnswer& one : added.answers) {
            const auto known = questions.find(one.record.question.value);
            if (known == questions.end()) {
                const auto from = std::find_if(added.questions.begin(), added.questions.end(),
                                               [&](const QuestionRecord& question) { return question.id == one.record.question; });
                if (from == added.questions.end())
                    return Error{ErrorCode::InvalidArgument, "An answer has no question."};
                QuestionRecord question = *from;
                const auto follows = question.follows ? answers.find(question.follows->value) : answers.end();
                question.follows = follows == answers.end() ? std::nullopt : std::optional(follows->second);
                const auto id = conversation.addQuestion(question);
                if (!id)
                    return id.error();
                questions[one.record.question.value] = *id;
                if (auto step = index.add({SearchKind::Question, id->value, 0}, question.text); !step)
                    return step.error();
            }
            AnswerRecord record = one.record;
            record.question = questions[one.record.question.value];
            const auto id = conversation.addAnswer(record);
            if (!id)
                return id.error();
            answers[one.record.id.value] = *id;
            if (auto step = conversation.writeAnswer({*id, record.state, record.changedAt, record.context}, one.answer); !step)
                return step.error();
            if (auto step = index.add({SearchKind::Answer, id->value, 0}, one.answer.text); !step)
                return step.error();
        }
        for (const NoteRecord& one : added.notes) {
            const auto id = notes.add(one.note, one.createdAt);
            if (!id)
                return id.error();
            if (auto step = notes.change(*id, one.note, one.changedAt); !step)
                return step.error();
            if (auto step = index.add({SearchKind::Note, *id, 0}, one.note.text); !step)
                return step.error();
        }
        return {};
    });
}

Result<void> SessionStore::copyToShare(const std::string& path) const
{
    const auto removed = removedQuestions();
    if (!removed)
        return removed.error();
    if (auto copied = copyTo(path); !copied)
        return copied;
    const auto done = [&]() -> Result<void> {
        if (removed->empty())
            return makeUsual(path);
        const auto copy = Database::open(path, databaseOptions());
        if (!copy)
            return copy.error();
        auto transaction = Transaction::begin(*copy);
        if (!transaction)
            return transaction.error();
        for (const QuestionRecord& question : *removed) {
            if (auto step = ConversationTable(*copy, m_sessionId).remove(question.id); !step)
                return step.error();
            if (auto step = NumberTable(*copy, m_sessionId, tables::kRemovedQuestion).remove(question.id.value); !step)
                return step.error();
        }
        if (auto step = copy->execute(kForgetWords); !step)
            return step.error();
        if (auto step = transaction->commit(); !step)
            return step.error();
        if (auto step = copy->execute("VACUUM"); !step)
            return step;
        return makeUsual(path);
    }();
    if (!done)
        ::unlink(path.c_str());
    ::unlink((path + "-journal").c_str());   // empty by now, but a file in the person's folder
    return done;
}

}  // namespace cairn
