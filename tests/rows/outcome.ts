import { type Db, openDb } from '#db/db.ts'
import { d1For } from '../simulation/d1.ts'
import { Life } from '../simulation/life.ts'
import type { Network } from '../simulation/network.ts'
import type { Change } from './neighbours.ts'
import { type AnyRow, emptyDatabase, fill, type World } from './world.ts'

export type Run = (db: Db) => unknown
/** `rows`: how many rows were read, and written to and deleted from each table. */
type Outcome = { answer: unknown; rows: number[] }
/** A world, the one that it is compared with, and the one change between them, if it is one. */
export type Probe = { ref: World; world: World; change: Change | null }
/** Nothing any more, something after all; fewer rows, more rows; other values. */
export type Effect = 'same' | 'gone' | 'back' | 'less' | 'more' | 'other'

export const db = emptyDatabase()
const network = { trouble: { d1: [] }, send: (_: Life, work: () => unknown) => work() }
const opened = openDb(d1For(new Life(), db, network as unknown as Network), async (work) => work())

const isNothing = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isNothing)
    : value === undefined || value === null || value === false || value === 0

const countOf = (answer: unknown): number => {
  if (isNothing(answer)) return 0
  return Array.isArray(answer) ? answer.reduce((sum, one) => sum + countOf(one), 0) : 1
}

const RANDOM = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** An answer as JSON, without what D1 says of itself, and what is random or computed. */
const plain = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer ?? null, (key, value) => {
      if (['meta', 'success', 'rank'].includes(key)) return undefined
      return value instanceof Map || value instanceof Set ? [...value] : value
    }).replace(RANDOM, 'random'),
  )

const WRITES = /(?:insert (?:or ignore )?into|update|delete from) "?(?!set\b)(\w+)/gi
/** The tables that some statements write to. */
export const writtenBy = (sqls: string[]) => [
  ...new Set(sqls.flatMap((sql) => [...sql.matchAll(WRITES)].map(([, table]) => table))),
]

/** The number of an attempt is random. */
const shownOf = (table?: string) => (table === 'attempts' ? 'kind, subject, at, place' : '*')

/**
 * What a statement answers in a world, and what it changes in these tables. Null: there is no such
 * world.
 */
export async function outcomeIn(
  world: World,
  run: Run,
  tables: (string | undefined)[],
): Promise<Outcome | null> {
  const dump = () =>
    tables.map((table) =>
      db.all(`SELECT ${shownOf(table)} FROM ${table}`).map((row) => JSON.stringify(row)),
    )
  db.script('SAVEPOINT world')
  try {
    if (!fill(db, world)) return null
    const before = dump()
    const answer = await db.watch(() =>
      Promise.resolve(run(opened)).catch((error: Error) => ({ thrown: error.message })),
    )
    const changed = dump().map((rows, at) => ({
      written: rows.filter((row) => !before[at]?.includes(row)).map((row) => JSON.parse(row)),
      lost: (before[at] ?? []).filter((row) => !rows.includes(row)).length,
    }))
    const read = plain(answer)
    return {
      answer: plain([read, changed]),
      rows: [countOf(read), ...changed.flatMap(({ written, lost }) => [written.length, lost])],
    }
  } finally {
    db.script('ROLLBACK TO world; RELEASE world')
  }
}

/** Whether two answers are the same, apart from the changed value. */
function isSame(a: unknown, b: unknown, change: Change | null, key = ''): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    if (a === b || change === null) return a === b
    // Truth values look alike.
    return typeof a === 'boolean' ? key === change.column : a === change.from && b === change.to
  }
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((name) => isSame((a as AnyRow)[name], (b as AnyRow)[name], change, name))
  )
}

/** What becomes of each probe; every world is tried once. */
export function prober(run: Run, tables: (string | undefined)[]) {
  const tried = new Map<World, Promise<Outcome | null>>()
  const outcome = (world: World) => {
    const made = tried.get(world) ?? outcomeIn(world, run, tables)
    tried.set(world, made)
    return made
  }
  return async ({ ref, world, change }: Probe): Promise<Effect> => {
    const [a, b] = [await outcome(ref), await outcome(world)]
    if (a && !b && change) return 'same'
    if (!a || !b) throw new Error('the rows contradict each other')
    const [isSome, isSomeNow] = [a, b].map(({ rows }) => rows.some((count) => count > 0))
    if (isSome !== isSomeNow) return isSomeNow ? 'back' : 'gone'
    const [least, most] = [Math.min, Math.max].map((of) =>
      of(...b.rows.map((count, at) => count - (a.rows[at] ?? 0))),
    ) as [number, number]
    if (least < 0 !== most > 0) return most > 0 ? 'more' : 'less'
    return isSame(a.answer, b.answer, change) ? 'same' : 'other'
  }
}
