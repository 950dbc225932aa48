import { applyD1Migrations, evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { readCarpoolRecords } from '#app/carpool/service/carpool-reads.server.ts'
import { readCarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { MIGRATIONS } from '#app/group/object/migrations.ts'
import { evolveAll } from '#app/group/rules/evolve.ts'
import type { AnyEvent } from '#app/group/rules/extensions.ts'
import type { Group } from '#app/group/rules/state.ts'
import { storyOfPlace, storyOfRow } from '#app/group/service/deposit-story.server.ts'
import type { GroupSnapshot } from '#app/group/service/group-objects.server.ts'
import {
  carpoolPlaceRowOf,
  carpoolRowOf,
  tripPlaceRowOf,
  tripRowOf,
} from '#app/group/service/group-rows.server.ts'
import type { ParticipantId, UserId } from '#app/kernel/id.ts'
import { NOTHING_OWED } from '#app/payments/rows/failed-refunds.server.ts'
import type { TripState } from '#app/trip/rules/state.ts'
import { readTripPlace } from '#app/trip/service/trips.server.ts'
import { carpools as carTable, trips as tripTable } from '#db/kinds.ts'
import { participants } from '#db/schema.ts'
import { emptyEverything } from '#tests/kit/worker-reset.ts'
import { db, services } from '#tests/worker/world/services.ts'
import stored from './stored.json'

/**
 * What an earlier version stored opens with this one: `stored.json` is the demonstration as the
 * version with this migration as its last kept it, with the read model in D1 and the history in
 * each object.
 */
const STORED_WITH = '0000_init.sql'
type Row = Record<string, string | number | null>
const tables = stored.tables as unknown as Record<string, Row[]>
const groups = Object.entries(stored.groups as Record<string, Record<string, Row[]>>)

const insertInto = (run: (sql: string, values: Row[string][]) => unknown, table: string) => {
  return (row: Row) => {
    const names = Object.keys(row)
    const marks = names.map(() => '?').join()
    return run(`INSERT OR REPLACE INTO ${table} (${names}) VALUES (${marks})`, Object.values(row))
  }
}

const stubOf = (id: string) => (id.startsWith('car_') ? env.CARPOOL : env.TRIP).getByName(id)

/** Writes a group's tables into its object, as if they had always been there. */
async function storeGroup(id: string, kept: Record<string, Row[]>): Promise<void> {
  const stub = stubOf(id) as never
  await runInDurableObject(stub, (_object, { storage: { sql } }) => {
    sql.exec('CREATE TABLE migrations (id INTEGER PRIMARY KEY)')
    for (const [at, migration] of MIGRATIONS.entries()) {
      sql.exec(migration)
      sql.exec('INSERT INTO migrations (id) VALUES (?)', at)
    }
    for (const [table, rows] of Object.entries(kept))
      rows.forEach(insertInto((text, values) => sql.exec(text, ...values), table))
  })
  await evictDurableObject(stub)
}

beforeAll(async () => {
  await emptyEverything()
  const last = env.TEST_MIGRATIONS.findIndex(({ name }) => name === STORED_WITH)
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS.slice(0, last + 1))
  const inserts = Object.entries(tables).flatMap(([table, rows]) =>
    rows.map(insertInto((sql, values) => env.DB.prepare(sql).bind(...values), table)),
  ) as D1PreparedStatement[]
  await env.DB.batch(inserts)
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  for (const [id, kept] of groups) await storeGroup(id, kept)
})

const count = (name: string) => tables[name]?.length ?? 0
const snapshotOf = async <S extends Group>(id: string) =>
  (await stubOf(id).snapshot()) as unknown as GroupSnapshot<S>

test('every group, place and order is there, with the same people and the same money', async () => {
  for (const [table, rows] of Object.entries(tables)) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all<Row>()
    expect(results, table).toHaveLength(rows.length)
    for (const old of rows) {
      const found = results.find(({ id }) => id === old.id)
      expect(found, `${table} ${old.id}`).toMatchObject(old)
    }
  }
})

test('each group’s history still adds up to its rows in the lists', async () => {
  expect(groups).toHaveLength(count('groups'))
  const placeRows = await db.select().from(participants)
  const rowOf = (id: string) => placeRows.find((row) => row.id === id)
  for (const [id, kept] of groups) {
    const isCar = id.startsWith('car_')
    const { state, nextDueAt, stuck } = await snapshotOf<CarpoolState | TripState>(id)
    const events = (kept.events ?? []).map(({ body }) => JSON.parse(String(body)) as AnyEvent)
    expect(evolveAll(null, events), `${id} from its events alone`).toEqual(state)
    const table = isCar ? carTable : tripTable
    const [shown] = await db
      .select()
      .from(table)
      .where(eq(table.id, id as never))
    const { rank: _, ...row } = shown ?? { rank: 0, version: 0, nextDueAt: null }
    const facts = { version: row.version, nextDueAt, stuck }
    expect(row, id).toEqual(
      isCar ? carpoolRowOf(state as CarpoolState, facts) : tripRowOf(state as TripState, facts),
    )
    for (const p of state.participants) {
      const is = rowOf(p.id)
      if (!is) throw new Error(`no row of ${p.id}`)
      expect(storyOfRow(state.status, is, NOTHING_OWED), p.id).toEqual(storyOfPlace(state, p, 0))
      expect(is, p.id).toEqual(
        isCar
          ? carpoolPlaceRowOf(state as CarpoolState, p as never, is.version)
          : tripPlaceRowOf(state as TripState, p, is.version),
      )
    }
  }
})

test('students find their own places, and can continue with them', async () => {
  for (const { id } of tables.users ?? []) {
    const viewer = { id: id as UserId }
    const own = (tables.participants ?? []).filter((p) => p.user_id === id)
    const records = await readCarpoolRecords(services, viewer)
    for (const record of records) expect(own.map((p) => p.id)).toContain(record.participantId)
    for (const p of own.filter(({ seat }) => seat === 'taken')) {
      const party = { people: JSON.parse(String(p.party)).people }
      if (p.kind === 'carpool')
        expect(
          await readCarpoolRecord(services, viewer, String(p.id) as ParticipantId),
        ).toMatchObject({
          id: p.group_id,
          party,
        })
      else
        expect(await readTripPlace(services, viewer, String(p.group_id))).toMatchObject({
          ok: true,
          value: { party },
        })
    }
  }
})
