// Keeps the first problem of many optional look-ups, so that a reader can take them all and ask once at the end. No torch.
#pragma once

#include "core/result.h"

#include <optional>

namespace cairn
{

class FirstProblem
{
public:
    const std::optional<Error>& error() const { return m_error; }

    void keep(const Error& error)
    {
        if (!m_error)
            m_error = error;
    }

    // The value of a look-up; a failed one is kept and counts as absent.
    template <typename T>
    std::optional<T> taken(Result<std::optional<T>> value)
    {
        if (value)
            return *value;
        keep(value.error());
        return std::nullopt;
    }

private:
    std::optional<Error> m_error;
};

}  // namespace cairn
