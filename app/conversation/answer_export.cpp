#include "app/conversation/answer_export.h"

#include "core/formats/json.h"
#include "core/types/ascii.h"
#include "core/types/refusal.h"
#include "core/types/wrapped_line.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace cairn
{

namespace
{

// Whether the sign at `i` would be a mark of Markdown there, or begin one.
bool isMark(std::string_view line, std::size_t i)
{
    const auto isWord = [](char c) { return isAsciiAlphanumeric(c) || (static_cast<unsigned char>(c) & 0x80) != 0; };
    const char sign = line[i], before = i == 0 ? ' ' : line[i - 1], after = i + 1 < line.size() ? line[i + 1] : ' ';
    const std::string_view rest = line.substr(i + 1);
    const auto end = std::find_if_not(rest.begin(), rest.end(), [](char c) { return isAsciiAlphanumeric(c) || c == '#'; });   // of "&amp"
    switch (sign) {
    case '`': return true;
    case '\\': return std::string_view("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~").find(after) != std::string_view::npos;
    case '*': return i == 0 || before != ' ' || after != ' ';
    case '_': return !(isWord(before) && isWord(after)) && (before != ' ' || after != ' ');
    case '~': return before == '~' || after == '~';
    case '[': return rest.find("](") != std::string_view::npos;
    case '<': return isAsciiLetter(after) || after == '/' || after == '!' || after == '?';
    case '&': return end != rest.begin() && end != rest.end() && *end == ';';
    case '#':
    case '>': return i == 0;
    case '-':
    case '+': return i == 0 && (after == ' ' || after == sign);
    case '.':
    case ')': return after == ' ' && i > 0 && std::all_of(line.begin(), line.begin() + std::ptrdiff_t(i), isAsciiDigit);
    default: return false;
    }
}

// One line of plain words as Markdown shows it: what would be a mark there gets a backslash. The words of an answer are Markdown: so
// models write lists and what is to stand out.
std::string plainLine(const std::string& text)
{
    const std::string line = oneLine(text);
    std::string marked;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (isMark(line, i))
            marked += '\\';
        marked += line[i];
    }
    return marked;
}

enum PlaceOfState : std::size_t { kFinished = 1, kStopped, kInterrupted, kFailed };   // in kExportedStates

std::string tokenText(const Answer& answer, const AnswerToken& token)
{
    return answer.text.substr(token.text.begin, token.text.size());
}

void writeTokens(JsonWriter& json, const Answer& answer, bool whole)
{
    json.key("tokens").beginArray();
    for (const AnswerToken& token : answer.tokens) {
        json.beginObject().member("text", tokenText(answer, token)).member("memory_share", token.memoryShare);
        if (whole)
            json.member("begin", token.text.begin).member("token", token.id).member("log_probability", token.logProbability);
        json.key("top_blocks").beginArray();
        for (const std::uint32_t block : token.topBlocks)
            json.value(block);
        json.endArray().endObject();
    }
    json.endArray();
}

void writeCitations(JsonWriter& json, const Answer& answer, const DocumentNames& names)
{
    json.key("citations").beginArray();
    for (const Citation& citation : answer.citations) {
        json.beginObject().member("document", citation.document);
        json.member("document_name", citation.document < names.size() ? names[citation.document] : std::string());
        json.member("begin", citation.range.begin).member("end", citation.range.end).member("page", citation.page);
        json.member("section", citation.section)
            .member("text", citation.text)
            .member("evidence", citation.evidence)
            .key("blocks")
            .beginArray();
        for (const std::uint32_t block : citation.blocks)
            json.value(block);
        json.endArray().member("answer_begin", citation.answerRange.begin).member("answer_end", citation.answerRange.end).endObject();
    }
    json.endArray().key("quotations").beginArray();
    for (const Quotation& quotation : answer.quotations) {
        json.beginObject().member("answer_begin", quotation.answerRange.begin).member("answer_end", quotation.answerRange.end);
        json.member("verbatim", quotation.verbatim);
        if (quotation.verbatim)
            json.member("document", quotation.document).member("begin", quotation.range.begin).member("end", quotation.range.end);
        json.endObject();
    }
    json.endArray();
}

// What was read again for it: where nothing was found, the first is what came nearest.
void writePassages(JsonWriter& json, const Answer& answer)
{
    json.key("passages").beginArray();
    for (const DocumentPlace& passage : answer.passages)
        json.beginObject()
            .member("document", passage.document)
            .member("begin", passage.range.begin)
            .member("end", passage.range.end)
            .endObject();
    json.endArray();
}

void writeContext(JsonWriter& json, const Answer& answer, const AnswerContext& context)
{
    json.key("coverage").beginObject().member("consulted", answer.coverage.consulted).member("opened", answer.coverage.opened);
    json.member("total", answer.coverage.total).endObject();
    json.key("memory").beginObject().member("tokens", context.memoryTokens).member("blocks", context.memoryBlocks);
    json.member("f", context.blockTokens).endObject();
    json.key("timing").beginObject().member("open_ms", context.openMs).member("question_ms", answer.questionMs);
    json.member("first_token_ms", answer.firstTokenMs).member("tokens_per_second", answer.tokensPerSecond).endObject();
    json.key("model").beginObject().member("name", context.modelName).member("kind", context.modelKind);
    json.member("adapter", context.adapter).member("attention", context.attention);
    if (!context.tokenizer.empty())
        json.member("tokenizer", context.tokenizer);
    json.endObject();
    json.member("device", context.device);
    if (!context.version.empty())
        json.member("version", context.version);
    if (!context.withoutHeads.empty())
        json.member("without_heads", context.withoutHeads);
}

// What brings it in again needs besides.
void writeStored(JsonWriter& json, const StoredFacts& stored)
{
    json.member("question_id", stored.question).member("asked_at", stored.askedAt);
    if (stored.follows)
        json.member("follows", *stored.follows);
    json.member("started_at", stored.startedAt).member("changed_at", stored.changedAt).member("state", stored.state);
    json.member("options", stored.options).key("documents").beginArray();
    for (const std::string& hash : stored.documents)
        json.value(hash);
    json.endArray();
}

std::string noteJson(const ExportedNote& note, const DocumentNames& names)
{
    JsonWriter json;
    json.beginObject().member("note", note.kind).member("text", note.text).member("document", note.document);
    json.member("document_name", note.document < names.size() ? names[note.document] : std::string());
    json.member("document_hash", note.documentHash).member("begin", note.range.begin).member("end", note.range.end);
    json.member("page", note.page).member("section", note.section).member("passage", note.passage);
    json.member("created_at", note.createdAt).member("changed_at", note.changedAt).endObject();
    return json.take();
}

// "Highlight: On whales, p. 12, Of their songs"
std::string headOf(const ExportedNote& note, const PlaceWords& places)
{
    const ExportWords& words = places.words;
    const std::string& kind = note.kind == "highlight" ? words.highlight
                              : note.kind == "pinned"  ? words.pinned
                              : note.kind == "barred"  ? words.barred
                              : note.text.empty()      ? words.bookmark
                                                       : words.note;
    Citation place;
    place.document = note.document;
    place.range = note.range;
    place.page = note.page;
    place.section = note.section;
    return kind + ": " + places.of(place);
}

std::string escaped(std::string_view text)
{
    std::string html;
    for (const char character : text) {
        switch (character) {
        case '&': html += "&amp;"; break;
        case '<': html += "&lt;"; break;
        case '>': html += "&gt;"; break;
        case '"': html += "&quot;"; break;
        default: html += character;
        }
    }
    return html;
}

// The answer in pieces, each with the numbers (from 1) of the citations that end with it.
struct Piece
{
    std::string_view text;
    std::vector<std::size_t> citations;
};

std::vector<Piece> piecesOf(const Answer& answer)
{
    std::map<std::size_t, std::vector<std::size_t>> ends;
    for (std::size_t i = 0; i < answer.citations.size(); ++i)
        ends[std::min<std::size_t>(answer.citations[i].answerRange.end, answer.text.size())].push_back(i + 1);
    std::vector<Piece> pieces;
    std::size_t from = 0;
    for (auto& [end, numbers] : ends) {
        pieces.push_back({std::string_view(answer.text).substr(from, end - from), std::move(numbers)});
        from = end;
    }
    pieces.push_back({std::string_view(answer.text).substr(from), {}});
    return pieces;
}

// Whether a part of the documents was not read yet. Coverage counts the open block at their end, memoryBlocks does not.
bool wasReadInPart(const AnswerContext& context, const Coverage& coverage)
{
    const bool withOpenBlock = context.memoryTokens > std::uint64_t{context.memoryBlocks} * context.blockTokens;
    return context.memoryBlocks > 0 && context.memoryBlocks + (withOpenBlock ? 1 : 0) < coverage.total;
}

const std::string& unsupportedIn(const ExportWords& words, const Answer& answer, bool isShown)
{
    const bool refused = !answer.tokens.empty() && (!isShown || isRefusal(answer.text));
    return answer.stopped ? words.unsupported : refused ? words.refused : isShown ? words.unsupported : words.withheld;
}

// Some of them, and how many more there are.
std::string listed(const std::vector<DocumentPlace>& stretches, const PlaceWords& places)
{
    constexpr std::size_t kNamed = 6;
    const std::size_t shown = stretches.size() > kNamed + 1 ? kNamed : stretches.size();
    std::string text;
    for (std::size_t i = 0; i < shown; ++i)
        text += (i == 0 ? "" : "; ") + places.ofStretch(stretches[i]);
    return shown == stretches.size() ? text : text + "; " + filled(places.words.more, {std::to_string(stretches.size() - shown)});
}

// "SmolLM2, adapter, strategy reread."
std::string madeWith(const Answer& answer, const AnswerContext& context, const ExportWords& words)
{
    const auto kind = words.kinds.find(context.modelKind);
    return filled(words.madeWith, {context.modelName, kind == words.kinds.end() ? context.modelKind : kind->second,
                                   words.strategies[static_cast<std::size_t>(answer.strategy)]});
}

// What is to be known about an answer, as its panel says it, and what it was made with.
std::string aboutIt(const Answer& answer, const AnswerContext& context, const PlaceWords& places, bool passagesKnown,
                    const StoredFacts* stored)
{
    const ExportWords& words = places.words;
    const bool showsUnsupported = stored && stored->showsUnsupported;
    std::vector<std::string> sentences;
    if (answer.stopped)
        sentences.push_back(words.stopped);
    if (!answer.found && !answer.text.empty() && passagesKnown)
        sentences.push_back(unsupportedIn(words, answer, showsUnsupported));
    const auto wrong = std::count_if(answer.quotations.begin(), answer.quotations.end(), [](const Quotation& q) { return !q.verbatim; });
    if (wrong > 0)
        sentences.push_back(filled(words.misquoted, {std::to_string(wrong)}));
    if (stored && !stored->lookedAt.empty())
        sentences.push_back(filled(words.lookedAt, {listed(stored->lookedAt, places)}));
    if (stored && !stored->keptOut.empty())
        sentences.push_back(filled(words.keptOut, {listed(stored->keptOut, places)}));
    if (stored && !stored->pinned.empty())
        sentences.push_back(filled(words.placed, {listed(stored->pinned, places)}));
    const Coverage& coverage = answer.coverage;
    if (wasReadInPart(context, coverage))
        sentences.push_back(filled(words.partly, {std::to_string(context.memoryBlocks), std::to_string(coverage.total)}));
    if (coverage.total > 0)
        sentences.push_back(filled(words.coverage, {std::to_string(coverage.opened), std::to_string(coverage.consulted),
                                                    std::to_string(coverage.total)}));
    sentences.push_back(madeWith(answer, context, words));
    if (!context.withoutHeads.empty())
        sentences.push_back(filled(words.withoutHeads, {context.withoutHeads}));
    std::string text;
    for (const std::string& sentence : sentences)
        text += (text.empty() ? "" : " ") + sentence;
    return text;
}

using Nearest = std::optional<Citation>;

// "Follow-up of “Who sings?”"; empty: of none.
std::string followWords(const StoredFacts* stored, const ExportWords& words)
{
    if (!stored || !stored->follows)
        return {};
    return stored->followed ? filled(words.follows, {oneLine(*stored->followed)}) : words.followsRemoved;
}

// Lines stay lines: two spaces keep them from being joined. Entries of a list begin their own.
std::string withLineBreaks(std::string_view text)
{
    std::string kept;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view next = text.substr(i + 1);
        const bool ends = text[i] == '\n' && i > 0 && text[i - 1] != '\n' && !next.empty() && next[0] != '\n';
        kept += ends && !next.starts_with("- ") ? "  \n" : std::string(1, text[i]);
    }
    return kept;
}

