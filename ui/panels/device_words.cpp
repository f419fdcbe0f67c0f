#include "ui/panels/device_words.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace cairn
{

QString deviceWords(const QString& device)
{
    static const QRegularExpression kCpu(QStringLiteral("^CPU, (\\d+) threads?, (.+)$"));
    const auto parts = kCpu.match(device);
    if (!parts.hasMatch())
        return device;
    const QString level = parts.captured(2) == QLatin1String("reference") ? QCoreApplication::translate("Device", "plain instructions")
                                                                          : parts.captured(2);
    const int threads = parts.captured(1).toInt();   // apart: lupdate of Qt 6.4 never ends at a call inside the number
    return QCoreApplication::translate("Device", "CPU, %n thread(s), %1", nullptr, threads).arg(level);
}

QString deviceReasonWords(const QString& reason)
{
    static constexpr const char* kKnown[] = {
        QT_TRANSLATE_NOOP("Device", "No NVIDIA driver is installed."),
        QT_TRANSLATE_NOOP("Device", "The NVIDIA driver answers, but finds no usable GPU."),
        QT_TRANSLATE_NOOP("Device", "The GPU has not enough free memory for this model."),
    };
    for (const char* known : kKnown) {
        if (reason == QLatin1String(known))
            return QCoreApplication::translate("Device", known);
    }
    return reason;
}

}  // namespace cairn
