// Result<T>: a value or an Error, with the member names of C++23's std::expected so that changing over is an alias.
// Every public function of a folder that can fail returns one. Values only; thread-compatible.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace cairn
{

// A code exists where a caller acts differently.
enum class ErrorCode
{
    NotFound,
    InvalidArgument,
    Corruption,
    Io,
    DiskFull,
    OutOfMemory,
    Unsupported,
    Busy,
    Cancelled,
    Newer,             // written by a newer Cairn: refused, nothing was changed
    PasswordRequired,  // an encrypted document without its password, or with a wrong one
    Device             // the accelerator failed; the process must not go on using it
};

struct Error
{
    ErrorCode code = ErrorCode::InvalidArgument;
    std::string message;                     // one plain sentence: what failed, why, and what can be done
    std::optional<std::uint64_t> offset{};   // readers of foreign files: the byte the rule failed at
};

template <typename T, typename E = Error>
class [[nodiscard]] Result
{
public:
    using value_type = T;
    using error_type = E;

    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(E error) : m_state(std::in_place_index<1>, std::move(error)) {}

    bool has_value() const { return m_state.index() == 0; }
    explicit operator bool() const { return has_value(); }

    T& value() & { assert(has_value()); return std::get<0>(m_state); }
    const T& value() const& { assert(has_value()); return std::get<0>(m_state); }
    T value() && { assert(has_value()); return std::get<0>(std::move(m_state)); }   // by value: a loop over *f() must not dangle
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const E& error() const& { assert(!has_value()); return std::get<1>(m_state); }
    E&& error() && { assert(!has_value()); return std::get<1>(std::move(m_state)); }

private:
    std::variant<T, E> m_state;
};

template <typename E>
class [[nodiscard]] Result<void, E>
{
public:
    using value_type = void;
    using error_type = E;

    Result() = default;
    Result(E error) : m_error(std::move(error)) {}

    bool has_value() const { return !m_error.has_value(); }
    explicit operator bool() const { return has_value(); }
    const E& error() const& { assert(m_error.has_value()); return *m_error; }
    E&& error() && { assert(m_error.has_value()); return *std::move(m_error); }

private:
    std::optional<E> m_error;
};

}  // namespace cairn
