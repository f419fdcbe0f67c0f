#include "app/session/exported_session.h"

#include "app/common/ask_options_json.h"
#include "core/formats/json.h"
#include "core/types/nearest_passage.h"
#include "core/types/place_label.h"
#include "storage/hashing.h"

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
        if (question->follows)
            facts.follows = question->follows->value;
        const auto options = askOptionsFromJson(question->options);
        facts.showsUnsupported = options && options->showUnsupported;
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
    out.text += exportNotes(format, kept, names, words) + exportTail(format);
    return out;
}

}  // namespace cairn
