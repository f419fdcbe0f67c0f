// importExport(): what somebody wrote is taken for hostile. Every field has its kind, every range lies in its text, every citation and
// every quotation called verbatim stands in the document, or nothing is taken.
#include "app/common/ask_options_json.h"
#include "app/protocol/events.h"
#include "app/session/exported_session.h"
#include "core/formats/file.h"
#include "core/formats/json.h"
#include "core/formats/utf8.h"
#include "core/types/limits.h"
#include "storage/bytes/hashing.h"
#include "storage/records/answer_places.h"
#include "storage/session/carried_session.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <map>
#include <set>

namespace cairn
{
namespace
{

constexpr std::uint64_t kLargestExport = 256 * limits::kMiB, kLongestLine = 64 * limits::kMiB;
constexpr std::size_t kLongestText = limits::kMiB, kMostLines = 100'000;

Error broken(std::size_t line)
{
    return {ErrorCode::Corruption, "This file is not an export of Cairn, or it was changed: line " + std::to_string(line) +
                                       " is not as it must be. Nothing was brought in."};
}

Error otherDocuments()
{
    return {ErrorCode::InvalidArgument, "These answers are about documents that this session does not hold. Open the session of those "
                                        "documents and try again. Nothing was brought in."};
}

// One object of the file. The first field that is not as it must be makes all of it bad.
class Fields
{
public:
    Fields(const JsonValue& object, bool& good) : m_object(object), m_good(good) { m_good = m_good && object.isObject(); }

    std::string text(const char* key, bool needed = true) const
    {
        const JsonValue* value = m_object.find(key);
        const std::string* text = value ? value->string() : nullptr;
        if ((!value && needed) || (value && (!text || text->size() > kLongestText || text->find('\0') != text->npos)))
            m_good = false;
        return text ? *text : std::string();
    }
    bool flag(const char* key) const
    {
        const JsonValue* value = m_object.find(key);
        const auto flag = value ? value->boolean() : std::nullopt;
        m_good = m_good && flag;
        return flag.value_or(false);
    }
    template <typename Number>
    Number whole(const char* key) const
    {
        const JsonValue* value = m_object.find(key);
        constexpr auto kNone = std::numeric_limits<std::uint64_t>::max();
        const std::uint64_t number = value ? value->unsignedInteger().value_or(kNone) : kNone;
        m_good = m_good && number != kNone && number <= static_cast<std::uint64_t>(std::numeric_limits<Number>::max());
        return m_good ? static_cast<Number>(number) : Number{};
    }
    double number(const char* key) const
    {
        const JsonValue* value = m_object.find(key);
        const auto number = value ? value->number() : std::nullopt;
        m_good = m_good && number;
        return number.value_or(0);
    }
    ByteRange range(const char* begin, const char* end) const
    {
        return {whole<std::uint64_t>(begin), whole<std::uint64_t>(end)};
    }
    std::span<const JsonValue> list(const char* key) const
    {
        const JsonValue* value = m_object.find(key);
        m_good = m_good && value && value->isArray();
        return value ? value->elements() : std::span<const JsonValue>();
    }
    Fields object(const char* key) const
    {
        static const JsonValue kNothing;
        const JsonValue* value = m_object.find(key);
        return Fields(value ? *value : kNothing, m_good);
    }
    bool has(const char* key) const { return m_object.find(key) != nullptr; }

private:
    const JsonValue& m_object;
    bool& m_good;
};

template <std::size_t N>
std::optional<std::size_t> placeIn(const std::array<std::string_view, N>& names, std::string_view name)
{
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? std::nullopt : std::optional(std::size_t(found - names.begin()));
}

std::int64_t notInTheFuture(std::int64_t time)
{
    const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
    return std::min(time, static_cast<std::int64_t>(now));
}

class Importer
{
public:
    explicit Importer(SessionStore& store) : m_store(store) {}

