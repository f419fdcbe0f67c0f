#include "app/common/crash_report.h"

#include "app/common/default_paths.h"
#include "core/types/ascii.h"
#include "storage/files/atomic_file.h"

#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <span>
#include <vector>

namespace cairn
{
namespace
{

namespace fs = std::filesystem;

constexpr std::size_t kKept = 10, kMostBytes = 16 * 1024;
constexpr int kMostFrames = 64;
constexpr unsigned kMostSeconds = 10;
constexpr std::string_view kHead = " crashed: ", kEnd = "End of the report.";
constexpr std::array<std::pair<int, const char*>, 5> kSignals{
    {{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGILL, "SIGILL"}, {SIGFPE, "SIGFPE"}, {SIGABRT, "SIGABRT"}}};

// All that the handler needs is made before: it may call next to nothing.
struct Prepared
{
    const char* program = "";
    CrashTarget target = CrashTarget::File;
    std::array<char, 4096> folder{};
    std::array<char, 65> build{};
    alignas(16) std::array<char, 64 * 1024> stack{};   // where the thread's own is used up
} prepared;

void put(int file, std::string_view text) { (void)!::write(file, text.data(), text.size()); }

// Text of a number; async-signal-safe.
class Digits
{
public:
    explicit Digits(std::uint64_t number)
    {
        do
            m_text[--m_begin] = static_cast<char>('0' + number % 10);
        while ((number /= 10) != 0);
    }
    std::string_view view() const { return {m_text.data() + m_begin, m_text.size() - m_begin}; }

private:
    std::array<char, 20> m_text{};
    std::size_t m_begin = m_text.size();
};

const char* signalName(int number)
{
    for (const auto& [known, name] : kSignals) {
        if (known == number)
            return name;
    }
    return "?";
}

void write(int file, int number)
{
    for (const std::string_view part : {std::string_view(prepared.program), std::string_view(" " CAIRN_VERSION), kHead,
                                        std::string_view(signalName(number)), std::string_view("\nBuild "),
                                        std::string_view(prepared.build.data()), std::string_view(", seconds since 1970: ")})
        put(file, part);
    put(file, Digits(static_cast<std::uint64_t>(::time(nullptr))).view());
    put(file, "\n");
    std::array<void*, kMostFrames> frames{};
    ::backtrace_symbols_fd(frames.data(), ::backtrace(frames.data(), kMostFrames), file);
    put(file, kEnd);
    put(file, "\n");
}

// The folders on the way, too.
void makeFolders(char* path)
{
    for (char* slash = path + 1; (slash = std::strchr(slash, '/')) != nullptr; ++slash) {
        *slash = '\0';
        ::mkdir(path, 0700);
        *slash = '/';
    }
    ::mkdir(path, 0700);
}

void writeFile(int number)
{
    std::array<char, 4096 + 128> path{};
    std::size_t size = 0;
    const auto append = [&](std::string_view text) {
        const std::size_t count = std::min(text.size(), path.size() - 1 - size);
        std::memcpy(path.data() + size, text.data(), count);
        size += count;
    };
    makeFolders(prepared.folder.data());
    append(prepared.folder.data());
    append("/");
    append(prepared.program);
    append("-");
    append(Digits(static_cast<std::uint64_t>(::time(nullptr))).view());
    append("-");
    append(Digits(static_cast<std::uint64_t>(::getpid())).view());
    append(".txt");
    const int file = ::open(path.data(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return write(STDERR_FILENO, number);
    write(file, number);
    ::close(file);
    put(STDERR_FILENO, prepared.program);
    put(STDERR_FILENO, kHead);
    put(STDERR_FILENO, signalName(number));
    put(STDERR_FILENO, ". A report without words of your documents: ");
    put(STDERR_FILENO, path.data());
    put(STDERR_FILENO, "\n");
}

// The signal has its usual effect again, and comes once more when this returns: one that was sent does not come by itself.
void takeSignal(int number)
{
    ::alarm(kMostSeconds);   // a lock that the crash left taken
    if (prepared.target == CrashTarget::File)
        writeFile(number);
    else
        write(STDERR_FILENO, number);
    ::raise(number);
}

// Of the program itself, which comes first.
int findBuild(dl_phdr_info* object, std::size_t, void*)
{
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const ElfW(Phdr) & part = object->dlpi_phdr[i];
        if (part.p_type != PT_NOTE)
            continue;
        const auto* bytes = reinterpret_cast<const unsigned char*>(object->dlpi_addr + part.p_vaddr);
        for (std::size_t at = 0; at + sizeof(ElfW(Nhdr)) <= part.p_memsz;) {
            ElfW(Nhdr) note;
            std::memcpy(&note, bytes + at, sizeof note);
            const std::size_t name = at + sizeof note, value = name + (note.n_namesz + 3) / 4 * 4;
            if (note.n_type == NT_GNU_BUILD_ID && value + note.n_descsz <= part.p_memsz)
                for (std::size_t k = 0; k < std::min<std::size_t>(note.n_descsz, (prepared.build.size() - 1) / 2); ++k) {
                    prepared.build[2 * k] = "0123456789abcdef"[bytes[value + k] >> 4];
                    prepared.build[2 * k + 1] = "0123456789abcdef"[bytes[value + k] & 15];
                }
            at = value + (note.n_descsz + 3) / 4 * 4;
        }
    }
    return 1;
}

// The newest stay, with room for one more.
void sweep(const fs::path& folder)
{
    std::vector<std::pair<fs::file_time_type, fs::path>> reports;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code); !code && entry != fs::directory_iterator(); entry.increment(code)) {
        std::error_code gone;
        if (entry->path().extension() == ".txt")
            reports.emplace_back(fs::last_write_time(entry->path(), gone), entry->path());
    }
    std::sort(reports.begin(), reports.end());
    for (std::size_t i = 0; i + kKept <= reports.size(); ++i)
        fs::remove(reports[i].second, code);
}

bool isPlain(std::string_view line)
{
    return std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

// "/usr/bin/cairn-engine(+0x1c2f)[0x55d0c2f]"
bool isAddress(std::string_view line) { return line.ends_with(']') && line.find("[0x") != line.npos && isPlain(line); }

}  // namespace

fs::path crashFolder() { return stateFolder() / "crashes"; }

void reportCrashes(const char* program, CrashTarget target)
{
    prepared.program = program;
    prepared.target = target;
    const std::string folder = crashFolder().string();
    if (folder.size() < prepared.folder.size())
        std::copy(folder.begin(), folder.end(), prepared.folder.begin());
    ::dl_iterate_phdr(findBuild, nullptr);
    if (target == CrashTarget::File)
        sweep(folder);
    void* frame = nullptr;
    ::backtrace(&frame, 1);   // loads what it needs
    stack_t stack{};
    stack.ss_sp = prepared.stack.data();
    stack.ss_size = prepared.stack.size();
    ::sigaltstack(&stack, nullptr);
    struct sigaction action{};
    action.sa_handler = takeSignal;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_ONSTACK);
    for (const auto& [number, name] : kSignals)
        ::sigaction(number, &action, nullptr);
}

