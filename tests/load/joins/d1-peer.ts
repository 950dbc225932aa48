import {
  type Answer,
  again,
  alreadyPaid,
  answer,
  carpoolFull,
  cutoffPassed,
  done,
  FLIGHT_WINDOW_MS,
  flightTooFar,
  type GiveUp,
  held,
  invalidCarpool,
  type Join,
  loginExpired,
  notOpen,
  type Peer,
  unavailable,
} from './peer.ts'

/** The part of D1's API used here. */
type Statement = {
  bind(...values: unknown[]): Statement
  first<T>(): Promise<T | null>
}
type Database = {
  prepare(sql: string): Statement
  batch<T>(statements: Statement[]): Promise<{ results: T[]; meta: { changes: number } }[]>
}
type Who = { user_id: string; requestHash: string; status: number; body: string | null }
type Read = {
  user_id: string
  requestHash: string
  said: number
  body: string | null
  version: number
  /** Null: there is no such group. */
  status: string | null
  seats: number
  taken: number
  cutoff_at: number
  first_flight_at: number
  own_id: string | null
  own_people: number
  own_until: number | null
}

const WHO = `SELECT s.user_id, k.request_hash AS requestHash, k.status, k.body
   FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN idempotency_keys k ON k.user_id = s.user_id AND k.key = ?3
  WHERE s.token_hash = ?1 AND s.expires_at > ?2`
/**
 * Whoever was late finds out here: the whole batch is refused if one of its rows already exists.
 */
const isTaken = (error: unknown): boolean => /UNIQUE constraint failed/.test(String(error))

const placeValues = (
  { participantId, groupId, party: p, holdExpiresAt, now }: Join,
  userId: string,
) => [
  participantId,
  groupId,
  userId,
  p.people,
  p.terminal,
  p.flightNumber,
  p.flightTime,
  p.nLocation,
  p.bigLuggage,
  p.smallLuggage,
  p.bag,
  holdExpiresAt,
  now,
]
const eventOf = ({ party, participantId: id }: Join) => JSON.stringify({ ...party, id })

/** The caller, and the response stored for this key: the first round trip of every request. */
const whoAsks = (
  db: Database,
  { tokenHash, now, key = '' }: { tokenHash: string; now: number; key?: string },
) => db.prepare(WHO).bind(tokenHash, now, key).first<Who>()
const passengersIn = (db: Database) => async (groupId: string) => {
  const select = db.prepare('SELECT current_passengers AS n FROM cards WHERE id = ?').bind(groupId)
  return (await select.first<{ n: number }>())?.n ?? 0
}

/**
 * D1 in one batch: the guard is in the statement that takes the seat, and the others depend on
 * whether it did.
 */
