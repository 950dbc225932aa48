import { toSnakeCase } from 'drizzle-orm/casing'
import { type AnyRow, columnsOf, type World, wordsOf } from './world.ts'

/** One value of one row, changed. `sign`: how, as `statement.ts` writes it. */
export type Change = {
  table: string
  row: number
  column: string
  /** Of a value within JSON. */
  path: string
  sign: string
  from: unknown
  to: unknown
}
export type Neighbour = { world: World; change: Change }
type Other = [sign: string, value: unknown]

const DAY = /^\d{4}-\d\d-(\d\d)$/
const dayOf = (day: string, number: number) => day.slice(0, 8) + String(number).padStart(2, '0')

/** The next values, or all other words. */
function othersFor(value: unknown, words: readonly string[] | undefined, isText: boolean): Other[] {
  if (value === null) return [['!', words?.[0] ?? (isText ? 'x' : 1)]]
  if (words) return words.filter((one) => one !== value).map((one) => [one, one])
  if (typeof value === 'boolean') return [['!', !value]]
  const next = (up: unknown, down: unknown): Other[] => [
    ['+', up],
    ['-', down],
  ]
  if (typeof value === 'number') return next(value + 1, value - 1)
  if (typeof value !== 'string') return []
  const day = Number(DAY.exec(value)?.[1])
  return day
    ? next(dayOf(value, day + 1), dayOf(value, day - 1))
    : next(`${value}x`, value.slice(0, -1))
}

function setIn(value: unknown, path: string[], to: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return to
  if (Array.isArray(value)) return value.with(Number(key), to)
  return { ...(value as AnyRow), [key]: setIn((value as AnyRow)[key], rest, to) }
}

/** The values within JSON, or the one value of any other column. */
const leavesOf = (value: unknown, path: string[] = []): { path: string[]; value: unknown }[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...path, key]))
    : [{ path, value }]

/** The changes of one column that a statement may notice which names these columns and keys. */
function changesOf(table: string, key: string, value: unknown, names: Set<string>) {
  const column = columnsOf(table).find(([name]) => name === key)?.[1]
  const isJson = typeof value === 'object' && value !== null
  const isText = column?.dataType === 'string'
  const changes = leavesOf(value)
    .filter(({ path }) => path.every((part) => names.has(part) || /^\d+$/.test(part)))
    .flatMap(({ path, value: from }) =>
      othersFor(from, isJson ? undefined : wordsOf(table, key), isText).map(([sign, other]) => {
        return {
          path: [key, ...path].join('.'),
          sign,
          from,
          to: other,
          all: setIn(value, path, other),
        }
      }),
    )
  const isNullable = column && !column.notNull && !column.primary && value !== null
  return [
    ...changes,
    ...(isNullable ? [{ path: key, sign: '0', from: value, to: null, all: null }] : []),
  ]
}

/** All worlds that differ from `world` in one value of `rows` that a statement may notice. */
export const neighboursOf = (world: World, rows: World, names: Set<string>): Neighbour[] =>
  Object.entries(rows).flatMap(([table, list]) =>
    list.flatMap((row) => {
      const others = world[table] ?? []
      const at = others.indexOf(row)
      const keys = Object.keys(row).filter((key) => names.has(toSnakeCase(key)))
      return keys.flatMap((key) =>
        changesOf(table, key, row[key], names).map(({ all, ...change }) => ({
          world: { ...world, [table]: others.with(at, { ...row, [key]: all }) },
          change: { table, row: at, column: key, ...change },
        })),
      )
    }),
  )
