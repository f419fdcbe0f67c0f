// A saved memory for measurements, and the first token of an answer from it.
#pragma once

#include "app/lab/goals/contestant.h"
#include "storage/blocks/block_store.h"

#include <functional>
#include <memory>
#include <string>

namespace cairn::benchmark
{

// Seconds from opening a memory until a question is taken in and the answer's first token chosen. What `open` gives is let go behind
// the clock.
Result<Sample> firstToken(Contestant& who, const std::function<Result<Memory>()>& open);

// blocks.db with blocks that were really read, over and over; its files go with the object.
class StoredSession
{
public:
    // REQUIRES: nothing stands at `path`.
    static Result<std::unique_ptr<StoredSession>> write(Contestant& who, std::string path, std::uint64_t tokens);
    ~StoredSession();
    StoredSession(const StoredSession&) = delete;
    StoredSession& operator=(const StoredSession&) = delete;

    // firstToken() from connecting on. Landmarks and rows come from the file's pages, which the page cache holds.
    Result<Sample> firstToken(Contestant& who) const;

private:
    explicit StoredSession(std::string path) : m_path(std::move(path)) {}
    Result<void> append(Contestant& who, std::uint64_t tokens) const;
    std::string m_path;
};

}  // namespace cairn::benchmark
