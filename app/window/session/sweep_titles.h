// Which chapter a question was asked to alone, as a sweep asks it (sweep_controller.h). Made for a list of questions; borrows the
// contents. UI thread.
#pragma once

#include "app/window/session/session_contents.h"
#include "core/answering/sweep_parts.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cairn
{

std::vector<const CanonicalText*> textsOf(const SessionContents& contents);

// The heading that a part begins with, else its first words. Empty: the session doesn't have it.
QString titleOf(const DocumentPlace& part, const SessionContents& contents);

class SweepTitles
{
public:
    // `map`: of the memory that was asked, where documents were removed since; null: of today's.
    explicit SweepTitles(const SessionContents& contents, std::shared_ptr<const StreamMap> map = {})
        : m_contents(contents), m_map(map ? std::move(map) : contents.map)
    {
    }

    // `options`, `context`: as kept with question and answer; no context: it is asked now. Also the part that a person limited it to.
    // Empty: it was asked to more than one chapter, or about chosen blocks.
    QString of(const std::string& options, const std::string& context = {});

    // Where a chapter ends that was the last one when it was asked, and is not any more: a document was added. Its options alone
    // would reach into that one. Nothing: they say it all.
    std::optional<BlockId> endOf(const std::string& options, const std::string& context);

private:
    std::optional<SweepPart> partOf(const AskOptions& asked, std::uint64_t tokens);
    std::uint64_t tokensIn(const std::string& context) const;
    struct Parts
    {
        std::vector<SweepPart> parts;
        std::uint32_t reach = 0;   // of the memory; the last ones may be left out of the parts
    };
    const Parts& partsOf(std::uint64_t tokens);

    const SessionContents& m_contents;
    std::shared_ptr<const StreamMap> m_map;
    std::map<std::uint64_t, Parts> m_parts;   // of the documents in so many tokens; made when first needed
};

}  // namespace cairn
