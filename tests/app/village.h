// Sessions of short documents over a small chat model, for tests of opening, adding and removing.
#pragma once

#include "app/session/open_session.h"

#include <QtGlobal>

#include <memory>
#include <string>

namespace cairn::test
{

inline ImportedDocument villageDocument(const std::string& title, std::size_t paragraphs, const std::string& path = {})
{
    ImportedDocument made;
    made.text.title = title;
    for (std::size_t i = 0; i < paragraphs; ++i)
        made.text.text += title + ", paragraph " + std::to_string(i) + ": the river runs slowly past the mill.\n\n";
    made.text.paragraphs.push_back({{0, made.text.text.size()}, {}, 0});
    made.source.path = path;
    return made;
}

inline EngineWishes modelAlone(const std::string& model)   // one thread, no adapters
{
    EngineWishes wishes;
    wishes.model = {model, "none", "none"};
    wishes.threads = 1;
    return wishes;
}

inline std::unique_ptr<OpenSession> openVillage(const std::string& folder)
{
    auto session = OpenSession::openOrCreate(folder, "Village");
    if (!session)
        qFatal("%s", session.error().error.message.c_str());
    return std::move(*session);
}

}  // namespace cairn::test
