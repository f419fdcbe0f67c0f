// A folder of its own for a test, removed at the end; plain paths.
#pragma once

#include "core/types/paths.h"

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <utility>

namespace cairn::test
{

class TemporaryFolder
{
public:
    enum class On { Disk, Memory };   // Memory: a tmpfs where there is one; for what flushes thousands of times

    explicit TemporaryFolder(On on = On::Disk)
    {
        const bool memory = on == On::Memory && access("/dev/shm", W_OK) == 0;
        const auto root = memory ? std::filesystem::path("/dev/shm") : std::filesystem::temp_directory_path();
        std::string pattern = (root / "cairn-test-XXXXXX").string();
        if (mkdtemp(pattern.data()))
            m_path = pattern;
        else
            std::abort();
    }
    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::string& path() const { return m_path; }
    std::string file(const std::string& name) const { return m_path + "/" + name; }

private:
    std::string m_path;
};

inline std::string fileContent(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline void writeContent(const std::string& path, const std::string& bytes)
{
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

// The files of `from` in the new folder `into`, as they lie there while a program may still write and remove some of them: one that
// goes away meanwhile is left out, and all are copied again until none changed during the copy. False where that never came.
inline bool copyLivingFolder(const std::string& from, const std::string& into)
{
    namespace files = std::filesystem;
    using State = std::map<std::string, std::pair<std::uintmax_t, files::file_time_type>>;
    const auto state = [&from] {
        State found;
        for (const files::path& file : entriesOf(from)) {
            std::error_code missing;
            const auto bytes = files::file_size(file, missing);
            const auto changed = files::last_write_time(file, missing);
            if (!missing)
                found[file.filename().string()] = {bytes, changed};
        }
        return found;
    };
    for (int attempt = 0; attempt < 100; ++attempt) {
        std::error_code code;
        files::remove_all(into, code);
        if (!files::create_directories(into, code))
            return false;
        const State before = state();
        bool whole = true;
        for (const auto& [name, ignored] : before)
            whole = files::copy_file(from + "/" + name, into + "/" + name, code) && whole;
        if (whole && !before.empty() && state() == before)
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return false;
}

inline void flipBit(const std::string& path, std::uint64_t byte, int bit = 0)
{
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(static_cast<std::streamoff>(byte));
    const int old = file.get();
    file.seekp(static_cast<std::streamoff>(byte));
    file.put(static_cast<char>(old ^ (1 << bit)));
}

}  // namespace cairn::test
