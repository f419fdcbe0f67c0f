// A tuner of low-rank weights (rank 3) over the noise model, with noise in them unless they shall be fresh.
#pragma once

#include "core/types/random.h"
#include "tests/training/noise_model.h"

#include <QTest>

#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>

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

// Whether some gradients of every projection are the slopes of loss(), which asks the tuner with the weights that are set.
template <typename Tuner, typename Loss>
void gradientsAreSlopes(Tuner& tuner, const std::map<std::string, AdapterTensor>& gradients, const Loss& loss)
{
    auto values = tuner.values();
    const auto lossAt = [&](float& place, float value) {
        place = value;
        return tuner.setValues(values) ? loss() : 0.0;
    };
    int checked = 0;
    for (const char* name : {"layers.0.self_attn.q_proj.lora_A", "layers.0.self_attn.k_proj.lora_B", "layers.1.self_attn.v_proj.lora_A",
                             "layers.1.self_attn.o_proj.lora_B", "layers.2.mlp.gate_proj.lora_A", "layers.2.mlp.up_proj.lora_B",
                             "layers.0.mlp.down_proj.lora_A"}) {
        for (const std::size_t index : {std::size_t(0), std::size_t(11), std::size_t(40)}) {
            float& place = values.at(name).values[index];
            const float before = place, above = before + 0x1p-10f, below = before - 0x1p-10f;
            const double rise = lossAt(place, above) - lossAt(place, below);
            lossAt(place, before);
            const double slope = rise / (static_cast<double>(above) - static_cast<double>(below));
            const auto given = static_cast<double>(gradients.at(name).values[index]);
            QVERIFY2(
                std::abs(slope - given) < 1e-6 + 1e-4 * std::abs(given),
                qPrintable(QStringLiteral("%1[%2]: %3 instead of %4").arg(QString::fromLatin1(name)).arg(index).arg(given).arg(slope)));
            checked += std::abs(given) > 1e-5 ? 1 : 0;
        }
    }
    QVERIFY(checked > 15);
}

// Of the noise model's vocabulary.
inline std::vector<TokenId> tokens(std::uint64_t seed, std::size_t count)
{
    std::vector<TokenId> ids(count);
    for (std::size_t i = 0; i < count; ++i)
        ids[i] = static_cast<TokenId>(scatter(seed * 1'000 + i) % 40);
    return ids;
}

}  // namespace cairn::test
