// Where the cells of a table's rows stand beside each other in the text reader (experience.md 9); in the canonical text " | " parts them.
// UI thread.
#pragma once

#include <QFont>
#include <QString>
#include <QStringList>

#include <vector>

namespace cairn
{

// UTF-16 positions of the bars between the cells of a row, ascending: each has a blank or an end of the row on either side.
std::vector<int> cellBorders(const QString& row);

QStringList cellsOf(const QString& row);   // without blanks around; empty where nothing stands

struct TableColumns
{
    std::vector<float> left;               // px from the side that the text begins at; empty: the rows stand as lines
    std::vector<float> width;              // px
};

// Each column as wide as its widest cell; where that is wider than the text, as its longest word, and what is left goes to those that want
// more. Empty: one column, or too many to be read in `width` px.
TableColumns tableColumns(const std::vector<QStringList>& rows, const QFont& font, float width);

}  // namespace cairn
