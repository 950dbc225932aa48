import { readdirSync, readFileSync } from 'node:fs'
import { type Column, getTableColumns, getTableName, is, SQL, type Table } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { GROUP_STATUSES } from '#app/group/rules/status.ts'
import type { QueueName } from '#app/platform/rows/set-aside.server.ts'
import * as schema from '#db/schema.ts'
import { Sqlite, type Value } from '../simulation/sql.ts'

type Tables = {
  [Name in keyof typeof schema as (typeof schema)[Name] extends Table
    ? Name
    : never]: (typeof schema)[Name]
}
export type TableName = keyof Tables
type RowOf<Name extends TableName> = Partial<
  Record<keyof Tables[Name]['$inferSelect'], unknown>
> & { rowid?: number }
/** Rows by table; of a row, only what matters. */
export type Rows = { [Name in TableName]?: RowOf<Name> | RowOf<Name>[] }
export type AnyRow = Record<string, unknown>
export type World = Record<string, AnyRow[]>

/** The moment at which all statements are tried. */
export const NOW = Date.UTC(2026, 0, 10, 12)
export const TODAY = '2026-01-10'

/** What ties the rows of different tables together, and what must be text of a certain form. */
const LINKS: AnyRow = {
  userId: 'usr_1',
  groupId: 'car_1',
  carpoolId: 'car_1',
  tripId: 'trip_1',
  subjectId: 'car_1',
  participantId: 'par_1',
  orderId: 'mail_1',
  wishId: 'wish_1',
  adminId: 'adm_1',
  airportId: 'air_1',
  intentId: 'pi_1',
  phone: '07000000001',
  email: 'a@b.cd',
  emailKey: 'a@b.cd',
  departureDay: TODAY,
  day: TODAY,
  sendDate: TODAY,
  party: { people: 1 },
}
const IDS: Partial<Record<TableName, string>> = {
  users: 'usr_1',
  groups: 'car_1',
  participants: 'par_1',
  bookings: 'par_1',
  orders: 'mail_1',
  requests: 'req_1',
  wishes: 'wish_1',
  admins: 'adm_1',
  airports: 'air_1',
  notices: 'ntc_1',
}
/** The words of columns whose type does not list them. */
const WORDS: Record<string, readonly string[]> = {
  'groups.status': GROUP_STATUSES,
  'participants.leaving': [
    ...['expired', 'cutoff', 'givenUp', 'exited', 'cancelled', 'dayOver', 'departed'],
    ...['converted', 'moved', 'refunded', 'unpaid', 'groupCancelled'],
  ],
  'participants.seat': ['taken', 'held', 'lapsing', 'gone'],
  'requests.status': ['asked', 'void', 'outside'],
  'orders.status': ['open', 'processing', 'completed', 'failed'],
}

export const tableOf = (name: string): Table =>
  (schema as unknown as Record<string, Table>)[name] as Table
export const columnsOf = (name: string): [string, Column][] =>
  Object.entries(getTableColumns(tableOf(name))).filter(([, { generated }]) => !generated)
export const wordsOf = (name: string, key: string): readonly string[] | undefined =>
  columnsOf(name).find(([one]) => one === key)?.[1].enumValues ?? WORDS[`${name}.${key}`]

function valueFor(name: string, key: string, column: Column): unknown {
  if (key === 'id') return IDS[name as TableName] ?? 'id_1'
  if (key in LINKS) return LINKS[key]
  if (column.hasDefault) return is(column.default, SQL) ? 1 : column.default
  if (!column.notNull) return null
  const [word] = wordsOf(name, key) ?? []
  if (word) return word
  if (column.dataType === 'json') return []
  if (column.dataType === 'boolean') return false
  if (column.dataType === 'number') return key.endsWith('At') ? NOW : 1
  return key
}

/** A row with what was left out. */
export const rowOf = (name: string, given: AnyRow): AnyRow => ({
  ...Object.fromEntries(columnsOf(name).map(([key, column]) => [key, valueFor(name, key, column)])),
  ...given,
})

