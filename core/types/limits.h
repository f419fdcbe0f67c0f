// Limits of foreign input (reliability.md 4). One place, so that readers, tests and documentation agree.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cairn::limits
{

inline constexpr std::uint64_t kKiB = 1024;
inline constexpr std::uint64_t kMiB = 1024 * kKiB;
inline constexpr std::uint64_t kGiB = 1024 * kMiB;

// Documents
inline constexpr std::uint64_t kDocumentBytes = 2 * kGiB;
inline constexpr std::uint64_t kCanonicalTextBytes = 256 * kMiB;
inline constexpr std::uint64_t kForeignSessionBytes = kGiB;

// A question: every candidate passage is ranked by all of its words
inline constexpr int kQuestionCharacters = 8'000;

// Model dimensions
inline constexpr std::uint32_t kLayers = 256;
inline constexpr std::uint32_t kHeads = 256;
inline constexpr std::uint32_t kHeadDim = 512;
inline constexpr std::uint32_t kHidden = 65'536;
inline constexpr std::uint32_t kFeedForward = 262'144;
inline constexpr std::uint32_t kVocabulary = 1'000'000;
inline constexpr std::uint32_t kContext = 16'000'000;
inline constexpr std::uint32_t kBlockTokens = 1'024;

}  // namespace cairn::limits
