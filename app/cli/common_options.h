// Options that several commands share, and how they become wishes.
#pragma once

#include "app/cli/console.h"
#include "app/common/arguments.h"
#include "app/session/open_session.h"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// --scan (ask_options_json.h)
inline constexpr std::array<std::string_view, 2> kScanNames{"flat", "two_level"};

inline constexpr OptionSpec kJsonOption{"json", "", "one JSON object per result on standard output"};

// --model, --adapter, --answer-adapter, --ranking-adapter, --question-adapter, --device, --threads; engineOptions() also --kv and
// --memory-budget.
std::vector<OptionSpec> modelOptions();
std::vector<OptionSpec> engineOptions();
Result<EngineWishes> engineWishes(const Arguments& arguments);
bool runsEngine(const CommandSpec& command);   // takes modelOptions()

// Specs of `first`, then those of `second`.
std::vector<OptionSpec> joined(std::vector<OptionSpec> first, const std::vector<OptionSpec>& second);

// Within it a session is used for the last time by this process (OpenSession::leaveEngine). Declared behind the session.
class LastUse
{
public:
    explicit LastUse(OpenSession& session) : m_session(session) {}
    ~LastUse() { m_session.leaveEngine(); }
    LastUse(const LastUse&) = delete;
    LastUse& operator=(const LastUse&) = delete;

private:
    OpenSession& m_session;
};

// A path as it stands if there is such a file or folder, of a session.db its folder; else the session of that name or title in the
// sessions' place.
std::string resolveSession(const std::string& name);

// `name` itself; "-": the file in which standard input is kept until the command ends, after it was read to its end. Input, Storage: it
// could not be.
StageResult<std::string> fileNamed(const std::string& name);

// Of what a person wrote to be asked, sought or shown: InvalidArgument where it holds no word, or isn't UTF-8. `what` begins the sentence.
Result<void> checkWords(const std::string& words, const std::string& what);

// What is said of a name under which nothing is found.
StageError noSessionOrFile(const std::string& name);
StageError noFile(const std::string& name);
StageError noFolder(const std::string& name);

// Says which damaged texts were mended (OpenSession::mendTexts).
void tellMended(OpenSession& session, Console& console);
void tellDevice(const OpenSession& session, Console& console);  // which model on which device, and why on it; REQUIRES: its engine
void tellDrive(const OpenSession& session, Console& console);   // where it is one of another computer and is written to

// Of a picture or an array that would go to a terminal (Console::isWatched()).
StageError bytesOnTerminal();

// OpenSession::open; a session that isn't there is called by its name. Input: it isn't there. The console knows it from then on.
StageResult<std::unique_ptr<OpenSession>> openSessionAt(const std::string& folder, Access access, Console& console);
StageResult<std::unique_ptr<OpenSession>> openSessionToAsk(const std::string& folder, Console& console);   // OpenSession::openToAsk()
StageResult<std::unique_ptr<OpenSession>> openNamedSession(const std::string& name, Access access, Console& console);   // resolveSession()

// The session of the first operand, opened to ask, with the engine that the options wish for.
StageResult<std::unique_ptr<OpenSession>> openWithEngine(const Arguments& arguments, Console& console);

}  // namespace cairn
