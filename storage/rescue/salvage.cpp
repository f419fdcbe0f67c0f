#include "storage/rescue/salvage.h"

#include "core/types/paths.h"
#include "storage/database/versioned_file.h"
#include "storage/files/file_lock.h"
#include "storage/folders/session_folder.h"
#include "storage/rescue/row_scan.h"
#include "storage/schema/embedded_sql.h"
#include "storage/tables/session_tables.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace cairn
{

namespace
{

namespace files = std::filesystem;

constexpr const char* kScratchName = "/salvage.db";

Error nothingFound()
{
    return {ErrorCode::Corruption, "Nothing of this session could be recovered. It is unchanged; a backup may hold it."};
}

// The table whose row this is, by its hash; null: of none.
const TableLayout* homeOf(const ScannedRow& row, const Database& none, const Hash128& session)
{
    for (const TableLayout& layout : tables::kAll) {
        if (row.columns.size() == static_cast<std::size_t>(layout.columnCount)
            && static_cast<std::int64_t>(HashedTable(none, session, layout).hashOf(row.id, row.columns)) == row.hash)
            return &layout;
    }
    return nullptr;
}

// The session whose id proves the most rows of the file.
Result<Hash128> sessionOf(const std::string& path, const std::stop_token& stop)
{
    const auto first = scanRows(path, [](const ScannedRow&) {}, stop);
    if (!first)
        return first.error();
    const Database none;
    std::vector<std::size_t> proven(first->sessions.size());
    const auto again = scanRows(path, [&](const ScannedRow& row) {
        for (std::size_t i = 0; i < proven.size(); ++i)
            proven[i] += homeOf(row, none, first->sessions[i]) ? 1 : 0;
    }, stop);
    if (!again)
        return again.error();
    const auto best = std::max_element(proven.begin(), proven.end());
    if (best == proven.end() || *best == 0)
        return nothingFound();
    return first->sessions[static_cast<std::size_t>(best - proven.begin())];
}

// Rows that stand twice (an older state in a page that is no longer used): the later state of an answer or note, else the first found.
class RowKeeper
{
public:
    RowKeeper(const Database& database, const Hash128& session) : m_database(database), m_session(session) {}

    void take(const ScannedRow& row)
    {
        const TableLayout* table = homeOf(row, m_database, m_session);
        if (!table)
            noteSum(row);
        if (!table || !m_done)
            return;
        const HashedTable rows(m_database, m_session, *table);
        if (!m_seen.insert({table->number, row.id}).second && !isLater(rows, row))
            return;
        m_done = rows.put(row.id, row.columns);
    }

    Result<void> result() const { return m_seen.empty() ? Result<void>(nothingFound()) : m_done; }

    // One sentence per table of which table_sum knows more rows than were found.
    std::vector<std::string> losses() const
    {
        std::vector<std::string> sentences;
        for (const auto& [table, what] : {std::pair{tables::kDocument, "documents"}, {tables::kQuestion, "questions"},
                                          {tables::kAnswer, "answers"}, {tables::kNote, "notes"}}) {
            const auto number = table.number;   // clang 14 captures no structured binding
            const auto known = m_known.find(number);
            const std::int64_t found = std::count_if(m_seen.begin(), m_seen.end(), [&](const auto& row) { return row.first == number; });
            if (known != m_known.end() && known->second > found)
                sentences.push_back(std::to_string(known->second - found) + " of " + std::to_string(known->second) + " " + what +
                                    " were not found.");
        }
        return sentences;
    }

private:
    // table_sum (number, row_count, hashes) has no hash of its own: good for saying how many rows are missing, no more.
    void noteSum(const ScannedRow& row)
    {
        const bool sum = row.columns.size() == 1 && std::holds_alternative<std::int64_t>(row.columns[0]) && row.id >= 1
            && row.id <= std::int64_t{tables::kAll.size()} && row.hash >= 0 && row.hash < 1'000'000;
        if (sum)
            m_known[static_cast<std::uint32_t>(row.id)] = row.hash;
    }

    bool isLater(const HashedTable& rows, const ScannedRow& row) const
    {
        const std::uint32_t table = rows.layout().number;
        if (table != tables::kAnswer.number && table != tables::kNote.number)
            return false;
        const auto column = static_cast<std::size_t>(table == tables::kAnswer.number ? tables::kAnswerChangedAt : tables::kNoteChangedAt);
        const auto old = rows.get(row.id);
        return old && integerOf(row.columns[column]) > integerOf((*old)[column]);
    }

    const Database& m_database;
    Hash128 m_session;
    std::set<std::pair<std::uint32_t, std::int64_t>> m_seen;
    std::map<std::uint32_t, std::int64_t> m_known;   // table -> rows, as table_sum says
    Result<void> m_done;
};

void removeScratch(const std::string& path)
{
    ::unlink(path.c_str());
    ::unlink((path + "-journal").c_str());
}

bool hasAnything(const CarriedSession& contents)
{
    return !contents.documents.empty() || !contents.questions.empty() || !contents.answers.empty() || !contents.notes.empty();
}

}  // namespace

Result<CarriedSession> salvageContents(const std::string& path, const std::string& scratch, const std::stop_token& stop)
{
    const auto session = sessionOf(path, stop);
    if (!session)
        return session.error();
    const std::string copy = scratch + kScratchName;
    removeScratch(copy);
    DatabaseOptions options;
    options.synchronousFull = false;   // of no value after this
    std::vector<std::string> losses;
    auto contents = [&]() -> Result<CarriedSession> {
        const auto made = createVersioned(copy, sessionFormat(), options, [&](const Database& database) -> Result<void> {
            RowKeeper keeper(database, *session);
            const auto scanned = scanRows(path, [&](const ScannedRow& row) { keeper.take(row); }, stop);
            losses = keeper.losses();
            return scanned ? keeper.result() : scanned.error();
        });
        if (!made)
            return made.error();
        auto database = Database::open(copy, options);
        if (!database)
            return database.error();
        return readCarried(*database, *session);
    }();
    removeScratch(copy);
    if (contents && !hasAnything(*contents))
        return nothingFound();
    if (contents)
        contents->losses.insert(contents->losses.begin(), losses.begin(), losses.end());
    return contents;
}

Result<RecoveredSession> recoverSession(const std::string& folder, const std::stop_token& stop)
{
    if (!isSessionFolder(folder))
        return Error{ErrorCode::NotFound, "There is no session in this folder."};
    const auto locks = SessionLocks::take(folder);
    if (!locks)
        return locks.error();
    std::string title = files::path(folder).filename().string();
    auto target = makeSessionFolder(absolutePath(folder).lexically_normal().parent_path().string(), title + " recovered");
    if (!target)
        return target.error();
    auto recovered = [&]() -> Result<RecoveredSession> {
        auto contents = salvageContents(folder + "/session.db", *target, stop);
        if (!contents)
            return contents.error();
        std::string& named = contents->settings["title"];
        named = (named.empty() ? title : named) + " (recovered)";
        if (auto done = writeCarried(*target, *contents); !done)
            return done.error();
        if (contents->documentsAreWhole && ::access(blocksPath(folder).c_str(), F_OK) == 0)
            (void)copyDatabase(blocksPath(folder), blocksPath(*target));   // without them it is read again
        const auto count = [](std::size_t size) { return static_cast<std::uint32_t>(size); };
        return RecoveredSession{*target, contents->losses, count(contents->documents.size()), count(contents->questions.size()),
                                count(contents->answers.size()), count(contents->notes.size())};
    }();
    if (!recovered) {
        std::error_code ignored;
        files::remove_all(*target, ignored);
    }
    return recovered;
}

}  // namespace cairn
