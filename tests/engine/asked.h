// A small model of tests/golden with a text that it has read, and a question about it.
#pragma once

#include "tests/engine/engine_fixture.h"

#include <cstdlib>

namespace cairn
{

struct Asked
{
    std::unique_ptr<Engine> engine;
    std::unique_ptr<Memory> memory;
    std::vector<TokenId> question;

    explicit Asked(const std::string& name, std::size_t tokens = 203)
        : engine(openGolden(name)), question(textTokens(*engine, 17, 5))
    {
        memory = std::make_unique<Memory>(std::move(*engine->emptyMemory(smallReading(*engine, 3, 4, 1, 1), KvType::F32)));
        if (!memory->read(textTokens(*engine, tokens), {}))
            std::abort();
    }
    Fork fork(std::uint32_t topK = 4) const
    {
        AskingSettings asking;
        asking.topK = topK;
        return std::move(*memory->fork(asking));
    }
};

}  // namespace cairn
