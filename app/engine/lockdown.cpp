#include "app/engine/lockdown.h"

#include "app/common/default_paths.h"
#include "app/sandbox/landlock_rules.h"
#include "app/sandbox/syscall_filter.h"
#include "core/engine/weights/float_product.h"
#include "core/types/paths.h"
#include "kernels/cuda/gpu_plugin.h"
#include "storage/folders/session_folder.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace cairn
{
namespace
{

namespace fs = std::filesystem;

// Programs, other processes, other namespaces, kernel parts, and io_uring, which opens sockets past any filter.
constexpr int kRefused[] = {
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_pidfd_getfd, SYS_pidfd_send_signal,
    SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_userfaultfd, SYS_perf_event_open, SYS_bpf,
    SYS_unshare, SYS_setns, SYS_chroot, SYS_pivot_root, SYS_mount, SYS_umount2, SYS_open_by_handle_at,
    SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_swapoff,
    SYS_add_key, SYS_request_key, SYS_keyctl,
};

// Where the libraries lie that are loaded already, and those that a model may need; those that they load later lie beside them.
std::set<std::string> libraryFolders()
{
    std::set<std::string> folders{"/usr", "/lib", "/lib64", "/opt"};
    for (const std::string& folder : floatProductFolders())
        folders.insert(folder);
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        const std::size_t path = line.find('/');
        if (path != line.npos && line.find(".so", path) != line.npos)
            folders.insert(fs::path(line.substr(path)).parent_path().string());
    }
    return folders;
}

// A model's file, or its folder and, where that holds links (as the caches of model hubs do), the files they lead to.
void allowModel(sandbox::LandlockRules& rules, const std::string& model)
{
    std::error_code code;
    rules.allowReading(fs::canonical(model, code).string());
    for (const fs::path& entry : entriesOf(model)) {
        std::error_code broken;
        if (fs::is_symlink(entry, broken))
            rules.allowReading(fs::canonical(entry, broken).string());
    }
}

void allowModels(sandbox::LandlockRules& rules, std::initializer_list<std::string> models)
{
    for (const auto& folder : modelFolders())
        rules.allowReading(folder.string());
    if (const auto named = defaultModel())
        allowModel(rules, named->string());
    for (const std::string& model : models) {
        if (!model.empty())
            allowModel(rules, model);
    }
    rules.allowReading(resourcesFolder().string());
}

void allowGraphicsCard(sandbox::LandlockRules& rules)
{
    for (const fs::path& entry : entriesOf("/dev")) {
        if (entry.filename().string().starts_with("nvidia"))
            rules.allowAll(entry.string());
    }
    rules.allowReading("/etc/nvidia");
}

void allowDevices(sandbox::LandlockRules& rules)
{
    rules.allowAll("/dev/null");
    for (const char* device : {"/dev/urandom", "/dev/random"})
        rules.allowReading(device);
}

// What every engine needs, whatever it does.
void allowProgram(sandbox::LandlockRules& rules, std::initializer_list<std::string> models)
{
    for (const std::string& folder : libraryFolders())
        rules.allowReading(folder);
    for (const char* path : {"/proc", "/sys", "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime"})
        rules.allowReading(path);
    rules.allowReading(programFolder().string());
    allowModels(rules, models);
    allowDevices(rules);
}

}  // namespace

void cutTies()
{
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
}

bool openDevice(const OpenCommand& open)
{
    return open.device != DeviceChoice::Cpu && cuda::openGpu().table;
}

bool restrictFiles(const OpenCommand& open, bool gpu)
{
    sandbox::LandlockRules rules;
    allowProgram(rules, {open.model, open.recordedModel});
    if (gpu)
        allowGraphicsCard(rules);
    rules.allowAll(open.folder);
    rules.allowAll(ballastPath(open.folder));   // which sessions in the data folder share: given up when the disk is full
    return rules.restrictThread();
}

bool restrictFiles(const SearchCommand& search)
{
    sandbox::LandlockRules rules;
    allowProgram(rules, {search.model});
    for (const std::string& folder : search.folders)
        rules.allowReading(folder);
    return rules.restrictThread();
}

bool restrictFiles(const RestoreTextCommand& restore)
{
    sandbox::LandlockRules rules;
    allowProgram(rules, {restore.model, restore.recordedModel});
    rules.allowReading(restore.folder);
    return rules.restrictThread();
}

bool restrictCalls()
{
    sandbox::SyscallFilter filter;
    for (const int call : kRefused)
        filter.refuse(call);
    filter.allowFirstArgument(SYS_socket, AF_UNIX);
    filter.allowFirstArgument(SYS_socketpair, AF_UNIX);
    return filter.install(sandbox::SyscallFilter::Otherwise::Allow, sandbox::SyscallFilter::Threads::All);
}

}  // namespace cairn
