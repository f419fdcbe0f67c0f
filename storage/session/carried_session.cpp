#include "storage/session/carried_session.h"

#include "storage/records/answer_places.h"
#include "storage/session/session_store.h"
#include "storage/tables/conversation_table.h"
#include "storage/tables/document_table.h"
#include "storage/tables/session_tables.h"
#include "storage/tables/small_tables.h"
#include "storage/tables/stream_map_table.h"

#include <unistd.h>

#include <algorithm>
#include <limits>
#include <set>

namespace cairn
{

namespace
{

constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();
constexpr const char* kLostQuestion = "(This question could not be recovered.)";

bool isDamage(const Error& error)
{
    return error.code == ErrorCode::Corruption || error.code == ErrorCode::NotFound;
}

class Reader
{
public:
    Reader(const Database& database, const Hash128& session, const std::function<void()>& partDone)
        : m_settings(database, session), m_documents(database, session), m_conversation(database, session), m_notes(database, session),
          m_removed(marks(database, session, tables::kRemovedDocument)), m_earlier(marks(database, session, tables::kAnswerMap)),
          m_deleted(marks(database, session, tables::kRemovedQuestion)), m_partDone(partDone)
    {
    }

    Result<CarriedSession> read()
    {
        for (const auto step :
             {&Reader::readSettings, &Reader::readDocuments, &Reader::readQuestions, &Reader::readAnswers, &Reader::readNotes})
            if (auto done = (this->*step)(); !done)
                return done.error();
        return std::move(m_out);
    }

private:
    using Marks = std::map<std::int64_t, std::int64_t>;
    static Marks marks(const Database& database, const Hash128& session, const TableLayout& table)
    {
        const auto found = NumberTable(database, session, table).all();
        return found ? *found : Marks();   // an older format has none
    }

    void lose(const std::string& what) { m_out.losses.push_back(what); }
    void donePart() const
    {
        if (m_partDone)
            m_partDone();
    }

    Result<void> readSettings()
    {
        auto settings = m_settings.all();
        if (!settings)
            return settings.error();
        m_out.settings = std::move(*settings);
        const auto created = m_out.settings.find("created_at");
        m_out.createdAt = created == m_out.settings.end() ? 0 : std::strtoll(created->second.c_str(), nullptr, 10);
        return {};
    }

    Result<void> readDocuments()
    {
        const auto records = m_documents.all();
        const auto owners = m_documents.owners();
        if (!records || !owners)
            return records ? owners.error() : records.error();
        std::set<std::int64_t> ids(owners->begin(), owners->end());   // texts whose document was lost, too
        std::map<std::int64_t, const DocumentRecord*> byId;
        for (const DocumentRecord& record : *records) {
            ids.insert(record.id.value);
            byId[record.id.value] = &record;
        }
        for (const std::int64_t id : ids) {
            const auto record = byId.find(id);
            if (auto done = readDocument(DocumentId(id), record == byId.end() ? nullptr : record->second); !done)
                return done.error();
            donePart();
        }
        return {};
    }

    Result<void> readDocument(DocumentId id, const DocumentRecord* record)
    {
        CarriedDocument document;
        document.id = id;
        if (const auto mark = m_removed.find(id.value); mark != m_removed.end())
            document.removedAt = std::max<std::int64_t>(1, mark->second);
        if (record && !record->damaged) {
            document.source = record->source;
            document.importedAt = record->importedAt;
        }
        const std::string number = std::to_string(m_out.documents.size() + 1);
        auto text = m_documents.load(id);
        if (!text && isDamage(text.error())) {
            text = m_documents.rescue(id);
            if (text)
                lose("Of document " + number + " only a part could be recovered; import its file again for the rest.");
            m_out.documentsAreWhole = false;
        }
        if (!text && isDamage(text.error())) {
            lose("Document " + number + " is lost; import its file again.");
            m_places.push_back(kNowhere);
            m_textBytes.push_back(0);
            return {};
        }
        if (!text)
            return text.error();
        document.text = std::move(*text);
        m_places.push_back(static_cast<std::uint32_t>(m_out.documents.size()));
        m_textBytes.push_back(document.text.text.size());
        m_out.documents.push_back(std::move(document));
        return {};
    }