function guardedPeer(db: Database): Peer {
  async function join(asked: Join): Promise<Answer> {
    const { groupId, participantId, key, requestHash, now } = asked
    const who = await whoAsks(db, asked)
    if (!who) return loginExpired
    if (who.body !== null) return again({ ...who, body: who.body }, asked)
    const seated = 'EXISTS (SELECT 1 FROM places WHERE id = ?2)'
    const writes = [
      db
        .prepare(
          `INSERT INTO places
           SELECT ?1, id, ?3, 'held', ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 'awaiting', ?12, ?13 FROM groups g
            WHERE g.id = ?2 AND g.status = 'OPEN' AND g.cutoff_at > ?13 AND g.taken + ?4 <= g.seats
              AND abs(g.first_flight_at - ?7) <= ${FLIGHT_WINDOW_MS}
              AND NOT EXISTS (SELECT 1 FROM places p WHERE p.group_id = ?2 AND p.user_id = ?3 AND p.seat <> 'gone')`,
        )
        .bind(...placeValues(asked, who.user_id)),
      db
        .prepare(
          `UPDATE groups SET version = version + 1, taken = taken + ?3, status = CASE WHEN taken + ?3 = seats THEN 'FULL' ELSE 'OPEN' END
            WHERE id = ?1 AND ${seated}`,
        )
        .bind(groupId, participantId, asked.party.people),
      db
        .prepare(
          `INSERT INTO events SELECT id, version, ?3, 'seatHeld', ?4 FROM groups WHERE id = ?1 AND ${seated}`,
        )
        .bind(groupId, participantId, now, eventOf(asked)),
      db
        .prepare(
          `UPDATE cards SET (version, current_passengers, status) = (SELECT version, taken, status FROM groups WHERE id = ?1)
            WHERE id = ?1 AND ${seated}`,
        )
        .bind(groupId, participantId),
      db
        .prepare(
          `INSERT INTO idempotency_keys
           SELECT ?1, ?3, ?4, CASE WHEN seated THEN 201 ELSE 409 END, CASE WHEN seated THEN ?5 ELSE ?6 END, ?7 FROM (SELECT ${seated} AS seated)
           RETURNING status, body`,
        )
        .bind(
          who.user_id,
          participantId,
          key,
          requestHash,
          held(participantId, asked.holdExpiresAt).body,
          carpoolFull.body,
          now,
        ),
    ]
    return (await db.batch<Answer>(writes)).at(-1)?.results[0] ?? carpoolFull
  }

  return {
    join: (asked) =>
      join(asked).catch((error) => (isTaken(error) ? join(asked) : Promise.reject(error))),
    async giveUp({ groupId, participantId, now, tokenHash }) {
      const who = await whoAsks(db, { tokenHash, now })
      if (!who) return loginExpired
      // The place is freed last, so that the other statements can check whether it is still held.
      const free = `FROM places WHERE id = ?2 AND user_id = ?3 AND seat = 'held'`
      const named = [groupId, participantId, who.user_id]
      const results = await db.batch([
        db
          .prepare(
            `UPDATE groups SET version = version + 1, taken = taken - (SELECT people ${free}), status = 'OPEN' WHERE id = ?1 AND EXISTS (SELECT 1 ${free})`,
          )
          .bind(...named),
        db
          .prepare(
            `INSERT INTO events SELECT id, version, ?4, 'seatFreed', ?5 FROM groups WHERE id = ?1 AND EXISTS (SELECT 1 ${free})`,
          )
          .bind(...named, now, JSON.stringify({ participantId })),
        db
          .prepare(
            `UPDATE cards SET (version, current_passengers, status) = (SELECT version, taken, status FROM groups WHERE id = ?1)
              WHERE id = ?1 AND EXISTS (SELECT 1 ${free})`,
          )
          .bind(...named),
        db
          .prepare(
            `UPDATE places SET seat = 'gone', deposit_status = 'cancelled', hold_expires_at = NULL WHERE id = ?1 AND user_id = ?2 AND seat = 'held'`,
          )
          .bind(participantId, who.user_id),
      ])
      return results.at(-1)?.meta.changes === 1 ? done : alreadyPaid
    },
    passengers: passengersIn(db),
  }
}

/**
 * Attempts before a joiner is told to come back later, and the longest wait before each, in
 * milliseconds.
 */
const TRIES = 50
const WAIT_MS = 20

/**
 * D1 read, decided on and then written, optimistically: a concurrent write takes the event's
 * number, which refuses the batch, and everything starts again after a random delay.
 */