/** A world with other rows laid over it: their columns replace those of its rows, by position. */
export function over(world: World, rows: Rows): World {
  const made = { ...world }
  for (const [name, given] of Object.entries(rows) as [string, AnyRow | AnyRow[]][])
    made[name] = [given]
      .flat()
      .map((row, at) => ({ ...(world[name]?.[at] ?? rowOf(name, {})), ...row }))
  return made
}
/** A world with further rows. */
export const plus = (world: World, rows: Rows): World => {
  const more = over({}, rows)
  const names = Object.keys({ ...world, ...more })
  return Object.fromEntries(
    names.map((name) => [name, [...(world[name] ?? []), ...(more[name] ?? [])]]),
  )
}

const IDENTITY = /^(id|.*Id|phone|tokenHash|key|emailKey|subject|number|name|month|year|rowid)$/
const anothers = (value: unknown) =>
  typeof value === 'number' ? value + 100 : value === null ? null : `${value}_other`
/** A world with the same rows of somebody else too. */
export const withAnother = (world: World): World =>
  Object.fromEntries(
    Object.entries(world).map(([name, rows]) => {
      const others = rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([key, value]) => [
            key,
            IDENTITY.test(key) ? anothers(value) : value,
          ]),
        ),
      )
      return [name, [...rows, ...others]]
    }),
  )

/** A mistake may make the product ask for ever. */
const STATEMENTS_MAX = 50

/** Runs one statement with a mistake, and remembers all that it ran. */
class Watched extends Sqlite {
  readonly seen = new Set<string>()
  mistake: { of: string; sql: string } | null = null
  #isWatched = false
  #left = 0
  /** SQL that SQLite does not understand. */
  #wrong: unknown = null

  /** Runs the product's code. */
  async watch<T>(work: () => Promise<T>): Promise<T> {
    this.#wrong = null
    this.#isWatched = true
    this.#left = STATEMENTS_MAX
    const answer = await work()
    this.#isWatched = false
    if (this.#wrong) throw this.#wrong
    return answer
  }
  override all(query: string, params: readonly Value[] = []) {
    return this.#run(query, (sql) => super.all(sql, params))
  }
  override raw(query: string, params: readonly Value[] = []) {
    return this.#run(query, (sql) => super.raw(sql, params))
  }
  #run<T>(query: string, work: (sql: string) => T): T {
    if (!this.#isWatched) return work(query)
    this.seen.add(query)
    if (this.#left-- === 0) throw new Error('this never ends')
    try {
      return work(query === this.mistake?.of ? this.mistake.sql : query)
    } catch (error) {
      const { errcode, message } = error as Error & { errcode?: number }
      // The product names an index that a mistake makes useless.
      if (errcode === 1 && message !== 'no query solution') this.#wrong ??= error
      throw error
    }
  }
}

/** A database with all tables, and nothing in them. */
export function emptyDatabase() {
  const folder = new URL('../../db/migrations/', import.meta.url)
  const db = new Watched()
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  for (const name of files.sort()) db.script(readFileSync(new URL(name, folder), 'utf8'))
  db.script('PRAGMA foreign_keys = OFF')
  return db
}
export type Database = ReturnType<typeof emptyDatabase>

/** Inserts the rows of a world. False: two of them cannot be there at the same time. */
export function fill(db: Database, world: World): boolean {
  try {
    insert(db, world)
    return true
  } catch (error) {
    if ((error as Error).message.startsWith('UNIQUE')) return false
    throw error
  }
}

function insert(db: Database, world: World): void {
  for (const [name, rows] of Object.entries(world)) {
    const columns = columnsOf(name)
    const names = columns.map(([key]) => `"${toSnakeCase(key)}"`)
    for (const row of rows) {
      const values = columns.map(([key, column]) => {
        const value = row[key] ?? null
        return (value === null ? null : column.mapToDriverValue(value)) as Value
      })
      const isPlaced = typeof row.rowid === 'number'
      const into = isPlaced ? ['rowid', ...names] : names
      const bound = isPlaced ? [row.rowid as number, ...values] : values
      const holes = into.map(() => '?')
      db.all(`INSERT INTO ${getTableName(tableOf(name))} (${into}) VALUES (${holes})`, bound)
    }
  }
}

/** An item of a queue that is set aside. */
export const aside = (queue: QueueName, subject: string): Rows => ({
  attempts: { kind: `undone-${queue}`, subject, at: NOW },
})