// Wrapped lines of what is quoted letter by letter flow, as in the window (wrapped_line.h); ends of citations move along.
void flow(Answer& answer)
{
    struct Break
    {
        std::size_t at, size;   // with the spaces behind it
    };
    std::vector<Break> breaks;
    const std::string& text = answer.text;
    for (std::size_t line = 0, end = text.find('\n'); end != text.npos; line = end + 1, end = text.find('\n', line)) {
        const auto isAround = [end](const Quotation& one) {
            return one.verbatim && one.answerRange.begin <= end && end < one.answerRange.end;
        };
        const auto quotation = std::find_if(answer.quotations.begin(), answer.quotations.end(), isAround);
        if (quotation == answer.quotations.end())
            continue;
        const std::size_t stop = std::min<std::size_t>(quotation->answerRange.end, text.size());
        const std::size_t next = std::min(text.find_first_not_of(' ', end + 1), stop);
        const auto beginsCharacter = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; };
        const auto width = std::count_if(text.begin() + std::ptrdiff_t(line), text.begin() + std::ptrdiff_t(end), beginsCharacter);
        if (isWrapped(static_cast<std::size_t>(width), std::string_view(text).substr(next, stop - next)))
            breaks.push_back({end, next - end});
    }
    for (auto one = breaks.rbegin(); one != breaks.rend(); ++one) {
        answer.text.replace(one->at, one->size, " ");
        for (Citation& citation : answer.citations) {
            std::uint64_t& end = citation.answerRange.end;
            end = end >= one->at + one->size ? end - (one->size - 1) : std::min<std::uint64_t>(end, one->at + 1);
        }
    }
}

