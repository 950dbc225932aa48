import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** The arguments of each call of `name` in a source, as they are written. */
function callsOf(name: string, source: string): string[][] {
  const starts = [...source.matchAll(new RegExp(`(?<![\\w$])${name}\\(`, 'g'))]
  return starts.map(({ index, 0: { length } }) => argumentsAt(source, index + length))
}

function argumentsAt(source: string, from: number): string[] {
  const given = ['']
  let depth = 1
  for (const letter of source.slice(from)) {
    if ('([{'.includes(letter)) depth++
    if (')]}'.includes(letter)) depth--
    if (depth === 0) break
    if (depth === 1 && letter === ',') given.push('')
    else given[given.length - 1] += letter
  }
  return given.map((one) => one.trim()).filter(Boolean)
}

/** Written out, a constant, or rows of a query: how many values it binds does not change. */
const isFixed = (list: string, source: string) =>
  /^\[(?!.*\.\.\.[^A-Z]).*\]$/s.test(list) ||
  /^[A-Z][A-Z_]+$/.test(list) ||
  /^db\s*\.select\(/.test(list) ||
  (/^\w+$/.test(list) && new RegExp(`const ${list} = db\\s*\\.select\\(`).test(source))

/** Files that join or spread as many parts as there are columns, rules or weeks. */
const FEW = [
  'db/lists.ts',
  'db/rows.ts',
  'app/console/rows/today-figures.server.ts',
  'app/platform/rows/attempts.server.ts',
  'app/account/rows/closing.server.ts',
  'app/account/rows/codes.server.ts',
  'app/notices/rows/task-facts.server.ts',
]

/** Statements of a source that bind as many values as a list has. */
function looseLists(file: string, source: string): string[] {
  const listed = ['inArray', 'notInArray'].flatMap((name) =>
    callsOf(name, source)
      .filter(([, list = '']) => !isFixed(list, source))
      .map((given) => `${name}(${given.join(', ')})`),
  )
  // One row is written out, or called `row`.
  const rows = callsOf('(?<!Object)\\.values', source)
    .filter(([rows = '']) => rows !== '' && !/^(\{|row$|rowOf\()/.test(rows))
    .map((given) => `values(${given.join(', ')})`)
  const parts = ['sql\\.join', 'and', 'or', 'hasRow'].flatMap((name) =>
    callsOf(name, source)
      .filter((given) => name === 'sql\\.join' || given.some((one) => one.startsWith('...')))
      .map((given) => `${name}(${given.join(', ')})`),
  )
  const written = source.match(/\b(in|values)\s*\(\s*\$\{(?!sql\.raw\()|(=> |fill\()'\?'/gi) ?? []
  return [...listed, ...rows, ...(FEW.includes(file) ? [] : [...parts, ...written])]
}

test('no list of any length is bound value by value: D1 and the objects take 100', () => {
  const files = globSync('{app,db,workers,scripts}/**/*.{ts,tsx}', { cwd: root })
  const loose = files
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('workers/stripe/'))
    .flatMap((file) =>
      looseLists(file, readFileSync(path.join(root, file), 'utf8')).map(
        (call) => `${file}: ${call.replace(/\s+/g, ' ')}`,
      ),
    )
  expect(loose).toEqual([])
})

/** Stands for the dollar in front of a value in SQL. */
const $ = '$'

test.each([
  'inArray(wishes.id, ids)',
  'inArray(users.id, ids.slice(0, 90))',
  'inArray(carpools.id, [...cars])',
  'inArray(carpools.status, statuses as Status[])',
  'db.insert(prices).values(chunk)',
  'db.insert(prices).values(rows.map((row) => row))',
  'or(...ids.map((id) => eq(users.id, id)))',
  'sql.join(ids.map(toSql))',
  `sql\`select 1 where id in (${$}{ids})\``,
  "ids.map(() => '?').join()",
])('the check sees %s', (source) => {
  expect(looseLists('app/group/rows/some.server.ts', source)).not.toEqual([])
})

test.each([
  "inArray(participants.seat, ['held', 'taken'])",
  'inArray(carpools.status, GOING)',
  'inArray(wishNews.userId, db.select({ id: users.id }).from(users))',
  'const due = db\n  .select({ id }).from(users)\ninArray(wishNews.userId, due)',
  'db.insert(sessions).values(row)',
  'new Map(rows).values()',
])('the check lets through %s', (source) => {
  expect(looseLists('app/group/rows/some.server.ts', source)).toEqual([])
})
