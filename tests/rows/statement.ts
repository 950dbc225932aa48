import { toSnakeCase } from 'drizzle-orm/casing'
import { expect, test } from 'vitest'
import { mistakesIn } from './conditions.ts'
import { type Change, neighboursOf } from './neighbours.ts'
import { db, type Effect, outcomeIn, type Probe, prober, type Run, writtenBy } from './outcome.ts'
import { over, plus, type Rows, type World, withAnother, wordsOf } from './world.ts'

/**
 * What a statement asks of the rows, proved by changing them one value at a time. `is` says which
 * changes matter, so a condition that is dropped, added or moved by one shows in that line:
 *
 *   notices(id+- smsAt+ smsState=waiting) with attempts(kind+- subject+-)
 *
 * `+`, `-`: nothing is found with the next higher or lower value. `0`: nor with null. `!`: nor with
 * a value instead of null, or the other truth value. `=`: something is found only with these words.
 * After `<` and `>`: there are fewer or more rows. After `~`: more of them changes than the value
 * itself. `others`: the same rows of somebody else do that. `same:`: they find as much as no rows
 * at all. `with`: nothing is found once there is such a row too, except after these changes of it.
 *
 * Then each condition of the SQL is dropped, and each limit moved by one. If that changes nothing
 * of all this, the rows are not sharp, and the test fails.
 */
export type Statement = {
  run: Run
  /** Rows with which something is found or done, at the edge of each limit. */
  rows: Rows
  /** Laid over them: other rows with which something is found, for the other sides of an `or`. */
  also?: Rows[]
  /** Rows that prevent it, each set by itself; the first of each table is changed. */
  with?: Rows[]
  is: string | string[]
  /** Conditions that change nothing, by a part of their SQL: other conditions say the same. */
  same?: string[]
  /** Whether what many statements share is tried too. */
  withShared?: true
}

/** A world, or one with a row that prevents, and then its neighbours. */
type Group = { title: string; probes: Probe[] }

function groupsOf(
  { rows, also = [], with: preventing = [] }: Statement,
  names: Set<string>,
): Group[] {
  const base = over({}, rows)
  const groupOf = (title: string, ref: World, world: World, changed: World): Group => ({
    title,
    probes: [
      { ref, world, change: null },
      ...(title ? [] : [{ ref: world, world: withAnother(world), change: null }]),
      ...neighboursOf(world, changed, names).map((one) => ({ ref: world, ...one })),
    ],
  })
  const worlds = [{}, ...also].map((other) => over(base, other))
  return [
    ...worlds.map((world) => groupOf('', {}, world, world)),
    ...preventing.map((more) => {
      const world = plus(base, more)
      const first = (name: string) => (world[name] ?? []).slice(base[name]?.length ?? 0).slice(0, 1)
      return groupOf(
        'with',
        base,
        world,
        Object.fromEntries(Object.keys(more).map((name) => [name, first(name)])),
      )
    }),
  ]
}

/** What the changes of one row do, as `Statement` says. */
function textOf(
  changes: { change: Change; effect: Effect }[],
  isShown: (effect: Effect) => boolean,
) {
  const paths = [...new Set(changes.map(({ change }) => change.path))]
  const texts = paths.map((path) => {
    const all = changes.filter(({ change }) => change.path === path)
    const signs = all.flatMap(({ change, effect }) => (isShown(effect) ? change.sign : []))
    const words = wordsOf(all[0]?.change.table ?? '', path)
    if (signs.length === 0) return ''
    if (!words?.some((word) => signs.includes(word))) return path + signs.join('')
    return `${path}=${words.filter((word) => !signs.includes(word)).join('|')}`
  })
  return texts.filter(Boolean).join(' ')
}

