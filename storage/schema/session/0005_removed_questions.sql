-- session.db, format 5: questions that were deleted, and can be put back with their answers for some time.
-- id: the question's.
CREATE TABLE removed_question (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    removed_at INTEGER NOT NULL
);
