// How all tables of the plots look: flat bold head line, 8 px beside every text, 24 px rows. UI thread.
#pragma once

class QTableView;

namespace cairn
{

void dressTable(QTableView* table);

}  // namespace cairn
