// cairn-cli ask: a question about a session, or about a file that is read first.
#include "app/cli/answer_output.h"
#include "app/cli/ask_sweep.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/named_section.h"
#include "app/cli/reading.h"
#include "app/common/ask_options_json.h"
#include "app/common/head_list.h"
#include "app/common/shell_word.h"
#include "app/session/block_list.h"
#include "core/answering/strategy.h"
#include "core/types/limits.h"
#include "core/wording/words/language.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>

namespace cairn
{
namespace
{

constexpr std::size_t kFollowedTurns = 3;
constexpr auto kSaveInterval = std::chrono::seconds(2);

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration duration) { return std::chrono::duration<double, std::milli>(duration).count(); }

Result<AskOptions> plainOptions(const Arguments& arguments)
{
    constexpr std::array<std::string_view, 4> kStrategies{"memory", "reread", "window", "bm25"};
    const auto strategy = arguments.choice("strategy", name(kDefaultStrategy), kStrategies);
    constexpr std::array<std::string_view, 5> kModes{"", "per_token_and_head", "max_over_tokens", "max_over_heads", "per_token_and_group"};
    constexpr std::array<std::string_view, 3> kAttention{"", "grouped", "exact"};
    const auto mode = arguments.choice("selection", "", kModes), attention = arguments.choice("attention", "", kAttention);
    const auto scan = arguments.has("scan") ? arguments.choice("scan", "flat", kScanNames) : Result<std::string>(std::string());
    const auto topK = arguments.number("k", 0, 1, 256);
    const auto maxTokens = arguments.number("max-tokens", 160, 1, 4096);
    const auto temperature = arguments.real("temperature", 0, 0, 5);
    const auto topP = arguments.real("top-p", 1, 0.01, 1);
    const auto seed = arguments.number("seed", 0, 0, UINT64_MAX);
    for (const auto* number : {&topK, &maxTokens, &seed}) {
        if (!*number)
            return number->error();
    }
    for (const auto* choice : {&strategy, &mode, &attention, &scan}) {
        if (!*choice)
            return choice->error();
    }
    if (!temperature)
        return temperature.error();
    if (!topP)
        return topP.error();
    if (arguments.has("section") && arguments.has("sweep"))
        return Error{ErrorCode::InvalidArgument, "--sweep asks every part, --section a single one; choose one of them."};
    AskOptions options;
    options.strategy = strategyNamed(*strategy);
    options.topK = static_cast<std::uint32_t>(*topK);
    options.mode = selectionModeNamed(*mode);
    options.attention = attentionNamed(*attention);
    options.scan = scanNamed(*scan);
    options.maxTokens = static_cast<std::uint32_t>(*maxTokens);
    options.temperature = static_cast<float>(*temperature);
    options.topP = static_cast<float>(*topP);
    options.seed = *seed;
    options.bookOnly = arguments.has("book-only");
    options.showUnsupported = arguments.has("show-unsupported");
    options.deepTrace = arguments.has("deep-trace");
    return options;
}

// --section, --only, --bar, --pin and --until need the texts to name sections, blocks and pages, --without-heads the model.
Result<void> addControls(const Arguments& arguments, const OpenSession& session, AskOptions& options)
{
    const auto list = [&](const char* option) -> Result<std::vector<BlockId>> {
        return parseBlockList(arguments.value(option, ""), session.stream(), session.documents());
    };
    const auto barred = list("bar");
    const auto pinned = list("pin");
    const auto only = list("only");
    for (const auto* blocks : {&barred, &pinned, &only}) {
        if (!*blocks)
            return blocks->error();
    }
    if (arguments.has("only") && only->empty())
        return Error{ErrorCode::InvalidArgument, "--only names no block to look at."};
    options.controls.barred = *barred;
    options.controls.pinned = *pinned;
    if (arguments.has("only")) {
        const auto others = allOthers(session.stream(), *only);
        options.controls.barred.insert(options.controls.barred.end(), others.begin(), others.end());
    }
    if (const auto name = arguments.value("section")) {
        const auto section = sectionNamed(*name, session.documents());
        if (!section)
            return section.error();
        options.within = {*section};
    }
    const ModelConfig& model = session.engine().info().config;
    auto heads = parseHeadList(arguments.value("without-heads", ""), model.layers, model.heads);
    if (!heads)
        return heads.error();
    options.controls.switchedOff = std::move(*heads);
    if (const auto page = arguments.value("until")) {
        const auto block = blockOfPage(*page, session.stream(), session.documents());
        if (!block)
            return block.error();
        options.until = *block;
    }
    return {};
}

// A question is asked of some block.
Result<void> checkLeft(const OpenSession& session, const AskOptions& options)
{
    const bool all = session.isRead() && !options.until;   // the open block, too
    const std::uint32_t read = all ? session.stream().map().pieces() : session.memory().blocks();
    const std::uint32_t reach = options.until ? std::min(read, options.until->value) : read;
    std::vector<BlockId> barred = options.controls.barred;
    std::sort(barred.begin(), barred.end());
    const std::vector<BlockId> left = allOthers(session.stream(), barred);
    if (!left.empty() && left.front().value < reach)
        return {};
    return Error{ErrorCode::InvalidArgument,
                 "--only, --bar and --until leave no block to look at. Leave one of them out, or let them name others."};
}

// Every candidate passage is ranked by all of the question's words: of 20,000 the first word of the answer took minutes.
Result<void> checkQuestion(const std::string& question)
{
    if (auto good = checkWords(question, "The question"); !good)
        return good.error();
    const auto characters = std::count_if(question.begin(), question.end(), [](char c) { return (c & 0xC0) != 0x80; });
    if (characters > limits::kQuestionCharacters)
        return Error{ErrorCode::InvalidArgument, "The question is too long: " + std::to_string(characters) + " characters, at most " +
                                                     std::to_string(limits::kQuestionCharacters) +
                                                      " are taken. Read a long text as a document."};
    return {};
}

// What the person wrote can't be asked, what is stored is damaged, or the engine failed.
Stage stageOf(const Error& error)
{
    if (error.code == ErrorCode::InvalidArgument)
        return Stage::Usage;
    return error.code == ErrorCode::Corruption ? Stage::Storage : Stage::Engine;
}

// The question and its answer as rows of the session, saved as they grow; of a session that can only be read nothing is kept.
class AnswerRecorder
{
public:
    static Result<AnswerRecorder> begin(SessionStore& store, const std::string& question, const AskOptions& options,
                                        std::optional<AnswerId> follows, const AnswerContext& context)
    {
        if (!store.canWrite())
            return AnswerRecorder(store, std::nullopt);
        const auto asked = store.recordQuestion(question, toJson(options), follows);
        if (!asked)
            return asked.error();
        const auto answer = store.beginAnswer(*asked, options.strategy.value_or(kDefaultStrategy), toJson(context));
        if (!answer)
            return answer.error();
        return AnswerRecorder(store, *answer);
    }