    Result<void> readQuestions()
    {
        auto questions = m_conversation.questions();
        if (!questions)
            return questions.error();
        for (QuestionRecord& question : *questions) {
            if (const auto mark = m_deleted.find(question.id.value); mark != m_deleted.end())
                question.removedAt = std::max<std::int64_t>(1, mark->second);
            if (question.damaged)
                lose("Question " + std::to_string(question.id.value) + " is damaged and was left out.");
            else
                m_out.questions.push_back(std::move(question));
        }
        return {};
    }

    Result<void> readAnswers()
    {
        const auto answers = m_conversation.answers();
        if (!answers)
            return answers.error();
        for (const AnswerRecord& record : *answers) {
            const std::string name = "Answer " + std::to_string(record.id.value);
            auto answer = record.damaged ? Result<Answer>(Error{ErrorCode::Corruption, {}}) : m_conversation.load(record.id, true);
            bool isWhole = answer.has_value();
            if (!answer && isDamage(answer.error()) && !record.damaged)
                answer = m_conversation.rescue(record.id);
            if (answer) {
                isWhole = keepPlaces(*answer) && isWhole;
                if (!isWhole)
                    lose(name + " was recovered in part.");
                m_out.answers.push_back({record, std::move(*answer)});
                if (m_earlier.contains(record.id.value))
                    m_out.answers.back().record.earlierMap = StreamMapTable::kUnknown;
            }
            else if (isDamage(answer.error()))
                lose(name + " is damaged and was left out.");
            else
                return answer.error();
            donePart();
        }
        return {};
    }

    // What points to no place, or into a lost document, goes; documents are counted without the lost ones now. False: something went.
    bool keepPlaces(Answer& answer) const
    {
        const bool areLost = dropLostPlaces(answer, m_textBytes);
        const auto move = [this](std::uint32_t& document) {
            if (document < m_places.size())
                document = m_places[document];
        };
        for (Citation& citation : answer.citations)
            move(citation.document);
        for (Quotation& quotation : answer.quotations)
            if (quotation.verbatim)
                move(quotation.document);
        for (DocumentPlace& passage : answer.passages)
            move(passage.document);
        return !areLost;
    }

    Result<void> readNotes()
    {
        auto notes = m_notes.all();
        if (!notes)
            return notes.error();
        std::vector<DocumentRecord> documents;
        for (const CarriedDocument& document : m_out.documents) {
            documents.emplace_back();
            documents.back().id = document.id;
            documents.back().textBytes = document.text.text.size();
        }
        markLostNotes(*notes, documents);
        for (NoteRecord& note : *notes) {
            if (note.damaged)
                lose("A note is damaged and was left out.");
            else
                m_out.notes.push_back(std::move(note));
        }
        return {};
    }

    SettingTable m_settings;
    DocumentTable m_documents;
    ConversationTable m_conversation;
    NoteTable m_notes;
    Marks m_removed, m_earlier, m_deleted;
    const std::function<void()>& m_partDone;
    CarriedSession m_out;
    std::vector<std::uint32_t> m_places;      // of the session's documents in m_out.documents, or kNowhere
    std::vector<std::uint64_t> m_textBytes;   // theirs; of a lost one 0
};

class Writer
{
public:
    Writer(SessionStore& store, std::int64_t& now, const CarriedSession& contents) : m_store(store), m_now(now), m_contents(contents) {}

    Result<void> write()
    {
        for (const auto step : {&Writer::writeSettings, &Writer::writeDocuments, &Writer::writeConversation, &Writer::writeNotes,
                                &Writer::markEarlierAnswers})
            if (auto done = (this->*step)(); !done)
                return done.error();
        return {};
    }

private:
    Result<void> writeSettings()
    {
        for (const auto& [name, value] : m_contents.settings)
            if (name != "created_at" && name != "title" && name != kSessionIdSetting && !name.starts_with(kSourceHashSetting))
                if (auto done = m_store.setSetting(name, value); !done)
                    return done.error();
        return {};
    }

    Result<void> writeDocuments()
    {
        for (const CarriedDocument& document : m_contents.documents) {
            m_now = document.importedAt;
            const auto id = m_store.addDocument(document.text, document.source);
            if (!id)
                return id.error();
            m_documents[document.id.value] = *id;
        }
        return markRemoved();
    }

    // Before there are answers. Where all others are lost the last one is no longer removed.
    Result<void> markRemoved()
    {
        for (const CarriedDocument& document : m_contents.documents) {
            m_now = document.removedAt;
            if (document.removedAt == 0)
                continue;
            const auto done = m_store.setDocumentRemoved(m_documents[document.id.value], true);
            if (!done && done.error().code != ErrorCode::InvalidArgument)
                return done.error();
        }
        return {};
    }

