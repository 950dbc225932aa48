import { TABLES } from './features.ts'

/**
 * The trigger that protects the history. It is dropped for a moment to erase the data of a closed
 * account, and for nothing else.
 */
export const EVENTS_STAY = `CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;`

export const EVENTS_REMAIN = `CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;`

/**
 * The object's own tables, in order. Append only, since objects of any age wake up at any time.
 * `events` is the history and is never changed; `snapshot` is the state it adds up to; `outbox`
 * holds the effects still to be carried out; `seen` holds the provider's events that have taken
 * effect. Then come the tables of parts.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE events (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, type TEXT NOT NULL, body TEXT NOT NULL);
   ${EVENTS_STAY}
   ${EVENTS_REMAIN}
   CREATE TABLE snapshot (id INTEGER PRIMARY KEY CHECK (id = 1), shape INTEGER NOT NULL, body TEXT NOT NULL);
   CREATE TABLE outbox (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     lane TEXT NOT NULL,
     key TEXT NOT NULL UNIQUE,
     payload TEXT NOT NULL,
     attempts INTEGER NOT NULL DEFAULT 0,
     next_try_at INTEGER NOT NULL,
     first_at INTEGER NOT NULL,
     stuck INTEGER NOT NULL DEFAULT 0
   );
   CREATE TABLE seen (event_id TEXT PRIMARY KEY, at INTEGER NOT NULL);
   CREATE TABLE mirror (
     id INTEGER PRIMARY KEY CHECK (id = 1),
     writes INTEGER NOT NULL,
     version INTEGER NOT NULL,
     next_due_at INTEGER
   );
   INSERT INTO mirror (id, writes, version, next_due_at) VALUES (1, 0, 0, NULL);`,
  ...TABLES,
]