    Result<ImportedExport> run(std::string_view text)
    {
        if (auto done = loadSession(); !done)
            return done.error();
        if (text.size() > kLargestExport)
            return Error{ErrorCode::InvalidArgument, "This file is too large to be an export of Cairn. Nothing was brought in."};
        std::size_t line = 0;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            ++line;
            if (end > 0)
                if (auto done = takeLine(text.substr(0, end), line); !done)
                    return done.error();
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        if (m_found == 0)
            return broken(1);
        if (auto done = m_store.addConversation(m_added); !done)
            return done.error();
        return m_count;
    }

private:
    Result<void> loadSession()
    {
        const auto records = m_store.documents();
        if (!records)
            return records.error();
        for (const DocumentRecord& record : *records) {
            auto text = m_store.loadDocument(record.id);
            const auto place = static_cast<std::uint32_t>(m_ids.size());
            m_ids.push_back(record.id);
            m_texts.push_back(text ? std::move(*text) : CanonicalText{});
            m_hashes.push_back(hexText(record.contentHash));
            if (const auto known = m_places.find(m_hashes.back()); known == m_places.end() || !record.isRemoved())
                m_places[m_hashes.back()] = place;
        }
        const auto answers = m_store.answers();
        const auto notes = m_store.notes();
        if (!answers || !notes)
            return answers ? notes.error() : answers.error();
        for (const AnswerRecord& record : *answers)
            if (const auto answer = m_store.loadAnswerWithoutTrace(record.id))
                m_known.insert({record.startedAt, answer->question, answer->text});
        for (const NoteRecord& note : *notes)
            m_knownNotes.insert({note.note.document.value, note.note.range.begin, note.note.range.end,
                                 static_cast<std::size_t>(note.note.kind), note.note.text});
        return {};
    }

    Result<void> takeLine(std::string_view line, std::size_t number)
    {
        JsonLimits limits;
        limits.bytes = kLongestLine;
        const auto parsed = number <= kMostLines ? parseJson(line, limits) : Result<JsonValue>(broken(number));
        if (!parsed || !parsed->isObject())
            return broken(number);
        ++m_found;
        return parsed->find("answer") ? takeAnswer(*parsed, number) : takeNote(*parsed, number);
    }

    Result<void> takeNote(const JsonValue& value, std::size_t line)
    {
        bool good = true;
        const Fields fields(value, good);
        const auto kind = placeIn(kExportedNoteKinds, fields.text("note"));
        NoteRecord record;
        const std::string hash = fields.text("document_hash"), passage = fields.text("passage");
        record.note.range = fields.range("begin", "end");
        record.note.text = fields.text("text");
        record.createdAt = notInTheFuture(fields.whole<std::int64_t>("created_at"));
        record.changedAt = notInTheFuture(fields.whole<std::int64_t>("changed_at"));
        if (!good || !kind || !hashFromHex(hash))
            return broken(line);
        const auto place = m_places.find(hash);
        if (place == m_places.end())
            return otherDocuments();
        const std::string& text = m_texts[place->second].text;
        const ByteRange range = record.note.range;
        if (range.begin > range.end || range.end > text.size() || text.compare(range.begin, range.size(), passage) != 0)
            return broken(line);
        record.note.kind = static_cast<NoteKind>(*kind);
        record.note.document = m_ids[place->second];
        if (!m_knownNotes.insert({record.note.document.value, range.begin, range.end, *kind, record.note.text}).second)
            ++m_count.known;
        else {
            ++m_count.notes;
            m_added.notes.push_back(std::move(record));
        }
        return {};
    }

    Result<void> takeAnswer(const JsonValue& value, std::size_t line)
    {
        bool good = true;
        const Fields fields(value, good);
        CarriedAnswer part;
        QuestionRecord question;
        question.id = QuestionId(fields.whole<std::int64_t>("question_id"));
        question.askedAt = notInTheFuture(fields.whole<std::int64_t>("asked_at"));
        question.text = fields.text("question");
        question.options = fields.text("options");
        if (fields.has("follows"))
            question.follows = AnswerId(fields.whole<std::int64_t>("follows"));
        part.record.id = AnswerId(fields.whole<std::int64_t>("id"));
        part.record.question = question.id;
        part.record.startedAt = notInTheFuture(fields.whole<std::int64_t>("started_at"));
        part.record.changedAt = notInTheFuture(fields.whole<std::int64_t>("changed_at"));
        const auto state = placeIn(kExportedStates, fields.text("state"));
        const auto strategy = strategyNamed(fields.text("strategy"));
        Answer& answer = part.answer;
        answer.question = question.text;
        answer.text = fields.text("answer");
        answer.found = fields.flag("found");
        answer.stopped = fields.flag("stopped");
        const auto places = documentsOf(fields, good);
        takeTokens(fields, answer, good);
        takeCitations(fields, answer, places, good);
        takeNumbers(fields, part, good);
        const bool options = question.options.empty() || askOptionsFromJson(question.options);
        if (!good || !state || !strategy || !options || !isValidUtf8(answer.text))
            return broken(line);
        if (m_unknownDocument || std::none_of(places.begin(), places.end(), [](const auto& place) { return place.has_value(); }))
            return otherDocuments();
        part.record.state = static_cast<AnswerState>(*state);
        if (part.record.state == AnswerState::Running)
            part.record.state = AnswerState::Interrupted;
        part.record.strategy = answer.strategy = *strategy;
        if (!sameBlocks(places, answerContextFromJson(part.record.context)))
            forgetBlocks(answer);
        if (!fits(answer))
            return broken(line);
        keep(std::move(question), std::move(part));
        return {};
    }

