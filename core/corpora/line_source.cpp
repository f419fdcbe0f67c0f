#include "core/corpora/line_source.h"

#include "core/formats/file.h"

#include <lzma.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace cairn
{

namespace
{

constexpr std::size_t kPieceBytes = 1u << 20;
constexpr std::size_t kLineBytes = 256u << 20;
constexpr std::uint64_t kDecoderBytes = 1ull << 30;   // the largest dictionary that is accepted
constexpr std::array<unsigned char, 6> kXzMagic = {0xFD, '7', 'z', 'X', 'Z', 0x00};

// Bytes of a file in order.
class PieceReader
{
public:
    explicit PieceReader(std::shared_ptr<const InputFile> file) : m_file(std::move(file)), m_piece(kPieceBytes) {}

    // Empty at the end.
    Result<std::span<const std::byte>> next()
    {
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(kPieceBytes, m_file->size() - m_at));
        const auto piece = std::span(m_piece).first(size);
        if (auto done = m_file->read(m_at, piece); !done)
            return done.error();
        m_at += size;
        return std::span<const std::byte>(piece);
    }
    const std::string& name() const { return m_file->name(); }

private:
    std::shared_ptr<const InputFile> m_file;
    std::vector<std::byte> m_piece;
    std::uint64_t m_at = 0;
};

// Cuts a stream of bytes into lines; `more` fills the buffer and says whether anything came.
class LineCutter : public LineSource
{
public:
    Result<bool> next(std::string& line) override
    {
        line.clear();
        for (;;) {
            const char* begin = m_buffer.data() + m_at;
            const std::size_t left = m_buffer.size() - m_at;
            if (const void* end = left > 0 ? std::memchr(begin, '\n', left) : nullptr) {
                const auto size = static_cast<std::size_t>(static_cast<const char*>(end) - begin);
                line.append(begin, size);
                m_at += size + 1;
                return true;
            }
            line.append(begin, left);
            if (line.size() > kLineBytes)
                return Error{ErrorCode::Corruption, name() + ": a line is longer than 256 MiB."};
            m_buffer.clear();
            m_at = 0;
            const auto came = more(m_buffer);
            if (!came)
                return came.error();
            if (!*came)
                return !line.empty();
        }
    }

protected:
    virtual Result<bool> more(std::string& buffer) = 0;
    virtual const std::string& name() const = 0;

private:
    std::string m_buffer;
    std::size_t m_at = 0;
};

class PlainLines final : public LineCutter
{
public:
    explicit PlainLines(PieceReader reader) : m_reader(std::move(reader)) {}

private:
    Result<bool> more(std::string& buffer) override
    {
        const auto piece = m_reader.next();
        if (!piece)
            return piece.error();
        buffer.assign(reinterpret_cast<const char*>(piece->data()), piece->size());
        return !buffer.empty();
    }
    const std::string& name() const override { return m_reader.name(); }

    PieceReader m_reader;
};

class XzLines final : public LineCutter
{
public:
    explicit XzLines(PieceReader reader) : m_reader(std::move(reader)) {}
    ~XzLines() override { lzma_end(&m_stream); }
    XzLines(const XzLines&) = delete;
    XzLines& operator=(const XzLines&) = delete;

    Result<void> start()
    {
        if (lzma_stream_decoder(&m_stream, kDecoderBytes, LZMA_CONCATENATED) != LZMA_OK)
            return Error{ErrorCode::OutOfMemory, name() + ": not enough memory to decompress it."};
        return {};
    }

private:
    Result<bool> more(std::string& buffer) override
    {
        buffer.resize(kPieceBytes);
        m_stream.next_out = reinterpret_cast<std::uint8_t*>(buffer.data());
        m_stream.avail_out = buffer.size();
        while (!m_ended && m_stream.avail_out > 0) {
            if (auto done = decode(); !done)
                return done.error();
        }
        buffer.resize(buffer.size() - m_stream.avail_out);
        return !buffer.empty();
    }

    Result<void> decode()
    {
        if (m_stream.avail_in == 0 && !m_inputEnded) {
            const auto piece = m_reader.next();
            if (!piece)
                return piece.error();
            m_stream.next_in = reinterpret_cast<const std::uint8_t*>(piece->data());
            m_stream.avail_in = piece->size();
            m_inputEnded = piece->empty();
        }
        const lzma_ret code = lzma_code(&m_stream, m_inputEnded ? LZMA_FINISH : LZMA_RUN);
        if (code == LZMA_STREAM_END)
            m_ended = true;
        else if (code != LZMA_OK)
            return Error{ErrorCode::Corruption, name() + ": the compressed data are damaged or cut off; get the file again."};
        return {};
    }
    const std::string& name() const override { return m_reader.name(); }

    PieceReader m_reader;
    lzma_stream m_stream = LZMA_STREAM_INIT;
    bool m_inputEnded = false, m_ended = false;
};

}  // namespace

Result<std::unique_ptr<LineSource>> openLines(const std::string& path)
{
    auto file = InputFile::open(path);
    if (!file)
        return file.error();
    std::array<std::byte, kXzMagic.size()> first{};
    const bool longEnough = (*file)->size() >= first.size();
    if (longEnough) {
        if (auto done = (*file)->read(0, first); !done)
            return done.error();
    }
    if (!longEnough || std::memcmp(first.data(), kXzMagic.data(), first.size()) != 0)
        return std::unique_ptr<LineSource>(std::make_unique<PlainLines>(PieceReader(*file)));
    auto lines = std::make_unique<XzLines>(PieceReader(*file));
    if (auto done = lines->start(); !done)
        return done.error();
    return std::unique_ptr<LineSource>(std::move(lines));
}

Result<void> forEachJsonLine(const std::string& path, const std::function<Result<void>(const JsonValue& row, std::uint64_t line)>& use)
{
    auto lines = openLines(path);
    if (!lines)
        return lines.error();
    std::string line;
    for (std::uint64_t number = 1;; ++number) {
        const auto more = (*lines)->next(line);
        if (!more)
            return more.error();
        if (!*more)
            return {};
        if (line.empty())
            continue;
        const auto row = parseJson(line, {.bytes = kLineBytes});
        auto done = row ? use(*row, number) : Result<void>(row.error());
        if (!done)
            return Error{ErrorCode::Corruption, path + ", line " + std::to_string(number) + ": " + done.error().message};
    }
}

std::string stringMember(const JsonValue& row, const char* key)
{
    const JsonValue* member = row.find(key);
    return member && member->string() ? *member->string() : std::string();
}

}  // namespace cairn
