// Texts with a fact hidden in them and a question about it: the passkey of the landmark paper (Mohtashami and Jaggi 2023, section 4.2;
// landmark_semantics.md 15) and needles of several kinds in several fillers. Everything follows from a seed. Pure functions.
#pragma once

#include "core/result.h"
#include "core/types/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// Line 4 and the start of line 2 of the paper's prompt, without line breaks: 89 characters.
inline constexpr std::string_view kPasskeyFiller =
    "The grass is green. The sky is blue. The sun is yellow. Here we go. There and back again.";
inline constexpr std::uint64_t kPasskeyLargest = 50'000;

struct PasskeyText
{
    std::string document;                // lines 1 to 4 and the line break after them
    std::string question;                // line 5
    ByteRange needle;                    // line 3 in `document`
};

// The paper's prompt: `characters` of filler (n), the pass key after the first `before` of them (p). REQUIRES: before <= characters.
PasskeyText passkeyText(std::uint64_t characters, std::uint64_t before, std::uint64_t key);

enum class NeedleKind { Number, Words, Uuid, Several, KeyValue };
std::string_view name(NeedleKind kind);                                  // "number", "words", "uuid", "several", "key-value"
std::optional<NeedleKind> needleKindNamed(std::string_view name);

struct Needle
{
    std::vector<std::string> sentences;  // to hide; several: spread over the text, else one
    std::string question;
    std::string replyStart;              // the reply's first words, given to the model
    std::vector<std::string> answers;    // all of them are asked for
};

inline constexpr std::size_t kSeveralNeedles = 4;

Needle makeNeedle(NeedleKind kind, std::uint64_t seed, std::uint64_t trial);

enum class FillerKind { Grass, Prose, Pairs };
std::string_view name(FillerKind kind);                                  // "grass", "prose", "pairs"
std::optional<FillerKind> fillerKindNamed(std::string_view name);

// At least `bytes` of filler, ending with a sentence and a space (pairs: a line). Grass: the paper's sentences over and over; prose:
// sentences by a small grammar, seldom the same twice; pairs: "key: value" lines like the key-value needle, other keys.
std::string fillerText(FillerKind kind, std::uint64_t bytes, std::uint64_t seed);

struct PlantedText
{
    std::string text;
    std::vector<ByteRange> needles;      // in the order of the sentences
};

// The first `bytes` of `filler` (cut at a sentence's end), the sentences hidden behind the sentence that ends nearest `depth` (0..1).
// Several sentences: the first there, the others at even distances after it, around the end to the start.
PlantedText plant(std::string_view filler, std::uint64_t bytes, double depth, const std::vector<std::string>& sentences);

// The ends of sentences and lines, each behind the white space that follows; ascending, 0 and the size included.
std::vector<std::uint64_t> sentenceEnds(std::string_view text);

// Largest entry <= `wanted`, or the next above where that is nearer. REQUIRES: ends is not empty, ascending.
std::uint64_t nearestEnd(const std::vector<std::uint64_t>& ends, std::uint64_t wanted);

}  // namespace cairn