// The question; one that was asked of a part alone names it, as each part of a sweep does.
std::string headingOf(const Answer& answer, const StoredFacts* stored, const PlaceWords& places)
{
    const bool ofOnePlace = stored && stored->lookedAt.size() == 1;
    return ofOnePlace ? oneLine(answer.question) + " \u2013 " + places.ofStretch(stored->lookedAt.front()) : answer.question;
}

// What is shown of an answer.
struct Shown
{
    std::string heading, follows, about;
    const Answer& answer;
    const Nearest& nearest;
    const PlaceWords& places;
};

std::string markdown(const Shown& shown)
{
    const auto placeOf = [&](const Citation& citation) { return plainLine(withoutIsolates(shown.places.of(citation))); };
    std::string text = "## " + plainLine(withoutIsolates(shown.heading)) + "\n\n";
    if (!shown.follows.empty())
        text += "*" + plainLine(shown.follows) + "*\n\n";
    std::string said;
    for (const Piece& piece : piecesOf(shown.answer)) {
        said += piece.text;
        for (const std::size_t number : piece.citations)
            said += " [" + std::to_string(number) + "]";
    }
    text += withLineBreaks(said) + "\n\n";
    for (std::size_t i = 0; i < shown.answer.citations.size(); ++i) {
        const Citation& citation = shown.answer.citations[i];
        text += std::to_string(i + 1) + ". " + placeOf(citation) + "\n\n   > " + plainLine(citation.text) + "\n\n";
    }
    if (shown.nearest)
        text += filled(shown.places.words.nearest, {placeOf(*shown.nearest)}) + "\n\n> " + plainLine(shown.nearest->text) + "\n\n";
    return text + "*" + plainLine(withoutIsolates(shown.about)) + "*\n\n";
}

