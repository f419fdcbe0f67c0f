// Independent pieces of work with tensors: on the engine's threads, or one after another on a GPU, which each of them fills. Torch
// inside: sources of core/training only.
#pragma once

#include "core/engine/common/parallel.h"

#include <ATen/Parallel.h>
#include <c10/core/Device.h>

#include <algorithm>
#include <cstddef>
#include <functional>

namespace cairn
{

// Calls piece(0) .. piece(count - 1), each once; LibTorch shares the threads that are left over among the pieces.
inline void inTorchPieces(std::size_t count, const c10::Device& device, const std::function<void(std::size_t)>& piece)
{
    if (!device.is_cpu()) {
        for (std::size_t i = 0; i < count; ++i)
            piece(i);
        return;
    }
    struct Threads
    {
        const int before = at::get_num_threads();
        ~Threads() { at::set_num_threads(before); }
    } const threads;
    at::set_num_threads(std::max(1, workerThreads() / static_cast<int>(std::max<std::size_t>(1, count))));
    parallelPieces(count, [&](std::size_t i) {
        at::init_num_threads();   // of this thread
        piece(i);
    });
}

}  // namespace cairn
