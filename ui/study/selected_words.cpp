#include "ui/study/selected_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace cairn
{

int selectedWords(const SelectionHub& hub)
{
    const TraceFilter filter = filterOf(hub);
    const auto words = tokenGroups(hub.run()->answer, TokenUnit::Word);
    return int(std::count_if(words.begin(), words.end(), [&](const TokenGroup& word) {
        return !word.text.trimmed().isEmpty() && contains(filter.tokens, word.tokens.first);
    }));
}

QString selectedWordsText(const SelectionHub& hub)
{
    const int words = selectedWords(hub);
    return hub.selection().tokens ? QCoreApplication::translate("Study", "%n word(s)", nullptr, words)
                                  : QCoreApplication::translate("Study", "all %n word(s)", nullptr, words);
}

}  // namespace cairn
