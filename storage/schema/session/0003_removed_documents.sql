-- session.db, format 3: documents that were taken out of the session while answers still point into them, and the answers that were
-- given from a memory with other documents than today's.
-- id: the document's.
CREATE TABLE removed_document (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    removed_at INTEGER NOT NULL
);

-- id: the answer's; stream_map: row of the map that its blocks are counted in, 0: no longer known. Answers without a row: row 1.
CREATE TABLE answer_map (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    stream_map INTEGER NOT NULL
);