function retryingPeer(db: Database): Peer {
  /** The caller, the stored response, the group and the caller's place in it: one round trip. */
  const read = ({
    tokenHash,
    now,
    groupId,
    key = '',
  }: {
    tokenHash: string
    now: number
    groupId: string
    key?: string
  }) =>
    db
      .prepare(
        `SELECT s.user_id, k.request_hash AS requestHash, k.status AS said, k.body, g.version, g.status, g.seats, g.taken, g.cutoff_at,
                g.first_flight_at, p.id AS own_id, p.people AS own_people, p.hold_expires_at AS own_until
           FROM sessions s JOIN users u ON u.id = s.user_id
           LEFT JOIN idempotency_keys k ON k.user_id = s.user_id AND k.key = ?3
           LEFT JOIN groups g ON g.id = ?4
           LEFT JOIN places p ON p.group_id = g.id AND p.user_id = s.user_id AND p.seat <> 'gone'
          WHERE s.token_hash = ?1 AND s.expires_at > ?2`,
      )
      .bind(tokenHash, now, key, groupId)
      .first<Read>()
  /** The group's new state and its event; the event's number alone detects a concurrent write. */
  const writes = (
    groupId: string,
    group: Read,
    people: number,
    event: [number, string, string],
  ) => {
    const taken = group.taken + people
    const next = [groupId, group.version + 1, taken, taken === group.seats ? 'FULL' : 'OPEN']
    return [
      db
        .prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?)')
        .bind(groupId, group.version + 1, ...event),
      db
        .prepare('UPDATE groups SET version = ?2, taken = ?3, status = ?4 WHERE id = ?1')
        .bind(...next),
      db
        .prepare(
          'UPDATE cards SET version = ?2, current_passengers = ?3, status = ?4 WHERE id = ?1',
        )
        .bind(...next),
    ]
  }
  async function retrying(once: () => Promise<Answer>): Promise<Answer> {
    for (let tried = 0; tried < TRIES; tried++) {
      try {
        return await once()
      } catch (error) {
        if (!isTaken(error)) throw error
        await new Promise((resume) => setTimeout(resume, Math.random() * WAIT_MS))
      }
    }
    return unavailable
  }

  async function joinOnce(asked: Join): Promise<Answer> {
    const { groupId, participantId, key, requestHash, now, party } = asked
    const found = await read(asked)
    if (!found) return loginExpired
    if (found.body !== null) return again({ ...found, status: found.said, body: found.body }, asked)
    const refused = found.own_id ? held(found.own_id, found.own_until ?? 0) : refuse(found, asked)
    const said = refused ?? held(participantId, asked.holdExpiresAt)
    const keep = db
      .prepare('INSERT INTO idempotency_keys VALUES (?, ?, ?, ?, ?, ?)')
      .bind(found.user_id, key, requestHash, said.status, said.body, now)
    const place = db
      .prepare(
        `INSERT INTO places VALUES (?, ?, ?, 'held', ?, ?, ?, ?, ?, ?, ?, ?, 'awaiting', ?, ?)`,
      )
      .bind(...placeValues(asked, found.user_id))
    const seat = [...writes(groupId, found, party.people, [now, 'seatHeld', eventOf(asked)]), place]
    await db.batch(refused ? [keep] : [...seat, keep])
    return said
  }
  async function giveUpOnce(asked: GiveUp): Promise<Answer> {
    const { groupId, participantId, now } = asked
    const found = await read(asked)
    if (!found) return loginExpired
    if (found.own_id !== participantId || found.own_until === null) return alreadyPaid
    await db.batch([
      ...writes(groupId, found, -found.own_people, [
        now,
        'seatFreed',
        JSON.stringify({ participantId }),
      ]),
      db
        .prepare(
          `UPDATE places SET seat = 'gone', deposit_status = 'cancelled', hold_expires_at = NULL WHERE id = ?`,
        )
        .bind(participantId),
    ])
    return done
  }
  return {
    join: (asked) => retrying(() => joinOnce(asked)),
    giveUp: (asked) => retrying(() => giveUpOnce(asked)),
    passengers: passengersIn(db),
  }
}

function refuse(group: Read, { party, now }: Join): Answer | null {
  if (group.status === null) return invalidCarpool
  if (now >= group.cutoff_at) return cutoffPassed
  if (group.status !== 'OPEN' && group.status !== 'FULL') return notOpen
  if (Math.abs(party.flightTime - group.first_flight_at) > FLIGHT_WINDOW_MS) return flightTooFar
  return group.taken + party.people > group.seats ? carpoolFull : null
}

type Env = { DB: Database; KIND: 'guarded' | 'retrying' }

export default {
  async fetch(request: Request, { DB, KIND }: Env): Promise<Response> {
    const peer = KIND === 'guarded' ? guardedPeer(DB) : retryingPeer(DB)
    const body = request.method === 'POST' ? await request.text() : ''
    const header = (name: string) => request.headers.get(name)
    const said = await answer(peer, request.method, new URL(request.url).pathname, header, body)
    const headers = { 'Content-Type': 'application/json' }
    return new Response(said.status === 204 ? null : said.body, { status: said.status, headers })
  },
}
