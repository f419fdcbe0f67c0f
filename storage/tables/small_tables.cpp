#include "storage/tables/small_tables.h"

#include "storage/tables/session_tables.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace cairn
{

namespace
{

constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();

Values rowOf(const Note& note, std::int64_t createdAt, std::int64_t changedAt)
{
    return {note.document.value, static_cast<std::int64_t>(note.range.begin), static_cast<std::int64_t>(note.range.end), createdAt,
            changedAt, note.text};
}

NoteRecord noteOf(const HashedTable::Found& found)
{
    const Values& row = found.row;
    const ByteRange range{static_cast<std::uint64_t>(integerOf(row[1])), static_cast<std::uint64_t>(integerOf(row[2]))};
    return {found.id,
            integerOf(row[3]),
            integerOf(row[4]),
            {DocumentId(integerOf(row[0])), range, textOf(row[5]), NoteKind::Note},
            found.damaged};
}

}  // namespace

SettingTable::SettingTable(const Database& database, const Hash128& session) : m_rows(database, session, tables::kSetting) {}

Result<void> SettingTable::set(const std::string& name, const std::string& value) const
{
    const auto rows = m_rows.all(0, kAll);
    if (!rows)
        return rows.error();
    std::optional<std::int64_t> place;
    for (const auto& found : *rows) {
        if (textOf(found.row[0]) == name)
            place = found.id;
        else if (found.damaged)   // can't be told apart from the one set now
            if (auto done = m_rows.remove(found.id, found.id); !done)
                return done.error();
    }
    if (place)
        return m_rows.put(*place, {name, value});
    const auto id = m_rows.add({name, value});
    return id ? Result<void>() : id.error();
}

Result<std::string> SettingTable::get(const std::string& name) const
{
    const auto rows = m_rows.all(0, kAll);
    if (!rows)
        return rows.error();
    bool damaged = false;
    for (const auto& found : *rows) {
        if (!found.damaged && textOf(found.row[0]) == name)
            return textOf(found.row[1]);
        damaged = damaged || found.damaged;   // its name can't be trusted either: it may be the one asked for
    }
    if (damaged)
        return Error{ErrorCode::Corruption, "A stored setting of the session is damaged. Set it again."};
    return std::string();
}

Result<std::map<std::string, std::string>> SettingTable::all() const
{
    const auto rows = m_rows.all(0, kAll);
    if (!rows)
        return rows.error();
    std::map<std::string, std::string> settings;
    for (const auto& found : *rows)
        if (!found.damaged)
            settings[textOf(found.row[0])] = textOf(found.row[1]);
    return settings;
}

Result<bool> SettingTable::isIntact() const
{
    const auto rows = m_rows.all(0, kAll);
    if (!rows)
        return rows.error();
    return std::none_of(rows->begin(), rows->end(), [](const HashedTable::Found& found) { return found.damaged; });
}

MemoryTable::MemoryTable(const Database& database, const Hash128& session) : m_rows(database, session, tables::kMemory) {}

Result<void> MemoryTable::set(const MemoryRecord& memory) const
{
    const auto keyBytes = std::as_bytes(std::span(memory.key));
    const std::vector<std::byte> key(keyBytes.begin(), keyBytes.end());
    const Values row{key, std::int64_t{memory.storedBlocks}, std::int64_t{memory.totalBlocks}};
    const auto rows = m_rows.all(0, kAll);
    if (!rows)
        return rows.error();
    for (const auto& found : *rows) {
        if (bytesOf(found.row[0]) != key)
            continue;
        if (found.id == rows->back().id)
            return m_rows.put(found.id, row);
        if (auto done = m_rows.remove(found.id, found.id); !done)   // the memory that is used now stands last
            return done.error();
    }
    const auto id = m_rows.add(row);
    return id ? Result<void>() : id.error();
}

Result<std::vector<MemoryRecord>> MemoryTable::all() const
{
    const auto rows = m_rows.all(0, kAll);
    if (!rows)
        return rows.error();
    std::vector<MemoryRecord> records;
    for (const auto& found : *rows) {
        const auto key = bytesOf(found.row[0]);
        MemoryRecord record;
        if (found.damaged || key.size() != record.key.size())
            continue;
        std::memcpy(record.key.data(), key.data(), key.size());
        record.storedBlocks = static_cast<std::uint32_t>(integerOf(found.row[1]));
        record.totalBlocks = static_cast<std::uint32_t>(integerOf(found.row[2]));
        records.push_back(record);
    }
    return records;
}

Result<std::map<std::int64_t, std::int64_t>> NumberTable::all() const
{
    const auto rows = m_rows.all(std::numeric_limits<std::int64_t>::min(), kAll);
    if (!rows)
        return rows.error();
    std::map<std::int64_t, std::int64_t> numbers;
    for (const auto& found : *rows)
        numbers[found.id] = found.damaged ? 0 : integerOf(found.row[0]);
    return numbers;
}

NoteTable::NoteTable(const Database& database, const Hash128& session)
    : m_rows(database, session, tables::kNote), m_kinds(database, session, tables::kNoteKind)
{
}

Result<std::int64_t> NoteTable::add(const Note& note, std::int64_t now) const
{
    const auto id = m_rows.add(rowOf(note, now, now));
    if (!id || note.kind == NoteKind::Note)
        return id;
    auto done = m_kinds.set(*id, static_cast<std::int64_t>(note.kind));
    return done ? id : done.error();
}

Result<void> NoteTable::change(std::int64_t id, const Note& note, std::int64_t now) const
{
    const auto row = m_rows.get(id);
    if (!row)
        return row.error();
    if (auto done = m_rows.put(id, rowOf(note, integerOf((*row)[3]), now)); !done)
        return done;
    return note.kind == NoteKind::Note ? m_kinds.remove(id) : m_kinds.set(id, static_cast<std::int64_t>(note.kind));
}

Result<void> NoteTable::remove(std::int64_t id) const
{
    if (auto done = m_kinds.remove(id); !done)
        return done;
    return m_rows.remove(id, id);
}

Result<std::vector<NoteRecord>> NoteTable::all() const
{
    const auto rows = m_rows.all(0, kAll);
    if (!rows)
        return rows.error();
    const auto kinds = m_kinds.all();   // an older format, read by salvage, has none
    std::vector<NoteRecord> records;
    for (const auto& found : *rows) {
        records.push_back(noteOf(found));
        if (!kinds)
            continue;
        const auto kind = kinds->find(found.id);
        if (kind != kinds->end() && kind->second <= static_cast<std::int64_t>(NoteKind::Barred))
            records.back().note.kind = static_cast<NoteKind>(kind->second);
    }
    return records;
}

Result<bool> NoteTable::isComplete() const
{
    const auto rows = m_rows.isComplete();
    return rows && *rows ? m_kinds.isComplete() : rows;
}

Result<Note> NoteTable::get(std::int64_t id) const
{
    auto row = m_rows.get(id);
    if (!row)
        return row.error();
    return noteOf({id, false, std::move(*row)}).note;
}

}  // namespace cairn