    // Where the documents of its session are in this one.
    std::vector<std::optional<std::uint32_t>> documentsOf(const Fields& fields, bool& good) const
    {
        std::vector<std::optional<std::uint32_t>> places;
        for (const JsonValue& hash : fields.list("documents")) {
            good = good && hash.isString() && hashFromHex(*hash.string());
            const auto place = good ? m_places.find(*hash.string()) : m_places.end();
            places.push_back(place == m_places.end() ? std::nullopt : std::optional(place->second));
        }
        return places;
    }

    std::uint32_t document(const Fields& fields, const std::vector<std::optional<std::uint32_t>>& places, bool& good)
    {
        const auto index = fields.whole<std::uint32_t>("document");
        good = good && index < places.size();
        if (!good)
            return 0;
        m_unknownDocument = m_unknownDocument || !places[index];
        return places[index].value_or(0);
    }

    static std::vector<std::uint32_t> blocks(const Fields& fields, const char* key, bool& good)
    {
        std::vector<std::uint32_t> blocks;
        for (const JsonValue& value : fields.list(key)) {
            const auto block = value.unsignedInteger();
            good = good && block && *block < kMostStoredBlocks;
            blocks.push_back(good ? static_cast<std::uint32_t>(*block) : 0);
        }
        return blocks;
    }

    static void takeTokens(const Fields& fields, Answer& answer, bool& good)
    {
        for (const JsonValue& value : fields.list("tokens")) {
            const Fields token(value, good);
            const auto begin = token.whole<std::uint64_t>("begin");
            const std::string text = token.text("text");
            good = good && begin <= answer.text.size() && answer.text.compare(begin, text.size(), text) == 0;
            if (!good)
                return;
            AnswerToken kept;
            kept.id = static_cast<TokenId>(token.whole<std::int32_t>("token"));
            kept.text = {begin, begin + text.size()};
            kept.logProbability = static_cast<float>(token.number("log_probability"));
            kept.memoryShare = static_cast<float>(token.number("memory_share"));
            kept.topBlocks = blocks(token, "top_blocks", good);
            answer.tokens.push_back(std::move(kept));
        }
    }

    void takeCitations(const Fields& fields, Answer& answer, const std::vector<std::optional<std::uint32_t>>& places, bool& good)
    {
        for (const JsonValue& value : fields.list("citations")) {
            const Fields one(value, good);
            Citation citation;
            citation.document = document(one, places, good);
            citation.range = one.range("begin", "end");
            citation.page = one.text("page");
            citation.section = one.text("section");
            citation.text = one.text("text");
            citation.evidence = one.number("evidence");
            citation.blocks = blocks(one, "blocks", good);
            citation.answerRange = one.range("answer_begin", "answer_end");
            answer.citations.push_back(std::move(citation));
        }
        for (const JsonValue& value : fields.list("quotations")) {
            const Fields one(value, good);
            Quotation quotation;
            quotation.answerRange = one.range("answer_begin", "answer_end");
            quotation.verbatim = one.flag("verbatim");
            if (quotation.verbatim) {
                quotation.document = document(one, places, good);
                quotation.range = one.range("begin", "end");
            }
            answer.quotations.push_back(quotation);
        }
        for (const JsonValue& value : fields.list("passages")) {
            const Fields one(value, good);
            answer.passages.push_back({document(one, places, good), one.range("begin", "end")});
        }
    }

