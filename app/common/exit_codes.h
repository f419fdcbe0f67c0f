// Exit codes of all our programs (experience.md 12).
#pragma once

#include "core/result.h"

namespace cairn
{

enum ExitCode
{
    kDone = 0,
    kVerifyDiffers = 1,
    kUsage = 2,
    kInputUnreadable = 3,
    kModelMissing = 4,
    kStorageFailed = 5,
    kEngineFailed = 6,
    kNothingStoodOut = 7,
    kInterrupted = 130,
    kTerminated = 143
};

// Where something failed decides the code: a missing document is not a missing model.
enum class Stage { Usage, Input, Model, Storage, Engine };

// An error with the stage it happened in.
struct StageError
{
    Stage stage = Stage::Usage;
    Error error;
};

inline int exitCode(const StageError& failure, int signalNumber = 0)
{
    if (failure.error.code == ErrorCode::Cancelled)
        return signalNumber == 15 ? kTerminated : kInterrupted;
    if (failure.error.code == ErrorCode::DiskFull)
        return kStorageFailed;
    switch (failure.stage) {
    case Stage::Usage: return kUsage;
    case Stage::Input: return kInputUnreadable;
    case Stage::Model: return kModelMissing;
    case Stage::Storage: return kStorageFailed;
    case Stage::Engine: return kEngineFailed;
    }
    return kEngineFailed;
}

}  // namespace cairn
