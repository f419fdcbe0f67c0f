// How all tables of the plots look: flat bold head line, 8 px beside every text, 24 px rows. UI thread.
#pragma once

class QTableView;

namespace cairn
{

void dressTable(QTableView* table);

// Of a column's head: true where its words are places, which are cut so that page or paragraph stay.
inline constexpr int kPlaceRole = 0x0100 + 42;

// Qt::TextAlignmentRole of a column, in its cells and its head: numbers stand right, under each other.
int columnAlignment(bool isNumber);

// The column takes what its rows need, at most a third of the table: the columns behind it stay in sight.
void limitColumn(QTableView* table, int column);

}  // namespace cairn
