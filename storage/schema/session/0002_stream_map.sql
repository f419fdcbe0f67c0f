-- session.db, format 2: where tokens and blocks stand in the texts, so that answers point at them without model or engine.
-- Derived: lost or damaged, it comes again with the next start of the engine.
CREATE TABLE stream_map (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    memory_key BLOB NOT NULL,
    column_bytes BLOB NOT NULL
);

-- id = stream_map << 32 | column << 24 | piece.
CREATE TABLE stream_map_piece (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    data BLOB NOT NULL
);