    std::optional<AnswerId> id() const { return m_id; }

    Result<void> grow(const Answer& words)
    {
        if (!m_id || Clock::now() - m_saved < kSaveInterval)
            return {};
        m_saved = Clock::now();
        return m_store->updateAnswer(*m_id, words);
    }

    Result<void> finish(const Answer& answer, AnswerState state, const AnswerContext& context)
    {
        return m_id ? m_store->finishAnswer(*m_id, answer, state, toJson(context)) : Result<void>();
    }

private:
    AnswerRecorder(SessionStore& store, std::optional<AnswerId> id) : m_store(&store), m_id(id) {}
    SessionStore* m_store;
    std::optional<AnswerId> m_id;
    Clock::time_point m_saved = Clock::now();
};

StageResult<std::unique_ptr<OpenSession>> openSession(const Arguments& arguments, const EngineWishes& wishes, Console& console)
{
    const auto named = fileNamed(arguments.operands()[0]);
    if (!named)
        return named.error();
    const std::string target = resolveSession(*named);
    std::error_code code;
    if (std::filesystem::is_directory(target, code)) {
        auto session = openSessionToAsk(target, console);
        if (!session)
            return session.error();
        const auto tell = [&console](const std::string& what) { console.note(what); };
        const Console::EndsAtOnce now;
        if (auto attached = (*session)->attachEngine(wishes, false, tell); !attached)
            return attached.error();
        tellMended(**session, console);
        tellDevice(**session, console);
        return session;
    }
    if (!std::filesystem::exists(target, code))
        return noSessionOrFile(target);
    EngineWishes kept = wishes;
    kept.keepOther = true;
    ReadingRequest request{{target}, {}, arguments.value("password", ""), {}, kept};
    request.encoding = arguments.value("encoding", "");
    auto session = openForReading(request, console);
    if (!session)
        return session.error();
    if (!(*session)->isRead()) {
        if (const auto report = readSession(**session, console); !report)
            return report.error();
    }
    (*session)->keep();
    return session;
}

// The answer as it is kept. On a terminal `written` stands there already: words that the text does not support are taken back.
void printWords(const std::string& written, const Answer& answer, Console& console)
{
    if (!console.isWatched() || written.empty())
        console.line(answer.text);
    else if (written == answer.text)
        console.line("");
    else
        console.line((answer.found ? "\n" : "\nTaken back. ") + answer.text);
}

std::string nearMissWords(const Trace& trace, const std::string& folder)
{
    const auto near = std::count_if(trace.nearBlocks.begin(), trace.nearBlocks.end(),
                                    [&](std::uint32_t block) { return block < trace.documentBlocks; });
    if (near == 0)
        return "  Deep trace: no block of the text competed for a place; with --strategy memory all do.";
    return "  Deep trace: " + std::to_string(near) + " near misses (cairn-cli trace " + shellWord(folder) + ").";
}

int answer(const Arguments& arguments, OpenSession& session, const AskOptions& options, std::optional<AnswerId> follows, double openMs,
           Console& console)
{
    const std::string& question = arguments.operands()[1];
    const AnswerContext context = answerContext(session, options, openMs);
    auto recorder = AnswerRecorder::begin(session.store(), question, options, follows, context);
    if (!recorder)
        return console.fail({Stage::Storage, recorder.error()});

    Answer words;
    words.question = question;
    Result<void> saved;
    AskCallbacks callbacks;
    callbacks.onState = [&](AskState state) {   // from the first word on the answer itself is the progress
        if (words.text.empty())
            console.progress(state == AskState::Retrieving ? "Retrieving" : "Writing");
    };
    callbacks.onToken = [&](const AnswerToken&, std::string_view piece) {
        words.text += piece;
        if (!console.json() && console.isWatched())
            console.raw(piece);
        if (saved && !console.stopToken().stop_requested())   // else finish() follows at once
            saved = recorder->grow(words);
    };
    const auto answered = session.mending([&] { return session.answerer().ask(question, options, callbacks, console.stopToken()); },
                                          console.stopToken(), [&] { return words.text.empty(); });
    if (!answered) {
        const bool isStopped = answered.error().code == ErrorCode::Cancelled;
        (void)recorder->finish(words, isStopped ? AnswerState::Stopped : AnswerState::Failed, context);
        return console.fail({stageOf(answered.error()), answered.error()});
    }
    if (saved)
        saved = recorder->finish(*answered, answered->stopped ? AnswerState::Stopped : AnswerState::Finished, context);
    if (console.json()) {
        console.line(answerJson(recorder->id(), *answered, context, documentNames(session)));
    } else {
        printWords(words.text, *answered, console);
        console.raw("\n" + answerFooter(*answered, session));
        if (!context.withoutHeads.empty())
            console.line("  Heads switched off: " + context.withoutHeads + ".");
        if (options.deepTrace)
            console.line(nearMissWords(answered->trace, session.store().folder()));
    }
    if (!saved)
        return console.fail({Stage::Storage, saved.error()});
    if (answered->stopped)
        return console.signalNumber() == 15 ? kTerminated : kInterrupted;
    return options.bookOnly && !answered->found ? kNothingStoodOut : kDone;
}

// A question that the model can hardly understand is asked all the same.
void remarkLanguages(const OpenSession& session, const std::string& question, Console& console)
{
    std::vector<std::string_view> texts;
    for (const CanonicalText& document : session.documents())
        texts.push_back(document.text);
    const auto gap = languageGap(question, texts, session.engine().info().languages);
    if (!gap)
        return;
    const auto named = [](TextLanguage language) {
        const std::string_view name = englishName(language);
        return name.empty() ? std::string("another language") : std::string(name);
    };
    console.note("The question is in " + named(gap->asked) + ", the text in " + named(gap->written) +
                 ", and the model was not taught both: asked in the language of the text it answers better.");
}

int run(const Arguments& arguments, Console& console)
{
    const auto wishes = engineWishes(arguments);
    if (!wishes)
        return console.fail({Stage::Usage, wishes.error()});
    auto options = plainOptions(arguments);
    if (!options)
        return console.fail({Stage::Usage, options.error()});
    if (auto question = checkQuestion(arguments.operands()[1]); !question)
        return console.fail({Stage::Usage, question.error()});
    const auto begin = Clock::now();
    auto session = openSession(arguments, *wishes, console);
    if (!session)
        return console.fail(session.error());
    const LastUse last(**session);
    if (!(*session)->store().canWrite())
        console.note((*session)->store().outcome() == OpenOutcome::NewerReadable
                         ? "This session was saved by a newer Cairn: the question and its answer are not kept. Update Cairn to keep them."
                         : "Nothing can be written where this session lies: the question and its answer are not kept.");
    {
        const Console::EndsAtOnce now;
        (void)(*session)->answerer();   // makes its index of words
    }
    if (auto controls = addControls(arguments, **session, *options); !controls)
        return console.fail({Stage::Usage, controls.error()});
    OpenSession::LastTurns followed;
    if (arguments.has("follow-up")) {
        auto turns = (*session)->lastTurns(kFollowedTurns);
        if (!turns)
            return console.fail(turns.error());
        followed = std::move(*turns);
        if (!followed.answer)
            console.note("There is no answer yet that this could follow: it is asked for itself.");
        options->previous = std::move(followed.turns);
    }
    if ((*session)->memory().regularTokens() == 0)
        return console.fail({Stage::Input,
                             {ErrorCode::NotFound,
                              "Nothing of this session is in memory. Read it first: cairn-cli read " +
                                  shellWord((*session)->store().folder())}});
    if (auto left = checkLeft(**session, *options); !left)
        return console.fail({Stage::Usage, left.error()});
    if (!(*session)->isRead())
        console.note("Read so far: " + std::to_string((*session)->memory().blocks()) + " of " +
                     std::to_string((*session)->stream().blocks()) + " blocks. The answer uses these alone.");
    remarkLanguages(**session, arguments.operands()[1], console);
    const double openMs = milliseconds(Clock::now() - begin);
    if (arguments.has("sweep"))
        return askSweep(**session, arguments.operands()[1], *options, followed.answer, openMs, console);
    return answer(arguments, **session, *options, followed.answer, openMs, console);
}

}  // namespace

