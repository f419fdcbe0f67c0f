// A number of an axis, a range or a bubble: two digits, whole from ten on, with the separators of the language; 1 and 0.5 where tables
// say 1.0 and 0.50 (plots/numbers.h). No state.
#pragma once

#include <QLocale>
#include <QString>

#include <cmath>

namespace cairn
{

inline QString shortNumber(double value)
{
    constexpr double kWhole = 10, kMost = 1e6;   // sizes that are said without decimals
    const double size = std::abs(value);
    const bool whole = size >= kWhole && size < kMost;
    const QString text = whole ? QLocale().toString(value, 'f', 0) : QLocale().toString(value, 'g', 2);
    return QString(text).replace(QLatin1Char('-'), QChar(0x2212));
}

}  // namespace cairn
