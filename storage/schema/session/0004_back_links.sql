-- session.db, format 4: what blocks leaned on while they were read.
-- id: the block. data: up to 16 of {earlier block u32, summed gate f16}, strongest first.
CREATE TABLE back_link (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    data BLOB NOT NULL
);
