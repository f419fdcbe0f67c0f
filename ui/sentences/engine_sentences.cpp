// Sentences of the engine: opening, reading, asking, devices, and of messages to and from it.
#include "ui/sentences/catalogue.h"

#include <QtGlobal>

namespace cairn
{
namespace
{

constexpr KnownSentence kEngine[] = {
    {QT_TRANSLATE_NOOP("Sentences", "Stopped on request.")},
    {QT_TRANSLATE_NOOP("Sentences", "The search was cancelled.")},
    {QT_TRANSLATE_NOOP("Sentences", "The search was stopped.")},
    {QT_TRANSLATE_NOOP("Sentences", "The engine failed: %1"), Places::Known},
    {QT_TRANSLATE_NOOP("Sentences", "No session is open in the engine; open it again.")},
    {QT_TRANSLATE_NOOP("Sentences",
                       "There is not enough memory for this step: %1. Close other programs, or use a smaller "
                       "model."), Places::Known},
    {QT_TRANSLATE_NOOP("Sentences", "about %1 are needed and %2 are free")},
    {QT_TRANSLATE_NOOP("Sentences", "about %1 are needed and %2 are free on the GPU")},
    {QT_TRANSLATE_NOOP("Sentences", "%1 are free")},
    {QT_TRANSLATE_NOOP("Sentences", "%1 are free on the GPU")},
    {QT_TRANSLATE_NOOP("Sentences",
                       "The GPU computes heads of up to 256 numbers and blocks of up to 256 tokens; this model has others.")},
    {QT_TRANSLATE_NOOP("Sentences",
                       "The model needs %1 on the GPU, %2 are free; close other programs that use it, or compute on the CPU.")},
    {QT_TRANSLATE_NOOP("Sentences", "The GPU failed (%1). Start again; what was saved is there."), Places::Known},
    {QT_TRANSLATE_NOOP("Sentences", "The GPU failed when it was tried (%1)."), Places::Known},
    {QT_TRANSLATE_NOOP("Sentences", "The GPU can't be used: %1 Choose the CPU, or auto (--device)."), Places::Known},
    {QT_TRANSLATE_NOOP("Sentences", "The GPU has not enough free memory for this model.")},
    {QT_TRANSLATE_NOOP("Sentences", "The GPU gives other numbers than the processor for the same words (%1 apart, %2 at most).")},
    {QT_TRANSLATE_NOOP("Sentences",
                       "This memory was read on the CPU, with products that the GPU does not compute; read it again to use the "
                       "%1.")},
    {QT_TRANSLATE_NOOP("Sentences", "No NVIDIA driver is installed.")},
    {QT_TRANSLATE_NOOP("Sentences", "The NVIDIA driver answers, but finds no usable GPU.")},
    {QT_TRANSLATE_NOOP("Sentences", "The library that computes with 16-bit and 32-bit weights can't be loaded: %1. Build or install Cairn "
                                    "again, or use a quantised model."), Places::Known},
    {QT_TRANSLATE_NOOP("Sentences", "%1 is not beside the program")},
    {QT_TRANSLATE_NOOP("Sentences", "%1 is of another version")},
    {QT_TRANSLATE_NOOP("Sentences", "The GPU plugin %1 can't be loaded.")},
    {QT_TRANSLATE_NOOP("Sentences", "The GPU plugin %1 is of another version of Cairn; build both together.")},
    {QT_TRANSLATE_NOOP("Sentences", "The GPU can't be opened: %1."), Places::Known},
    {QT_TRANSLATE_NOOP("Sentences", "The %1 was found, but this build of Cairn has no GPU plugin; it needs nvcc when it is built.")},
    {QT_TRANSLATE_NOOP("Sentences",
                       "The model computed values that are not numbers in layer %1; the block was not stored. The model file is "
                       "probably damaged: fetch it again.")},
    {QT_TRANSLATE_NOOP("Sentences", "The model was trained with landmarks of its own; the landmark adapter is not used.")},
    {QT_TRANSLATE_NOOP("Sentences", "The window must be a multiple of the block length, %1.")},
    {QT_TRANSLATE_NOOP("Sentences",
                       "Grouped attention needs landmarks; this model's blocks are found by bounds: use exact attention.")},
    {QT_TRANSLATE_NOOP("Sentences", "A model with a context miss token needs grouped attention.")},
    {QT_TRANSLATE_NOOP("Sentences",
                       "The two-level scan finds blocks per token and head; other selections compare all blocks: use the flat "
                       "scan with them.")},
    {QT_TRANSLATE_NOOP("Sentences", "The two-level scan runs on the CPU only; use the flat scan, or the CPU.")},
    {QT_TRANSLATE_NOOP("Sentences",
                       "Retrieving %1 blocks of %2 tokens leaves no room for a window in the model's %3 positions; choose a "
                       "smaller number of blocks.")},
    {QT_TRANSLATE_NOOP("Sentences", "Block %1 can't be pinned and barred at once; take one of them back.")},
    {QT_TRANSLATE_NOOP("Sentences", "Block %1 is barred and pinned at once; choose one of them.")},
    {QT_TRANSLATE_NOOP("Sentences", "Blocks can be barred and pinned for a question, not imposed.")},
    {QT_TRANSLATE_NOOP("Sentences", "L%1.H%2 is no head of this model: it has %3 layers of %4 heads, counted from 0.")},
    {QT_TRANSLATE_NOOP("Sentences", "Token %1 can't be part of a text of this model.")},
    {QT_TRANSLATE_NOOP("Sentences", "Nothing was given to feed.")},
    {QT_TRANSLATE_NOOP("Sentences", "Where blocks are imposed no landmark is scored.")},
    {QT_TRANSLATE_NOOP("Sentences", "A question must be fed before an answer can be generated.")},
    {QT_TRANSLATE_NOOP("Sentences", "The open end of the stored memory has a wrong size; read the document again.")},
    {QT_TRANSLATE_NOOP("Sentences", "This memory was read from another text; read the document into a new session.")},
    {QT_TRANSLATE_NOOP("Sentences", "No answer weights are loaded; leave them off or name their file.")},
    {QT_TRANSLATE_NOOP("Sentences", "No ranking weights are loaded; leave them off or name their file.")},
    {QT_TRANSLATE_NOOP("Sentences", "Only stored blocks of the same text can be computed again.")},
    {QT_TRANSLATE_NOOP("Sentences", "A phrase needs words that the model knows.")},
    {QT_TRANSLATE_NOOP("Sentences", "A question needs words that the model knows.")},
    {QT_TRANSLATE_NOOP("Sentences", "Searching by meaning needs an engine on the processor.")},
    {QT_TRANSLATE_NOOP("Sentences", "There is no question adapter for this model.")},
    {QT_TRANSLATE_NOOP("Sentences", "The question is empty; write what you want to know.")},
    {QT_TRANSLATE_NOOP("Sentences", "Nothing has been read yet; read the document first.")},
    {QT_TRANSLATE_NOOP("Sentences", "There are no words to look for; write what the passages should be about.")},
    {QT_TRANSLATE_NOOP("Sentences", "Nothing of this session is in memory. Read it first%1"), Places::Known},
    {QT_TRANSLATE_NOOP("Sentences",
                       "This session was read with another model, adapter or number type. Read it again%1"), Places::Known},
    {QT_TRANSLATE_NOOP("Sentences", ", or choose the model that it was read with.")},
    {QT_TRANSLATE_NOOP("Sentences", "A memory for a removal test is not changed; test again.")},
    {QT_TRANSLATE_NOOP("Sentences", "A search changes nothing.")},
    {QT_TRANSLATE_NOOP("Sentences",
                       "The engine computed something else than before from the same words: this computer's memory or processor "
                       "may be faulty. What was read since the last good check is read again at the next start.")},
    {QT_TRANSLATE_NOOP("Sentences", "The session does not know where its blocks stand. Open it once.")},
    {QT_TRANSLATE_NOOP("Sentences",
                       "No model that can be used was found in %1. Choose a model file; on the command line with --model or CAIRN_MODEL.")},
    {QT_TRANSLATE_NOOP("Sentences", "No model was found in %1. Choose a model file; on the command line with --model or CAIRN_MODEL.")},
    {QT_TRANSLATE_NOOP("Sentences",
                       "%1 holds no tokenizer, so texts can't be read with it; put tokenizer.model or tokenizer.json into the "
                       "folder.")},
    {QT_TRANSLATE_NOOP("Sentences", "The message stream is broken: %1."), Places::Known},
    {QT_TRANSLATE_NOOP("Sentences", "The message stream is broken: a header is not as it must be.")},
    {QT_TRANSLATE_NOOP("Sentences", "The message stream is broken: a command is not as it must be.")},
    {QT_TRANSLATE_NOOP("Sentences", "The message stream is broken: an event is not as it must be.")},
    {QT_TRANSLATE_NOOP("Sentences", "The message stream is broken: a search is not as it must be.")},
    {QT_TRANSLATE_NOOP("Sentences", "the other side is not one of Cairn, or something else wrote in between")},
    {QT_TRANSLATE_NOOP("Sentences", "the other side is of another version of Cairn; install the same one on both")},
    {QT_TRANSLATE_NOOP("Sentences", "a frame is larger than any may be")},
    {QT_TRANSLATE_NOOP("Sentences", "a frame is missing")},
    {QT_TRANSLATE_NOOP("Sentences", "an earlier frame was wrong")},
    {QT_TRANSLATE_NOOP("Sentences", "an earlier message was wrong")},
    {QT_TRANSLATE_NOOP("Sentences", "a message of this kind is not expected")},
    {QT_TRANSLATE_NOOP("Sentences", "a message is larger than it may be")},
    {QT_TRANSLATE_NOOP("Sentences", "a piece of a message is missing, or one too many came")},
    {QT_TRANSLATE_NOOP("Sentences", "a piece has a header")},
    {QT_TRANSLATE_NOOP("Sentences", "a piece has a wrong size")},
    {QT_TRANSLATE_NOOP("Sentences", "the first command must open a session, or search many.")},
    {QT_TRANSLATE_NOOP("Sentences", "a document came that no session waits for.")},
    {QT_TRANSLATE_NOOP("Sentences", "two requests have the same number.")},
    {QT_TRANSLATE_NOOP("Sentences", "a command came that has no session, or a second session.")},
    {QT_TRANSLATE_NOOP("Sentences", "cairn-engine: could not lock itself down (seccomp).")},
    {QT_TRANSLATE_NOOP("Sentences", "The engine's answer contradicts the session and was not taken. Ask again.")},
    {QT_TRANSLATE_NOOP("Sentences", "The engine's draft of an answer holds what it must not and was not taken. Ask again.")},
    {QT_TRANSLATE_NOOP("Sentences", "The engine sent something wrong and was stopped. Search again.")},
    {QT_TRANSLATE_NOOP("Sentences", "unknown request")},
    {QT_TRANSLATE_NOOP("Sentences", "wrong request")},
    {QT_TRANSLATE_NOOP("Sentences", "stored blocks")},
    {QT_TRANSLATE_NOOP("Sentences", "progress of a test")},
    {QT_TRANSLATE_NOOP("Sentences", "cancelled unasked")},
    {QT_TRANSLATE_NOOP("Sentences", "No session is open any more. Open it again.")},
};

}  // namespace

std::span<const KnownSentence> engineSentences() { return kEngine; }

}  // namespace cairn
