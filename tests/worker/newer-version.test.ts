import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { holdSeats } from '#app/carpool/service/carpools.server.ts'
import { EVENTS_REMAIN } from '#app/group/object/migrations.ts'
import { holdInGroup } from '#app/group/service/groups.server.ts'
import type { CarpoolId, TripId } from '#app/kernel/id.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { refusedGroups } from '#db/schema.ts'
import { api } from '#tests/worker/world/api.ts'
import { openCar, party } from '#tests/worker/world/cars.ts'
import { student } from '#tests/worker/world/people.ts'
import { advance, db, services } from '#tests/worker/world/services.ts'
import { openTrip, party as tripParty } from '#tests/worker/world/trips.ts'

/** A rollback: the object has something that only a newer version of the code can have stored. */

type Made = { id: string; stub: DurableObjectStub; join(): Promise<{ ok: boolean }> }
async function aCar(): Promise<Made> {
  const { carpoolId: id, flightTime } = await openCar({ maxPassengers: 3 })
  const join = () => holdSeats(services, student(), id as CarpoolId, party({ flightTime }))
  return { id, stub: env.CARPOOL.getByName(id) as never, join }
}
async function aTrip(): Promise<Made> {
  const { id } = await openTrip()
  const join = () => holdInGroup(tripKind, services, student(), id as TripId, tripParty())
  return { id, stub: env.TRIP.getByName(id) as never, join }
}

type Sql = SqlStorage
const inside = <T>({ stub }: Made, work: (sql: Sql, storage: DurableObjectStorage) => T) =>
  runInDurableObject(stub, (_object, { storage }) => work(storage.sql, storage)) as Promise<T>
const event = (sql: Sql, type: string, body: object) =>
  sql.exec(
    'INSERT INTO events (seq, at, type, body) SELECT max(seq) + 1, max(at), ?, ? FROM events',
    type,
    JSON.stringify({ type, ...body }),
  )
/** The stored state goes as far as the newest event, which nobody reads again. */
const folded = (sql: Sql) =>
  sql.exec(
    "UPDATE snapshot SET body = json_set(body, '$.version', (SELECT max(seq) FROM events), '$.mascot', 1)",
  )
const STORED: [string, (sql: Sql) => unknown][] = [
  ['of a group', (sql) => event(sql, 'mascotChosen', { by: 'adm_one' })],
  ['of a place', (sql) => event(sql, 'seatReclined', { participantId: 'par_one' })],
  ['of a place, in the stored state', (sql) => [event(sql, 'seatReclined', {}), folded(sql)]],
  ['of a status', (sql) => event(sql, 'statusChanged', { to: 'HIBERNATING', at: 0 })],
  [
    'to be done',
    (sql) =>
      sql.exec(
        `INSERT INTO outbox (lane, key, payload, next_try_at, first_at) VALUES ('money', 'tip', '{"kind":"tip"}', 0, 0)`,
      ),
  ],
]

const dump = (made: Made) =>
  inside(made, (sql) =>
    ['events', 'snapshot', 'outbox', 'mirror', 'seen'].map((table) =>
      sql.exec(`SELECT * FROM ${table}`).toArray(),
    ),
  )
const health = async () => {
  const { status, body } = await api('GET', '/health')
  return [status, body.checks]
}
const checks = { database: 'ok', payments: 'ok' }

test.each(
  STORED.flatMap(([what, store]) =>
    [aCar, aTrip].map((make) => [what, make.name === 'aCar' ? 'carpool' : 'trip', make, store]),
  ) as [string, string, () => Promise<Made>, (sql: Sql) => unknown][],
)('something unknown %s closes a %s, and nothing is lost', async (_what, _kind, make, store) => {
  const made = await make()
  await advance(0)
  const before = await dump(made)
  await inside(made, (sql) => void store(sql))
  const unknown = await dump(made)
  await evictDurableObject(made.stub)

  for (let n = 0; n < 2; n++)
    expect(await made.join()).toMatchObject({ ok: false, error: { code: 'unavailable' } })
  await advance(0)
  expect(await db.select().from(refusedGroups)).toMatchObject([{ id: made.id }])
  expect(await health()).toEqual([503, { ...checks, groups: 'down' }])
  await evictDurableObject(made.stub)
  await inside(made, (_sql, storage) => storage.setAlarm(Date.now() + 60_000))
  await runDurableObjectAlarm(made.stub)
  expect(await inside(made, (_sql, storage) => storage.getAlarm()), 'its alarm').not.toBeNull()
  expect(await dump(made), 'nothing is stored').toEqual(unknown)

  // The newer version is back, and here that means that what it had stored is known.
  await inside(made, (sql) => {
    sql.exec('DROP TRIGGER events_remain')
    sql.exec('DELETE FROM events WHERE seq > ?', before[0]?.length ?? 0)
    sql.exec(EVENTS_REMAIN)
    sql.exec("DELETE FROM outbox WHERE key = 'tip'")
    sql.exec('UPDATE snapshot SET body = ?', String(before[1]?.[0]?.body))
  })
  expect(await dump(made), 'as it was').toEqual(before)
  await evictDurableObject(made.stub)
  await advance(0)
  expect(await db.select().from(refusedGroups)).toEqual([])
  expect(await health()).toEqual([200, { ...checks, groups: 'ok' }])
  expect(await made.join()).toMatchObject({ ok: true })
})

test('a state of another shape is made again from its events', async () => {
  const made = await aCar()
  const before = await dump(made)
  await inside(made, (sql) => sql.exec('UPDATE snapshot SET shape = 99, body = ?', '{"version":9}'))
  await evictDurableObject(made.stub)
  expect(await made.join()).toMatchObject({ ok: true })
  expect((await dump(made))[0]?.length).toBeGreaterThan(before[0]?.length ?? 0)
  expect(await db.select().from(refusedGroups)).toEqual([])
})
