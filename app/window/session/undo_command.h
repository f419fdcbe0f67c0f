// A change that can be taken back, as two functions. UI thread.
#pragma once

#include <QUndoCommand>

#include <functional>
#include <utility>

namespace cairn
{

class UndoCommand final : public QUndoCommand
{
public:
    // `redo` runs when the command is pushed, too. `may`: asked before; false, having said why: nothing is done, the command is forgotten.
    UndoCommand(const QString& text, std::function<void()> redo, std::function<void()> undo, std::function<bool()> may = {})
        : QUndoCommand(text), m_redo(std::move(redo)), m_undo(std::move(undo)), m_may(std::move(may))
    {
    }

    void redo() override
    {
        if (m_may && !m_may())
            setObsolete(true);
        else
            m_redo();
    }
    void undo() override { m_undo(); }

private:
    std::function<void()> m_redo, m_undo;
    std::function<bool()> m_may;
};

}  // namespace cairn
