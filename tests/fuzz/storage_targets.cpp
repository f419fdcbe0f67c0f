// Rows, columns and whole files of session.db, and what the worker sends of a foreign one.
#include "storage/records/answer_columns.h"
#include "storage/records/answer_places.h"
#include "storage/records/document_columns.h"
#include "storage/records/trace_columns.h"
#include "storage/rescue/carried_codec.h"
#include "storage/rescue/foreign_file.h"
#include "storage/rescue/row_scan.h"
#include "storage/session/session_store.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/session_samples.h"
#include "tests/support/temporary_folder.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

namespace cairn::fuzz
{

namespace
{

using Seeds = std::vector<std::string>;

// Columns as {u8 number, u16 size, bytes}: what the pieces of a row would give, without a database around them.
class Columns
{
public:
    explicit Columns(Input input)
    {
        while (input.size() >= 3) {
            std::uint16_t size = 0;
            std::memcpy(&size, input.data() + 1, sizeof size);
            const auto number = std::to_integer<std::size_t>(input[0]);
            const Input part = input.subspan(3, std::min<std::size_t>(size, input.size() - 3));
            m_parts[number % m_parts.size()].assign(part.begin(), part.end());
            input = input.subspan(3 + part.size());
        }
    }

    template <typename Number>
    Result<std::vector<std::byte>> operator()(Number column) const
    {
        return m_parts[static_cast<std::size_t>(column) % m_parts.size()];
    }

private:
    std::array<std::vector<std::byte>, 19> m_parts;
};

std::string packed(const std::vector<Column>& columns)
{
    std::string out;
    for (const Column& column : columns) {
        const auto size = static_cast<std::uint16_t>(column.bytes.size());
        out += static_cast<char>(column.number);
        out.append(reinterpret_cast<const char*>(&size), sizeof size);
        out.append(reinterpret_cast<const char*>(column.bytes.data()), column.bytes.size());
    }
    return out;
}

void documentColumns(Input input)
{
    const Columns columns(input);
    if (const auto document = unpackDocument(columns)) {
        require(isConsistent(*document));
        require(unpackDocument(Columns(input)).has_value());
    }
    const auto text = columns(DocumentColumn::Text);
    require(isConsistent(rescueDocument(*text, columns)));
}

void answerColumns(Input input)
{
    const Columns columns(input);
    if (const auto answer = unpackAnswer(columns, true))
        require(isConsistent(answer->trace) && isCoherent(*answer) && traceFits(*answer));
}

void carried(Input input)
{
    const auto session = unpackCarried(input);
    if (!session)
        return;
    for (const CarriedDocument& document : session->documents)
        require(isConsistent(document.text));
    for (const CarriedAnswer& answer : session->answers)
        require(isConsistent(answer.answer.trace) && isCoherent(answer.answer) && traceFits(answer.answer));
    require(unpackCarried(packCarried(*session)).has_value());
}

void foreignFile(Input input)
{
    if (const auto session = readForeignFile(input, {}))
        for (const CarriedDocument& document : session->documents)
            require(isConsistent(document.text));
}

// Through a file that lies in memory.
void rowScan(Input input)
{
    const int file = ::memfd_create("scan", MFD_CLOEXEC);
    require(file >= 0 && ::write(file, input.data(), input.size()) == static_cast<ssize_t>(input.size()));
    std::size_t rows = 0;
    (void)scanRows("/proc/self/fd/" + std::to_string(file), [&](const ScannedRow& row) { rows += row.columns.size(); }).has_value();
    ::close(file);
}

std::string sessionFile()
{
    const test::TemporaryFolder folder(test::TemporaryFolder::On::Memory);
    {
        auto store = SessionStore::create(folder.path(), "Theirs");
        const auto document = (*store)->addDocument(test::sampleDocument(6), {"a.pdf", 1, 2});
        const auto question = (*store)->recordQuestion("Who?");
        const auto answer = (*store)->beginAnswer(*question, Strategy::Memory);
        require((*store)->finishAnswer(*answer, test::sampleAnswer(2), AnswerState::Finished, "{}").has_value());
        require((*store)->addNote({*document, {1, 5}, "Mine"}).has_value());
    }
    return test::fileContent(folder.file("session.db"));
}

Seeds carriedSeeds()
{
    CarriedSession session;
    session.settings = {{"title", "T"}};
    session.documents.push_back({DocumentId(1), test::sampleDocument(4), {"a", 1, 2}, 3});
    session.questions.push_back({QuestionId(1), 5, AnswerId(2), "Who?", "{}", false});
    session.answers.push_back({{AnswerId(1), QuestionId(1), 1, 2, AnswerState::Finished, Strategy::Memory, "{}", 0, false}, test::sampleAnswer(2)});
    session.notes.push_back({1, 2, 3, {DocumentId(1), {1, 4}, "n"}, false});
    session.losses = {"one"};
    const auto bytes = packCarried(session);
    return {std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())};
}

}  // namespace

std::vector<Target> storageTargets()
{
    return {
        {"document_columns", documentColumns, [] { return Seeds{packed(packDocument(test::sampleDocument(4)))}; }, 1 << 20, 5000},
        {"answer_columns", answerColumns, [] { return Seeds{packed(packAnswer(test::sampleAnswer(2)))}; }, 1 << 20, 5000},
        {"carried", carried, carriedSeeds, 1 << 20, 3000},
        {"foreign_file", foreignFile, [] { return Seeds{sessionFile()}; }, 1 << 20, 300},
        {"row_scan", rowScan, [] { return Seeds{sessionFile()}; }, 1 << 20, 500},
    };
}

}  // namespace cairn::fuzz
