-- session.db, format 6: notes that are more than words at a place.
-- id: the note's. kind: 1 highlight, 2 pinned, 3 barred. Notes without a row: a note, or without words a bookmark.
CREATE TABLE note_kind (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    kind INTEGER NOT NULL
);
