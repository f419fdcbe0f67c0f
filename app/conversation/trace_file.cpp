#include "app/conversation/trace_file.h"

#include "core/formats/json.h"
#include "core/types/half.h"
#include "core/types/limits.h"
#include "core/types/near_misses.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace cairn
{
namespace
{

constexpr char kMagic[8] = {'C', 'A', 'I', 'R', 'N', 'T', 'R', 'C'};
constexpr std::uint32_t kFirstVersion = 1;      // without inner weights and places looked at
constexpr std::uint32_t kVersion = 2, kDeepVersion = 3;   // 3: with near misses; the others are written as ever
constexpr std::uint64_t kLargestFile = limits::kGiB;
constexpr std::uint32_t kLargestHeader = 64 * limits::kKiB;

template <typename T>
void append(std::vector<std::byte>& out, std::span<const T> values)
{
    const auto bytes = std::as_bytes(values);
    out.insert(out.end(), bytes.begin(), bytes.end());
}

template <typename T>
void appendValue(std::vector<std::byte>& out, T value)
{
    append(out, std::span<const T>(&value, 1));
}

// Calls visit(column name, vector) for every column of that version in file order.
template <typename AnyTrace, typename Visit>
void forEachColumn(AnyTrace& trace, std::uint32_t version, Visit visit)
{
    visit("blocks", trace.blocks);
    visit("gates", trace.gates);
    visit("scores", trace.scores);
    visit("memoryShare", trace.memoryShare);
    visit("ties", trace.ties);
    visit("rereadOffsets", trace.rereadOffsets);
    visit("rereadBlocks", trace.rereadBlocks);
    visit("rereadShares", trace.rereadShares);
    visit("heatOffsets", trace.heatOffsets);
    visit("heatBlocks", trace.heatBlocks);
    visit("heatScale", trace.heatScale);
    visit("heatWeights", trace.heatWeights);
    visit("innerOffsets", trace.innerOffsets);
    visit("innerRecords", trace.innerRecords);
    visit("innerWeights", trace.innerWeights);
    visit("lookedAt", trace.lookedAt);
    if (version < kDeepVersion)
        return;
    visit("nearOffsets", trace.nearOffsets);
    visit("nearBlocks", trace.nearBlocks);
    visit("nearScores", trace.nearScores);
    visit("nearLimits", trace.nearLimits);
}

std::uint32_t versionOf(const Trace& trace) { return trace.isDeep() ? kDeepVersion : kVersion; }

std::string headerJson(const Trace& trace, const TraceProvenance& provenance)
{
    JsonWriter json;
    json.beginObject().member("format", "cairn-trace").member("version", versionOf(trace)).member("question", provenance.question);
    json.member("model", provenance.model).member("adapter", provenance.adapter).member("documents", provenance.documents);
    if (!provenance.tokenizer.empty())
        json.member("tokenizer", provenance.tokenizer);
    if (!provenance.version.empty())
        json.member("program", "cairn " + provenance.version);
    json.member("options", provenance.options).member("tokens", trace.tokens).member("layers", trace.layers).member("heads", trace.heads);
    json.member("k", trace.k).member("f", trace.blockTokens).member("document_blocks", trace.documentBlocks);
    json.member("mode", static_cast<unsigned>(trace.mode)).member("attention", static_cast<unsigned>(trace.attention));
    json.member("scan", static_cast<unsigned>(trace.scan));
    json.key("columns").beginObject();
    forEachColumn(trace, versionOf(trace),
                  [&](const char* name, const auto& column) { json.member(name, static_cast<std::uint64_t>(column.size())); });
    json.endObject().endObject();
    return json.take();
}

Error damaged(const char* what) { return {ErrorCode::Corruption, std::string("This trace file can't be used: ") + what + "."}; }

bool offsetsFit(const std::vector<std::uint32_t>& offsets, std::size_t rows, std::size_t items)
{
    if (offsets.empty())
        return items == 0;
    if (offsets.size() != rows + 1 || offsets.front() != 0 || offsets.back() != items)
        return false;
    for (std::size_t i = 1; i < offsets.size(); ++i) {
        if (offsets[i] < offsets[i - 1])
            return false;
    }
    return true;
}

bool fits(const Trace& trace)
{
    const std::uint64_t rows = std::uint64_t{trace.tokens} * trace.layers * trace.heads;
    const std::uint64_t records = rows * trace.k;
    if (trace.layers > limits::kLayers || trace.heads > limits::kHeads || trace.k > 4096 || trace.blocks.size() != records ||
        trace.gates.size() != records || trace.scores.size() != records || trace.memoryShare.size() != rows || trace.ties.size() != rows)
        return false;
    for (const std::uint32_t block : trace.rereadBlocks) {
        if (block > trace.documentBlocks)   // that one: the open block at the document's end
            return false;
    }
    return trace.rereadShares.size() == trace.rereadBlocks.size() && offsetsFit(trace.rereadOffsets, rows, trace.rereadBlocks.size()) &&
           offsetsFit(trace.heatOffsets, trace.tokens, trace.heatBlocks.size()) && trace.heatScale.size() == trace.heatBlocks.size() &&
           trace.heatWeights.size() == trace.heatBlocks.size() * trace.blockTokens && wordsFit(trace) && nearMissesFit(trace);
}

std::uint32_t dimension(const JsonValue& header, const char* key)
{
    const JsonValue* value = header.find(key);
    const auto number = value ? value->unsignedInteger() : std::nullopt;
    return number && *number <= UINT32_MAX ? static_cast<std::uint32_t>(*number) : 0;
}

enum class RecordKind : std::uint32_t { Document, Conversation, Reread, Near };

std::string_view nameOf(RecordKind kind)
{
    switch (kind) {
    case RecordKind::Document: return "document";
    case RecordKind::Conversation: return "conversation";
    case RecordKind::Reread: return "reread";
    case RecordKind::Near: break;
    }
    return "near";
}

struct Record
{
    std::uint32_t token, layer, head, block;
    float gate;                           // NaN of near misses
    RecordKind kind;
    std::optional<std::uint32_t> place;   // none, and no score, of words read again
    float score = std::numeric_limits<float>::quiet_NaN();
};

// Calls visit(record) for every attended place, behind those of a head for every block whose words it read again, then its near misses.
template <typename Visit>
void forEachRecord(const Trace& trace, Visit visit)
{
    std::size_t index = 0, row = 0;
    for (std::uint32_t token = 0; token < trace.tokens; ++token) {
        for (std::uint32_t layer = 0; layer < trace.layers; ++layer) {
            for (std::uint32_t head = 0; head < trace.heads; ++head, ++row) {
                for (std::uint32_t place = 0; place < trace.k; ++place, ++index) {
                    const std::uint32_t block = trace.blocks[index];
                    const RecordKind kind = block < trace.documentBlocks ? RecordKind::Document : RecordKind::Conversation;
                    if (block != kNoBlock)
                        visit(Record{token, layer, head, block, halfToFloat(trace.gates[index]), kind, place,
                                     halfToFloat(trace.scores[index])});
                }
                for (std::size_t i = trace.rereadOffsets.empty() ? 0 : trace.rereadOffsets[row];
                     !trace.rereadOffsets.empty() && i < trace.rereadOffsets[row + 1]; ++i)
                    visit(Record{token, layer, head, trace.rereadBlocks[i], halfToFloat(trace.rereadShares[i]), RecordKind::Reread, {}});
                const std::size_t near = trace.isDeep() ? trace.nearOffsets[row] : 0;
                for (std::size_t i = near; trace.isDeep() && i < trace.nearOffsets[row + 1]; ++i)
                    visit(Record{token, layer, head, trace.nearBlocks[i], std::numeric_limits<float>::quiet_NaN(), RecordKind::Near,
                                 trace.k + static_cast<std::uint32_t>(i - near), halfToFloat(trace.nearScores[i])});
            }
        }
    }
}

}  // namespace

std::vector<std::byte> traceFile(const Trace& trace, const TraceProvenance& provenance)
{
    const std::string header = headerJson(trace, provenance);
    std::vector<std::byte> out;
    append(out, std::span<const char>(kMagic));
    appendValue(out, static_cast<std::uint32_t>(header.size()));
    append(out, std::span<const char>(header));
    forEachColumn(trace, versionOf(trace), [&](const char*, const auto& column) { append(out, std::span(std::as_const(column))); });
    appendValue(out, std::uint64_t{XXH3_64bits(out.data(), out.size())});
    return out;
}

bool isTraceFile(std::span<const std::byte> bytes)
{
    return bytes.size() >= sizeof kMagic && std::memcmp(bytes.data(), kMagic, sizeof kMagic) == 0;
}

Result<Trace> readTraceFile(std::span<const std::byte> bytes)
{
    constexpr std::size_t kFrame = sizeof kMagic + 4 + 8;
    if (bytes.size() < kFrame || bytes.size() > kLargestFile || !isTraceFile(bytes))
        return damaged("it doesn't begin as one, or is larger than 1 GiB");
    std::uint64_t checksum = 0;
    std::memcpy(&checksum, bytes.data() + bytes.size() - 8, 8);
    if (checksum != XXH3_64bits(bytes.data(), bytes.size() - 8))
        return damaged("its checksum differs, so it was cut or changed");
    std::uint32_t headerBytes = 0;
    std::memcpy(&headerBytes, bytes.data() + sizeof kMagic, 4);
    if (headerBytes > kLargestHeader || headerBytes > bytes.size() - kFrame)
        return damaged("its header is too long");
    const auto header = parseJson({reinterpret_cast<const char*>(bytes.data()) + sizeof kMagic + 4, headerBytes});
    const std::uint32_t version = header ? dimension(*header, "version") : 0;
    if (version < kFirstVersion || version > kDeepVersion || !header->find("columns"))
        return damaged("its header is not of version 1, 2 or 3");

    Trace trace;
    trace.tokens = dimension(*header, "tokens");
    trace.layers = dimension(*header, "layers");
    trace.heads = dimension(*header, "heads");
    trace.k = dimension(*header, "k");
    trace.blockTokens = dimension(*header, "f");
    trace.documentBlocks = dimension(*header, "document_blocks");
    trace.mode = static_cast<SelectionMode>(std::min(dimension(*header, "mode"), 3u));
    trace.attention = static_cast<AttentionWay>(std::min(dimension(*header, "attention"), 1u));
    trace.scan = static_cast<ScanWay>(std::min(dimension(*header, "scan"), 1u));
    auto rest = bytes.subspan(sizeof kMagic + 4 + headerBytes);
    rest = rest.first(rest.size() - 8);
    bool complete = true;
    forEachColumn(trace, version, [&](const char* name, auto& column) {
        using Value = typename std::remove_reference_t<decltype(column)>::value_type;
        const std::size_t count = dimension(*header->find("columns"), name);
        complete = complete && count <= rest.size() / sizeof(Value);
        if (!complete || count == 0)
            return;
        column.resize(count);
        std::memcpy(column.data(), rest.data(), count * sizeof(Value));
        rest = rest.subspan(count * sizeof(Value));
    });
    if (!complete || !rest.empty() || !fits(trace) || trace.isDeep() != (version == kDeepVersion))
        return damaged("its columns don't fit its header");
    return trace;
}

std::string traceCsv(const Trace& trace)
{
    std::string csv = "token,layer,head,place,block,gate,score,kind\n";
    char line[136], place[24], gate[24], score[24];
    forEachRecord(trace, [&](const Record& record) {
        place[0] = gate[0] = score[0] = '\0';
        if (record.kind != RecordKind::Near)
            std::snprintf(gate, sizeof gate, "%.6g", static_cast<double>(record.gate));
        if (record.place) {
            std::snprintf(place, sizeof place, "%u", *record.place);
            std::snprintf(score, sizeof score, "%.6g", static_cast<double>(record.score));
        }
        std::snprintf(line, sizeof line, "%u,%u,%u,%s,%u,%s,%s,", record.token, record.layer, record.head, place, record.block, gate,
                      score);
        csv.append(line).append(nameOf(record.kind)) += '\n';
    });
    return csv;
}

std::string traceJson(const Trace& trace)
{
    std::string lines;
    forEachRecord(trace, [&](const Record& record) {
        JsonWriter json;
        json.beginObject().member("token", record.token).member("layer", record.layer).member("head", record.head);
        if (record.place)
            json.member("place", *record.place);
        json.member("block", record.block);
        if (record.kind != RecordKind::Near)
            json.member("gate", record.gate);
        if (record.place)
            json.member("score", record.score);
        lines.append(json.member("kind", nameOf(record.kind)).endObject().take()) += '\n';
    });
    return lines;
}

std::vector<std::byte> traceNpy(const Trace& trace)
{
    std::vector<std::byte> records;
    std::size_t count = 0;
    forEachRecord(trace, [&](const Record& record) {
        for (const std::uint32_t value : {record.token, record.layer, record.head, record.block})
            appendValue(records, value);
        appendValue(records, record.gate);
        appendValue(records, record.score);
        appendValue(records, record.kind);
        ++count;
    });
    // NumPy format 1.0: the header is padded with spaces so that the data begins at a multiple of 64.
    std::string header =
        "{'descr': [('token', '<u4'), ('layer', '<u4'), ('head', '<u4'), ('block', '<u4'), ('gate', '<f4'), ('score', '<f4'), "
        "('kind', '<u4')], "
        "'fortran_order': False, 'shape': (" +
        std::to_string(count) + ",), }";
    header.resize((header.size() + 10 + 1 + 63) / 64 * 64 - 10 - 1, ' ');
    header += '\n';
    std::vector<std::byte> file;
    append(file, std::span<const char>("\x93NUMPY\x01\x00", 8));
    appendValue(file, static_cast<std::uint16_t>(header.size()));
    append(file, std::span<const char>(header));
    file.insert(file.end(), records.begin(), records.end());
    return file;
}

}  // namespace cairn
