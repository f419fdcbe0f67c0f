// Some words looked for by meaning in many sessions (core/answering/library_search.h): each session's landmarks are read, then the best
// sessions are scored in full. A session that can't be searched says why and stops no other. Nothing is changed, so a session that
// another program reads into or asks may be searched, too. Work thread; stop tokens may be triggered from any.
#pragma once

#include "app/common/search_result.h"
#include "app/session/session_memory.h"
#include "core/answering/library_search.h"
#include "core/engine/engine.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace cairn
{

struct SearchReport
{
    std::function<void(const SearchedSession&)> onSession;     // once for every session, in their order; once more if scoring it failed
    std::function<void(const FoundInSession&)> onFound;        // best first; those in full come first
};

inline constexpr std::size_t kSessionsInFull = 5;              // experience.md 10, U16
inline constexpr std::size_t kPassagesInFull = 6;              // of a session: each costs a run of the words

// The engine for it, without a session: on the processor, since each session is looked at once.
StageResult<std::unique_ptr<Engine>> engineForSearch(const EngineWishes& wishes, std::atomic<std::uint64_t>* progress = nullptr);

// InvalidArgument: no words. Cancelled within 100 ms: what was reported stands.
Result<void> searchSessions(const Engine& engine, std::span<const std::string> folders, const std::string& words,
                            const SearchReport& report, std::stop_token stop = {});

}  // namespace cairn
