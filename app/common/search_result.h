// What a search of many sessions tells while it runs (app/session/session_search.h): plain values, for those who search and show.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cairn
{

enum class SearchOutcome
{
    Searched,
    OtherModel,     // read with another model, landmark adapter or block size: its landmarks answer other queries
    NotRead,        // no memory, or an empty one
    Unreadable      // `reason` says why: in use, damaged, of a newer version, ..
};

struct SearchedSession
{
    std::uint32_t session = 0;               // place in the list that was searched
    SearchOutcome outcome = SearchOutcome::Searched;
    std::uint32_t blocks = 0;
    std::string reason;                      // Unreadable: one sentence
};

struct PassageScore
{
    std::uint32_t block = 0;                 // the count of a session's blocks stands for the open one at its end
    double score = 0;                        // on a log scale: larger is better
};

struct FoundInSession
{
    std::uint32_t session = 0;
    bool inFull = false;                     // else by landmarks and words alone; the scores of both kinds don't compare
    std::vector<PassageScore> passages;      // strongest first
};

}  // namespace cairn
