// Two texts word by word: what both say, what only the first says, what only the second says. The longest common run of words stays
// (Wagner and Fischer, JACM 21(1), 1974). No state.
#pragma once

#include <QString>

#include <vector>

namespace cairn
{

enum class DiffKind { Same, Removed, Added };

struct DiffPiece
{
    DiffKind kind = DiffKind::Same;
    QString text;                // with the white space behind its words
    bool operator==(const DiffPiece&) const = default;
};

// Removed and Added of one place stand in that order; neighbours of one kind are one piece. Texts beyond 3,000 differing words each are
// taken
// as replaced as a whole there.
std::vector<DiffPiece> textDiff(const QString& before, const QString& after);

}  // namespace cairn
