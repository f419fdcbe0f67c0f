#include "ui/quotation.h"

#include <QCoreApplication>

#include <utility>

namespace cairn
{
namespace
{

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Quotation)
};

}  // namespace

QString quoted(const QString& words)
{
    if (words.isEmpty())
        return words;
    QString within = words;   // what is spoken in a quotation stands in single marks
    for (const auto& [mark, single] : {std::pair(u'\u201C', u'\u2018'), {u'\u201D', u'\u2019'}, {u'\u201E', u'\u201A'}})
        within.replace(QChar(mark), QChar(single));
    return Words::tr("\u201C%1\u201D").arg(within);
}

ByteRange withoutSpaces(const std::string& text, ByteRange range)
{
    constexpr auto kSpaces = " \t\r\n\f";
    const std::size_t begin = text.find_first_not_of(kSpaces, range.begin), end = text.find_last_not_of(kSpaces, range.end - 1);
    return begin < range.end && end != std::string::npos ? ByteRange{begin, end + 1} : range;
}

}  // namespace cairn
