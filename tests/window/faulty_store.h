// A session's open file put on a disk that can be made full: its store is opened again through the fault VFS, which is there already.
#pragma once

#include "app/window/session/session_controller.h"
#include "storage/session/session_store.h"
#include "tests/support/fault_vfs.h"
#include "tests/support/patience.h"

#include <QTest>

namespace cairn::test
{

// Waits for the storage thread. False: the file could not be opened again, the session has no store any more.
inline bool moveToFaultyDisk(SessionController& session, QObject* receiver)
{
    std::optional<bool> moved;
    session.store().run(
        receiver,
        [path = session.contents().folder.toStdString()](StoreThread::Slot& slot) {
            slot.reset();
            SessionStoreOptions faulty;
            faulty.vfs = FaultVfs::kName;
            auto store = SessionStore::open(path, faulty);
            if (store)
                slot = std::move(*store);
            return slot != nullptr;
        },
        [&](bool done) { moved = done; });
    return QTest::qWaitFor([&] { return moved.has_value(); }, kPatienceMs) && *moved;
}

}  // namespace cairn::test
