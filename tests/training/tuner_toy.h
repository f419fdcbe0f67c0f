// A tuner of low-rank weights (rank 3) over the noise model, with noise in them unless they shall be fresh.
#pragma once

#include "core/training/random.h"
#include "tests/training/noise_model.h"

#include <QtGlobal>

#include <memory>
#include <optional>

namespace cairn::test
{

template <typename Tuner, typename Options>
struct TunerToy
{
    TemporaryFolder folder;
    std::optional<Model> model;
    std::unique_ptr<Tuner> tuner;

    explicit TunerToy(Options options = {}, bool noisy = true)
    {
        writeNoiseModel(folder.path());
        auto opened = openModel(folder.path());
        if (!opened)
            qFatal("%s", opened.error().message.c_str());
        model.emplace(*std::move(opened));
        options.rank = 3;
        auto created = Tuner::create(*model, options);
        if (!created)
            qFatal("%s", created.error().message.c_str());
        tuner = *std::move(created);
        auto values = tuner->values();
        fillWithNoise(values);
        if (noisy && !tuner->setValues(values))
            qFatal("the noise does not fit");
    }
};

// Of the noise model's vocabulary.
inline std::vector<TokenId> tokens(std::uint64_t seed, std::size_t count)
{
    std::vector<TokenId> ids(count);
    for (std::size_t i = 0; i < count; ++i)
        ids[i] = static_cast<TokenId>(scatter(seed * 1'000 + i) % 40);
    return ids;
}

}  // namespace cairn::test
