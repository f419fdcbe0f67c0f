#include "storage/rescue/carried_codec.h"

#include "storage/bytes/packed.h"
#include "storage/records/answer_columns.h"
#include "storage/records/document_columns.h"

#include <cstring>

namespace cairn
{

namespace
{

enum class Part : std::uint8_t { End = 0, Setting = 1, Document = 2, Question = 3, Answer = 4, Note = 5, Loss = 6 };

constexpr std::uint8_t kLastColumn = kLastAnswerColumn;

Error broken()
{
    return {ErrorCode::Corruption, "The session could not be brought in: what the import worker sent is damaged. Try again."};
}

void packColumns(Packer& out, const std::vector<Column>& columns)
{
    out.varint(columns.size());
    for (const Column& column : columns) {
        out.number(column.number);
        out.varint(column.bytes.size());
        out.bytes(column.bytes);
    }
}

// The columns of a document or an answer, borrowed from the bytes read.
class Columns
{
public:
    static std::optional<Columns> from(Unpacker& in)
    {
        Columns columns;
        columns.m_parts.resize(kLastColumn + std::size_t{1});
        const std::size_t count = in.count(2);
        for (std::size_t i = 0; i < count; ++i) {
            const auto number = in.number<std::uint8_t>();
            const auto part = in.take(in.count());
            if (!in.ok() || number > kLastColumn || columns.m_parts[number].data() != nullptr)
                return std::nullopt;
            columns.m_parts[number] = part;
        }
        return in.ok() ? std::optional(std::move(columns)) : std::nullopt;
    }

