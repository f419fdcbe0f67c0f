#include "app/lab/evaluation/needle_run.h"

#include "app/lab/evaluation/needle_report.h"
#include "core/types/random.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace cairn
{

namespace
{

using Way = NeedleStrategy::Way;

constexpr std::uint32_t kReplyTokens = 64;   // a UUID is about 40 tokens where digits are tokens of their own

struct Place
{
    std::string kind;
    std::uint64_t length = 0;
    double depth = 0;
    std::uint64_t trial = 0;

    std::string part(const NeedleStrategy& strategy) const
    {
        char depthText[16];
        std::snprintf(depthText, sizeof depthText, "%.3g", depth * 100);
        return kind + "/" + std::string(strategy.name) + "/" + lengthName(length) + "/" + depthText + "/" + std::to_string(trial);
    }
};

std::string toJson(const NeedleReply& reply, std::uint32_t blocks, const NeedleQuestion& question)
{
    JsonWriter json;
    json.beginObject().member("reply", reply.text).member("recalled", reply.recalled).member("retrieved", reply.retrieved);
    json.member("rank", reply.rank).member("seconds", reply.seconds).member("blocks", blocks);
    std::string wanted;
    for (const std::string& answer : question.answers)
        wanted.append(wanted.empty() ? "" : ", ").append(answer);
    json.member("question", question.text).member("wanted", wanted).endObject();
    return json.take();
}

NeedleRun runOf(const Place& place, const NeedleStrategy& strategy, const JsonValue& part)
{
    NeedleRun run;
    run.kind = place.kind;
    run.strategy = strategy.name;
    run.length = place.length;
    run.depth = place.depth;
    run.trial = place.trial;
    run.blocks = static_cast<std::uint32_t>(numberOf(part, "blocks"));
    run.recalled = numberOf(part, "recalled");
    const JsonValue* retrieved = part.find("retrieved");
    run.outcome = outcomeOf(run.recalled, retrieved && retrieved->boolean().value_or(false));
    run.rank = static_cast<std::uint32_t>(numberOf(part, "rank"));
    run.seconds = numberOf(part, "seconds");
    run.question = textOf(part, "question");
    run.wanted = textOf(part, "wanted");
    run.reply = textOf(part, "reply");
    return run;
}

class NeedleRunner
{
public:
    NeedleRunner(Lab& lab, const NeedlePlan& plan)
        : m_lab(lab), m_plan(plan), m_framing{lab.engine(), plan.frame}, m_dense(lab.modelPath(), lab.engine().info().config.context)
    {
    }

    Result<void> run()
    {
        for (const Place& place : places()) {
            for (const NeedleStrategy* strategy : m_plan.strategies) {
                if (strategy->way == Way::Dense && !m_dense.fits(place.length + kReplyTokens, kReplyTokens)) {
                    ++m_leftOut;
                    continue;
                }
                auto part = m_lab.part(place.part(*strategy), m_total, [&] { return ask(place, *strategy); });
                if (!part)
                    return part.error();
                m_runs.push_back(runOf(place, *strategy, **part));
                if (m_plan.showReplies)
                    std::fprintf(stderr, "   %s: wanted %s, said %s\n", std::string(name(m_runs.back().outcome)).c_str(),
                                 m_runs.back().wanted.c_str(), m_runs.back().reply.c_str());
            }
        }
        return finish();
    }

private:
    std::vector<Place> places()
    {
        std::vector<std::string> kinds{"passkey"};
        if (!m_plan.passkey) {
            kinds.clear();
            for (const NeedleKind kind : m_plan.kinds)
                kinds.emplace_back(name(kind));
        }
        std::vector<Place> all;
        for (const std::string& kind : kinds) {
            for (const std::uint64_t length : m_plan.lengths) {
                for (const double depth : m_plan.depths.empty() ? std::vector<double>{-1} : m_plan.depths) {
                    for (std::uint64_t trial = 0; trial < m_plan.trials; ++trial) {
                        all.push_back({kind, length, depth, trial});
                        if (depth < 0)   // drawn; told to a twentieth, so that the grid has rows
                            all.back().depth = std::round(random(all.back(), "depth").real() * 20) / 20;
                    }
                }
            }
        }
        m_total = all.size() * m_plan.strategies.size();
        return all;
    }

    TrainingRandom random(const Place& place, const char* purpose) const
    {
        const std::string where = place.kind + "/" + std::to_string(place.length) + "/" + std::to_string(place.depth);
        return TrainingRandom(m_lab.options().seed, std::string(purpose) + where, place.trial);
    }

    Needle needleOf(const Place& place) const
    {
        return makeNeedle(*needleKindNamed(place.kind), m_lab.options().seed, random(place, "needle").below(1u << 30));
    }

    // A key-value pair hides among others of its kind.
    FillerKind fillerOf(const Place& place) const
    {
        if (m_plan.passkey)
            return FillerKind::Grass;
        return place.kind == name(NeedleKind::KeyValue) ? FillerKind::Pairs : m_plan.filler;
    }

    std::string filler(const Place& place, std::uint64_t bytes) const
    {
        const bool own = !m_plan.fillerText.empty() && fillerOf(place) == m_plan.filler;
        return own ? m_plan.fillerText : fillerText(fillerOf(place), bytes, m_lab.options().seed);
    }

    // The trial's question, and its text where it is read whole.
    struct Trial
    {
        NeedleQuestion question;
        std::vector<std::string> sentences;
        NeedleText text;
    };

    Result<void> makePasskey(const Place& place, Trial& trial) const
    {
        const std::string key = std::to_string(1 + random(place, "key").below(kPasskeyLargest));
        const PasskeyText none = passkeyText(0, 0, std::stoull(key));
        trial.sentences = {"\n" + none.document.substr(none.needle.begin, none.needle.size()) + "\n"};
        auto question = m_framing.passkeyQuestion(none.question, key);
        const auto bare = m_framing.encode(none.document, {});
        if (!question || !bare)
            return !question ? question.error() : bare.error();
        trial.question = *std::move(question);
        if (m_plan.spliced)
            return {};
        const std::uint64_t around = bare->tokens.size() + trial.question.tokens.size();
        const auto bytes = m_framing.bytesFor(filler(place, 1 << 16), place.length - std::min(place.length, around));
        if (!bytes)
            return bytes.error();
        const auto before = static_cast<std::uint64_t>(place.depth * static_cast<double>(*bytes));
        PasskeyText text = passkeyText(*bytes, before, std::stoull(key));
        return keepText(m_framing.encode(std::move(text.document), {text.needle}), trial);
    }

    Result<void> makeOther(const Place& place, Trial& trial) const
    {
        const Needle needle = needleOf(place);
        auto question = m_framing.question(needle, kReplyTokens);
        const auto prefix = m_framing.prefix();
        if (!question || !prefix)
            return !question ? question.error() : prefix.error();
        trial.question = *std::move(question);
        trial.sentences = needle.sentences;
        if (m_plan.spliced)
            return {};
        std::uint64_t around = prefix->size() + trial.question.tokens.size();
        for (const std::string& sentence : needle.sentences)
            around += sentence.size() / 3;   // about; the length asked for is one, too
        const auto bytes = m_framing.bytesFor(filler(place, 1 << 16), place.length - std::min(place.length, around));
        if (!bytes)
            return bytes.error();
        const std::string all = filler(place, *bytes);
        if (all.size() < *bytes)
            return Error{ErrorCode::InvalidArgument, "The filler text has " + std::to_string(all.size()) + " bytes, "
                + lengthName(place.length)
                                                         + " tokens need " + std::to_string(*bytes) + "; give a longer one."};
        PlantedText planted = plant(all, *bytes, place.depth, needle.sentences);
        return keepText(m_framing.encode(std::move(planted.text), std::move(planted.needles)), trial);
    }

    static Result<void> keepText(Result<NeedleText> text, Trial& trial)
    {
        if (!text)
            return text.error();
        trial.text = *std::move(text);
        return {};
    }

    // The last trial is kept: its strategies come one after the other.
    Result<Trial*> trialOf(const Place& place)
    {
        const std::string key = place.kind + std::to_string(place.length) + "/" + std::to_string(place.depth) + "/"
            + std::to_string(place.trial);
        if (m_trialKey == key)
            return &m_trial;
        m_trial = Trial();
        m_memories.clear();
        m_trialKey.clear();
        auto made = m_plan.passkey ? makePasskey(place, m_trial) : makeOther(place, m_trial);
        if (!made)
            return made.error();
        m_trialKey = key;
        return &m_trial;
    }

    Result<FillerBase*> baseOf(const Engine& engine, const Place& place)
    {
        std::unique_ptr<FillerBase>& kept = m_bases[{&engine, fillerOf(place)}];
        if (kept)
            return kept.get();
        const std::uint64_t longest = *std::max_element(m_plan.lengths.begin(), m_plan.lengths.end());
        // a little more: the estimate may fall short
        const auto bytes = m_framing.bytesFor(filler(place, 1 << 16), longest + longest / 32);
        if (!bytes)
            return bytes.error();
        std::string text = m_plan.passkey ? passkeyText(*bytes, *bytes, 1).document : filler(place, *bytes);
        if (m_plan.passkey)
            text.resize(text.rfind("\nThe pass key is"));   // opening and filler without the key
        auto encoded = m_framing.encode(text, {});
        if (!encoded)
            return encoded.error();
        if (encoded->tokens.size() < longest)
            return Error{ErrorCode::InvalidArgument, "The filler text is too short for " + lengthName(longest)
                + " tokens; give a longer one."};
        encoded->tokens.resize(longest);
        const auto prefix = m_framing.prefix();
        auto base = FillerBase::open(m_lab, engine, std::move(encoded->tokens), text, prefix ? prefix->size() : 0);
        if (!base)
            return base.error();
        kept = *std::move(base);
        return kept.get();
    }

    Result<NeedleMemory*> memoryOf(const Engine& engine, const Place& place, const Trial& trial)
    {
        if (m_memories.contains(&engine))
            return &m_memories.at(&engine);
        NeedleMemory made;
        if (m_plan.spliced) {
            auto base = baseOf(engine, place);
            if (!base)
                return base.error();
            const std::uint64_t room = place.length - std::min<std::uint64_t>(place.length, trial.question.tokens.size());
            auto spliced = (*base)->splice(static_cast<std::uint32_t>(room / engine.info().blockTokens), place.depth, trial.sentences);
            if (!spliced)
                return spliced.error();
            made = *std::move(spliced);
        } else {
            auto memory = m_lab.read(engine, trial.text.tokens, place.kind + " " + lengthName(place.length));
            if (!memory)
                return memory.error();
            made.memory.emplace(*std::move(memory));
            made.needleBlocks = trial.text.blocksOf(engine.info().blockTokens);
        }
        return &(m_memories[&engine] = std::move(made));
    }

    Result<std::string> ask(const Place& place, const NeedleStrategy& strategy)
    {
        auto trial = trialOf(place);
        if (!trial)
            return trial.error();
        const NeedleQuestion& question = (*trial)->question;
        if (strategy.way == Way::Dense) {
            auto reply = askDense(m_dense, (*trial)->text.tokens, question);
            return reply ? Result<std::string>(toJson(*reply, 0, question)) : Result<std::string>(reply.error());
        }
        const Engine* engine = &m_lab.engine();
        if (strategy.bounds) {
            auto bounds = m_lab.boundsEngine();
            if (!bounds)
                return bounds.error();
            engine = *bounds;
        }
        auto memory = memoryOf(*engine, place, **trial);
        if (!memory)
            return memory.error();
        auto reply = strategy.way == Way::Answerer ? askApplication(*engine, **memory, **trial, strategy)
                                                   : askMemory(*engine, *(*memory)->memory, strategy, m_plan.topK,
                                                       (*memory)->needleBlocks, question);
        if (!reply)
            return reply.error();
        return toJson(*reply, (*memory)->memory->blocks(), question);
    }

    Result<NeedleReply> askApplication(const Engine& engine, const NeedleMemory& memory, const Trial& trial,
                                       const NeedleStrategy& strategy) const
    {
        if (memory.spliced) {
            const SplicedText document = textOf(engine, *memory.spliced);
            const auto stream = DocumentStream::ofTokens(document.text, memory.spliced->tokens, document.map);
            return stream ? askAnswerer(engine, *memory.memory, *stream, strategy, document.needles, trial.question)
                          : Result<NeedleReply>(Error{ErrorCode::Corruption, "The spliced text is not that of its tokens."});
        }
        const std::string_view text = trial.text.text;
        const auto stream = DocumentStream::build({&text, 1}, engine.tokenizer(), engine.chatFormat(), engine.info().blockTokens);
        if (!stream)
            return stream.error();
        return askAnswerer(engine, *memory.memory, *stream, strategy, trial.text.needles, trial.question);
    }

    Result<void> finish()
    {
        EvaluationReport report = m_lab.report();
        const std::vector<NeedleCellScore> grid = needleGrid(m_runs);
        report.needles = m_runs;
        report.notes = needleNotes(m_plan, m_leftOut);
        report.tables = {needleSummary(grid), needleDetails(grid)};
        return m_lab.finish(report, needlePictures(grid));
    }

    Lab& m_lab;
    const NeedlePlan& m_plan;
    NeedleFraming m_framing;
    DenseAsker m_dense;
    std::size_t m_total = 0, m_leftOut = 0;
    std::vector<NeedleRun> m_runs;
    std::string m_trialKey;
    Trial m_trial;
    std::map<const Engine*, NeedleMemory> m_memories;               // of the trial
    std::map<std::pair<const Engine*, FillerKind>, std::unique_ptr<FillerBase>> m_bases;
};

}  // namespace

Result<void> runNeedles(Lab& lab, const NeedlePlan& plan)
{
    for (const NeedleStrategy* strategy : plan.strategies) {
        if (strategy->way == Way::Dense && plan.spliced)
            return Error{ErrorCode::InvalidArgument, "Strategy " + std::string(strategy->name) + " needs --reading whole."};
        if (strategy->way == Way::Answerer && plan.frame != NeedleFrame::Chat)
            return Error{ErrorCode::InvalidArgument, "Strategy " + std::string(strategy->name) + " needs --frame chat."};
    }
    return NeedleRunner(lab, plan).run();
}

}  // namespace cairn
