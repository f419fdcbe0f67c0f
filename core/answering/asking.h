// What one question works with: the session's parts and the options of the asker. Plain values and borrowed references.
#pragma once

#include "core/answering/document_stream.h"
#include "core/answering/prompt.h"
#include "core/engine/engine.h"
#include "core/types/answer.h"
#include "core/wording/words/bm25.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

// How strategy reread finds and reads passages. Chosen with the default model on nine questions about three short documents:
// passages of 450 bytes with the memory attached answered 7, alone 6; of 900 bytes 5 and 6. Reading each narrower as well: 202 questions
// (122 of SQuAD, 80 about books, papers, manuals) 95 before and 100 then, 17 and 14 wrongly refused, 1.5 and 1.9 s each about the handbook.
struct RereadTuning
{
    std::uint32_t candidates = 8;        // blocks whose likelihood is asked,
    std::uint32_t mostCandidates = 16;   // and of so many while none reaches `explained`
    double explained = -2.6;             // log-probability per token with ranking weights; without, no more are asked
    std::uint32_t openingBlocks = 2;     // of every document, candidates whatever they say
    double neighbourWeight = 0.2;        // of BM25 of the blocks beside a block, which say what it is about, beside its own
    double voteWeight = 0.25;            // of the landmark vote beside BM25, both as z-scores
    bool voteAlways = false;             // also where words of the question stand in as many blocks as there are candidates. Beside them
                                         // it found nothing more (200 questions of SQuAD, 20 about books, papers and manuals), and of
                                         // a book it takes as long as five likelihoods
    double questionWeight = 0.4;         // of a question adapter's vote, in that one's place; 0: not asked (starter/README.md)
    double fusedWeight = 0.15;           // of the fused z-score beside the likelihood per token
    bool rankByLikelihood = true;
    std::uint32_t alone = 5;             // of the best, likelihood is asked after their block alone, too: the mean of both counts
    std::uint32_t declined = 5;          // of the best, the model reads the block again by itself: how likely it declines to answer
    double decliningWeight = 0.12;       // of that log-probability, against them
    double contending = 1.75;            // of candidates whose score is further below the best neither is asked, and their passages aren't
                                         // among those that are read together
    bool rankingAdapter = true;          // with its weights, where the engine has one
    std::uint32_t answers = 3;           // passages that an answer is written from, each alone; what most of them say is kept
    std::uint32_t jointPassages = 3;     // and from the best of them together; below 2: not
    double jointPenalty = 0.5;           // against that answer
    bool quoteInstead = true;            // of a refusal, where the best passage speaks for itself (quoting.h)
    bool quoteDefinitions = true;        // "What is a block?", "What is the paper about?" are answered with the words that say so, where
                                         // some do (said_by_itself.h)
    double answerWeight = 0.3;           // of the answer's log-probability beside the question's likelihood
    double agreement = 0.5;              // nats: answers vote for each other, one so much less likely with 1/e (agreement.h); 0: not
    double answerLoss = 0.2;             // of its prior, by an answer still to come, when it is asked whether that can change what most
                                         // say: half of 772 answers lost more than 0.22 (200 questions of SQuAD)
    double foreignWeight = 1.0;          // against answers whose words don't stand in the passage they were written from,
    double besideWeight = 0.5;           // and against those that stand in it where nothing of the question does (overlap.h)
    std::uint64_t passageBytes = 450;
    std::uint64_t narrowBytes = 220;     // each passage is read once more, this much around its likeliest sentence; 0: not
    double narrowPenalty = 0.1;          // against the answers from that
    bool attachMemory = true;            // the question behind a single passage looks into the whole memory
};

struct AskOptions
{
    std::optional<Strategy> strategy;    // default: kDefaultStrategy
    std::uint32_t topK = 0;              // 0: of the model's kind
    std::optional<SelectionMode> mode;   // default: modeByDefault()
    std::optional<AttentionWay> attention;   // default: EngineInfo::askingAttention
    std::optional<ScanWay> scan;         // default: as the memory was read
    std::uint32_t maxTokens = 160;
    float temperature = 0;
    float topP = 1;
    std::uint64_t seed = 0;
    Controls controls;                   // barred, pinned, heads switched off; imposed must be empty
    std::optional<BlockId> until;        // as if reading had ended before this block
    std::vector<DocumentPlace> within;   // nothing but blocks with words of these is opened; none: no such limit
    std::vector<ConversationTurn> previous;   // earlier turns that the question follows
    bool bookOnly = false;               // an answer without a citation is withheld too
    bool showUnsupported = false;        // show it all the same, with found = false
    bool useAnswerAdapter = true;        // where the engine has one
    bool deepTrace = false;              // the trace has near misses and inner weights of all heads
    RereadTuning reread;
};

struct Question
{
    std::string text;
    AskOptions options;
    std::vector<DocumentPlace> within = {};   // parts of documents that it asks about (asked_place.h); none: everywhere
};

// The session as strategies see it.
struct AskingContext
{
    const Engine& engine;
    const Memory& memory;
    const DocumentStream& stream;
    const Bm25& index;                   // over stream.pieces()
    std::span<const CanonicalText* const> documents = {};   // of the stream, in its order; without: their titles and headings are not known

    // Blocks that a question may look at: read, before `until`; the open block counts when all is read and nothing is cut off.
    std::uint32_t blocksInReach(const Question& question) const { return blocksInReach(question.options); }
    std::uint32_t blocksInReach(const AskOptions& options) const;
    bool tailInReach(const Question& question) const;
    std::uint32_t piecesInReach(const Question& question) const { return blocksInReach(question) + (tailInReach(question) ? 1 : 0); }

    // Leaves blocks in reach among those barred and pinned: behind them stand the prompt's own in a fork. Where the open block at the end
    // is barred, the memory ends before it. Those barred ascend then.
    void keepControlsInReach(AskOptions& options) const;

    // A question within some places alone: all other blocks are barred, and what is pinned there is not. Without such a limit: nothing.
    void barOthers(AskOptions& options) const;

    // All blocks of the place are in reach, and none is barred.
    bool mayRead(const Question& question, const DocumentPlace& place) const;

    // Settings of a fork for this question, `until` included.
    AskingSettings settings(const Question& question) const;
};

// Which heads choose blocks together where the question doesn't say (landmark_semantics.md 12): with bounds, and where an adapter's memory
// is all that answers, those that share keys and values. A two-level scan chooses per head only.
SelectionMode modeByDefault(const AskOptions& options, LandmarkKind kind);

bool isBarred(const Question& question, std::uint32_t block);   // its barred blocks ascend

// What of a place the question asks about: all of it, the longest stretch within one of its parts, or nothing.
std::optional<DocumentPlace> askedOf(const Question& question, const DocumentPlace& place);

// What the places have in common with the limits; all of them where there is no limit.
std::vector<DocumentPlace> common(std::vector<DocumentPlace> places, std::span<const DocumentPlace> limits);

}  // namespace cairn