    template <typename Number>
    Result<std::vector<std::byte>> operator()(Number column) const
    {
        const auto part = m_parts[static_cast<std::size_t>(column)];
        return std::vector<std::byte>(part.begin(), part.end());
    }

private:
    std::vector<std::span<const std::byte>> m_parts;
};

std::vector<std::byte> packDocumentPart(const CarriedDocument& document)
{
    Packer out;
    out.number(document.id.value);
    out.number(static_cast<std::uint8_t>(document.text.format));
    for (const std::string* text : {&document.text.title, &document.text.author, &document.source.path})
        out.text(*text);
    out.number(document.source.bytes);
    out.number(document.source.modifiedNs);
    out.number(document.importedAt);
    out.number(document.removedAt);
    packColumns(out, packDocument(document.text));
    return out.take();
}

std::vector<std::byte> packQuestion(const QuestionRecord& question)
{
    Packer out;
    out.number(question.id.value);
    out.number(question.askedAt);
    out.number(question.follows ? question.follows->value : std::int64_t{-1});
    out.number(question.removedAt);
    out.text(question.text);
    out.text(question.options);
    return out.take();
}

std::vector<std::byte> packAnswerPart(const CarriedAnswer& answer)
{
    Packer out;
    for (const std::int64_t value :
         {answer.record.id.value, answer.record.question.value, answer.record.startedAt, answer.record.changedAt})
        out.number(value);
    out.number(static_cast<std::uint8_t>(answer.record.state));
    out.number(static_cast<std::uint8_t>(answer.answer.strategy));
    out.number(static_cast<std::uint8_t>(answer.record.earlierMap.has_value()));
    out.text(answer.record.context);
    packColumns(out, packAnswer(answer.answer));
    return out.take();
}

std::vector<std::byte> packNote(const NoteRecord& note)
{
    Packer out;
    for (const std::int64_t value : {note.id, note.createdAt, note.changedAt, note.note.document.value})
        out.number(value);
    out.number(note.note.range.begin);
    out.number(note.note.range.end);
    out.text(note.note.text);
    out.number(static_cast<std::uint8_t>(note.note.kind));
    return out.take();
}

bool takeDocument(Unpacker& in, CarriedSession& contents)
{
    CarriedDocument document;
    document.id = DocumentId(in.number<std::int64_t>());
    const auto format = in.number<std::uint8_t>();
    std::string title = in.text(), author = in.text();
    document.source.path = in.text();
    document.source.bytes = in.number<std::uint64_t>();
    document.source.modifiedNs = in.number<std::int64_t>();
    document.importedAt = in.number<std::int64_t>();
    document.removedAt = in.number<std::int64_t>();
    const auto columns = Columns::from(in);
    auto text = columns ? unpackDocument(*columns) : Result<CanonicalText>(broken());
    if (!text || format > static_cast<std::uint8_t>(kLastDocumentFormat))
        return false;
    document.text = std::move(*text);
    document.text.format = static_cast<DocumentFormat>(format);
    document.text.title = std::move(title);
    document.text.author = std::move(author);
    contents.documents.push_back(std::move(document));
    return true;
}

bool takeQuestion(Unpacker& in, CarriedSession& contents)
{
    QuestionRecord question;
    question.id = QuestionId(in.number<std::int64_t>());
    question.askedAt = in.number<std::int64_t>();
    const auto follows = in.number<std::int64_t>();
    if (follows >= 0)
        question.follows = AnswerId(follows);
    question.removedAt = in.number<std::int64_t>();
    question.text = in.text();
    question.options = in.text();
    contents.questions.push_back(std::move(question));
    return true;
}

bool takeAnswer(Unpacker& in, CarriedSession& contents)
{
    CarriedAnswer part;
    part.record.id = AnswerId(in.number<std::int64_t>());
    part.record.question = QuestionId(in.number<std::int64_t>());
    part.record.startedAt = in.number<std::int64_t>();
    part.record.changedAt = in.number<std::int64_t>();
    const auto state = in.number<std::uint8_t>(), strategy = in.number<std::uint8_t>();
    if (in.number<std::uint8_t>() != 0)
        part.record.earlierMap = 0;
    part.record.context = in.text();
    const auto columns = Columns::from(in);
    auto answer = columns ? unpackAnswer(*columns, true) : Result<Answer>(broken());
    if (!answer || state > static_cast<std::uint8_t>(AnswerState::Failed) || strategy > static_cast<std::uint8_t>(Strategy::Bm25))
        return false;
    part.record.state = static_cast<AnswerState>(state);
    part.record.strategy = static_cast<Strategy>(strategy);
    part.answer = std::move(*answer);
    part.answer.strategy = part.record.strategy;
    contents.answers.push_back(std::move(part));
    return true;
}

bool takeNote(Unpacker& in, CarriedSession& contents)
{
    NoteRecord note;
    note.id = in.number<std::int64_t>();
    note.createdAt = in.number<std::int64_t>();
    note.changedAt = in.number<std::int64_t>();
    note.note.document = DocumentId(in.number<std::int64_t>());
    note.note.range.begin = in.number<std::uint64_t>();
    note.note.range.end = in.number<std::uint64_t>();
    note.note.text = in.text();
    const auto kind = in.number<std::uint8_t>();
    if (kind > static_cast<std::uint8_t>(NoteKind::Barred))
        return false;
    note.note.kind = static_cast<NoteKind>(kind);
    contents.notes.push_back(std::move(note));
    return true;
}

bool takeSetting(Unpacker& in, CarriedSession& contents)
{
    std::string name = in.text();
    return contents.settings.emplace(std::move(name), in.text()).second;
}

bool takePart(Part kind, Unpacker& in, CarriedSession& contents)
{
    switch (kind) {
    case Part::Setting: return takeSetting(in, contents);
    case Part::Document: return takeDocument(in, contents);
    case Part::Question: return takeQuestion(in, contents);
    case Part::Answer: return takeAnswer(in, contents);
    case Part::Note: return takeNote(in, contents);
    case Part::Loss: contents.losses.push_back(in.text()); return true;
    case Part::End: return false;
    }
    return false;
}

}  // namespace

std::vector<std::byte> packCarried(const CarriedSession& contents)
{
    Packer out;
    const auto add = [&out](Part kind, const std::vector<std::byte>& bytes) {
        out.number(static_cast<std::uint8_t>(kind));
        out.number(std::uint64_t{bytes.size()});
        out.bytes(bytes);
    };
    for (const auto& [name, value] : contents.settings) {
        Packer setting;
        setting.text(name);
        setting.text(value);
        add(Part::Setting, setting.take());
    }
    for (const CarriedDocument& document : contents.documents)
        add(Part::Document, packDocumentPart(document));
    for (const QuestionRecord& question : contents.questions)
        add(Part::Question, packQuestion(question));
    for (const CarriedAnswer& answer : contents.answers)
        add(Part::Answer, packAnswerPart(answer));
    for (const NoteRecord& note : contents.notes)
        add(Part::Note, packNote(note));
    for (const std::string& loss : contents.losses) {
        Packer text;
        text.text(loss);
        add(Part::Loss, text.take());
    }
    Packer end;
    end.number(contents.createdAt);
    end.number(static_cast<std::uint8_t>(contents.documentsAreWhole));
    add(Part::End, end.take());
    return out.take();
}

Result<CarriedSession> unpackCarried(std::span<const std::byte> bytes)
{
    Unpacker in(bytes);
    CarriedSession contents;
    for (;;) {
        const auto kind = static_cast<Part>(in.number<std::uint8_t>());
        Unpacker part(in.take(in.number<std::uint64_t>()));
        if (!in.ok())
            return broken();
        if (kind == Part::End) {
            contents.createdAt = part.number<std::int64_t>();
            contents.documentsAreWhole = part.number<std::uint8_t>() != 0;
            return part.done() && in.done() ? Result<CarriedSession>(std::move(contents)) : broken();
        }
        if (!takePart(kind, part, contents) || !part.done())
            return broken();
    }
}

}  // namespace cairn
