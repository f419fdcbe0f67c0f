// The text of a document as the memory of its session holds it. Any thread; reads files, changes none.
#pragma once

#include "app/common/tokens_in_memory.h"
#include "app/session/model_choice.h"
#include "core/result.h"

#include <string>

namespace cairn
{

// Its tokens, decoded by the model's tokenizer: the text where the tokenizer loses nothing, which its hash tells. NotFound: the memory is
// another one, some of the tokens are not stored, or damaged; as chooseModel(): the model is missing or does not fit.
Result<std::string> textInMemory(const std::string& blocksPath, const TokensInMemory& tokens, const ModelWishes& wishes);

}  // namespace cairn