std::optional<std::string> keepCrashReport(std::string_view errors)
{
    std::string report, program;
    for (std::size_t begin = 0; begin < errors.size() && report.size() < kMostBytes;) {
        const std::size_t end = std::min(errors.find('\n', begin), errors.size());
        const std::string_view line = errors.substr(begin, end - begin);
        begin = end + 1;
        if (line.find(kHead) != line.npos && line.starts_with("cairn") && isPlain(line) && line.size() < 100) {
            report = std::string(line) + "\n";
            program = std::string(line.substr(0, line.find(' ')));
        } else if (!report.empty() && line == kEnd) {
            break;
        } else if (!report.empty() && (isAddress(line) || (line.starts_with("Build ") && isPlain(line)))) {
            report += std::string(line) + "\n";
        }
    }
    if (report.empty() || !std::all_of(program.begin(), program.end(), [](char c) { return isAsciiLetter(c) || c == '-'; }))
        return std::nullopt;
    report.resize(std::min(report.size(), kMostBytes));
    const fs::path folder = crashFolder();
    std::error_code code;
    if (fs::create_directories(folder, code))
        fs::permissions(folder, fs::perms::owner_all, code);
    sweep(folder);
    static std::atomic<int> count{0};   // several workers can crash at once
    const std::string file = (folder / (program + "-" + std::to_string(std::time(nullptr)) + "-" + std::to_string(::getpid()) + "-" +
                                        std::to_string(++count) + ".txt")).string();
    return writeFileAtomically(file, std::as_bytes(std::span(report))) ? std::optional(file) : std::nullopt;
}

}  // namespace cairn
