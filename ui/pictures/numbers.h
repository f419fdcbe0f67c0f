// Numbers as views and pictures say them: two significant digits, never more than the measure holds (experience.md 6, Honest defaults).
// No state.
#pragma once

#include <QLocale>
#include <QString>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace cairn
{

// 41, 9.6, 6.0, 0.50, 0.071, 2.9e-4; whole numbers from ten on; U+2212 for minus.
inline QString measuredDigits(double value)
{
    const double size = std::abs(value);
    if (!std::isfinite(value) || size == 0)
        return QStringLiteral("0");
    int decimals = 0;
    if (size < 9.95)
        decimals = std::max(0, 1 - static_cast<int>(std::floor(std::log10(size * 1.005))));
    QString text = QLocale().toString(size, 'f', decimals);
    if (size < 0.000995) {
        const auto power = static_cast<int>(std::floor(std::log10(size * 1.005)));
        text = QLocale().toString(size * std::pow(10.0, -power), 'f', 1) + QStringLiteral("e\u2212%1").arg(-power);
    }
    return value < 0 ? QChar(0x2212) + text : text;
}

// As these, but whole where the value is: a count of 5 among measures.
inline QString twoDigits(double value)
{
    const double size = std::abs(value);
    const bool isSmallWhole = size > 0 && size < 9.95 && size == std::round(size);
    return isSmallWhole ? (value < 0 ? QString(QChar(0x2212)) : QString()) + QLocale().toString(size, 'f', 0) : measuredDigits(value);
}

// Of an axis: no digit more than its steps need, so that 0.5 stands between 0 and 1.
inline QString axisNumber(double value, double step)
{
    const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
    if (value == 0 || !std::isfinite(value) || decimals > 4)
        return twoDigits(value);
    const QString text = QLocale().toString(std::abs(value), 'f', decimals);
    return value < 0 ? QChar(0x2212) + text : text;
}

// With its sign: +1.8, −0.040.
inline QString signedDigits(double value) { return value > 0 ? QLatin1Char('+') + measuredDigits(value) : measuredDigits(value); }

inline QString headName(std::uint32_t layer, std::uint32_t head) { return QStringLiteral("L%1.H%2").arg(layer).arg(head); }

}  // namespace cairn
