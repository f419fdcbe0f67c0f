#include "ui/plots/block_reasons.h"

#include <QCoreApplication>

namespace cairn
{
namespace
{

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(BlockReasons)
};

}  // namespace

QString whyNotChosen(const Run& run, std::uint32_t block)
{
    if (block < run.answer.trace.documentBlocks)
        return {};
    return block == run.answer.trace.documentBlocks && !run.blockText(block).empty()
        ? Words::tr("The last words of the text do not fill a block yet: they can't be removed, barred or pinned.")
        : Words::tr("This block belongs to no document.");
}

QString whyNotChosenNow(const SelectionHub& hub, std::uint32_t block)
{
    const QString never = whyNotChosen(*hub.run(), block);
    return never.isEmpty() ? hub.whyNotAsked() : never;
}

QString whyNotScored(const SelectionHub& hub)
{
    return hub.run() && hub.run()->memoryIsGone
        ? Words::tr("Documents were removed, or read again in another way, since this answer, and its memory is no more: ask again to test "
                    "the new answer.")
        : hub.whyNotAsked();
}

}  // namespace cairn
