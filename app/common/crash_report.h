// What is known of a crash: program, version, build, signal and the addresses that led to it, never words of documents; nothing is sent.
// At most ten reports are kept, in the folder crashes beside the state of the window (reliability.md 8).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace cairn
{

enum class CrashTarget
{
    File,            // and one sentence on standard error says where it is
    StandardError    // of a process that may open no file: the one that started it keeps the report, keepCrashReport()
};

// From now on, for this process. Its end by the signal stays as it was. `program`: REQUIRES: outlives the process.
void reportCrashes(const char* program, CrashTarget target);

std::filesystem::path crashFolder();

// The report in what a process wrote to standard error, as a file; lines that don't belong to one are left out. Nothing: none is there, or
// it can't be written.
std::optional<std::string> keepCrashReport(std::string_view errors);

}  // namespace cairn
