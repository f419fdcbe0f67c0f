// Writes zip archives for tests, good ones and, field by field, lying ones.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <zlib.h>

namespace cairn::test
{

inline std::string deflated(const std::string& data)
{
    z_stream z{};
    deflateInit2(&z, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&z, data.size()) + 64, '\0');
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
    z.avail_in = static_cast<uInt>(data.size());
    z.next_out = reinterpret_cast<Bytef*>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    deflate(&z, Z_FINISH);
    out.resize(z.total_out);
    deflateEnd(&z);
    return out;
}

// Fields as one header states them.
struct ZipFields
{
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
    std::uint32_t crc = 0;
    std::uint32_t packed = 0;
    std::uint32_t bytes = 0;
    std::string name;
    std::string extra;
};

struct ZipMember
{
    ZipFields local;
    ZipFields central;
    std::string data;                // packed
    std::string after;               // data descriptor
    std::uint16_t madeBy = 20;
    std::uint32_t attributes = 0;
    std::int64_t offsetShift = 0;    // of the stated local header
};

class ZipFile
{
public:
    std::vector<ZipMember> members;
    std::string comment;
    int extraEntries = 0;            // added to the counts of the end record
    std::int64_t directoryShift = 0; // of its stated offset
    std::uint16_t disk = 0;
    bool zip64 = false;              // end record of zip64 as well

    ZipMember& add(const std::string& name, const std::string& data, bool pack = true)
    {
        ZipMember member;
        member.data = pack ? deflated(data) : data;
        ZipFields fields;
        fields.method = pack ? 8 : 0;
        fields.crc = static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(data.data()), static_cast<uInt>(data.size())));
        fields.packed = static_cast<std::uint32_t>(member.data.size());
        fields.bytes = static_cast<std::uint32_t>(data.size());
        fields.name = name;
        member.local = member.central = fields;
        members.push_back(std::move(member));
        return members.back();
    }

    template <typename T>
    static std::string number(T value)
    {
        return std::string(reinterpret_cast<const char*>(&value), sizeof value);
    }

    std::string write() const
    {
        std::string out, directory;
        for (const ZipMember& member : members) {
            const auto offset = static_cast<std::uint32_t>(static_cast<std::int64_t>(out.size()) + member.offsetShift);
            out += "PK\3\4" + number<std::uint16_t>(20) + common(member.local) + member.local.name + member.local.extra + member.data +
                   member.after;
            directory += "PK\1\2" + number(member.madeBy) + number<std::uint16_t>(20) + common(member.central) + number<std::uint16_t>(0) +
                         number<std::uint16_t>(0) + number<std::uint16_t>(0) + number(member.attributes) + number(offset) +
                         member.central.name + member.central.extra;
        }
        const auto begin = static_cast<std::uint64_t>(static_cast<std::int64_t>(out.size()) + directoryShift);
        const auto count = static_cast<std::uint64_t>(static_cast<std::int64_t>(members.size()) + extraEntries);
        const std::uint64_t end64 = out.size() + directory.size();
        out += directory;
        if (zip64)
            out += "PK\6\6" + number<std::uint64_t>(44) + number<std::uint16_t>(45) + number<std::uint16_t>(45) + number<std::uint32_t>(0) +
                   number<std::uint32_t>(0) + number(count) + number(count) + number<std::uint64_t>(directory.size()) + number(begin) +
                   "PK\6\7" + number<std::uint32_t>(0) + number(end64) + number<std::uint32_t>(1);
        const auto count16 = static_cast<std::uint16_t>(zip64 ? 0xFFFF : count);
        return out + "PK\5\6" + number(disk) + number(disk) + number(count16) + number(count16) +
               number(static_cast<std::uint32_t>(zip64 ? 0xFFFFFFFF : directory.size())) +
               number(static_cast<std::uint32_t>(zip64 ? 0xFFFFFFFF : begin)) + number(static_cast<std::uint16_t>(comment.size())) +
               comment;
    }

private:
    static std::string common(const ZipFields& f)
    {
        return number(f.flags) + number(f.method) + number<std::uint16_t>(0) + number<std::uint16_t>(0x21) + number(f.crc) +
               number(f.packed) + number(f.bytes) + number(static_cast<std::uint16_t>(f.name.size())) +
               number(static_cast<std::uint16_t>(f.extra.size()));
    }
};

// A package with these parts, all packed.
inline std::string packageOf(const std::vector<std::pair<std::string, std::string>>& parts)
{
    ZipFile zip;
    for (const auto& [name, data] : parts)
        zip.add(name, data);
    return zip.write();
}

}  // namespace cairn::test
