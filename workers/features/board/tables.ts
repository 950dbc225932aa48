/**
 * `board` says when the message board has something to do. A post's id is never given again, since
 * administrators and the audit log name it. `key`: that of the form or call which sent it.
 */
export const BOARD_TABLES = `CREATE TABLE posts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  place_id TEXT NOT NULL,
  key TEXT NOT NULL,
  at INTEGER NOT NULL,
  content TEXT NOT NULL,
  hidden INTEGER NOT NULL DEFAULT 0,
  notified_at INTEGER,
  UNIQUE (place_id, key)
);
CREATE TABLE reports (
  post_id INTEGER NOT NULL,
  place_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  open INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (post_id, place_id)
);
CREATE TABLE board (id INTEGER PRIMARY KEY CHECK (id = 1), due_at INTEGER);
INSERT INTO board (id, due_at) VALUES (1, NULL);`
