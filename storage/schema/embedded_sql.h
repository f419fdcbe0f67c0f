// The schema files of storage/schema, embedded at build time.
#pragma once

#include "storage/database/versioned_file.h"

namespace cairn
{

FileFormat sessionFormat();
FileFormat blocksFormat();

}  // namespace cairn
