// cairn-cli verify: every hash of a session; with --repair damaged blocks are read again and the rest is salvaged; with an ANSWER it is
// asked again and compared.
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/reading.h"
#include "app/cli/stored_answer.h"
#include "app/common/ask_options_json.h"
#include "app/common/shell_word.h"
#include "core/answering/setting_variants.h"
#include "core/types/citation_agreement.h"
#include "app/conversation/trace_file.h"
#include "storage/rescue/salvage.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>

namespace cairn
{
namespace
{

const char* kindName(BlockDamage::Kind kind)
{
    switch (kind) {
    case BlockDamage::Kind::Row: return "row";
    case BlockDamage::Kind::Landmark: return "landmark";
    case BlockDamage::Kind::Tokens: return "tokens";
    case BlockDamage::Kind::Tail: return "tail";
    }
    return "";
}

void report(const BlockDamage& damage, Console& console)
{
    JsonWriter json;
    json.beginObject()
        .member("damaged", kindName(damage.kind))
        .member("block", damage.block.value)
        .member("layer", damage.layer.value)
        .endObject();
    console.json() ? console.object(std::move(json))
                   : console.line(std::string("Damaged ") + kindName(damage.kind) + " of block " + std::to_string(damage.block.value) +
                                  ", layer " + std::to_string(damage.layer.value));
}

void report(const std::string& problem, Console& console)
{
    JsonWriter json;
    json.beginObject().member("problem", problem).endObject();
    console.json() ? console.object(std::move(json)) : console.line(problem);
}

// The one line that says how it ended where nothing is left to mend: "whole" or "repaired".
void reportEnd(const char* how, const OpenSession& session, const std::string& words, Console& console)
{
    JsonWriter json;
    json.beginObject().member("session", session.store().folder()).member(how, true).endObject();
    console.json() ? console.object(std::move(json)) : console.line(words);
}

// Damage of blocks.db; an absent memory is none.
StageResult<std::vector<BlockDamage>> memoryDamage(OpenSession& session, Console& console)
{
    std::error_code code;
    if (!std::filesystem::exists(session.blocksPath(), code))
        return std::vector<BlockDamage>{};
    const auto blocks = session.blocksForLooking();
    if (!blocks)
        return StageError{Stage::Storage, blocks.error()};
    auto damage = (*blocks)->verify(console.stopToken());
    return damage ? StageResult<std::vector<BlockDamage>>(std::move(*damage))
                  : StageResult<std::vector<BlockDamage>>(StageError{Stage::Storage, damage.error()});
}

// Unsupported: nothing is left of the file's beginning.
bool isDamage(ErrorCode code) { return code == ErrorCode::Corruption || code == ErrorCode::Unsupported; }

// The whole memory: where its file is damaged in what holds its rows together.
int readAnew(OpenSession& session, const EngineWishes& asked, Console& console)
{
    const auto wishes = session.discardMemory(asked);
    if (!wishes)
        return console.fail(wishes.error());
    if (auto attached = attachForReading(session, *wishes, console); !attached)
        return console.fail(attached.error());
    if (auto read = readSession(session, console, false); !read)
        return console.fail(read.error());
    reportEnd("repaired", session, "The memory was damaged beyond its blocks; all of it was read again.", console);
    return kDone;
}

int repairMemory(const Arguments& arguments, OpenSession& session, const StageResult<std::vector<BlockDamage>>& damage, Console& console)
{
    const auto wishes = engineWishes(arguments);
    if (!wishes)
        return console.fail({Stage::Usage, wishes.error()});
    if (!damage)
        return readAnew(session, *wishes, console);
    auto repaired = session.attachEngine(*wishes, false);
    if (repaired)
        tellDevice(session, console);
    if (repaired)
        repaired = session.repair(*damage, console.stopToken());
    const bool isBeyondBlocks = !repaired && repaired.error().stage == Stage::Storage && isDamage(repaired.error().error.code);
    if (!repaired && !isBeyondBlocks)
        return console.fail(repaired.error());
    const auto left = isBeyondBlocks ? damage : memoryDamage(session, console);   // a damaged page may have led into others
    if (!left && !isDamage(left.error().error.code))
        return console.fail(left.error());
    if (!left || !left->empty())
        return readAnew(session, *wishes, console);
    reportEnd("repaired", session, "The damaged blocks were read again.", console);
    return kDone;
}

// `file`: empty: of the memory.
void reportRestored(const std::string& title, const std::string& file, Console& console)
{
    JsonWriter json;
    json.beginObject().member("restored", title);
    (file.empty() ? json.member("from_memory", true) : json.member("file", file)).endObject();
    console.json() ? console.object(std::move(json))
                   : console.line("The text of \"" + title + "\" was taken anew from " + (file.empty() ? "the memory" : file) + ".");
}

// Why a file that is there mends nothing. A password can be given: that is an error, as nothing else brings its text back.
StageResult<void> tellFault(const DocumentRecord& record, const Error& fault, Console& console)
{
    const std::string& file = record.source.path;
    if (fault.code == ErrorCode::PasswordRequired)
        return StageError{Stage::Input, {fault.code, "The text of \"" + record.title + "\" can't be taken anew from " + file + ": " +
                                                         fault.message}};
    console.note(fault.code == ErrorCode::InvalidArgument
                     ? file + " holds another text than \"" + record.title +
                           "\" was: it was changed, or read with another --encoding, which verify --repair takes too."
                     : "The text of \"" + record.title + "\" can't be taken anew from " + file + ": " + fault.message);
    return {};
}

// Damaged texts are taken anew from their files, where these are still there, or from the memory; how many.
StageResult<int> restoreTexts(const Arguments& arguments, OpenSession& session, Console& console)
{
    const auto wishes = engineWishes(arguments);
    if (!wishes)
        return StageError{Stage::Usage, wishes.error()};
    ImportOptions options;
    options.password = arguments.value("password", "");
    options.encoding = arguments.value("encoding", "");
    int restored = 0;
    std::map<std::size_t, Error> faults;   // by document
    for (const std::size_t index : std::vector(session.damagedDocuments())) {
        const DocumentRecord record = session.records()[index];
        const auto done = session.restoreFromFile(index, options, console.stopToken());
        if (!done)
            return done.error();
        if (done->fault)
            faults.emplace(index, *done->fault);
        if (!done->done)
            continue;
        ++restored;
        reportRestored(record.title, record.source.path, console);
    }
    if (const auto mended = session.mendTexts(*wishes); !mended)
        return mended.error();
    for (const auto& [index, hasMaps] : session.takeMendedTexts()) {
        if (!hasMaps)
            continue;   // it stays damaged
        faults.erase(index);
        ++restored;
        reportRestored(session.records()[index].title, {}, console);
    }
    for (const auto& [index, fault] : faults) {
        if (auto told = tellFault(session.records()[index], fault, console); !told)
            return told.error();
    }
    return restored;
}

// What is known of the whole session, and, with --repair, what of it can be mended in place.
int verifyData(const Arguments& arguments, OpenSession& session, Console& console)
{
    auto problems = session.store().verify();
    if (!problems)
        return console.fail({Stage::Storage, problems.error()});
    for (const std::string& problem : *problems)
        report(problem, console);
    const auto damage = memoryDamage(session, console);
    const bool repairs = arguments.has("repair");
    if (!damage && !(repairs && isDamage(damage.error().error.code)))
        return console.fail(damage.error());
    for (const BlockDamage& item : damage ? *damage : std::vector<BlockDamage>{})
        report(item, console);
    if (!repairs) {
        if (problems->empty() && damage->empty())
            reportEnd("whole", session, "Everything is as it was stored.", console);
        else if (!damage->empty())
            console.note("cairn-cli verify " + shellWord(session.store().folder()) + " --repair reads damaged blocks again.");
        return problems->empty() && damage->empty() ? kDone : kVerifyDiffers;
    }
    const auto restored = restoreTexts(arguments, session, console);
    if (!restored && restored.error().stage == Stage::Storage && isDamage(restored.error().error.code))
        return kVerifyDiffers;   // what holds the texts is damaged itself
    if (!restored)
        return console.fail(restored.error());
    if (*restored > 0)
        problems = session.store().verify();
    if (!problems)
        return console.fail({Stage::Storage, problems.error()});
    if ((!damage || !damage->empty()) && session.checkTexts()) {   // else the blocks can't be read again either
        const int repaired = repairMemory(arguments, session, damage, console);
        return repaired != kDone || problems->empty() ? repaired : kVerifyDiffers;
    }
    if (problems->empty())
        *restored > 0 ? reportEnd("repaired", session, "Everything is whole again.", console)
                      : reportEnd("whole", session, "Everything is as it was stored.", console);
    return problems->empty() ? kDone : kVerifyDiffers;
}

bool sameTrace(const Trace& a, const Trace& b)
{
    const auto alike = [](const auto& x, const auto& y) { return x.empty() || y.empty() || x == y; };   // older traces lack columns
    return alike(a.innerRecords, b.innerRecords) && alike(a.innerWeights, b.innerWeights) && alike(a.lookedAt, b.lookedAt) &&
           a.blocks == b.blocks && a.gates == b.gates && a.scores == b.scores && a.memoryShare == b.memoryShare && a.ties == b.ties &&
           a.rereadOffsets == b.rereadOffsets && a.rereadBlocks == b.rereadBlocks && a.rereadShares == b.rereadShares;
}

// The window tells tokens of complete blocks alone while it reads.
bool isOverSameMemory(const AnswerContext& context, const OpenSession& session)
{
    const bool wholeBlocks = context.memoryTokens % session.stream().blockTokens() == 0;
    return context.memoryBlocks == 0 ||
           (context.memoryBlocks == session.memory().blocks() && (wholeBlocks || context.memoryTokens == session.memory().regularTokens()));
}

// The same question with one other setting at a time: is every passage cited again, and no other one?
int verifySettings(OpenSession& session, const StoredAnswer& stored, const AskedQuestion& asked, Console& console)
{
    int count = 0, agreeing = 0;
    for (const AskOptions& options : settingVariants(asked.options, stored.answer.trace)) {
        console.progress("Asking with " + settingsText(options));
        const auto answer = session.mending([&] { return session.answerer().ask(asked.text, options, {}, console.stopToken()); },
                                            console.stopToken());
        if (!answer && answer.error().code != ErrorCode::InvalidArgument && answer.error().code != ErrorCode::Unsupported)
            return console.fail({Stage::Engine, answer.error()});
        if (!answer)
            continue;   // the model can't do that
        const bool same = citationsAgree(stored.answer, *answer);
        ++count;
        agreeing += same ? 1 : 0;
        JsonWriter json;
        json.beginObject()
            .member("settings", settingsText(options))
            .member("same_citations", same)
            .member("answer", answer->text)
            .endObject();
        const std::string line = (same ? "same passages:  " : "other passages: ") + settingsText(options);
        console.json() ? console.object(std::move(json)) : console.line(line);
    }
    if (console.json())
        return count > 0 && agreeing == count ? kDone : kVerifyDiffers;
    console.line(count > 0 && agreeing == count ? "Stable: the same passages are cited with all settings."
                                                : "Not stable: the same passages are cited with " + std::to_string(agreeing) + " of "
                                                      + std::to_string(count) + " other settings.");
    return count > 0 && agreeing == count ? kDone : kVerifyDiffers;
}

// The number of the answer whose trace the file holds, value by value. Nothing: there is none, which was said.
StageResult<std::optional<std::string>> answerOfFile(const std::string& path, const OpenSession& session, Console& console)
{
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (!isTraceFile(std::as_bytes(std::span(bytes))))
        return StageError{Stage::Input, {ErrorCode::InvalidArgument, path + " is no trace. cairn-cli trace " +
                                                                         shellWord(session.store().folder()) +
                                                                         " --format trace writes one."}};
    const auto trace = readTraceFile(std::as_bytes(std::span(bytes)));
    const auto records = session.store().answers();
    if (!trace && trace.error().code != ErrorCode::Corruption)
        return StageError{Stage::Input, trace.error()};
    if (!records)
        return StageError{Stage::Storage, records.error()};
    for (auto record = records->begin(); trace && record != records->end(); ++record) {
        const auto answer = session.store().loadAnswer(record->id);
        if (answer && sameTrace(answer->trace, *trace))
            return std::optional(std::to_string(record->id.value));
    }
    report(trace ? "No answer of this session has this trace: it was changed, or is of another session or of a deleted answer."
                 : "This file is damaged, or was changed.", console);
    return std::optional<std::string>();
}

int verifyAnswer(const Arguments& arguments, OpenSession& session, Console& console)
{
    std::optional<std::string> number = operand(arguments, 1);
    std::error_code code;
    if (std::filesystem::is_regular_file(*number, code)) {
        auto named = answerOfFile(*number, session, console);
        if (!named)
            return console.fail(named.error());
        if (!*named)
            return kVerifyDiffers;
        number = *named;
    } else if (number->find_first_not_of("0123456789") != number->npos) {
        return console.fail(noFile(*number));
    }
    const auto stored = loadStoredAnswer(session, number);
    if (!stored)
        return console.fail(stored.error());
    if (auto same = isOfTodaysMemory(*stored); !same)
        return console.fail(same.error());
    const auto wishes = engineWishes(arguments);
    if (!wishes)
        return console.fail({Stage::Usage, wishes.error()});
    if (auto attached = session.attachEngine(*wishes, false); !attached)
        return console.fail(attached.error());
    tellDevice(session, console);
    if (!isOverSameMemory(stored->context, session))
        return console.fail({Stage::Input,
                             {ErrorCode::InvalidArgument,
                              "More was read, or documents were added, since answer " + std::to_string(stored->record.id.value) +
                                  ": its memory had " + std::to_string(stored->context.memoryBlocks) + " blocks, now there are " +
                                  std::to_string(session.memory().blocks()) + ". Asked again it need not be the same."}});
    const auto asked = loadAskedQuestion(session, *stored);
    if (!asked)
        return console.fail(asked.error());
    if (arguments.has("settings"))
        return verifySettings(session, *stored, *asked, console);
    const auto again = session.mending([&] { return session.answerer().ask(asked->text, asked->options, {}, console.stopToken()); },
                                       console.stopToken());
    if (!again)
        return console.fail({Stage::Engine, again.error()});
    const bool hasTrace = stored->answer.trace.tokens > 0;   // not one that was brought in
    const bool sameText = again->text == stored->answer.text;
    const bool sameRecord = hasTrace && sameTrace(again->trace, stored->answer.trace), same = sameText && (sameRecord || !hasTrace);
    JsonWriter json;
    json.beginObject().member("answer", stored->record.id.value).member("same_text", sameText).key("same_trace");
    hasTrace ? json.value(sameRecord) : json.null();
    json.endObject();
    console.json() ? console.object(std::move(json))
                   : console.line(!same      ? "Asked again: the answer differs."
                                  : hasTrace ? "Asked again: same words, same trace."
                                             : "Asked again: same words. The answer was stored without a trace.");
    return same ? kDone : kVerifyDiffers;
}

// What can't be mended in place (texts, questions, answers, notes) is brought into a new session.
int recover(const std::string& folder, Console& console)
{
    console.setSession({});   // there is no other way
    const auto recovered = recoverSession(folder, console.stopToken());
    if (!recovered)
        return console.fail({Stage::Storage, recovered.error()});
    if (!console.json()) {
        console.line(recovered->folder);
        for (const std::string& loss : recovered->losses)
            console.line(loss);
        console.line("What could be read is in a new session: " + counted(recovered->documents, "document") + ", " +
                     counted(recovered->questions, "question") + ", " + counted(recovered->answers, "answer") + ", " +
                     counted(recovered->notes, "note") + ". The damaged one is unchanged.");
        if (std::error_code none; !std::filesystem::exists(recovered->folder + "/blocks.db", none))
            console.note("To ask, read it first: cairn-cli read " + shellWord(recovered->folder));
        return kVerifyDiffers;
    }
    JsonWriter json;
    json.beginObject()
        .member("recovered", recovered->folder)
        .member("documents", recovered->documents)
        .member("questions", recovered->questions);
    json.member("answers", recovered->answers).member("notes", recovered->notes).key("losses").beginArray();
    for (const std::string& loss : recovered->losses)
        json.value(loss);
    console.object(std::move(json.endArray().endObject()));
    return kVerifyDiffers;
}

// Empty: whole. Only what its owner alone has counts; blocks can be read again.
bool hasProblems(const OpenSession& session)
{
    const auto problems = session.store().verify();
    return !problems || !problems->empty();
}

int run(const Arguments& arguments, Console& console)
{
    if (arguments.has("settings") && arguments.operands().size() < 2)
        return console.fail({Stage::Usage, {ErrorCode::InvalidArgument, "--settings asks one answer again: name it by its number."}});
    if (!arguments.has("repair") && (arguments.has("password") || arguments.has("encoding")))
        return console.fail(
            {Stage::Usage, {ErrorCode::InvalidArgument, "--password and --encoding are for --repair, which takes texts anew."}});
    const std::string folder = resolveSession(arguments.operands()[0]);
    auto session = arguments.has("repair") ? openSessionAt(folder, Access::ReadWrite, console)
                                            : openSessionToAsk(folder, console);
    const bool changesNothing = !arguments.has("repair") && arguments.operands().size() == 1;
    if (!session && session.error().error.code == ErrorCode::Io && changesNothing)   // a folder or a drive that can't be written to
        session = openSessionAt(folder, Access::ReadOnly, console);
    const auto code = session ? std::nullopt : std::optional(session.error().error.code);
    if (code && isDamage(*code) && arguments.has("repair"))
        return recover(folder, console);
    if (!session)
        return console.fail(session.error());
    if (arguments.operands().size() > 1)
        return verifyAnswer(arguments, **session, console);
    const int result = verifyData(arguments, **session, console);
    if (result != kVerifyDiffers || !hasProblems(**session))
        return result;
    if (!arguments.has("repair")) {
        const auto texts = (*session)->checkTexts();
        console.note("cairn-cli verify " + shellWord(folder) +
                     (texts ? " --repair brings what can be read into a new session."
                            : " --repair takes damaged texts anew from their files or the memory, or brings what can be read into a new "
                              "session."));
        return result;
    }
    session->reset();   // gives its locks back
    return recover(folder, console);
}

}  // namespace

Command verifyCommand()
{
    return {
        {"verify", "verify SESSION [ANSWER|FILE.trace] [--repair]",
         "Checks every hash of a session; with ANSWER, or a file of trace --format trace, asks again and compares words and trace.",
         joined({{"settings", "", "with ANSWER: ask with other settings (k, selection, attention); does every one cite the same passages?"},
                 {"repair", "", "read damaged blocks again; take damaged texts anew from their files or the memory; bring what is left of "
                                "others, and of answers, into a new session"},
                 {"password", "TEXT", "with --repair: of an encrypted PDF whose text is taken anew"},
                 {"encoding", "NAME", "with --repair: that a text file was read with"},
                 kJsonOption},
                engineOptions()),
         1, 2},
        run};
}

}  // namespace cairn
