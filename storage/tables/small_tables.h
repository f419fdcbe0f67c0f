// The tables of session.db with a few short rows: settings, memories, marks, notes. Light objects over a connection; its owner's thread.
#pragma once

#include "storage/records/session_records.h"
#include "storage/tables/hashed_table.h"

#include <map>

namespace cairn
{

class SettingTable
{
public:
    SettingTable(const Database& database, const Hash128& session);
    Result<void> set(const std::string& name, const std::string& value) const;   // inside the caller's transaction
    Result<std::string> get(const std::string& name) const;                      // empty: not set; Corruption: it, or a name, is damaged
    Result<std::map<std::string, std::string>> all() const;                      // damaged ones are left out
    Result<bool> isIntact() const;                                               // every row as it was written
    Result<bool> isComplete() const { return m_rows.isComplete(); }

private:
    HashedTable m_rows;
};

class MemoryTable
{
public:
    MemoryTable(const Database& database, const Hash128& session);
    Result<void> set(const MemoryRecord& memory) const;                          // inside the caller's transaction
    Result<std::vector<MemoryRecord>> all() const;                               // damaged rows are left out: the cursor decides
    Result<bool> isComplete() const { return m_rows.isComplete(); }

private:
    HashedTable m_rows;
};

// One number for each id of another table.
class NumberTable
{
public:
    NumberTable(const Database& database, const Hash128& session, const TableLayout& layout) : m_rows(database, session, layout) {}
    Result<void> set(std::int64_t id, std::int64_t number) const { return m_rows.put(id, {number}); }   // inside the caller's transaction
    Result<void> remove(std::int64_t id) const { return m_rows.remove(id, id); }
    Result<std::map<std::int64_t, std::int64_t>> all() const;                    // a damaged one counts, as 0
    Result<bool> isComplete() const { return m_rows.isComplete(); }

private:
    HashedTable m_rows;
};

class NoteTable
{
public:
    NoteTable(const Database& database, const Hash128& session);
    Result<std::int64_t> add(const Note& note, std::int64_t now) const;          // these inside the caller's transaction
    Result<void> change(std::int64_t id, const Note& note, std::int64_t now) const;
    Result<void> remove(std::int64_t id) const;
    Result<std::vector<NoteRecord>> all() const;
    Result<Note> get(std::int64_t id) const;
    Result<bool> isComplete() const;

private:
    HashedTable m_rows;
    NumberTable m_kinds;
};

}  // namespace cairn
