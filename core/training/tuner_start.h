// Where low-rank weights of ordinary rows begin: from nothing, or from an adapter file of the same kind and rank.
#pragma once

#include "core/model/adapter.h"
#include "core/result.h"

#include <cstdint>
#include <memory>
#include <string>

namespace cairn
{

// `tuner` with the weights that `read` gives of `path`; as it is where no path is named. Errors of `read`; InvalidArgument: another rank.
template <typename Tuner, typename Adapter>
Result<std::unique_ptr<Tuner>> startedFrom(Result<std::unique_ptr<Tuner>> tuner, std::uint32_t rank, const std::string& path,
                                           const Model& base, Result<Adapter> (*read)(const std::string& path, const Model& base))
{
    if (!tuner || path.empty())
        return tuner;
    const auto start = read(path, base);
    if (!start)
        return start.error();
    if (start->rank != rank)
        return Error{ErrorCode::InvalidArgument, path + " has the rank " + std::to_string(start->rank) + "; train with that rank."};
    if (auto done = (*tuner)->setValues(start->tensors); !done)
        return done.error();
    return tuner;
}

}  // namespace cairn
