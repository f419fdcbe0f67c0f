#include "storage/records/answer_columns.h"

#include "storage/bytes/packed.h"
#include "storage/records/answer_places.h"
#include "storage/records/trace_columns.h"

namespace cairn
{

namespace
{

Error damaged()
{
    return {ErrorCode::Corruption, "A stored answer is damaged and can't be shown. Ask the question again."};
}

void packRange(Packer& out, const ByteRange& range)
{
    out.varint(range.begin);
    out.varint(range.end - range.begin);
}

ByteRange unpackRange(Unpacker& in)
{
    const std::uint64_t begin = in.varint();
    return {begin, begin + in.varint()};
}

void packBlocks(Packer& out, const std::vector<std::uint32_t>& blocks)
{
    out.varint(blocks.size());
    out.array(blocks);
}

std::vector<std::uint32_t> unpackBlocks(Unpacker& in)
{
    return in.array<std::uint32_t>(in.count(sizeof(std::uint32_t)));
}

std::vector<std::byte> packNumbers(const Answer& answer)
{
    Packer out;
    out.number(static_cast<std::uint8_t>(answer.found));
    out.number(static_cast<std::uint8_t>(answer.stopped));
    for (const std::uint32_t value : {answer.coverage.consulted, answer.coverage.opened, answer.coverage.total})
        out.number(value);
    for (const double value : {answer.questionMs, answer.firstTokenMs, answer.tokensPerSecond})
        out.number(value);
    return out.take();
}

void unpackNumbers(Unpacker& in, Answer& answer)
{
    answer.found = in.number<std::uint8_t>() != 0;
    answer.stopped = in.number<std::uint8_t>() != 0;
    for (std::uint32_t* value : {&answer.coverage.consulted, &answer.coverage.opened, &answer.coverage.total})
        *value = in.number<std::uint32_t>();
    for (double* value : {&answer.questionMs, &answer.firstTokenMs, &answer.tokensPerSecond})
        *value = in.number<double>();
}

std::vector<std::byte> packTokens(const Answer& answer)
{
    Packer out;
    out.varint(answer.tokens.size());
    for (const AnswerToken& token : answer.tokens) {
        out.number(token.id);
        packRange(out, token.text);
        out.number(token.logProbability);
        out.number(token.memoryShare);
        packBlocks(out, token.topBlocks);
    }
    return out.take();
}

void unpackTokens(Unpacker& in, Answer& answer)
{
    answer.tokens.resize(in.count(15));   // bytes of the smallest token
    for (AnswerToken& token : answer.tokens) {
        token.id = in.number<TokenId>();
        token.text = unpackRange(in);
        token.logProbability = in.number<float>();
        token.memoryShare = in.number<float>();
        token.topBlocks = unpackBlocks(in);
    }
}

std::vector<std::byte> packCitations(const Answer& answer)
{
    Packer out;
    out.varint(answer.citations.size());
    for (const Citation& citation : answer.citations) {
        out.varint(citation.document);
        packRange(out, citation.range);
        for (const std::string* text : {&citation.page, &citation.section, &citation.text})
            out.text(*text);
        out.number(citation.evidence);
        packBlocks(out, citation.blocks);
        packRange(out, citation.answerRange);
    }
    return out.take();
}

void unpackCitations(Unpacker& in, Answer& answer)
{
    answer.citations.resize(in.count(17));
    for (Citation& citation : answer.citations) {
        citation.document = static_cast<std::uint32_t>(in.varint());
        citation.range = unpackRange(in);
        for (std::string* text : {&citation.page, &citation.section, &citation.text})
            *text = in.text();
        citation.evidence = in.number<double>();
        citation.blocks = unpackBlocks(in);
        citation.answerRange = unpackRange(in);
    }
}

std::vector<std::byte> packQuotations(const Answer& answer)
{
    Packer out;
    out.varint(answer.quotations.size());
    for (const Quotation& quotation : answer.quotations) {
        packRange(out, quotation.answerRange);
        out.number(static_cast<std::uint8_t>(quotation.verbatim));
        out.varint(quotation.document);
        packRange(out, quotation.range);
    }
    return out.take();
}

void unpackQuotations(Unpacker& in, Answer& answer)
{
    answer.quotations.resize(in.count(6));
    for (Quotation& quotation : answer.quotations) {
        quotation.answerRange = unpackRange(in);
        quotation.verbatim = in.number<std::uint8_t>() != 0;
        quotation.document = static_cast<std::uint32_t>(in.varint());
        quotation.range = unpackRange(in);
    }
}

std::vector<std::byte> packPassages(const Answer& answer)
{
    Packer out;
    out.varint(answer.passages.size());
    for (const DocumentPlace& passage : answer.passages) {
        out.varint(passage.document);
        packRange(out, passage.range);
    }
    return out.take();
}

void unpackPassages(Unpacker& in, Answer& answer)
{
    answer.passages.resize(in.count(3));
    for (DocumentPlace& passage : answer.passages) {
        passage.document = static_cast<std::uint32_t>(in.varint());
        passage.range = unpackRange(in);
    }
}

Result<void> fill(Answer& answer, const AnswerLoader& load, AnswerColumn column, void (*unpack)(Unpacker&, Answer&))
{
    const auto bytes = load(column);
    if (!bytes)
        return bytes.error();
    if (bytes->empty())   // an answer from before this column
        return {};
    Unpacker in(*bytes);
    unpack(in, answer);
    if (!in.done())
        return damaged();
    return {};
}

}  // namespace

std::vector<Column> packAnswer(const Answer& answer)
{
    const auto number = [](AnswerColumn column) { return static_cast<std::uint8_t>(column); };
    const auto text = std::as_bytes(std::span(answer.text));
    std::vector<Column> columns{
        {number(AnswerColumn::Text), {text.begin(), text.end()}},
        {number(AnswerColumn::Numbers), packNumbers(answer)},
        {number(AnswerColumn::Tokens), packTokens(answer)},
        {number(AnswerColumn::Citations), packCitations(answer)},
        {number(AnswerColumn::Quotations), packQuotations(answer)},
        {number(AnswerColumn::Passages), packPassages(answer)},
    };
    for (Column& column : packTrace(answer.trace))
        columns.push_back(std::move(column));
    return columns;
}

Result<Answer> unpackAnswer(const AnswerLoader& load, bool withTrace)
{
    Answer answer;
    const auto text = load(AnswerColumn::Text);
    if (!text)
        return text.error();
    answer.text.assign(reinterpret_cast<const char*>(text->data()), text->size());
    if (auto done = fill(answer, load, AnswerColumn::Numbers, unpackNumbers); !done)
        return done.error();
    if (auto done = fill(answer, load, AnswerColumn::Tokens, unpackTokens); !done)
        return done.error();
    if (auto done = fill(answer, load, AnswerColumn::Citations, unpackCitations); !done)
        return done.error();
    if (auto done = fill(answer, load, AnswerColumn::Quotations, unpackQuotations); !done)
        return done.error();
    if (auto done = fill(answer, load, AnswerColumn::Passages, unpackPassages); !done)
        return done.error();
    if (!isCoherent(answer))
        return damaged();
    if (!withTrace)
        return answer;
    auto trace = unpackTrace(load);
    if (!trace)
        return trace.error();
    answer.trace = std::move(*trace);
    if (!traceFits(answer))
        return damagedTrace();
    return answer;
}

}  // namespace cairn
