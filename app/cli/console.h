// The terminal side of cairn-cli: results on standard output, progress and errors on standard error, Ctrl+C as a stop request.
#pragma once

#include "app/common/arguments.h"
#include "app/common/exit_codes.h"
#include "core/formats/json.h"

#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>

namespace cairn
{

// "1 answer", "2 answers".
std::string counted(std::uint64_t count, std::string_view thing);

class Console
{
public:
    // Takes over SIGINT and SIGTERM for the life of the process. One instance per process, created first in main().
    explicit Console(bool json);
    ~Console();

    bool json() const { return m_json; }
    bool isWatched() const { return m_watched; }   // standard output is a terminal: what grows may be shown before it is final
    // The session that the command is about: what is said of its damage names it.
    void setSession(std::string folder) { m_session = std::move(folder); }
    std::stop_token stopToken() const;
    int signalNumber() const;                    // of the stop request; 0: none

    // Within it a stop request ends the process at once: for work that looks for none and has nothing to keep (loading a model).
    class EndsAtOnce
    {
    public:
        explicit EndsAtOnce(const char* sentence = nullptr);   // more to say to who stops it; REQUIRES: a literal
        ~EndsAtOnce();
        EndsAtOnce(const EndsAtOnce&) = delete;
        EndsAtOnce& operator=(const EndsAtOnce&) = delete;
    };

    void line(std::string_view text);            // standard output; on a terminal control characters are shown, not obeyed
    void raw(std::string_view text);             // without line break; flushed, for answers being written
    void object(JsonWriter writer) { line(writer.take()); }

    // Standard error. Progress replaces its line on a terminal and appears every 10 s elsewhere.
    void progress(std::string_view text);
    void note(std::string_view text);
    int fail(const StageError& failure);         // prints the sentence; returns the exit code

private:
    void clearProgress();

    std::string m_session;                       // empty: none
    bool m_json;
    bool m_terminal;                             // standard error
    bool m_watched;
    bool m_progressShown = false;
    std::chrono::steady_clock::time_point m_lastProgress{};
};

}  // namespace cairn
