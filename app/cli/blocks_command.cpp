// cairn-cli blocks: how the documents are cut into blocks, and where each block stands.
#include "app/cli/answer_output.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "core/formats/utf8.h"
#include "core/types/place_label.h"

#include <cstdio>

namespace cairn
{
namespace
{

constexpr std::size_t kShownBytes = 80;

std::string twoDigits(float gates)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", static_cast<double>(gates));
    return text;
}

void printBlock(const OpenSession& session, BlockId block, bool whole, Console& console)
{
    const auto places = session.stream().placesOf(block);
    if (console.json()) {
        JsonWriter json;
        json.beginObject()
            .member("block", block.value)
            .member("stored", block.value < session.memory().blocks() || session.isRead())
            .key("places")
            .beginArray();
        for (const DocumentPlace& place : places) {
            const CanonicalText& document = session.documents()[place.document];
            json.beginObject().member("document", place.document).member("begin", place.range.begin).member("end", place.range.end);
            json.member("page", pageLabel(document, place.range.begin)).member("section", sectionPath(document, place.range.begin));
            json.member("text", wholeCharacters(session.stream().text(place))).endObject();
        }
        json.endArray().endObject();
        console.object(std::move(json));
        return;
    }
    std::string line = std::to_string(block.value);
    for (const DocumentPlace& place : places) {
        const std::string page = pageLabel(session.documents()[place.document], place.range.begin);
        line += "\t" + std::to_string(place.range.begin) + "-" + std::to_string(place.range.end) + (page.empty() ? "" : "\tp. " + page);
    }
    std::string text(wholeCharacters(session.stream().blockText(block)));
    if (!whole)
        text = utf8Start(oneLine(std::move(text)), kShownBytes);
    console.line(line + (whole ? "\n" : "\t") + text);
}

// What the block leaned on while it was read, strongest first.
int printLinks(OpenSession& session, BlockId block, Console& console)
{
    const auto links = session.store().backLinks(block);
    const auto any = session.store().hasBackLinks();
    if (!links || !any)
        return console.fail({Stage::Storage, links ? any.error() : links.error()});
    for (const BackLink& link : *links) {
        const auto places = session.stream().placesOf(link.block);
        const std::string page = places.empty() ? "" : pageLabel(session.documents()[places.front().document], places.front().range.begin);
        if (console.json()) {
            JsonWriter json;
            json.beginObject().member("block", block.value).member("leans_on", link.block.value).member("page", page);
            json.member("gates", static_cast<double>(link.gates)).endObject();
            console.object(std::move(json));
        } else {
            console.line("leans on " + std::to_string(link.block.value) + (page.empty() ? "" : "\tp. " + page) + "\t" +
                         twoDigits(link.gates));
        }
    }
    if (!*any && !keepsLinks(session.blocks().identity().reading))
        console.note("What blocks lean on is kept by reading with --links.");
    return kDone;
}

int run(const Arguments& arguments, Console& console)
{
    auto session = openWithEngine(arguments, console);
    if (!session)
        return console.fail(session.error());
    const std::uint32_t count = (*session)->stream().pieces();   // the open one, too: answers cite and traces name it
    if (!arguments.has("block")) {
        for (std::uint32_t block = 0; block < count; ++block)
            printBlock(**session, BlockId{block}, false, console);
        return kDone;
    }
    const auto block = arguments.number("block", 0, 0, count == 0 ? 0 : count - 1);
    if (!block)
        return console.fail({Stage::Usage, block.error()});
    const BlockId one{static_cast<std::uint32_t>(*block)};
    printBlock(**session, one, true, console);
    return printLinks(**session, one, console);
}

}  // namespace

Command blocksCommand()
{
    return {{"blocks", "blocks SESSION [--block N]", "Shows how the documents are cut into blocks, with their places.",
             joined({{"block", "N", "this block alone, its whole text"}, kJsonOption}, engineOptions()), 1, 1},
            run};
}

}  // namespace cairn
