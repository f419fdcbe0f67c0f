// Heads as a person names them: "16:19,0:3" is L16.H19 and L0.H3, numbers from 0. No state, any thread.
#pragma once

#include "core/result.h"
#include "core/types/trace.h"

#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// Ascending, without repeats. InvalidArgument: not such a list, or a head that a model of `layers` x `heads` hasn't.
Result<std::vector<Head>> parseHeadList(std::string_view list, std::uint32_t layers, std::uint32_t heads);

std::string headListText(const std::vector<Head>& heads);   // the same form

}  // namespace cairn
