// StudyDock: asks the question of the answer in sight again, from a view.
#include "app/window/areas/study_dock.h"

#include "ui/study/block_card.h"

#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

void addAll(std::vector<BlockId>& blocks, const std::vector<std::uint32_t>& added)
{
    for (const std::uint32_t block : added) {
        if (std::find(blocks.begin(), blocks.end(), BlockId(block)) == blocks.end())
            blocks.push_back(BlockId(block));
    }
}

void removeAll(std::vector<BlockId>& blocks, const std::vector<std::uint32_t>& removed)
{
    std::erase_if(blocks, [&](BlockId block) { return std::find(removed.begin(), removed.end(), block.value) != removed.end(); });
}

}  // namespace

void StudyDock::askAgainBeside(const std::function<void(AskOptions&)>& edit)
{
    if (isWriting())
        return;
    m_beside = m_hub->run();
    Q_EMIT askAgain([edit](AskOptions& options) {
        edit(options);
        options.showUnsupported = true;   // what changed is to be seen, also where it is no good answer any more
    });
}

// Empty and said: there is nothing left of them.
std::vector<std::uint32_t> StudyDock::blocksNow(const std::vector<std::uint32_t>& blocks)
{
    const auto shown = m_conversation.shownId();
    auto now = shown ? m_conversation.blocksNow(*shown, blocks) : blocks;
    if (now.empty())
        Q_EMIT problem({ErrorCode::NotFound, tr("These words are in the memory no more: their document was removed.").toStdString()});
    return now;
}

void StudyDock::barAndAsk(const std::vector<std::uint32_t>& blocks)
{
    if (const auto now = blocksNow(blocks); !now.empty())
        askAgainBeside([now](AskOptions& options) {
            removeAll(options.controls.pinned, now);
            addAll(options.controls.barred, now);
        });
}

void StudyDock::pinAndAsk(const std::vector<std::uint32_t>& blocks)
{
    if (const auto now = blocksNow(blocks); !now.empty())
        askAgainBeside([now](AskOptions& options) {
            removeAll(options.controls.barred, now);
            addAll(options.controls.pinned, now);
        });
}

void StudyDock::askOnly(const std::vector<std::uint32_t>& blocks)
{
    const std::uint32_t then = m_hub->run() ? m_hub->run()->answer.trace.documentBlocks : 0;
    const std::uint32_t count = std::max(then, m_conversation.documentBlocksNow());   // added since: not among them either
    if (const auto now = blocksNow(blocks); !now.empty())
        askAgainBeside([now, count](AskOptions& options) {
            options.controls.pinned.clear();
            options.controls.barred.clear();
            for (std::uint32_t block = 0; block < count; ++block) {
                if (std::find(now.begin(), now.end(), block) == now.end())
                    options.controls.barred.push_back(BlockId(block));
            }
        });
}

void StudyDock::askDeeply(bool fromMemory)
{
    if (isWriting())
        return;
    m_askedDeeply = AskedDeeply{m_hub->selection().lock.value_or(Lock{}), m_evidencePage->currentWidget() == m_card};
    Q_EMIT askAgain([fromMemory](AskOptions& options) {
        options.deepTrace = true;
        if (fromMemory)
            options.strategy = Strategy::Memory;
        options.showUnsupported = options.showUnsupported || fromMemory;   // its trace is to be seen, also where it is no good answer
    });
}

// What was looked at when the deep trace was asked for stands there again, of the new answer.
void StudyDock::showAskedDeeply()
{
    const auto asked = std::exchange(m_askedDeeply, std::nullopt);
    if (!asked || !m_hub->run())
        return;
    m_hub->change([&](Selection& selection) { selection.lock = asked->lock; });
    if (asked->card)
        m_evidencePage->setCurrentWidget(m_card);
}

void StudyDock::switchAndAsk(const std::vector<Head>& heads, bool off)
{
    askAgainBeside([heads, off](AskOptions& options) {
        auto& silent = options.controls.switchedOff;
        std::erase_if(silent, [&](const Head& head) { return std::find(heads.begin(), heads.end(), head) != heads.end(); });
        if (off)
            silent.insert(silent.end(), heads.begin(), heads.end());
        std::sort(silent.begin(), silent.end());
    });
}

}  // namespace cairn
