// Pictures of before, in tests/plots/golden: channel tolerance 8, fewer than 0.2 % of the pixels beyond it (experience.md 14). A
// failure leaves what was drawn and the difference in the working folder. CAIRN_WRITE_GOLDEN=1 writes them anew; a commit that does
// says why.
#pragma once

#include "ui/theme.h"

#include <QDir>
#include <QImage>
#include <QPalette>

#include <cstdlib>

namespace cairn::golden
{

inline QPalette palette(bool dark) { return themePalette(dark ? cairn::Panel::Dark : cairn::Panel::Light); }

// Empty: as before.
inline QString difference(const QImage& drawn, const QString& name)
{
    const QString file = QStringLiteral(CAIRN_SOURCE_DIR "/tests/plots/golden/%1.png").arg(name);
    if (qEnvironmentVariableIsSet("CAIRN_WRITE_GOLDEN")) {
        QDir().mkpath(QStringLiteral(CAIRN_SOURCE_DIR "/tests/plots/golden"));
        return drawn.save(file) ? QString() : QStringLiteral("not written");
    }
    const QImage expected = QImage(file).convertToFormat(QImage::Format_RGB32);
    const QImage actual = drawn.convertToFormat(QImage::Format_RGB32);
    if (expected.size() != actual.size())
        return QStringLiteral("%1 x %2 instead of %3 x %4")
            .arg(actual.width())
            .arg(actual.height())
            .arg(expected.width())
            .arg(expected.height());
    QImage marked = actual;
    int wrong = 0;
    for (int y = 0; y < actual.height(); ++y) {
        for (int x = 0; x < actual.width(); ++x) {
            const QRgb a = actual.pixel(x, y), b = expected.pixel(x, y);
            const bool far = std::abs(qRed(a) - qRed(b)) > 8 || std::abs(qGreen(a) - qGreen(b)) > 8 || std::abs(qBlue(a) - qBlue(b)) > 8;
            wrong += far;
            if (far)
                marked.setPixel(x, y, 0xFFFF00FF);
        }
    }
    if (wrong * 500 <= actual.width() * actual.height())
        return {};
    actual.save(name + QStringLiteral("_actual.png"));
    marked.save(name + QStringLiteral("_difference.png"));
    return QStringLiteral("%1 pixels differ; see %2_difference.png").arg(wrong).arg(QDir::current().filePath(name));
}

}  // namespace cairn::golden