function describe({ title, probes }: Group, effects: Map<Probe, Effect>): string {
  const [first, another] = probes.map((probe) => effects.get(probe))
  const all = probes.flatMap((probe) =>
    probe.change ? { change: probe.change, effect: effects.get(probe) ?? 'same' } : [],
  )
  const nameOf = ({ table, row }: Change) => (row > 0 && !title ? `${table}.${row}` : table)
  const list = (...effectsShown: Effect[]) =>
    [...new Set(all.map(({ change }) => nameOf(change)))].flatMap((name) => {
      const changes = all.filter(({ change }) => nameOf(change) === name)
      const text = textOf(changes, (effect) => effectsShown.includes(effect))
      return text || title ? `${name}(${text})` : []
    })
  if (title) {
    const how = first === 'gone' ? '' : first === 'less' ? ' <' : ' ~'
    return [
      title + how,
      ...list('back', 'more', ...(how ? (['gone', 'less', 'other'] as const) : [])),
    ].join(' ')
  }
  const others = (effect: Effect) => (another === effect ? ['others'] : [])
  const part = (sign: string, effect: Effect) => {
    const shown = [...list(effect), ...others(effect)]
    return shown.length > 0 ? [sign, ...shown] : []
  }
  return [
    ...(first === 'back' ? [] : [`${first}:`]),
    ...list('gone', 'back'),
    ...part('<', 'less'),
    ...part('>', 'more'),
    ...part('~', 'other'),
  ].join(' ')
}

/** Building a query takes longer than running it. */
async function builtOnce(run: Run): Promise<Run> {
  let made: unknown
  await outcomeIn({}, (it) => (made = run(it)), [])
  if (typeof made !== 'object' || made === null || !('_prepare' in made)) return run
  const built = (made as { _prepare(): { execute(): unknown } })._prepare()
  return () => built.execute()
}

/** Mistakes in the statements of a function, and whether a test has seen them. */
type Tried = Map<string, { what: string; isSeen: boolean }>

/** What a statement's rows say of it. Tries the mistakes that nothing has seen yet. */
async function prove(statement: Statement, tried: Tried): Promise<string[]> {
  const { rows, with: preventing = [], withShared } = statement
  const base = over({}, rows)
  const run = await builtOnce(statement.run)
  db.seen.clear()
  for (const more of [{}, ...preventing]) await outcomeIn(plus(base, more), run, [])
  const sqls = [...db.seen]
  const names = new Set(sqls.flatMap((sql) => sql.match(/\w+/g) ?? []))
  // Computed from it.
  if (names.has('rank')) names.add('status')
  const groups = groupsOf(statement, names)
  const tables = writtenBy(sqls)
  const effectOf = prober(run, tables)
  const effects = new Map<Probe, Effect>()
  for (const probe of groups.flatMap((group) => group.probes))
    effects.set(probe, await effectOf(probe))

  for (const of of [...db.seen])
    for (const { sql, what } of mistakesIn(of, withShared)) {
      if (tried.get(of + sql)?.isSeen) continue
      db.mistake = { of, sql }
      tried.set(of + sql, { what, isSeen: await isSeen(effects, prober(run, tables), what) })
    }
  db.mistake = null
  return groups.map((group) => describe(group, effects))
}

/** Whether a mistake changes an effect: most often where its own columns change. */
async function isSeen(
  effects: Map<Probe, Effect>,
  effectOf: ReturnType<typeof prober>,
  what: string,
) {
  const isNear = ({ change }: Probe) => change && what.includes(toSnakeCase(change.column))
  const probes = [...effects.keys()]
  for (const probe of [...probes.filter(isNear), ...probes.filter((one) => !isNear(one))])
    if ((await effectOf(probe)) !== effects.get(probe)) return true
  return false
}

type Statements<M> = {
  [Name in keyof M as M[Name] extends (...given: never[]) => unknown ? Name : never]:
    | Statement
    | Statement[]
    | string
}

async function testStatement(statements: Statement[]): Promise<void> {
  const tried: Tried = new Map()
  const is: string[][] = []
  for (const statement of statements) is.push(await prove(statement, tried))
  const unseen = [...tried.values()].flatMap(({ what, isSeen }) => (isSeen ? [] : what))
  const same = statements.flatMap((statement) => statement.same ?? [])
  const left = unseen.filter((what) => !same.some((part) => what.includes(part)))
  const stale = same.filter((part) => !unseen.some((what) => what.includes(part)))
  expect({ is, unseen: left, stale }).toEqual({
    is: statements.map((statement) => [statement.is].flat()),
    unseen: [],
    stale: [],
  })
}

/** Tests every statement of a module. A text says why one has no rows of its own. */
export function testStatements<M extends object>(_: M, all: Statements<M>): void {
  const list = Object.entries<Statement | Statement[] | string>(all)
  for (const [name, given] of list)
    if (typeof given !== 'string') test(name, () => testStatement([given].flat()))
}
