// One run of the import worker: started with descriptors 0..4, watched, ended with its whole process group. Used by
// import_client only; one thread.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/documents/client/import_protocol.h"
#include "core/documents/client/worker_process.h"
#include "core/result.h"

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>

namespace cairn
{

enum class WorkerEnd
{
    Finished,
    Silent,
    Died,
    Broken,
    Stopped
}; // Broken: it violated the protocol and was killed

struct WorkerReport
{
    WorkerEnd end = WorkerEnd::Died;
    std::optional<ImportMessage> last; // Done or Failed, when Finished
    std::optional<std::uint32_t> page; // the page or part being read when it ended
    bool ready = false;                // it got as far as being locked down
    int signal = 0;                    // that killed it, when Died
    std::optional<int> status;         // as waited for, when Died
};

class ImportWorker
{
public:
    // Starts `program` on `document` with `result` as descriptor 4. Both stay the caller's.
    static Result<ImportWorker> start(const std::string& program, int document, int result, const ImportRequest& request);

    // Until the worker ends, is silent for too long, breaks the protocol, or stop is requested.
    WorkerReport watch(std::chrono::milliseconds silence, const ProgressFn& progress, const std::stop_token& stop);

private:
    explicit ImportWorker(WorkerProcess process) : m_process(std::move(process)) {}
    bool receive(ImportMessageParser& parser, const ProgressFn& progress, WorkerReport& report);
    void settle(WorkerReport& report); // waits for the process and completes the report

    WorkerProcess m_process;
};

} // namespace cairn
