#include "core/corpora/corpus.h"

#include "core/corpora/line_source.h"
#include "core/formats/file.h"
#include "core/formats/utf8.h"
#include "core/types/paths.h"
#include "core/types/random.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <queue>

namespace cairn
{

namespace
{

constexpr std::uint64_t kTextFileBytes = 256ull << 20;

bool isLinesFile(const std::string& path)
{
    return path.ends_with(".jsonl") || path.ends_with(".jsonl.xz");
}

bool isTextFile(const std::string& path)
{
    return path.ends_with(".txt") || path.ends_with(".md");
}

Result<std::vector<std::string>> filesOf(const std::vector<std::string>& paths)
{
    std::vector<std::string> files;
    for (const std::string& path : paths) {
        std::error_code failed;
        if (!std::filesystem::is_directory(path, failed)) {
            files.push_back(path);
            continue;
        }
        std::vector<std::string> inside;
        for (const std::filesystem::path& entry : entriesOf(path)) {
            const std::string name = entry.filename().string();
            if ((isLinesFile(name) || isTextFile(name)) && !name.starts_with("qa_"))
                inside.push_back(entry.string());
        }
        std::sort(inside.begin(), inside.end());
        files.insert(files.end(), inside.begin(), inside.end());
    }
    if (files.empty())
        return Error{ErrorCode::NotFound, "There is no text to train on: name .jsonl, .jsonl.xz, .txt or .md files, or a folder of them."};
    return files;
}

// A stretch of at most `longest` bytes in whole characters, anywhere in the text.
std::string_view stretchOf(std::string_view text, std::uint64_t longest, TrainingRandom& random)
{
    if (text.size() <= longest)
        return text;
    const auto continues = [&](std::size_t at) { return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80; };
    std::size_t begin = static_cast<std::size_t>(random.below(text.size() - longest)), end = begin + static_cast<std::size_t>(longest);
    while (continues(begin))
        ++begin;
    while (continues(end))
        --end;
    return text.substr(begin, end - begin);
}

// Keeps the documents with the smallest random keys: a uniform sample of a stream of unknown length, of about `bytes`.
class Sample
{
public:
    explicit Sample(const CorpusRequest& request) : m_request(request) {}

    void offer(std::string id, std::string_view text)
    {
        TrainingRandom random(m_request.seed, id, m_offered++);
        const std::uint64_t key = random.next();
        if (text.empty() || (m_bytes >= m_request.bytes && key >= m_kept.top().key))
            return;
        std::string stretch(stretchOf(text, m_request.longest, random));
        m_bytes += stretch.size();
        m_kept.push({key, {std::move(id), std::move(stretch)}});
        while (m_bytes - m_kept.top().document.text.size() >= m_request.bytes) {
            m_bytes -= m_kept.top().document.text.size();
            m_kept.pop();
        }
    }

    std::vector<TextDocument> take()
    {
        std::vector<TextDocument> documents;
        for (; !m_kept.empty(); m_kept.pop())
            documents.push_back(m_kept.top().document);
        return documents;
    }

private:
    struct Entry
    {
        std::uint64_t key;
        TextDocument document;
        bool operator<(const Entry& other) const { return key < other.key; }
    };

    const CorpusRequest& m_request;
    std::priority_queue<Entry> m_kept;   // the largest key on top
    std::uint64_t m_bytes = 0, m_offered = 0;
};

Result<void> offerLines(const std::string& path, Sample& sample)
{
    return forEachJsonLine(path, [&](const JsonValue& row, std::uint64_t number) -> Result<void> {
        const std::string title = stringMember(row, "title");
        const std::string name = title.empty() ? "line " + std::to_string(number) : title;
        sample.offer(stringMember(row, "src") + ": " + name, stringMember(row, "text"));
        return {};
    });
}

Result<void> offerText(const std::string& path, Sample& sample)
{
    auto text = readWholeFile(path, kTextFileBytes);
    if (!text)
        return text.error();
    text->resize(validUtf8Prefix(*text));
    sample.offer(std::filesystem::path(path).filename().string(), *text);
    return {};
}

}  // namespace

Result<std::vector<TextDocument>> readTexts(const CorpusRequest& request)
{
    const auto files = filesOf(request.paths);
    if (!files)
        return files.error();
    Sample sample(request);
    for (const std::string& path : *files) {
        if (auto done = isLinesFile(path) ? offerLines(path, sample) : offerText(path, sample); !done)
            return done.error();
    }
    auto documents = sample.take();
    if (documents.empty())
        return Error{ErrorCode::NotFound, "The files named hold no text to train on; JSON lines need a member \"text\"."};
    return documents;
}

bool isHeldOut(std::string_view documentId, std::uint64_t seed, double share)
{
    return TrainingRandom(seed, documentId).chance(share);
}

namespace
{

// The document that is held out though none is by its share; empty: all are one.
std::string nearestHeldOut(const std::vector<TextDocument>& documents, std::uint64_t seed)
{
    std::map<double, std::string> byChance;
    for (const TextDocument& document : documents)
        byChance[TrainingRandom(seed, document.id).real()] = document.id;
    return byChance.size() > 1 ? byChance.begin()->second : std::string();
}

}  // namespace

std::pair<std::vector<TextDocument>, std::vector<TextDocument>> splitByDocument(std::vector<TextDocument> documents, std::uint64_t seed,
                                                                                double heldOutShare)
{
    const auto isHeld = [&](const TextDocument& document) { return isHeldOut(document.id, seed, heldOutShare); };
    const bool none = heldOutShare > 0 && std::none_of(documents.begin(), documents.end(), isHeld);
    const std::string nearest = none ? nearestHeldOut(documents, seed) : std::string();
    std::vector<TextDocument> trained, heldOut;
    for (TextDocument& document : documents) {
        auto& side = isHeld(document) || (!nearest.empty() && document.id == nearest) ? heldOut : trained;
        side.push_back(std::move(document));
    }
    return {std::move(trained), std::move(heldOut)};
}

}  // namespace cairn