std::string html(AnswerId id, const Shown& shown)
{
    const auto anchor = [id](std::size_t number) { return "answer-" + std::to_string(id.value) + "-" + std::to_string(number); };
    const auto words = [](const std::string& plain) { return isolatesAsHtml(escaped(plain)); };
    const auto& citations = shown.answer.citations;
    std::string text = "<h2>" + words(shown.heading) + "</h2>\n";
    if (!shown.follows.empty())
        text += "<p><small>" + escaped(shown.follows) + "</small></p>\n";
    text += "<p class=\"answer\">";
    for (const Piece& piece : piecesOf(shown.answer)) {
        text += escaped(piece.text);
        for (const std::size_t number : piece.citations)
            text += "<sup><a href=\"#" + anchor(number) + "\">" + std::to_string(number) + "</a></sup>";
    }
    text += "</p>\n";
    for (std::size_t i = 0; i < citations.size(); ++i) {
        text += (i == 0 ? "<ol>\n" : "") + std::string("<li id=\"") + anchor(i + 1) + "\">" + words(shown.places.of(citations[i])) +
                "<blockquote>" + escaped(citations[i].text) + "</blockquote></li>\n";
    }
    text += citations.empty() ? "" : "</ol>\n";
    if (shown.nearest)
        text += "<p>" + words(filled(shown.places.words.nearest, {shown.places.of(*shown.nearest)})) + "</p>\n<blockquote>" +
                escaped(shown.nearest->text) + "</blockquote>\n";
    return text + "<p><small>" + words(shown.about) + "</small></p>\n";
}