    static void takeNumbers(const Fields& fields, CarriedAnswer& part, bool& good)
    {
        Answer& answer = part.answer;
        const Fields coverage = fields.object("coverage"), memory = fields.object("memory"), timing = fields.object("timing"),
                     model = fields.object("model");
        answer.coverage = {coverage.whole<std::uint32_t>("consulted"), coverage.whole<std::uint32_t>("opened"),
                           coverage.whole<std::uint32_t>("total")};
        answer.questionMs = timing.number("question_ms");
        answer.firstTokenMs = timing.number("first_token_ms");
        answer.tokensPerSecond = timing.number("tokens_per_second");
        AnswerContext context;
        context.openMs = timing.number("open_ms");
        context.memoryTokens = memory.whole<std::uint64_t>("tokens");
        context.memoryBlocks = memory.whole<std::uint32_t>("blocks");
        context.blockTokens = memory.whole<std::uint32_t>("f");
        context.modelName = model.text("name");
        context.modelKind = model.text("kind");
        context.adapter = model.text("adapter");
        context.attention = model.text("attention");
        context.tokenizer = model.text("tokenizer", false);
        context.device = fields.text("device");
        context.version = fields.text("version", false);
        context.withoutHeads = fields.text("without_heads", false);
        good = good && context.memoryBlocks <= kMostStoredBlocks;
        part.record.context = toJson(context);
    }

    // Blocks are counted in a memory of the same documents in the same order, cut alike.
    bool sameBlocks(const std::vector<std::optional<std::uint32_t>>& places, const AnswerContext& context) const
    {
        for (std::uint32_t i = 0; i < places.size(); ++i)
            if (places[i] != i)
                return false;
        const auto map = m_store.streamMap();
        const bool unread = map && !*map;
        return places.size() == m_hashes.size() && (unread || (map && (*map)->map.blockTokens() == context.blockTokens));
    }

    static void forgetBlocks(Answer& answer)
    {
        for (AnswerToken& token : answer.tokens)
            token.topBlocks.clear();
        for (Citation& citation : answer.citations)
            citation.blocks.clear();
    }

    bool fits(const Answer& answer) const
    {
        std::vector<const CanonicalText*> texts;
        for (const CanonicalText& text : m_texts)
            texts.push_back(&text);
        std::uint32_t pieces = std::max(answer.coverage.total, 1u);
        for (const AnswerToken& token : answer.tokens)
            for (const std::uint32_t block : token.topBlocks)
                pieces = std::max(pieces, block + 1);
        return pieces <= kMostStoredBlocks && isCoherent(answer) && checkAnswer(answer, {0, 0, 0, pieces + 1, texts});
    }

    void keep(QuestionRecord question, CarriedAnswer part)
    {
        if (!m_known.insert({part.record.startedAt, question.text, part.answer.text}).second) {
            ++m_count.known;
            return;
        }
        const auto same = [&](const QuestionRecord& one) { return one.id == question.id; };
        if (std::none_of(m_added.questions.begin(), m_added.questions.end(), same))
            m_added.questions.push_back(std::move(question));
        ++m_count.answers;
        m_added.answers.push_back(std::move(part));
    }

    SessionStore& m_store;
    std::vector<DocumentId> m_ids;
    std::vector<CanonicalText> m_texts;
    std::vector<std::string> m_hashes;
    std::map<std::string, std::uint32_t> m_places;                                      // by hash
    std::set<std::tuple<std::int64_t, std::string, std::string>> m_known;               // begun at, question, answer
    std::set<std::tuple<std::int64_t, std::uint64_t, std::uint64_t, std::size_t, std::string>> m_knownNotes;
    bool m_unknownDocument = false;
    std::size_t m_found = 0;
    CarriedSession m_added;
    ImportedExport m_count;
};

}  // namespace

Result<ImportedExport> importExport(SessionStore& store, std::string_view text) { return Importer(store).run(text); }

Result<ImportedExport> importExportFile(SessionStore& store, const std::string& path)
{
    const auto text = readWholeFile(path, kLargestExport);
    if (!text)
        return Error{ErrorCode::Io, "This file can't be read. Nothing was brought in."};
    return importExport(store, *text);
}

}  // namespace cairn
