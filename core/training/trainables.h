// Named weights that are trained, with the state of AdamW (Loshchilov, Hutter 2019):
//   m = b1 m + (1 - b1) g    v = b2 v + (1 - b2) g^2    w -= rate (m / (1 - b1^t) / (sqrt(v / (1 - b2^t)) + e) + decay w)
// All of them are on one device, that of their first values. Torch inside: sources of core/training only. One thread.
#pragma once

#include "core/model/adapter.h"
#include "core/result.h"

#include <ATen/core/Tensor.h>

#include <map>
#include <string>
#include <vector>

namespace cairn
{

struct AdamW
{
    double beta1 = 0.9, beta2 = 0.98;
    double epsilon = 1e-8;
    double decay = 0;                  // of every weight, before its rate factor
    double clip = 1;                   // largest norm of all gradients together; 0: as it comes
};

class Trainables
{
public:
    // `start` is copied, where it is. `rateFactor`: of the learning rate of this weight. REQUIRES: a new name.
    void add(const std::string& name, const at::Tensor& start, double rateFactor = 1);

    const at::Tensor& at(const std::string& name) const { return m_weights.at(name).value; }
    bool has(const std::string& name) const { return m_weights.contains(name); }
    std::map<std::string, at::Tensor> all() const;

    // Adds gradients of the weights in the order of all(); one that is undefined adds nothing.
    void addGradients(const std::vector<at::Tensor>& gradients);

    // One step with the gradients that backward() or addGradients() left, then forgets them. Returns their norm before clipping.
    double step(double rate, const AdamW& options);
    void forgetGradients();

    std::map<std::string, AdapterTensor> values() const;                   // in 32 bits
    std::map<std::string, AdapterTensor> gradients() const;                // zeros where none came

    // Overwrites weights of these names (fewer or more names are fine). InvalidArgument: another shape.
    Result<void> setValues(const std::map<std::string, AdapterTensor>& values);

    // Weights, moments and step count; what restore() takes. InvalidArgument: not all of them, or another shape.
    std::map<std::string, AdapterTensor> save() const;
    Result<void> restore(const std::map<std::string, AdapterTensor>& state);

private:
    double stepEach(double rate, const AdamW& options);
    double stepTogether(double rate, const AdamW& options);

    struct Weight
    {
        at::Tensor value;              // a leaf that requires a gradient
        at::Tensor mean, square;       // m, v; same shape
        double rateFactor = 1;
    };
    std::map<std::string, Weight> m_weights;
    std::uint64_t m_steps = 0;         // t
};

AdapterTensor toPlain(const at::Tensor& tensor);                             // of any device
at::Tensor fromPlain(const AdapterTensor& plain, at::ScalarType type);      // on the CPU

}  // namespace cairn
