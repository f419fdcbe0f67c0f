#include "ui/own_words.h"

#include <QCoreApplication>

namespace cairn
{

std::string ownWords(const std::string& answer)
{
    for (const char* own : {QT_TRANSLATE_NOOP("OwnWords", "The text does not say."),
                            QT_TRANSLATE_NOOP("OwnWords", "The text does not seem to say.")}) {
        if (answer == own)
            return QCoreApplication::translate("OwnWords", own).toStdString();
    }
    return answer;
}

}  // namespace cairn
