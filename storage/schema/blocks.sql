-- blocks.db, format 1: the landmark memory of one session. Derived data: an old format is read again, never migrated.
-- Hashes and ids: README.md. Rows of blocks lie at the right edge of their tree: appending touches no old page.

-- 'identity': packed MemoryIdentity, 'cursor': u32 first block not stored yet.
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    hash INTEGER NOT NULL,
    value BLOB NOT NULL
);

-- id = block << 8 | layer. flags: 1 = recomputed after damage, with another result. data: one row of MemoryShape::rowBytes().
CREATE TABLE block_row (
    id INTEGER PRIMARY KEY,
    flags INTEGER NOT NULL,
    hash INTEGER NOT NULL,
    data BLOB NOT NULL
);

-- id = block. data: F token ids, i32.
CREATE TABLE block_tokens (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    data BLOB NOT NULL
);

-- id = page << 8 | layer. data: slots of MemoryShape::landmarkBytes(), up to 1 MiB, made at 64 KiB and doubled; filled in place.
CREATE TABLE landmark_page (
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL
);

-- id as landmark_page. hashes: one u64 for each filled slot of the page, so that a flip costs one window. Apart from the page, so
-- that filling a slot does not rewrite a megabyte.
CREATE TABLE landmark_slots (
    id INTEGER PRIMARY KEY,
    hashes BLOB NOT NULL
);

-- The open block in pieces of up to 1 MiB, id = piece from 0.
CREATE TABLE open_tail (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    data BLOB NOT NULL
);
