// Quotations in an answer, checked byte for byte against the documents. No state, any thread.
#pragma once

#include "core/types/answer.h"

#include <span>
#include <string_view>
#include <vector>

namespace cairn
{

// What stands between quotation marks ("..", “..”, „..“, «..»), in order; punctuation that the writer moved inside the closing
// mark is left out of the check. A quotation is verbatim if its bytes stand in a document; `near`: places that win over the first
// occurrence (the passages of the answer).
std::vector<Quotation> checkQuotations(std::string_view answer, std::span<const std::string_view> documents,
                                       std::span<const DocumentPlace> near);

}  // namespace cairn
