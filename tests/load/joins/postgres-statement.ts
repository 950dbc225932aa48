import type { Pool } from 'pg'
import {
  again,
  alreadyPaid,
  carpoolFull,
  done,
  FLIGHT_WINDOW_MS,
  held,
  type Join,
  loginExpired,
  type Peer,
} from './peer.ts'
import { prepared, SHOWN } from './postgres-peer.ts'

/**
 * $1 token, $2 now, $3 key, $4 group, $5 people, $6 flight, $7 place, $8 request, $9 the response
 * with a seat, $10 without, $11 … the rest of the place and the event.
 */
const JOIN = prepared(
  'join',
  `WITH who AS MATERIALIZED (
     SELECT s.user_id FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1 AND s.expires_at > $2
   ), said AS MATERIALIZED (
     SELECT k.request_hash, k.status, k.body FROM idempotency_keys k JOIN who ON k.user_id = who.user_id WHERE k.key = $3
   ), seat AS (
     UPDATE groups g SET version = g.version + 1, taken = g.taken + $5::int, status = CASE WHEN g.taken + $5::int = g.seats THEN 'FULL' ELSE 'OPEN' END
       FROM who
      WHERE g.id = $4 AND g.status = 'OPEN' AND g.cutoff_at > $2 AND g.taken + $5::int <= g.seats
        AND abs(g.first_flight_at - $6::bigint) <= ${FLIGHT_WINDOW_MS}
        AND NOT EXISTS (SELECT 1 FROM said)
        AND NOT EXISTS (SELECT 1 FROM places p WHERE p.group_id = g.id AND p.user_id = who.user_id AND p.seat <> 'gone')
     RETURNING g.version, g.taken, g.status, who.user_id
   ), place AS (
     INSERT INTO places SELECT $7, $4, user_id, 'held', $5::int, $11, $12, $6::bigint, $13, $14, $15, $16, 'awaiting', $17, $2 FROM seat
   ), event AS (
     INSERT INTO events SELECT $4, version, $2, 'seatHeld', $18 FROM seat
   ), card AS (
     UPDATE cards c SET version = seat.version, current_passengers = seat.taken, status = seat.status FROM seat WHERE c.id = $4
   ), kept AS (
     INSERT INTO idempotency_keys
     SELECT user_id, $3, $8, CASE WHEN EXISTS (SELECT 1 FROM seat) THEN 201 ELSE 409 END,
            CASE WHEN EXISTS (SELECT 1 FROM seat) THEN $9 ELSE $10 END, $2
       FROM who WHERE NOT EXISTS (SELECT 1 FROM said)
   )
   SELECT seat.version IS NOT NULL AS seated, said.request_hash AS "requestHash", said.status, said.body
     FROM who LEFT JOIN said ON TRUE LEFT JOIN seat ON TRUE`,
)

const GIVE_UP = prepared(
  'give-up',
  `WITH who AS MATERIALIZED (
     SELECT s.user_id FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1 AND s.expires_at > $2
   ), freed AS (
     UPDATE places p SET seat = 'gone', deposit_status = 'cancelled', hold_expires_at = NULL
       FROM who WHERE p.id = $3 AND p.user_id = who.user_id AND p.seat = 'held' RETURNING p.people
   ), seat AS (
     UPDATE groups g SET version = g.version + 1, taken = g.taken - freed.people, status = 'OPEN'
       FROM freed WHERE g.id = $4 RETURNING g.version, g.taken, g.status
   ), event AS (
     INSERT INTO events SELECT $4, version, $2, 'seatFreed', $5 FROM seat
   ), card AS (
     UPDATE cards c SET version = seat.version, current_passengers = seat.taken, status = seat.status FROM seat WHERE c.id = $4
   )
   SELECT (SELECT COUNT(*) FROM seat)::int AS freed FROM who`,
)

/**
 * PostgreSQL's shortest way: session, guard and every write in one statement, one round trip and
 * one commit. Two of them at once wait for each other at the group's row, and the second rereads
 * the row.
 */
export function statementPeer(pool: Pool): Peer {
  const ask = async (asked: Join) => {
    const { people, terminal, flightNumber, flightTime, nLocation, bigLuggage, smallLuggage, bag } =
      asked.party
    const { tokenHash, now, key, groupId, participantId, requestHash, holdExpiresAt } = asked
    const answers = [held(participantId, holdExpiresAt).body, carpoolFull.body]
    const place = [terminal, flightNumber, nLocation, bigLuggage, smallLuggage, bag, holdExpiresAt]
    const event = JSON.stringify({ ...asked.party, id: participantId })
    const all = [
      tokenHash,
      now,
      key,
      groupId,
      people,
      flightTime,
      participantId,
      requestHash,
      ...answers,
      ...place,
    ]
    return (await pool.query(JOIN([...all, event]))).rows[0]
  }
  return {
    async join(asked) {
      // The same user twice at once: the unique index refuses the second, which then finds the
      // first one's response.
      const row = await ask(asked).catch((error) =>
        error.code === '23505' ? ask(asked) : Promise.reject(error),
      )
      if (!row) return loginExpired
      if (row.body !== null) return again(row, asked)
      return row.seated ? held(asked.participantId, asked.holdExpiresAt) : carpoolFull
    },
    async giveUp({ tokenHash, groupId, participantId, now }) {
      const event = JSON.stringify({ participantId })
      const row = (await pool.query(GIVE_UP([tokenHash, now, participantId, groupId, event])))
        .rows[0]
      return row ? (row.freed === 1 ? done : alreadyPaid) : loginExpired
    },
    passengers: async (groupId) =>
      (await pool.query(SHOWN([groupId]))).rows[0]?.current_passengers ?? 0,
  }
}
