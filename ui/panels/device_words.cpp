#include "ui/panels/device_words.h"

#include "ui/sentences/sentences.h"

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
    return sentenceWords(reason);
}

QString modelKindWords(const QString& kind)
{
    static constexpr const char* kKinds[] = {QT_TRANSLATE_NOOP("Device", "landmark model"), QT_TRANSLATE_NOOP("Device", "adapter"),
                                             QT_TRANSLATE_NOOP("Device", "bounds")};
    for (const char* known : kKinds) {
        if (kind == QLatin1String(known))
            return QCoreApplication::translate("Device", known);
    }
    return kind;
}

}  // namespace cairn
