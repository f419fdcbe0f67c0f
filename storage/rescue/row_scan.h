// Finds rows in the pages of a damaged session.db without its trees, schema or SQLite: every leaf page is looked through, and what has
// the hash of a row of ours is one. Nothing of the file is trusted. Any thread.
#pragma once

#include "storage/tables/hashed_table.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace cairn
{

struct ScannedRow
{
    std::int64_t id = 0;
    std::int64_t hash = 0;            // as stored, not compared yet
    Values columns;                   // behind id and hash
};

struct ScannedFile
{
    std::vector<Hash128> sessions;    // ids that the file may be of, likeliest first; a few
    std::uint64_t pages = 0;
    std::uint64_t lastPages = 0;      // leaf pages whose cells could be read
};

// The ids that stand in the first pages, where a sound file has its own. Empty: none, or no file.
std::vector<Hash128> peekSessionIds(const std::string& path);

// Calls `row` for everything in the file that has the shape of a row (id, hash, columns). NotFound, Io; Unsupported: larger than what
// can be looked through (8 GiB); Cancelled. However the file is made, no more than a few times its bytes is read.
Result<ScannedFile> scanRows(const std::string& path, const std::function<void(ScannedRow)>& row, const std::stop_token& stop = {});

}  // namespace cairn
