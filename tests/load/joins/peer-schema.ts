import { addDays, londonDay } from '#app/domain/time.ts'
import { CARPOOL_AT, FLIGHT_AT, SEATS } from './carpool.ts'

/**
 * The tables of the peers, in SQL that both PostgreSQL and SQLite accept. `groups` is the truth
 * about a carpool, `events` its history, `places` who is in it (and what they see of it), `cards`
 * what the lists show, with the indexes that the lists need. A user has one live place in a group.
 */
export const peerSchema: string[] = [
  `CREATE TABLE users (id TEXT PRIMARY KEY, phone TEXT NOT NULL, email TEXT NOT NULL, email_key TEXT NOT NULL, name TEXT NOT NULL,
     wechat TEXT NOT NULL, password_hash TEXT NOT NULL, account_type TEXT NOT NULL, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL)`,
  `CREATE TABLE sessions (token_hash TEXT PRIMARY KEY, user_id TEXT NOT NULL, created_at BIGINT NOT NULL, last_seen_at BIGINT NOT NULL,
     expires_at BIGINT NOT NULL)`,
  `CREATE TABLE groups (id TEXT PRIMARY KEY, version BIGINT NOT NULL, status TEXT NOT NULL, seats INTEGER NOT NULL, taken INTEGER NOT NULL,
     cutoff_at BIGINT NOT NULL, first_flight_at BIGINT NOT NULL, CHECK (taken BETWEEN 0 AND seats))`,
  `CREATE TABLE places (id TEXT PRIMARY KEY, group_id TEXT NOT NULL, user_id TEXT NOT NULL, seat TEXT NOT NULL, people INTEGER NOT NULL,
     terminal TEXT NOT NULL, flight_number TEXT, flight_time BIGINT NOT NULL, n_location TEXT NOT NULL, big_luggage INTEGER NOT NULL,
     small_luggage INTEGER NOT NULL, bag INTEGER NOT NULL, deposit_status TEXT NOT NULL, hold_expires_at BIGINT, created_at BIGINT NOT NULL)`,
  `CREATE UNIQUE INDEX places_live ON places (group_id, user_id) WHERE seat <> 'gone'`,
  'CREATE INDEX places_user ON places (user_id, seat, created_at)',
  `CREATE TABLE events (group_id TEXT NOT NULL, seq BIGINT NOT NULL, at BIGINT NOT NULL, type TEXT NOT NULL, body TEXT NOT NULL,
     PRIMARY KEY (group_id, seq))`,
  `CREATE TABLE cards (id TEXT PRIMARY KEY, version BIGINT NOT NULL, status TEXT NOT NULL, trip_type TEXT NOT NULL, airport_id TEXT NOT NULL,
     current_passengers INTEGER NOT NULL, max_passengers INTEGER NOT NULL, carpool_at BIGINT NOT NULL, carpool_day TEXT NOT NULL,
     terminals TEXT NOT NULL, flight_times TEXT NOT NULL, flight_numbers TEXT NOT NULL, prices TEXT NOT NULL, listed INTEGER NOT NULL)`,
  'CREATE INDEX cards_list ON cards (listed, trip_type, carpool_at, id)',
  'CREATE INDEX cards_day ON cards (listed, trip_type, carpool_day, carpool_at, id)',
  'CREATE INDEX cards_airport ON cards (listed, trip_type, airport_id, carpool_at, id)',
  'CREATE INDEX cards_status ON cards (listed, trip_type, status, carpool_at, id)',
  `CREATE TABLE idempotency_keys (user_id TEXT NOT NULL, key TEXT NOT NULL, request_hash TEXT NOT NULL, status INTEGER NOT NULL,
     body TEXT NOT NULL, created_at BIGINT NOT NULL, PRIMARY KEY (user_id, key))`,
  'CREATE INDEX idempotency_created ON idempotency_keys (created_at)',
]

/** Statements that open a carpool where only the creator's seat is taken. */
export function openPeerCarpool(id: string, creatorId: string): string[] {
  const [now, day] = [Date.now(), addDays(londonDay(Date.now()), 8)]
  const letters = id.slice(4)
  return [
    `INSERT INTO groups VALUES ('${id}', 1, 'OPEN', ${SEATS}, 1, ${CARPOOL_AT - 86_400_000}, ${FLIGHT_AT})`,
    `INSERT INTO places VALUES ('par_${letters}_0000000000', '${id}', '${creatorId}', 'taken', 1, 'T2', 'BA038', ${FLIGHT_AT}, '1 Castle Boulevard',
       1, 1, 1, 'held', NULL, ${now})`,
    `INSERT INTO events VALUES ('${id}', 1, ${now}, 'opened', '{}')`,
    `INSERT INTO cards VALUES ('${id}', 1, 'OPEN', 'PICKUP', 'air_lhr', 1, ${SEATS}, ${CARPOOL_AT}, '${day}', '["T2"]', '[${FLIGHT_AT}]', '["BA038"]',
       '[15500,7900,5400,4200,3500]', 1)`,
  ]
}
