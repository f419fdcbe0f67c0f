// SessionStore: searching, checking, copying.
#include "storage/tables/conversation_table.h"
#include "storage/files/atomic_file.h"
#include "storage/tables/document_table.h"
#include "storage/tables/link_table.h"
#include "storage/tables/search_index.h"
#include "storage/session/session_store.h"
#include "storage/tables/session_tables.h"
#include "storage/tables/small_tables.h"

#include <unistd.h>

#include <algorithm>
#include <map>

namespace cairn
{

Result<std::vector<SearchHit>> SessionStore::search(const std::string& query, std::size_t limit) const
{
    const auto places = SearchIndex(m_database).find(query, limit);
    if (!places)
        return places.error();
    std::map<std::int64_t, std::vector<Paragraph>> paragraphs;   // of the documents met
    std::vector<SearchHit> hits;
    for (const SearchPlace& place : *places) {
        SearchHit hit{place.kind, place.owner, {}};
        if (place.kind == SearchKind::Document) {
            if (!paragraphs.contains(place.owner)) {
                auto loaded = DocumentTable(m_database, m_sessionId).loadParagraphs(DocumentId(place.owner));
                paragraphs[place.owner] = loaded ? std::move(*loaded) : std::vector<Paragraph>();
            }
            const auto& all = paragraphs[place.owner];
            if (place.paragraph >= all.size())   // of a damaged or replaced document
                continue;
            hit.range = all[place.paragraph].text;
        }
        hits.push_back(hit);
    }
    return hits;
}

Result<void> SessionStore::rebuildSearch()
{
    const auto allDocuments = documents();
    const auto kept = questions();
    const auto given = answers();
    const auto allNotes = notes();
    if (!allDocuments || !kept || !given || !allNotes)
        return Error{ErrorCode::Io, "Search can't be made ready again: the session can't be read."};
    return write([&](const Database& database) -> Result<void> {
        const SearchIndex index(database);
        auto done = index.clear();
        for (const DocumentRecord& document : *allDocuments)
            if (const auto text = loadDocument(document.id); done && text && !document.isRemoved())
                done = index.addDocument(document.id, *text);
        for (const QuestionRecord& question : *kept)
            if (done && !question.damaged)
                done = index.add({SearchKind::Question, question.id.value, 0}, question.text);
        for (const AnswerRecord& record : *given)
            if (const auto answer = loadAnswerWithoutTrace(record.id); done && answer && record.state != AnswerState::Running)
                done = index.add({SearchKind::Answer, record.id.value, 0}, answer->text);
        for (const NoteRecord& note : *allNotes)
            if (done && !note.damaged)
                done = index.add({SearchKind::Note, note.id, 0}, note.note.text);
        return done;
    });
}

Result<std::vector<std::string>> SessionStore::quickProblems() const
{
    std::vector<std::string> problems;
    const auto check = [&](const Result<bool>& complete, const std::string& what) -> Result<void> {
        if (!complete && complete.error().code != ErrorCode::Corruption)
            return complete.error();
        if (!complete || !*complete)
            problems.push_back("Some " + what + " were lost or changed on the disk.");
        return {};
    };
    if (auto done = check(DocumentTable(m_database, m_sessionId).isComplete(), "document texts"); !done)
        return done.error();
    if (auto done = check(ConversationTable(m_database, m_sessionId).isComplete(), "questions or answers"); !done)
        return done.error();
    if (auto done = check(NoteTable(m_database, m_sessionId).isComplete(), "notes"); !done)
        return done.error();
    if (auto done = check(SettingTable(m_database, m_sessionId).isComplete(), "settings"); !done)
        return done.error();
    if (auto done = check(MemoryTable(m_database, m_sessionId).isComplete(), "reading positions"); !done)
        return done.error();
    for (const TableLayout& marks : {tables::kRemovedDocument, tables::kAnswerMap})
        if (auto done = check(NumberTable(m_database, m_sessionId, marks).isComplete(), "marks of removed documents"); !done)
            return done.error();
    const NumberTable removed(m_database, m_sessionId, tables::kRemovedQuestion);
    if (auto done = check(removed.isComplete(), "marks of deleted questions"); !done)
        return done.error();
    if (auto done = check(LinkTable(m_database, m_sessionId).isComplete(), "links between blocks"); !done)
        return done.error();
    return problems;
}

std::vector<std::string> SessionStore::damagedRows(bool withTraces, const std::vector<std::size_t>* damagedTexts) const
{
    std::vector<std::string> problems;
    const auto note = [&](bool good, const std::string& what) {
        if (!good)
            problems.push_back(what);
    };
    const auto settings = SettingTable(m_database, m_sessionId).isIntact();
    note(settings && *settings, "A setting, such as the title or the time of creation, is damaged.");
    const auto allDocuments = documents();
    note(allDocuments.has_value(), "The list of documents can't be read.");
    for (std::size_t i = 0; allDocuments && i < allDocuments->size(); ++i) {
        const DocumentRecord& document = (*allDocuments)[i];
        note(!document.damaged, "The entry of document " + std::to_string(i + 1) + " is damaged.");
        const bool whole = damagedTexts ? std::find(damagedTexts->begin(), damagedTexts->end(), i) == damagedTexts->end()
                                        : document.damaged || loadDocument(document.id);
        note(document.damaged || whole, "The text of \"" + document.title + "\" is damaged.");
    }
    const auto questions = allQuestions();
    note(questions.has_value(), "The list of questions can't be read.");
    for (std::size_t i = 0; questions && i < questions->size(); ++i)
        note(!(*questions)[i].damaged, "Question " + std::to_string((*questions)[i].id.value) + " is damaged.");
    const auto answers = allAnswers();
    note(answers.has_value(), "The list of answers can't be read.");
    for (std::size_t i = 0; answers && i < answers->size(); ++i) {
        const AnswerRecord& record = (*answers)[i];
        const std::string number = std::to_string(record.id.value);
        const bool readable = !record.damaged && loadAnswerWithoutTrace(record.id);
        note(readable, "Answer " + number + " is damaged.");
        note(!readable || !withTraces || loadAnswer(record.id), "The trace of answer " + number + " is damaged.");
    }
    const auto allNotes = notes();
    note(allNotes.has_value(), "The notes can't be read.");
    for (std::size_t i = 0; allNotes && i < allNotes->size(); ++i)
        note(!(*allNotes)[i].damaged, "Note " + std::to_string(i + 1) + " is damaged.");
    return problems;
}

Result<std::vector<std::string>> SessionStore::verify() const
{
    auto problems = quickProblems();
    if (!problems)
        return problems.error();
    const auto integrity = m_database.text("PRAGMA integrity_check(1)");
    if (!integrity || *integrity != "ok")
        problems->push_back("The structure of the session file is damaged.");
    const std::vector<std::string> rows = damagedRows(true);
    problems->insert(problems->end(), rows.begin(), rows.end());
    return problems;
}

Result<void> SessionStore::copyTo(const std::string& path) const
{
    if (access(path.c_str(), F_OK) == 0)
        return Error{ErrorCode::InvalidArgument, "There is a file already. Choose another name."};
    if (auto made = makePrivateFile(path); !made)
        return made.error();
    auto vacuum = m_database.prepare("VACUUM INTO ?1");
    if (!vacuum)
        return vacuum.error();
    vacuum->bind(1, std::string_view(path));
    auto done = vacuum->run();
    if (done)
        done = syncFile(path);
    if (!done)
        unlink(path.c_str());
    return done;
}

}  // namespace cairn