    // Questions and answers in the order in which they came about, so that a question can follow an answer.
    Result<void> writeConversation()
    {
        std::map<std::int64_t, std::vector<const CarriedAnswer*>> answers;
        std::set<std::int64_t> known;
        for (const QuestionRecord& question : m_contents.questions)
            known.insert(question.id.value);
        std::vector<QuestionRecord> questions = m_contents.questions;
        for (const CarriedAnswer& answer : m_contents.answers) {
            const QuestionId question = answer.record.question;
            answers[question.value].push_back(&answer);
            if (known.insert(question.value).second)
                questions.push_back({question, answer.record.startedAt, {}, kLostQuestion, {}, false, 0});
        }
        std::sort(questions.begin(), questions.end(), [](const QuestionRecord& a, const QuestionRecord& b) { return a.id < b.id; });
        for (const QuestionRecord& question : questions) {
            if (auto done = writeQuestion(question, answers[question.id.value]); !done)
                return done.error();
        }
        return {};
    }

    Result<void> writeQuestion(const QuestionRecord& question, const std::vector<const CarriedAnswer*>& answers)
    {
        std::optional<AnswerId> follows;
        if (question.follows)
            if (const auto found = m_answers.find(question.follows->value); found != m_answers.end())
                follows = found->second;
        m_now = question.askedAt;
        const auto id = m_store.recordQuestion(question.text, question.options, follows);
        if (!id)
            return id.error();
        for (const CarriedAnswer* answer : answers)
            if (auto done = writeAnswer(*id, *answer); !done)
                return done.error();
        m_now = question.removedAt;
        return question.removedAt != 0 ? m_store.setQuestionRemoved(*id, true) : Result<void>();
    }

    Result<void> writeAnswer(QuestionId question, const CarriedAnswer& from)
    {
        m_now = from.record.startedAt;
        const auto id = m_store.beginAnswer(question, from.answer.strategy, from.record.context);
        if (!id)
            return id.error();
        m_answers[from.record.id.value] = *id;
        m_now = from.record.changedAt;
        const AnswerState state = from.record.state == AnswerState::Running ? AnswerState::Interrupted : from.record.state;
        return m_store.finishAnswer(*id, from.answer, state, from.record.context);
    }

    Result<void> writeNotes()
    {
        for (const NoteRecord& note : m_contents.notes) {
            const auto document = m_documents.find(note.note.document.value);
            if (document == m_documents.end())
                continue;
            Note moved = note.note;
            moved.document = document->second;
            m_now = note.createdAt;
            const auto id = m_store.addNote(moved);
            if (!id)
                return id.error();
            m_now = note.changedAt;
            if (note.changedAt != note.createdAt)
                if (auto done = m_store.changeNote(*id, moved); !done)
                    return done.error();
        }
        return {};
    }

    Result<void> markEarlierAnswers()
    {
        std::vector<AnswerId> earlier;
        for (const CarriedAnswer& answer : m_contents.answers)
            if (const auto moved = m_answers.find(answer.record.id.value); answer.record.earlierMap && moved != m_answers.end())
                earlier.push_back(moved->second);
        return earlier.empty() ? Result<void>() : m_store.markEarlierAnswers(earlier);
    }

    SessionStore& m_store;
    std::int64_t& m_now;
    const CarriedSession& m_contents;
    std::map<std::int64_t, DocumentId> m_documents;
    std::map<std::int64_t, AnswerId> m_answers;
};

}  // namespace

Result<CarriedSession> readCarried(const Database& database, const Hash128& session, const std::function<void()>& partDone)
{
    return Reader(database, session, partDone).read();
}

Result<void> writeCarried(const std::string& folder, const CarriedSession& contents)
{
    std::int64_t now = contents.createdAt;
    SessionStoreOptions options;
    options.now = [&now] { return now; };
    const auto title = contents.settings.find("title");
    auto done = [&]() -> Result<void> {
        const auto store = SessionStore::create(folder, title == contents.settings.end() ? std::string() : title->second, options);
        return store ? Writer(**store, now, contents).write() : store.error();
    }();
    if (!done && done.error().code != ErrorCode::InvalidArgument)   // that: something else lies there, or in the contents
        for (const char* name : {"/session.db", "/session.db-journal", "/session.lock"})
            ::unlink((folder + name).c_str());
    return done;
}

}  // namespace cairn
