import type { Pool, PoolClient } from 'pg'
import {
  type Answer,
  again,
  alreadyPaid,
  carpoolFull,
  cutoffPassed,
  done,
  FLIGHT_WINDOW_MS,
  flightTooFar,
  held,
  invalidCarpool,
  type Join,
  loginExpired,
  notFound,
  notOpen,
  type Peer,
} from './peer.ts'

/**
 * A statement that each connection prepares once. Times are BIGINT, which `pg` would return as
 * text.
 */
export const prepared = (name: string, text: string) => (values: unknown[]) => ({
  name,
  text,
  values,
})

const WHO = prepared(
  'who',
  `SELECT s.user_id, k.request_hash AS "requestHash", k.status, k.body
     FROM sessions s JOIN users u ON u.id = s.user_id
     LEFT JOIN idempotency_keys k ON k.user_id = s.user_id AND k.key = $3
    WHERE s.token_hash = $1 AND s.expires_at > $2`,
)
const BEGIN = prepared('begin', 'BEGIN')
const COMMIT = prepared('commit', 'COMMIT')
const ROLLBACK = prepared('rollback', 'ROLLBACK')
const LOCK = prepared(
  'lock',
  `SELECT version, status, seats, taken, cutoff_at::float8 AS cutoff_at, first_flight_at::float8 AS first_flight_at
     FROM groups WHERE id = $1 FOR UPDATE`,
)
const OWN = prepared(
  'own',
  `SELECT id, hold_expires_at::float8 AS hold_expires_at FROM places WHERE group_id = $1 AND user_id = $2 AND seat <> 'gone'`,
)
const PLACE = prepared(
  'place',
  `INSERT INTO places VALUES ($1, $2, $3, 'held', $4, $5, $6, $7, $8, $9, $10, $11, 'awaiting', $12, $13)`,
)
const FREE = prepared(
  'free',
  `UPDATE places SET seat = 'gone', deposit_status = 'cancelled', hold_expires_at = NULL
    WHERE id = $1 AND user_id = $2 AND seat = 'held' RETURNING people`,
)
const SEAT = prepared(
  'seat',
  'UPDATE groups SET version = $2, taken = $3, status = $4 WHERE id = $1',
)
const CARD = prepared(
  'card',
  'UPDATE cards SET version = $2, current_passengers = $3, status = $4 WHERE id = $1',
)
const EVENT = prepared('event', 'INSERT INTO events VALUES ($1, $2, $3, $4, $5)')
const KEEP = prepared('keep', 'INSERT INTO idempotency_keys VALUES ($1, $2, $3, $4, $5, $6)')
export const SHOWN = prepared('shown', 'SELECT current_passengers FROM cards WHERE id = $1')

type Group = {
  version: string
  status: string
  seats: number
  taken: number
  cutoff_at: number
  first_flight_at: number
}

/**
 * PostgreSQL the usual way: one transaction that locks the group's row. Whatever does not depend on
 * an earlier result is sent without waiting for it (`pipeline`), so that the lock is held for two
 * round trips and one commit.
 */
export function lockingPeer(pool: Pool): Peer {
  async function inTransaction(work: (client: PoolClient) => Promise<Answer>): Promise<Answer> {
    const client = await pool.connect()
    try {
      return await work(client)
    } catch (error) {
      await client.query(ROLLBACK([]))
      throw error
    } finally {
      client.release()
    }
  }
  async function lock(client: PoolClient, groupId: string): Promise<Group | undefined> {
    const [, locked] = await all([client.query(BEGIN([])), client.query<Group>(LOCK([groupId]))])
    return locked.rows[0]
  }
  /** The group's new state, the event, and the commit. */
  const write = (
    client: PoolClient,
    groupId: string,
    group: Group,
    people: number,
    event: [number, string, string],
  ) => {
    const taken = group.taken + people
    const version = Number(group.version) + 1
    const now = [groupId, version, taken, taken === group.seats ? 'FULL' : 'OPEN']
    const [at, type, body] = event
    return [
      client.query(SEAT(now)),
      client.query(CARD(now)),
      client.query(EVENT([groupId, version, at, type, body])),
      client.query(COMMIT([])),
    ]
  }

  async function join(asked: Join): Promise<Answer> {
    const { groupId, participantId: id, party, key, now } = asked
    return inTransaction(async (client) => {
      const [who] = (await client.query(WHO([asked.tokenHash, now, key]))).rows
      if (!who) return loginExpired
      if (who.body !== null) return again(who, asked)
      const keep = (said: Answer) =>
        client.query(KEEP([who.user_id, key, asked.requestHash, said.status, said.body, now]))
      const [group, own] = await all([
        lock(client, groupId),
        client.query(OWN([groupId, who.user_id])).then(({ rows }) => rows[0]),
      ])
      if (own || !group || refuse(group, asked)) {
        const said = own
          ? held(own.id, own.hold_expires_at ?? 0)
          : ((group && refuse(group, asked)) ?? invalidCarpool)
        await all([keep(said), client.query(COMMIT([]))])
        return said
      }
      const {
        people,
        terminal,
        flightNumber,
        flightTime,
        nLocation,
        bigLuggage,
        smallLuggage,
        bag,
      } = party
      const travel = [
        people,
        terminal,
        flightNumber,
        flightTime,
        nLocation,
        bigLuggage,
        smallLuggage,
        bag,
      ]
      const said = held(id, asked.holdExpiresAt)
      await all([
        client.query(PLACE([id, groupId, who.user_id, ...travel, asked.holdExpiresAt, now])),
        keep(said),
        ...write(client, groupId, group, people, [
          now,
          'seatHeld',
          JSON.stringify({ ...party, id }),
        ]),
      ])
      return said
    }).catch(async (error) => {
      // The same call was running twice; the other one has been answered by now.
      if (error.code !== '23505') throw error
      const [who] = (await pool.query(WHO([asked.tokenHash, now, key]))).rows
      if (who?.body) return again(who, asked)
      throw error
    })
  }

  return {
    join,
    giveUp: ({ tokenHash, groupId, participantId, now }) =>
      inTransaction(async (client) => {
        const [who] = (await client.query(WHO([tokenHash, now, '']))).rows
        if (!who) return loginExpired
        const [group, freed] = await all([
          lock(client, groupId),
          client.query(FREE([participantId, who.user_id])).then(({ rows }) => rows[0]),
        ])
        if (!group || !freed) {
          await client.query(ROLLBACK([]))
          return group ? alreadyPaid : notFound
        }
        await all(
          write(client, groupId, group, -freed.people, [
            now,
            'seatFreed',
            JSON.stringify({ participantId }),
          ]),
        )
        return done
      }),
    passengers: async (groupId) =>
      (await pool.query(SHOWN([groupId]))).rows[0]?.current_passengers ?? 0,
  }
}

/** Why a group cannot be joined, or null. */
function refuse(group: Group, { party, now }: Join): Answer | null {
  if (now >= group.cutoff_at) return cutoffPassed
  if (group.status !== 'OPEN' && group.status !== 'FULL') return notOpen
  if (Math.abs(party.flightTime - group.first_flight_at) > FLIGHT_WINDOW_MS) return flightTooFar
  return group.taken + party.people > group.seats ? carpoolFull : null
}

/**
 * Waits for all, even when one fails: everything sent must be finished before the connection is
 * used for something else.
 */
async function all<T extends readonly unknown[]>(
  work: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  await Promise.allSettled(work)
  return Promise.all(work) as unknown as Promise<T>
}
