// The catalogue: English sentences as core, storage, engine and import worker write them, %1 to %9 where something is filled in. Their
// translations stand under the context "Sentences". A test holds it against the sources, both ways.
#pragma once

#include <span>
#include <vector>

namespace cairn
{

enum class Places
{
    AsTheyAre,   // names, paths, numbers
    Known        // a place may hold another entry of the catalogue
};

struct KnownSentence
{
    const char* text;
    Places places = Places::AsTheyAre;
};

std::span<const KnownSentence> engineSentences();
std::span<const KnownSentence> modelSentences();
std::span<const KnownSentence> documentSentences();
std::span<const KnownSentence> storageSentences();
std::span<const KnownSentence> sentenceParts();   // words of the system; fillings of places

std::vector<KnownSentence> knownSentences();      // all but sentenceParts()

}  // namespace cairn
