// A database as a crash leaves it in the middle of a change: half of the change is in the file, how it was before in its journal.
#pragma once

#include "storage/database/database.h"
#include "tests/support/temporary_folder.h"

#include <QtGlobal>

#include <string>

namespace cairn::test
{

inline void leaveInTheMiddleOfAChange(const std::string& path)
{
    std::string during, journal;
    {
        const auto database = Database::open(path, {});
        for (const char* sql :
             {"PRAGMA cache_size=1", "BEGIN IMMEDIATE", "CREATE TABLE much (data)", "INSERT INTO much VALUES (zeroblob(9000000))"})
            if (!database || !database->execute(sql))
                qFatal("no change can be begun");
        during = fileContent(path);
        journal = fileContent(path + "-journal");
        if (journal.empty() || !database->execute("ROLLBACK"))
            qFatal("no journal");
    }
    writeContent(path, during);
    writeContent(path + "-journal", journal);
}

}  // namespace cairn::test
