-- Today's schema of session.db (format 6), for reading; a test proves that it equals the migrations in session/.
-- What can't be recomputed. Every table but meta and the search index starts with id and hash; the hash
-- covers all other columns and the place (README.md), table_sum finds rows that got lost.

-- session_id: 16 bytes; min_reader_version: the oldest format that may still read this file.
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value
);

-- table_number -> count and XOR of the row hashes.
CREATE TABLE table_sum (
    table_number INTEGER PRIMARY KEY,
    row_count INTEGER NOT NULL,
    hashes INTEGER NOT NULL
);

-- title, created_at (ms since 1970, UTC), model, views' state: whatever has a name.
CREATE TABLE setting (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL
);

CREATE TABLE document (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    content_hash BLOB NOT NULL,
    format INTEGER NOT NULL,
    title TEXT NOT NULL,
    author TEXT NOT NULL,
    source_path TEXT NOT NULL,
    source_bytes INTEGER NOT NULL,
    source_modified_ns INTEGER NOT NULL,
    imported_at INTEGER NOT NULL,
    unit_count INTEGER NOT NULL,
    heading_count INTEGER NOT NULL,
    column_bytes BLOB NOT NULL
);

-- id = document << 32 | column << 24 | piece.
CREATE TABLE document_piece (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    data BLOB NOT NULL
);

-- Blocks that the engine has reported as stored, per memory.
CREATE TABLE memory (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    memory_key BLOB NOT NULL,
    stored_blocks INTEGER NOT NULL,
    total_blocks INTEGER NOT NULL
);

CREATE TABLE question (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    asked_at INTEGER NOT NULL,
    follows INTEGER,
    text TEXT NOT NULL,
    options TEXT NOT NULL
);

CREATE TABLE answer (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    question INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    state INTEGER NOT NULL,
    strategy INTEGER NOT NULL,
    context TEXT NOT NULL,
    column_bytes BLOB NOT NULL
);

-- id = answer << 32 | column << 24 | piece.
CREATE TABLE answer_piece (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    data BLOB NOT NULL
);

CREATE TABLE note (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    document INTEGER NOT NULL,
    range_begin INTEGER NOT NULL,
    range_end INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    text TEXT NOT NULL
);

-- Where tokens and blocks stand in the texts, so that answers point at them without model or engine. Row 1: of today's memory, derived;
-- lost or damaged, it comes again with the next start of the engine. Others: of memories that are no more (answer_map).
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

-- Documents that were taken out of the session: answers and notes still point into them. id: the document's.
CREATE TABLE removed_document (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    removed_at INTEGER NOT NULL
);

-- Answers given from a memory with other documents than today's. id: the answer's; stream_map: row of the map that its blocks are
-- counted in, 0: no longer known. Answers without a row: row 1.
CREATE TABLE answer_map (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    stream_map INTEGER NOT NULL
);

-- What blocks of today's memory leaned on while they were read. id: the block; data: up to 16 of {earlier block u32, summed gate f16},
-- strongest first.
CREATE TABLE back_link (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    data BLOB NOT NULL
);

-- Questions that were deleted: with their answers they can be put back for 30 days. id: the question's.
CREATE TABLE removed_question (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    removed_at INTEGER NOT NULL
);

-- Notes that are more than words at a place. id: the note's; kind: 1 highlight, 2 pinned, 3 barred (of the next questions). Notes without
-- a row: a note, or without words a bookmark.
CREATE TABLE note_kind (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    kind INTEGER NOT NULL
);

-- Index without a copy of the texts; derived, rebuilt at need. rowid = kind << 56 | owner << 28 | paragraph.
CREATE VIRTUAL TABLE search USING fts5(body, content='', tokenize='unicode61 remove_diacritics 2');
