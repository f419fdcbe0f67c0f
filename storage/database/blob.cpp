#include "storage/database/blob.h"

#include <sqlite3.h>

namespace cairn
{

void Blob::Closer::operator()(sqlite3_blob* blob) const
{
    sqlite3_blob_close(blob);
}

Result<Blob> Blob::open(const Database& database, const char* table, std::int64_t id, Access access)
{
    sqlite3_blob* handle = nullptr;
    const int code = sqlite3_blob_open(database.handle(), "main", table, "data", id, access == Access::ReadWrite, &handle);
    Blob blob;
    blob.m_blob.reset(handle);
    if (code == SQLITE_ERROR)   // "no such rowid"
        return Error{ErrorCode::NotFound, "The storage file lacks an expected entry."};
    if (code != SQLITE_OK)
        return databaseError(code);
    return blob;
}

Result<void> Blob::reopen(std::int64_t id)
{
    const int code = sqlite3_blob_reopen(m_blob.get(), id);
    if (code == SQLITE_ERROR)
        return Error{ErrorCode::NotFound, "The storage file lacks an expected entry."};
    if (code != SQLITE_OK)
        return databaseError(code);
    return {};
}

std::size_t Blob::size() const
{
    return static_cast<std::size_t>(sqlite3_blob_bytes(m_blob.get()));
}

Result<void> Blob::read(std::size_t offset, std::span<std::byte> out) const
{
    const int code = sqlite3_blob_read(m_blob.get(), out.data(), static_cast<int>(out.size()), static_cast<int>(offset));
    if (code != SQLITE_OK)
        return databaseError(code);
    return {};
}

Result<void> Blob::write(std::size_t offset, std::span<const std::byte> bytes) const
{
    const int code = sqlite3_blob_write(m_blob.get(), bytes.data(), static_cast<int>(bytes.size()), static_cast<int>(offset));
    if (code != SQLITE_OK)
        return databaseError(code);
    return {};
}

}  // namespace cairn
