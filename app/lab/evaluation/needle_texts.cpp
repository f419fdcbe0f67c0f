#include "app/lab/evaluation/needle_texts.h"

#include "core/formats/utf8.h"
#include "storage/blocks/block_identity.h"
#include "storage/bytes/hashing.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace cairn
{

namespace
{

constexpr std::size_t kSampleBytes = 64 << 10;

Result<std::vector<TokenId>> idsOf(const Tokenizer& tokenizer, std::string_view text)
{
    auto encoded = tokenizer.encodeContinuation(text);
    if (!encoded)
        return encoded.error();
    std::vector<TokenId> ids;
    for (const Token& token : *encoded)
        ids.push_back(token.id);
    return ids;
}

void append(std::vector<TokenId>& to, const std::vector<TokenId>& more)
{
    to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

Result<std::vector<TokenId>> NeedleFraming::prefix() const
{
    if (frame == NeedleFrame::Chat)
        return chatPrefix(engine.tokenizer(), engine.chatFormat());
    const Tokenizer& tokenizer = engine.tokenizer();
    if (tokenizer.addsBos() && tokenizer.bos())
        return std::vector<TokenId>{*tokenizer.bos()};
    return std::vector<TokenId>{};
}

Result<NeedleText> NeedleFraming::encode(std::string text, std::vector<ByteRange> needles) const
{
    NeedleText result;
    result.text = std::move(text);
    result.needles = std::move(needles);
    auto before = prefix();
    if (!before)
        return before.error();
    result.tokens = *std::move(before);
    const auto encoded = engine.tokenizer().encode(result.text);
    if (!encoded)
        return encoded.error();
    for (const Token& token : *encoded) {
        const bool inside = std::any_of(result.needles.begin(), result.needles.end(), [&](const ByteRange& needle) {
            return token.begin < needle.end && needle.begin < token.end;
        });
        if (inside)
            result.needleTokens.push_back(result.tokens.size());
        result.tokens.push_back(token.id);
    }
    return result;
}

std::vector<std::uint32_t> NeedleText::blocksOf(std::uint32_t blockTokens) const
{
    std::vector<std::uint32_t> blocks;
    for (const std::uint64_t token : needleTokens)
        blocks.push_back(static_cast<std::uint32_t>(token / blockTokens));
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    return blocks;
}

Result<NeedleQuestion> NeedleFraming::question(const Needle& needle, std::uint32_t replyTokens) const
{
    NeedleQuestion question;
    question.text = needle.question;
    question.replyStart = needle.replyStart;
    question.answers = needle.answers;
    question.replyTokens = replyTokens;
    if (frame == NeedleFrame::Plain) {
        std::string words = "\n\nQuestion: ";
        words.append(needle.question).append("\nAnswer: ").append(needle.replyStart);
        auto ids = idsOf(engine.tokenizer(), words);
        if (!ids)
            return ids.error();
        question.tokens = *std::move(ids);
        return question;
    }
    auto turn = encodePrompt(questionPrompt(engine.chatFormat(), needle.question), engine.tokenizer());
    auto start = idsOf(engine.tokenizer(), needle.replyStart);
    if (!turn || !start)
        return !turn ? turn.error() : start.error();
    question.tokens = *std::move(turn);
    append(question.tokens, *start);
    return question;
}

// The paper's line 5 as it stands; in a chat its statement begins the reply.
Result<NeedleQuestion> NeedleFraming::passkeyQuestion(const std::string& line, const std::string& key) const
{
    const std::size_t end = line.find("? ") + 1;
    Needle needle{{}, line.substr(0, end), line.substr(end + 1), {key}};
    auto made = question(needle, 10);
    if (!made)
        return made;
    if (frame == NeedleFrame::Plain) {
        auto ids = idsOf(engine.tokenizer(), line);
        if (!ids)
            return ids.error();
        made->tokens = *std::move(ids);
    }
    made->firstNumber = true;
    return made;
}

Result<std::uint64_t> NeedleFraming::bytesFor(std::string_view filler, std::uint64_t tokens) const
{
    std::string_view sample = filler.substr(0, kSampleBytes);
    while (!sample.empty() && sample.size() < filler.size() && (static_cast<unsigned char>(filler[sample.size()]) & 0xC0) == 0x80)
        sample.remove_suffix(1);   // whole characters
    const auto encoded = engine.tokenizer().encode(sample);
    if (!encoded)
        return encoded.error();
    const double bytesPerToken = static_cast<double>(sample.size()) / static_cast<double>(std::max<std::size_t>(1, encoded->size()));
    return static_cast<std::uint64_t>(bytesPerToken * static_cast<double>(tokens));
}

// Halves of characters at a seam become question marks.
SplicedText textOf(const Engine& engine, const SplicedTokens& spliced)
{
    SplicedText made;
    std::vector<std::uint32_t>& ends = made.map.ends;
    ends.assign(spliced.prefix, 0);
    for (std::size_t i = spliced.prefix; i < spliced.tokens.size(); ++i) {
        made.text += engine.tokenizer().decode(spliced.tokens[i], i == spliced.prefix);
        ends.push_back(static_cast<std::uint32_t>(made.text.size()));
    }
    made.map.blockTokens = engine.info().blockTokens;
    made.map.prefixTokens = spliced.prefix;
    made.map.documentTokens = {{spliced.prefix, spliced.tokens.size()}};
    for (std::size_t at = validUtf8Prefix(made.text); at < made.text.size(); at += validUtf8Prefix(std::string_view(made.text).substr(at)))
        made.text[at] = '?';
    for (const auto& [begin, end] : spliced.needles)
        made.needles.push_back({begin == 0 ? 0 : ends[begin - 1], ends[end - 1]});
    return made;
}

Result<std::unique_ptr<FillerBase>> FillerBase::open(const Lab& lab, const Engine& engine, std::vector<TokenId> tokens,
                                                     const std::string& text, std::uint64_t prefixTokens)
{
    std::unique_ptr<FillerBase> base(new FillerBase(engine));
    base->m_kv = lab.options().kv;
    base->m_prefixTokens = prefixTokens;
    const auto encoded = engine.tokenizer().encode(text);
    if (!encoded)
        return encoded.error();
    const std::vector<std::uint64_t> ends = sentenceEnds(text);
    base->m_lines = text.size() > 1 && text[ends[1] - 1] == '\n';
    for (std::size_t i = 0; i < encoded->size() && prefixTokens + i + 1 < tokens.size(); ++i) {
        const std::uint64_t end = (*encoded)[i].end;
        if (std::binary_search(ends.begin(), ends.end(), base->m_lines ? end : end + 1))
            base->m_boundaries.push_back(prefixTokens + i + 1);
    }
    const std::uint32_t F = engine.info().blockTokens;
    tokens.resize(tokens.size() / F * F);
    const ReadingSettings reading = engine.defaultReading();
    const std::string_view bytes(reinterpret_cast<const char*>(tokens.data()), tokens.size() * sizeof(TokenId));
    const MemoryIdentity identity = engine.identity(contentHash(bytes), reading, lab.options().kv);
    std::filesystem::create_directories(lab.options().memories);
    auto store = BlockStore::openOrCreate((std::filesystem::path(lab.options().memories) / (toHex(memoryKey(identity)) + ".db")).string(),
                                          identity);
    if (!store)
        return store.error();
    base->m_store = *std::move(store);
    auto memory = engine.openMemory(*base->m_store, reading, lab.options().kv);
    if (!memory)
        return memory.error();
    std::uint64_t said = 0;
    auto done = memory->read(tokens, [&](const ReadProgress& progress) {
        if (progress.tokens < said + 16'000)
            return;
        said = progress.tokens;
        std::fprintf(stderr, "  reading filler: %llu of %llu tokens, %.0f a second\n", static_cast<unsigned long long>(progress.tokens),
                     static_cast<unsigned long long>(progress.totalTokens), progress.tokensPerSecond);
    });
    if (!done)
        return done.error();
    base->m_tokens = std::move(tokens);
    return base;
}

Result<std::vector<FillerBase::Spot>> FillerBase::spotsFor(std::uint32_t blocks, double depth,
                                                           const std::vector<std::string>& sentences) const
{
    std::vector<Spot> spots;
    const double length = static_cast<double>(std::uint64_t{blocks} * m_engine.info().blockTokens);
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        std::string text = sentences[i];
        if (!m_lines) {   // ". The secret .." as the tokenizer sees it in running text
            text.erase(text.find_last_not_of(' ') + 1);
            if (text.front() != '\n')
                text = std::string(" ").append(text);
        }
        auto ids = idsOf(m_engine.tokenizer(), text);
        if (!ids)
            return ids.error();
        double where = depth + static_cast<double>(i) / static_cast<double>(sentences.size());
        where -= i > 0 && where >= 1 ? 1 : 0;
        spots.push_back({nearestEnd(m_boundaries, static_cast<std::uint64_t>(where * length)), *std::move(ids)});
    }
    std::sort(spots.begin(), spots.end(), [](const Spot& a, const Spot& b) { return a.at < b.at; });
    return spots;
}

// Reads blocks [first, end) of `tokens` after what the archive holds before them.
Result<void> FillerBase::readOver(SplicedArchive& archive, std::uint32_t first, std::uint32_t end, const std::vector<TokenId>& tokens) const
{
    archive.endAt(first);
    auto memory = m_engine.openMemory(archive, m_engine.defaultReading(), m_kv);
    if (!memory)
        return memory.error();
    return memory->read(std::span(tokens).first(std::size_t{end} * m_engine.info().blockTokens), {});
}

Result<NeedleMemory> FillerBase::splice(std::uint32_t blocks, double depth, const std::vector<std::string>& sentences) const
{
    const std::uint32_t F = m_engine.info().blockTokens;
    const std::uint32_t windowBlocks = m_engine.defaultReading().window / m_engine.info().blockLength;
    auto spots = spotsFor(blocks, depth, sentences);
    if (!spots)
        return spots.error();
    NeedleMemory result;
    result.archive = std::make_unique<SplicedArchive>(*m_store, m_engine.memoryShape(m_kv));
    std::vector<TokenId> tokens = m_tokens;
    std::uint32_t free = 0;   // first block that no needle was laid over yet
    for (Spot& spot : *spots) {
        const std::uint64_t size = spot.tokens.size();
        spot.at = std::max(std::min(spot.at, std::uint64_t{blocks} * F - size), std::uint64_t{free} * F);
        const auto first = static_cast<std::uint32_t>(spot.at / F), last = static_cast<std::uint32_t>((spot.at + size - 1) / F);
        if (last >= blocks)
            return Error{ErrorCode::InvalidArgument, "The text is too short for all needles; choose a greater length."};
        const std::uint32_t end = std::min(blocks, std::max(last + 1, first + windowBlocks));
        std::copy_backward(tokens.begin() + static_cast<std::ptrdiff_t>(spot.at),
                           tokens.begin() + static_cast<std::ptrdiff_t>(std::uint64_t{end} * F - size),
                           tokens.begin() + static_cast<std::ptrdiff_t>(std::uint64_t{end} * F));   // the stretch's last tokens give way
        std::copy(spot.tokens.begin(), spot.tokens.end(), tokens.begin() + static_cast<std::ptrdiff_t>(spot.at));
        if (auto done = readOver(*result.archive, first, end, tokens); !done)
            return done.error();
        for (std::uint32_t block = first; block <= last; ++block)
            result.needleBlocks.push_back(block);
        free = end;
    }
    result.archive->endAt(blocks);
    tokens.resize(std::size_t{blocks} * F);
    result.spliced = SplicedTokens{std::move(tokens), m_prefixTokens, {}};
    for (const Spot& spot : *spots)
        result.spliced->needles.emplace_back(spot.at, spot.at + spot.tokens.size());
    auto memory = m_engine.openMemory(*result.archive, m_engine.defaultReading(), m_kv);
    if (!memory)
        return memory.error();
    result.memory.emplace(*std::move(memory));
    return result;
}

}  // namespace cairn
