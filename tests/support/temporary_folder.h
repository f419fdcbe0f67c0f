// A folder of its own for a test, removed at the end; plain paths.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

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

inline void flipBit(const std::string& path, std::uint64_t byte, int bit = 0)
{
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(static_cast<std::streamoff>(byte));
    const int old = file.get();
    file.seekp(static_cast<std::streamoff>(byte));
    file.put(static_cast<char>(old ^ (1 << bit)));
}

}  // namespace cairn::test
