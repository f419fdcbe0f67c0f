#include "ui/quotation.h"

#include <QCoreApplication>

namespace cairn
{
namespace
{

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Quotation)
};

}  // namespace

QString quoted(const QString& words) { return words.isEmpty() ? words : Words::tr("\u201C%1\u201D").arg(words); }

}  // namespace cairn
