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
    // `redo` runs when the command is pushed, too.
    UndoCommand(const QString& text, std::function<void()> redo, std::function<void()> undo)
        : QUndoCommand(text), m_redo(std::move(redo)), m_undo(std::move(undo))
    {
    }

    void redo() override { m_redo(); }
    void undo() override { m_undo(); }

private:
    std::function<void()> m_redo, m_undo;
};

}  // namespace cairn
