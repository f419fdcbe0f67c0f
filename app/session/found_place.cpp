#include "app/session/found_place.h"

#include "core/types/place_label.h"
#include "storage/session/session_store.h"

#include <map>

namespace cairn
{
namespace
{

Result<FoundPlace> describe(const SessionStore& store, const DocumentRecord& record, const ByteRange& range,
                            std::map<std::int64_t, CanonicalText>& texts)
{
    if (!texts.contains(record.id.value)) {
        auto text = store.loadDocument(record.id);
        if (!text)
            return text.error();
        texts.emplace(record.id.value, *std::move(text));
    }
    const CanonicalText& text = texts.at(record.id.value);
    return FoundPlace{record.id,
                      range,
                      record.title,
                      pageLabel(text, range.begin),
                      sectionPath(text, range.begin),
                      text.text.substr(range.begin, range.size())};
}

// A session of an older format can be read when it was brought up to date, which opening it does.
Result<std::unique_ptr<SessionStore>> openForLooking(const std::string& folder)
{
    SessionStoreOptions options;
    options.access = Access::ReadOnly;
    auto store = SessionStore::open(folder, options);
    if (store || store.error().code != ErrorCode::Unsupported)
        return store;
    options.access = Access::ReadWrite;
    return SessionStore::open(folder, options);
}

}  // namespace

Result<SessionPlaces> placesInSession(const std::string& folder, std::span<const BlockId> blocks)
{
    const auto store = openForLooking(folder);
    if (!store)
        return store.error();
    const auto records = (*store)->documents();
    const auto map = (*store)->streamMap();
    if (!records || !map)
        return !records ? records.error() : map.error();
    if (!*map)
        return Error{ErrorCode::NotFound, "The session does not know where its blocks stand. Open it once."};
    SessionPlaces found;
    if (const auto title = (*store)->title())
        found.title = *title;
    std::map<std::int64_t, CanonicalText> texts;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const auto places = (*map)->map.placesOf(blocks[i]);
        if (places.empty() || places.front().document >= records->size())
            continue;
        auto place = describe(**store, (*records)[places.front().document], places.front().range, texts);
        if (!place)
            return place.error();
        found.places.push_back(*std::move(place));
        found.blocks.push_back(i);
    }
    return found;
}

}  // namespace cairn
