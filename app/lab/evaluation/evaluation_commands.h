// The sub-commands of `cairn-lab evaluate`. Each parses its own words and returns the exit code of commands.h.
#pragma once

#include "app/common/arguments.h"

#include <span>

namespace cairn
{

const CommandSpec& passkeySpec();
const CommandSpec& needleSpec();
const CommandSpec& perplexitySpec();
const CommandSpec& retrievalSpec();
const CommandSpec& scanSpec();
const CommandSpec& paritySpec();
const CommandSpec& costSpec();
const CommandSpec& uniqueBlocksSpec();
const CommandSpec& questionsSpec();
const CommandSpec& articlesSpec();

int evaluatePasskey(std::span<char* const> words);
int evaluateNeedle(std::span<char* const> words);
int evaluatePerplexity(std::span<char* const> words);
int evaluateRetrieval(std::span<char* const> words);
int evaluateScan(std::span<char* const> words);
int evaluateParity(std::span<char* const> words);
int evaluateCost(std::span<char* const> words);
int evaluateUniqueBlocks(std::span<char* const> words);
int evaluateQuestionsCommand(std::span<char* const> words);
int evaluateArticles(std::span<char* const> words);

struct Evaluation
{
    const CommandSpec& (*spec)();
    int (*run)(std::span<char* const> words);
    const char* example;                         // words behind its name, with which it ends within minutes on two cores
};
std::span<const Evaluation> evaluations();

}  // namespace cairn
