#include "app/session/exported_session.h"

#include "app/common/ask_options_json.h"
#include "core/formats/json.h"
#include "core/types/barred_documents.h"
#include "core/types/nearest_passage.h"
#include "core/types/place_label.h"
#include "storage/bytes/hashing.h"

#include <algorithm>
#include <map>

namespace cairn
{
namespace
{

struct Texts   // of the session's documents; a damaged one is empty
{
    std::vector<CanonicalText> texts;
    std::vector<std::string> hashes;
    std::map<std::int64_t, std::uint32_t> places;   // by DocumentId
};

Result<Texts> textsOf(const SessionStore& store)
{
    const auto records = store.documents();
    if (!records)
        return records.error();
    Texts texts;
    for (const DocumentRecord& record : *records) {
        auto text = store.loadDocument(record.id);
        texts.places[record.id.value] = static_cast<std::uint32_t>(texts.texts.size());
        texts.texts.push_back(text ? std::move(*text) : CanonicalText{});
        texts.hashes.push_back(hexText(record.contentHash));
    }
    return texts;
}

ExportedNote exportedNote(const NoteRecord& record, const Texts& texts, std::uint32_t document)
{
    const CanonicalText& text = texts.texts[document];
    const ByteRange range = record.note.range;
    const bool inside = range.begin <= range.end && range.end <= text.text.size();
    return {std::string(kExportedNoteKinds[static_cast<std::size_t>(record.note.kind)]), record.note.text, document,
            texts.hashes[document], range,
            inside ? text.text.substr(range.begin, range.size()) : std::string(), inside ? pageLabel(text, range.begin) : std::string(),
            record.createdAt, record.changedAt, inside ? sectionPath(text, range.begin) : std::string()};
}

std::optional<Citation> nearestOf(const Answer& answer, const Texts& texts)
{
    const auto near = nearestPassage(answer);
    if (!near || near->document >= texts.texts.size() || near->range.end > texts.texts[near->document].text.size())
        return std::nullopt;
    Citation place;
    describePlace(place, *near, texts.texts[near->document]);
    return place;
}

// The text of these blocks (ascending) but of documents in `without` (ascending), stretch by stretch; all of a document: its whole text.
std::vector<DocumentPlace> stretchesOf(const std::vector<BlockId>& blocks, const StreamMap& map, const Texts& texts,
                                       const std::vector<std::uint32_t>& without = {})
{
    std::vector<DocumentPlace> stretches;
    for (const BlockId block : blocks) {
        for (const DocumentPlace& place : map.placesOf(block)) {
            const bool isLeftOut = std::binary_search(without.begin(), without.end(), place.document);
            if (isLeftOut || place.document >= texts.texts.size() || place.range.end > texts.texts[place.document].text.size())
                continue;   // or of a damaged text
            if (!stretches.empty() && stretches.back().document == place.document && stretches.back().range.end == place.range.begin)
                stretches.back().range.end = place.range.end;
            else
                stretches.push_back(place);
        }
    }
    for (DocumentPlace& stretch : stretches) {
        const auto [first, last] = map.data().documentTokens[stretch.document];
        const bool isAll = stretch.range.begin == 0 && stretch.range.end == map.data().ends[last - 1];
        if (isAll && first < last)
            stretch.range.end = texts.texts[stretch.document].text.size();
    }
    return stretches;
}

// Documents that were left out as wholes, then what else was.
std::vector<DocumentPlace> leftOut(const BarredParts& parts, const StreamMap& map, const Texts& texts)
{
    std::vector<DocumentPlace> places;
    for (const std::uint32_t document : parts.documents) {
        if (document < texts.texts.size())
            places.push_back({document, {0, texts.texts[document].text.size()}});
    }
    const auto others = stretchesOf(parts.blocks, map, texts, parts.documents);
    places.insert(places.end(), others.begin(), others.end());
    return places;
}

// Where the question could look, in the shorter of both ways to say it, and what had a place in any case.
void describeControls(StoredFacts& facts, const AskOptions& options, const StreamMap& map, const Texts& texts)
{
    std::vector<BlockId> barred = options.controls.barred, open, hidden;
    std::sort(barred.begin(), barred.end());
    for (BlockId block{0}; block.value < map.pieces(); ++block.value) {
        const bool isHidden = (options.until && *options.until <= block) || std::binary_search(barred.begin(), barred.end(), block);
        (isHidden ? hidden : open).push_back(block);
    }
    const BarredParts parts = barredParts(map, hidden);
    const auto lookedAt = stretchesOf(open, map, texts, parts.documents), keptOut = leftOut(parts, map, texts);
    const bool isAsShort = lookedAt.size() == keptOut.size() && (lookedAt.size() == 1 || parts.documents.empty());
    const bool isShorter = isAsShort ? open.size() < hidden.size() : lookedAt.size() < keptOut.size();
    if (options.within.empty() && !hidden.empty() && isShorter)
        facts.lookedAt = lookedAt;
    else
        facts.keptOut = keptOut;
    if (!options.within.empty())
        facts.lookedAt = options.within;
    std::vector<BlockId> pinned = options.controls.pinned;
    std::sort(pinned.begin(), pinned.end());
    facts.pinned = stretchesOf(pinned, map, texts);
}

// The question that an answer was given to; none: the answer is no more.
std::optional<std::string> followedQuestion(AnswerId answer, const std::vector<AnswerRecord>& answers,
                                            const std::vector<QuestionRecord>& questions)
{
    const auto followed = std::find_if(answers.begin(), answers.end(), [&](const AnswerRecord& one) { return one.id == answer; });
    if (followed == answers.end())
        return std::nullopt;
    const auto asked = std::find_if(questions.begin(), questions.end(), [&](const auto& one) { return one.id == followed->question; });
    return asked == questions.end() ? std::nullopt : std::optional(asked->text);
}

}  // namespace

Result<ExportedSession> exportSession(const SessionStore& store, ExportFormat format, const DocumentNames& names,
                                      const ExportWords& words)
{
    const auto records = store.answers();
    const auto questions = store.questions();
    const auto notes = store.notes();
    const auto texts = textsOf(store);
    if (!records || !questions || !notes || !texts)
        return !records ? records.error() : !questions ? questions.error() : !notes ? notes.error() : texts.error();
    const auto title = store.title();
    ExportedSession out;
    out.text = exportHead(format, title ? *title : std::string(), words);
    for (const AnswerRecord& record : *records) {
        const auto answer = store.loadAnswerWithoutTrace(record.id);
        const auto question =
            std::find_if(questions->begin(), questions->end(), [&](const QuestionRecord& one) { return one.id == record.question; });
        if (!answer || question == questions->end()) {
            out.leftOut.push_back("Answer " + std::to_string(record.id.value) + " is left out: " +
                                  (answer ? std::string("its question is damaged.") : answer.error().message));
            continue;
        }
        StoredFacts facts{record.question.value, question->askedAt, record.startedAt, record.changedAt, {},
                          std::string(kExportedStates[static_cast<std::size_t>(record.state)]), question->options, texts->hashes};
        if (question->follows) {
            facts.follows = question->follows->value;
            facts.followed = followedQuestion(*question->follows, *records, *questions);
        }
        const auto options = askOptionsFromJson(question->options);
        facts.texts = &texts->texts;
        facts.showsUnsupported = options && options->showUnsupported;
        const bool isLimited = options && (options->until || !options->within.empty() || !options->controls.barred.empty() ||
                                           !options->controls.pinned.empty());
        if (isLimited && format != ExportFormat::Json) {
            if (const auto map = store.streamMapOf(record); map && *map)
                describeControls(facts, *options, (*map)->map, *texts);
        }
        if (record.state == AnswerState::Finished)
            facts.nearest = nearestOf(*answer, *texts);
        out.text += exportAnswer(format, record.id, *answer, answerContextFromJson(record.context), names, &facts, words);
    }
    std::vector<ExportedNote> kept;
    for (std::size_t i = 0; i < notes->size(); ++i) {
        const NoteRecord& record = (*notes)[i];
        const auto place = texts->places.find(record.note.document.value);
        if (place != texts->places.end() && !record.damaged)
            kept.push_back(exportedNote(record, *texts, place->second));
        else
            out.leftOut.push_back("Note " + std::to_string(i + 1) + " is left out: it is damaged.");
    }
    out.text += exportNotes(format, kept, names, words, &texts->texts) + exportTail(format);
    return out;
}

}  // namespace cairn
