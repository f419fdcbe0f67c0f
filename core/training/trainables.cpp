#include "core/training/trainables.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

namespace cairn
{

namespace
{

constexpr const char* kMean = "adamw.mean/";
constexpr const char* kSquare = "adamw.square/";
constexpr const char* kSteps = "adamw.steps";

Result<void> copyInto(at::Tensor& to, const std::map<std::string, AdapterTensor>& from, const std::string& name)
{
    const auto found = from.find(name);
    if (found == from.end())
        return Error{ErrorCode::InvalidArgument, "The saved training has no tensor " + name + "; start the training anew."};
    const at::Tensor values = fromPlain(found->second, to.scalar_type());
    if (values.sizes() != to.sizes())
        return Error{ErrorCode::InvalidArgument, "The tensor " + name + " has another shape than this training needs; "
                                                 "choose the same rank and model."};
    const at::NoGradGuard frozen;
    to.copy_(values);
    return {};
}

}  // namespace

AdapterTensor toPlain(const at::Tensor& tensor)
{
    const at::Tensor values = tensor.detach().to(at::kCPU, at::kFloat).contiguous();
    AdapterTensor plain;
    plain.shape.assign(values.sizes().begin(), values.sizes().end());
    plain.values.assign(values.const_data_ptr<float>(), values.const_data_ptr<float>() + values.numel());
    return plain;
}

at::Tensor fromPlain(const AdapterTensor& plain, at::ScalarType type)
{
    const std::vector<std::int64_t> sizes(plain.shape.begin(), plain.shape.end());
    at::Tensor values = at::empty(sizes, at::kFloat);
    assert(static_cast<std::size_t>(values.numel()) == plain.values.size());
    std::copy(plain.values.begin(), plain.values.end(), values.data_ptr<float>());
    return values.to(type);
}

void Trainables::add(const std::string& name, const at::Tensor& start, double rateFactor)
{
    Weight weight;
    weight.value = start.detach().clone().contiguous();
    weight.value.set_requires_grad(true);
    weight.mean = at::zeros_like(weight.value, at::TensorOptions().requires_grad(false));
    weight.square = at::zeros_like(weight.mean);
    weight.rateFactor = rateFactor;
    [[maybe_unused]] const bool isNew = m_weights.emplace(name, std::move(weight)).second;
    assert(isNew);
}

std::map<std::string, at::Tensor> Trainables::all() const
{
    std::map<std::string, at::Tensor> tensors;
    for (const auto& [name, weight] : m_weights)
        tensors.emplace(name, weight.value);
    return tensors;
}

void Trainables::addGradients(const std::vector<at::Tensor>& gradients)
{
    const at::NoGradGuard frozen;
    std::size_t number = 0;
    for (auto& [name, weight] : m_weights) {
        const at::Tensor& gradient = gradients[number++];
        at::Tensor& sum = weight.value.mutable_grad();
        if (gradient.defined())
            sum = sum.defined() ? sum + gradient : gradient;
    }
}

double Trainables::step(double rate, const AdamW& options)
{
    const at::NoGradGuard frozen;
    ++m_steps;
    const bool onGpu = std::any_of(m_weights.begin(), m_weights.end(), [](const auto& weight) { return !weight.second.value.is_cpu(); });
    const double norm = onGpu ? stepTogether(rate, options) : stepEach(rate, options);
    forgetGradients();
    return norm;
}

double Trainables::stepEach(double rate, const AdamW& options)
{
    double squares = 0;
    for (const auto& [name, weight] : m_weights) {
        if (weight.value.grad().defined())
            squares += weight.value.grad().pow(2).sum().item<double>();
    }
    const double norm = std::sqrt(squares);
    const double factor = options.clip > 0 && norm > options.clip ? options.clip / norm : 1.0;
    const double meanShare = 1 - std::pow(options.beta1, static_cast<double>(m_steps));
    const double squareShare = 1 - std::pow(options.beta2, static_cast<double>(m_steps));
    for (auto& [name, weight] : m_weights) {
        if (!weight.value.grad().defined())
            continue;
        const at::Tensor gradient = weight.value.grad() * factor;
        const double ownRate = rate * weight.rateFactor;
        weight.mean.mul_(options.beta1).add_(gradient, 1 - options.beta1);
        weight.square.mul_(options.beta2).addcmul_(gradient, gradient, 1 - options.beta2);
        weight.value.mul_(1 - ownRate * options.decay);
        weight.value.addcdiv_(weight.mean, (weight.square / squareShare).sqrt_().add_(options.epsilon), -ownRate / meanShare);
    }
    return norm;
}

// The same with a few operations on all weights of one rate factor, and nothing that is waited for before the last of them.
double Trainables::stepTogether(double rate, const AdamW& options)
{
    struct Group
    {
        std::vector<at::Tensor> values, gradients, means, squares;
    };
    std::map<double, Group> groups;
    std::vector<at::Tensor> norms;
    for (auto& [name, weight] : m_weights) {
        if (!weight.value.grad().defined())
            continue;
        Group& group = groups[weight.rateFactor];
        group.values.push_back(weight.value);
        group.gradients.push_back(weight.value.grad().contiguous());   // in another order each would be taken by itself
        group.means.push_back(weight.mean);
        group.squares.push_back(weight.square);
    }
    for (const auto& [rateFactor, group] : groups)
        std::ranges::move(at::_foreach_norm(group.gradients, 2), std::back_inserter(norms));
    if (norms.empty())
        return 0;
    const at::Tensor norm = at::stack(norms).pow(2).sum().sqrt();
    const double meanShare = 1 - std::pow(options.beta1, static_cast<double>(m_steps));
    const double squareShare = 1 - std::pow(options.beta2, static_cast<double>(m_steps));
    for (auto& [rateFactor, group] : groups) {
        if (options.clip > 0)
            group.gradients = at::_foreach_mul(group.gradients, (options.clip / norm).clamp_max(1));
        at::_foreach_mul_(group.means, options.beta1);
        at::_foreach_add_(group.means, group.gradients, 1 - options.beta1);
        at::_foreach_mul_(group.squares, options.beta2);
        at::_foreach_addcmul_(group.squares, group.gradients, group.gradients, 1 - options.beta2);
        std::vector<at::Tensor> roots = at::_foreach_div(group.squares, squareShare);
        at::_foreach_sqrt_(roots);
        at::_foreach_add_(roots, options.epsilon);
        at::_foreach_mul_(group.values, 1 - rate * rateFactor * options.decay);
        at::_foreach_addcdiv_(group.values, group.means, roots, -rate * rateFactor / meanShare);
    }
    return norm.item<double>();
}

void Trainables::forgetGradients()
{
    for (auto& [name, weight] : m_weights)
        weight.value.mutable_grad() = at::Tensor();
}

std::map<std::string, AdapterTensor> Trainables::values() const
{
    std::map<std::string, AdapterTensor> out;
    for (const auto& [name, weight] : m_weights)
        out.emplace(name, toPlain(weight.value));
    return out;
}

std::map<std::string, AdapterTensor> Trainables::gradients() const
{
    std::map<std::string, AdapterTensor> out;
    for (const auto& [name, weight] : m_weights)
        out.emplace(name, toPlain(weight.value.grad().defined() ? weight.value.grad() : at::zeros_like(weight.mean)));
    return out;
}

Result<void> Trainables::setValues(const std::map<std::string, AdapterTensor>& values)
{
    for (auto& [name, weight] : m_weights) {
        if (!values.contains(name))
            continue;
        if (auto done = copyInto(weight.value, values, name); !done)
            return done;
    }
    return {};
}

std::map<std::string, AdapterTensor> Trainables::save() const
{
    std::map<std::string, AdapterTensor> state = values();
    for (const auto& [name, weight] : m_weights) {
        state.emplace(kMean + name, toPlain(weight.mean));
        state.emplace(kSquare + name, toPlain(weight.square));
    }
    state[kSteps] = {{1}, {static_cast<float>(m_steps)}};   // exact below 2^24
    return state;
}

Result<void> Trainables::restore(const std::map<std::string, AdapterTensor>& state)
{
    at::Tensor steps = at::zeros({1}, at::kFloat);
    if (auto done = copyInto(steps, state, kSteps); !done)
        return done;
    for (auto& [name, weight] : m_weights) {
        if (auto done = copyInto(weight.value, state, name); !done)
            return done;
        if (auto done = copyInto(weight.mean, state, kMean + name); !done)
            return done;
        if (auto done = copyInto(weight.square, state, kSquare + name); !done)
            return done;
    }
    m_steps = static_cast<std::uint64_t>(steps.item<float>());
    return {};
}

}  // namespace cairn
