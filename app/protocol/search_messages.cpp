#include "app/protocol/search_messages.h"

#include "app/protocol/body.h"
#include "app/protocol/request_field.h"
#include "core/types/ids.h"

#include <cmath>

namespace cairn
{
namespace
{

constexpr std::size_t kPathBytes = 4096;
constexpr std::uint64_t kMostThreads = 1024, kMostSessions = 100'000, kMostBlocks = kNoBlock - 1;

Error broken()
{
    return {ErrorCode::Corruption, "The message stream is broken: a search is not as it must be."};
}

// Each ends with a zero byte, which no path holds.
std::string joined(const std::vector<std::string>& folders)
{
    std::string all;
    for (const std::string& folder : folders)
        all += folder + '\0';
    return all;
}

std::vector<std::string> foldersOf(const std::string& all, HeaderFields& fields)
{
    std::vector<std::string> folders;
    for (std::size_t begin = 0; begin < all.size();) {
        const std::size_t end = all.find('\0', begin);
        if (end == all.npos || end == begin || end - begin > kPathBytes || all[begin] != '/') {
            fields.refuse();
            return {};
        }
        folders.push_back(all.substr(begin, end - begin));
        begin = end + 1;
    }
    if (folders.size() > kMostSessions)
        fields.refuse();
    return folders;
}

std::uint32_t number32(HeaderFields& fields, const char* key, std::uint64_t most)
{
    return static_cast<std::uint32_t>(fields.number(key, most));
}

SearchedEvent decodeSearched(HeaderFields& fields)
{
    SearchedEvent event;
    event.request = requestOf(fields);
    event.searched.session = number32(fields, "session", kMostSessions);
    event.searched.outcome = fields.choice("outcome", SearchOutcome::Unreadable);
    event.searched.blocks = number32(fields, "blocks", kMostBlocks);
    event.searched.reason = fields.utf8("reason");
    return event;
}

FoundInLibraryEvent decodeFound(HeaderFields& fields, BodyReader& body)
{
    FoundInLibraryEvent event;
    event.request = requestOf(fields);
    event.found.session = number32(fields, "session", kMostSessions);
    event.found.inFull = fields.flag("full");
    const std::size_t count = body.rest() / (sizeof(std::uint32_t) + sizeof(double));
    const auto blocks = body.array<std::uint32_t>(count);
    const auto scores = body.array<double>(count);
    for (std::size_t i = 0; i < blocks.size() && i < scores.size(); ++i) {
        if (!std::isfinite(scores[i]) || blocks[i] > kMostBlocks)
            fields.refuse();
        event.found.passages.push_back({blocks[i], scores[i]});
    }
    return event;
}

}  // namespace

Message encode(const SearchCommand& search)
{
    QCborMap fields = headerOf(search.request);
    fields.insert(QStringLiteral("model"), cborText(search.model));
    fields.insert(QStringLiteral("threads"), static_cast<qint64>(search.threads));
    BodyWriter body;
    body.text(fields, "words", search.words);
    body.text(fields, "folders", joined(search.folders));
    return {MessageType::Search, fields, body.take()};
}

Message encode(const SearchedEvent& event)
{
    QCborMap fields = headerOf(event.request);
    fields.insert(QStringLiteral("session"), static_cast<qint64>(event.searched.session));
    fields.insert(QStringLiteral("outcome"), static_cast<int>(event.searched.outcome));
    fields.insert(QStringLiteral("blocks"), static_cast<qint64>(event.searched.blocks));
    fields.insert(QStringLiteral("reason"), cborText(event.searched.reason).left(1000));
    return {MessageType::Searched, fields, nullptr};
}

Message encode(const FoundInLibraryEvent& event)
{
    QCborMap fields = headerOf(event.request);
    fields.insert(QStringLiteral("session"), static_cast<qint64>(event.found.session));
    fields.insert(QStringLiteral("full"), event.found.inFull);
    std::vector<std::uint32_t> blocks;
    std::vector<double> scores;
    for (const PassageScore& passage : event.found.passages) {
        blocks.push_back(passage.block);
        scores.push_back(passage.score);
    }
    BodyWriter body;
    body.array(blocks);
    body.array(scores);
    return {MessageType::FoundInLibrary, fields, body.take()};
}

bool isSearchEvent(MessageType type)
{
    return type == MessageType::Searched || type == MessageType::FoundInLibrary;
}

Result<SearchCommand> decodeSearch(const Message& message)
{
    if (message.type != MessageType::Search)
        return broken();
    HeaderFields fields(message.header);
    BodyReader body(message, fields);
    SearchCommand search;
    search.request = requestOf(fields);
    search.model = fields.utf8("model", kPathBytes);
    search.threads = number32(fields, "threads", kMostThreads);
    search.words = body.text("words");
    search.folders = foldersOf(body.text("folders"), fields);
    if (search.model.find('\0') != std::string::npos)
        fields.refuse();
    return body.done() ? Result<SearchCommand>(std::move(search)) : Result<SearchCommand>(broken());
}

Result<SearchEvent> decodeSearchEvent(const Message& message)
{
    HeaderFields fields(message.header);
    BodyReader body(message, fields);
    SearchEvent event;
    if (message.type == MessageType::Searched)
        event = decodeSearched(fields);
    else if (message.type == MessageType::FoundInLibrary)
        event = decodeFound(fields, body);
    else
        fields.refuse();
    return body.done() ? Result<SearchEvent>(std::move(event)) : Result<SearchEvent>(broken());
}

}  // namespace cairn