constexpr std::string_view kStyle = "<style>body{max-width:40em;margin:2em auto;padding:0 1em;font:1em/1.5 sans-serif}"
                                    ".answer{white-space:pre-wrap}blockquote{margin:.3em 0 1em;padding-left:1em;border-left:3px solid #c90;"
                                    "white-space:pre-line}small{opacity:.75}:root{color-scheme:light dark}</style>\n";

}  // namespace

std::string exportHead(ExportFormat format, const std::string& title, const ExportWords& words)
{
    switch (format) {
    case ExportFormat::Markdown:
        return "# " + plainLine(title) + "\n\n";
    case ExportFormat::Html:
        return "<!DOCTYPE html>\n<html lang=\"" + escaped(words.language) + "\"><head><meta charset=\"utf-8\">\n" +
               "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" + escaped(title) + "</title>\n" + std::string(kStyle) +
               "</head><body>\n<h1>" + escaped(title) + "</h1>\n";
    case ExportFormat::Json:
        return {};
    }
    return {};
}

std::string exportTail(ExportFormat format) { return format == ExportFormat::Html ? "</body></html>\n" : ""; }

std::string exportAnswer(ExportFormat format, AnswerId id, const Answer& answer, const AnswerContext& context, const DocumentNames& names,
                         const StoredFacts* stored, const ExportWords& words)
{
    if (format == ExportFormat::Json)
        return answerJson(id, answer, context, names, stored) + "\n";
    const std::string_view state = stored ? std::string_view(stored->state) : kExportedStates[kFinished];
    if (answer.text.empty() && state != kExportedStates[kFinished])   // it ended before a word came
        return {};
    Answer shown = answer;
    shown.stopped = answer.stopped || state == kExportedStates[kInterrupted] || state == kExportedStates[kFailed];
    const bool passagesKnown = state == kExportedStates[kFinished] || state == kExportedStates[kStopped];
    flow(shown);
    const PlaceWords places{names, words, stored ? stored->texts : nullptr};
    const Nearest nearest = stored ? stored->nearest : std::nullopt;
    const Shown all{headingOf(answer, stored, places), followWords(stored, words), aboutIt(shown, context, places, passagesKnown, stored),
                    shown, nearest, places};
    return format == ExportFormat::Markdown ? markdown(all) : html(id, all);
}

std::string exportNotes(ExportFormat format, const std::vector<ExportedNote>& notes, const DocumentNames& names, const ExportWords& words,
                        const std::vector<CanonicalText>* texts)
{
    std::string text;
    if (format == ExportFormat::Json) {
        for (const ExportedNote& note : notes)
            text += noteJson(note, names) + "\n";
        return text;
    }
    if (notes.empty())
        return text;
    const bool markdown = format == ExportFormat::Markdown;
    text = markdown ? "## " + words.notes + "\n\n" : "<h2>" + escaped(words.notes) + "</h2>\n<ul>\n";
    for (const ExportedNote& note : notes) {
        const std::string place = headOf(note, {names, words, texts});
        if (markdown)
            text += "- " + plainLine(withoutIsolates(place)) + (note.passage.empty() ? "" : "\n\n  > " + plainLine(note.passage)) +
                    (note.text.empty() ? "" : "\n\n  " + plainLine(note.text)) + "\n\n";
        else
            text += "<li>" + isolatesAsHtml(escaped(place)) +
                    (note.passage.empty() ? "" : "<blockquote>" + escaped(note.passage) + "</blockquote>") +
                    (note.text.empty() ? "" : "<p class=\"answer\">" + escaped(note.text) + "</p>") + "</li>\n";
    }
    return markdown ? text : text + "</ul>\n";
}

std::string answerJson(std::optional<AnswerId> id, const Answer& answer, const AnswerContext& context, const DocumentNames& names,
                       const StoredFacts* stored)
{
    JsonWriter json;
    json.beginObject().key("id");
    if (id)
        json.value(id->value);
    else
        json.null();
    json.member("question", answer.question).member("answer", answer.text);
    json.member("strategy", name(answer.strategy)).member("found", answer.found).member("stopped", answer.stopped);
    writeTokens(json, answer, stored != nullptr);
    writeCitations(json, answer, names);
    writePassages(json, answer);
    writeContext(json, answer, context);
    if (stored)
        writeStored(json, *stored);
    json.endObject();
    return json.take();
}

}  // namespace cairn