Command askCommand()
{
    return {{"ask", "ask SESSION|FILE TEXT [options]",
             "Answers a question with citations. A file is read first, into a session of its own.",
             joined({{"strategy", "S", "memory, reread, window or bm25 (default reread)"},
                     {"k", "N", "blocks that every head may open (default of the model's kind)"},
                     {"selection", "MODE",
                      "per_token_and_head, max_over_tokens, max_over_heads or per_token_and_group chooses (default: per_token_and_head; "
                      "strategy memory and models without landmarks per_token_and_group)"},
                     {"attention", "WAY", "grouped or exact (default of the model's kind)"},
                     {"scan", "WAY", "flat or two_level: which landmarks are compared (default: as the session was read)"},
                     {"max-tokens", "N", "longest answer that is written (default 160); a quotation is never cut"},
                     {"only", "BLOCKS", "look at these blocks alone: 12,40-44, pages p61-p70, documents d0,d1"},
                     {"section", "NAME", "look at this section alone, named by its heading or number"},
                     {"bar", "BLOCKS", "never open these blocks"},
                     {"pin", "BLOCKS", "always give these blocks a place"},
                     {"without-heads", "L:H,..", "switch these heads off for this question (layer and head from 0)"},
                     {"until", "PAGE", "as if reading had ended before this page"},
                     {"book-only", "", "withhold an answer that no passage supports (exit code 7)"},
                     {"show-unsupported", "",
                      "show what the model wrote where the text does not support it, too (as the window does when blocks are barred)"},
                     {"deep-trace", "",
                      "record what was nearly opened, too (64 blocks of every head), and where all heads looked: "
                      "0.42 MB a token, not 0.08"},
                     {"sweep", "", "ask every chapter (or 64 blocks) alone, then put their answers together"},
                     {"follow-up", "", "the question follows the last turns of the session"},
                     {"temperature", "T", "0: greedy (default)"},
                     {"top-p", "P", "with a temperature: choose among the likeliest tokens of this mass (default 1)"},
                     {"seed", "N", "with a temperature: repeatable choice (default 0)"},
                     {"password", "TEXT", "of an encrypted PDF, with FILE"},
                     {"encoding", "NAME", "of a text file, with FILE (default: found by itself)"},
                     kJsonOption},
                    engineOptions()),
             2, 2},
            run};
}

}  // namespace cairn
