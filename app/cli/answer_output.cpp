#include "app/cli/answer_output.h"

#include "app/cli/console.h"
#include "app/common/ask_options_json.h"
#include "app/common/head_list.h"
#include "app/session/tokenizer_name.h"
#include "core/formats/utf8.h"
#include "core/model/model_info.h"
#include "core/types/nearest_passage.h"
#include "core/types/place_label.h"

#include <algorithm>
#include <cstdio>

namespace cairn
{
namespace
{

const char* kindName(LandmarkKind kind)
{
    switch (kind) {
    case LandmarkKind::LandmarkModel: return "landmark model";
    case LandmarkKind::Adapter: return "adapter";
    case LandmarkKind::Bounds: return "bounds";
    }
    return "";
}

// At most `limit` bytes of one line of text, cut at a space.
std::string excerpt(std::string text, std::size_t limit)
{
    text = oneLine(std::move(text));
    if (text.size() <= limit)
        return text;
    const auto space = text.rfind(' ', limit);
    return (space == text.npos ? utf8Start(text, limit) : text.substr(0, space)) + " ...";
}

// As an export calls it; the title only among several.
std::string placeName(const Citation& citation, const OpenSession& session)
{
    const DocumentNames all = documentNames(session), names = all.size() > 1 ? all : DocumentNames();
    const std::string place = withoutIsolates(PlaceWords{names, {}, &session.documents()}.of(citation));
    return place.empty() ? "beginning" : place;
}

// "[1] evidence 0.41, bytes 10-90, Results, par. 3" and the words that stand there
std::string placeLines(const std::string& head, const Citation& citation, const OpenSession& session)
{
    return "  " + head + ", bytes " + std::to_string(citation.range.begin) + "-" + std::to_string(citation.range.end) + ", "
           + placeName(citation, session) + "\n      \"" + excerpt(citation.text, 300) + "\"\n";
}

// One line for each, or for all of several that stand in the text.
std::string quotationLines(const Answer& answer)
{
    const std::vector<Quotation>& quotations = answer.quotations;
    const bool areVerbatim = std::all_of(quotations.begin(), quotations.end(), [](const Quotation& one) { return one.verbatim; });
    if (areVerbatim && quotations.size() > 1)
        return "  " + std::to_string(quotations.size()) + " quotations: verbatim\n";
    std::string text;
    for (const Quotation& quotation : quotations) {
        const std::string words = answer.text.substr(quotation.answerRange.begin, quotation.answerRange.size());
        text += "  Quotation \"" + excerpt(words, 80) + "\": " + (quotation.verbatim ? "verbatim" : "not in the text") + "\n";
    }
    return text;
}

}  // namespace

AnswerContext answerContext(const OpenSession& session, const AskOptions& options, double openMs)
{
    const EngineInfo& info = session.engine().info();
    AnswerContext context;
    context.memoryTokens = session.memory().regularTokens();
    context.memoryBlocks = session.memory().blocks();
    context.blockTokens = info.blockTokens;
    context.modelName = info.modelName;
    context.modelKind = kindName(info.kind);
    context.adapter = info.adapterFingerprint == Hash128{} ? std::string() : toHex(info.adapterFingerprint);
    context.attention = name(options.attention.value_or(info.askingAttention));
    context.tokenizer = tokenizerName(session.engine().tokenizer());
    context.version = programVersion();
    context.device = info.device;
    context.withoutHeads = headListText(options.controls.switchedOff);
    context.openMs = openMs;
    return context;
}

DocumentNames documentNames(const OpenSession& session)
{
    DocumentNames names;
    for (const DocumentRecord& record : session.records())
        names.push_back(record.title + (record.isRemoved() ? " (removed from the session)" : ""));
    return names;
}

std::string answerFooter(const Answer& answer, const OpenSession& session)
{
    std::string text;
    char line[200];
    for (std::size_t i = 0; i < answer.citations.size(); ++i) {
        const Citation& citation = answer.citations[i];
        std::snprintf(line, sizeof line, "[%zu] evidence %.2f", i + 1, citation.evidence);
        text += placeLines(line, citation, session);
    }
    const auto near = nearestPassage(answer);
    if (near && near->document < session.documents().size() && near->range.end <= session.documents()[near->document].text.size()) {
        Citation place;
        describePlace(place, *near, session.documents()[near->document]);
        text += placeLines("Nearest passage", place, session);
    }
    if (answer.citations.empty() && answer.found)
        text += "  No passage stood out. The answer may come from the model itself.\n";
    text += quotationLines(answer);
    std::snprintf(line, sizeof line, "  Consulted %u and opened %u of %s; %s; first word after %.1f s, %.0f tokens/s.\n",
                  answer.coverage.consulted, answer.coverage.opened, counted(answer.coverage.total, "block").c_str(),
                  std::string(name(answer.strategy)).c_str(), answer.firstTokenMs / 1000, answer.tokensPerSecond);
    return text + line;
}

}  // namespace cairn
