import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runQuietly } from '../../scripts/run.ts'
import { measure, type Row, type RowResult } from './harness.ts'
import { machine, table } from './report.ts'
import { coldStart } from './rows/cold-start.ts'
import { crowd } from './rows/joins-crowd.ts'
import { listRows, listTime } from './rows/list-growth.ts'
import { listPage, listQuery } from './rows/list-page.ts'
import { vitals } from './rows/vitals.ts'
import { way } from './rows/way.ts'
import { webhooks } from './rows/webhooks.ts'

/**
 * `npm run bench`: the product's performance, with both sides of every ratio measured in this run.
 * `-- 1 2` measures some rows; `--seconds 5` per side and round, `--rounds 3`; `--json file` writes
 * the figures; `--built` uses the pages as already built. The figures are for local workerd.
 */
const rows: Row[] = [
  listPage,
  listQuery,
  crowd,
  listTime,
  listRows,
  vitals,
  webhooks,
  coldStart,
  way,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
    built: { type: 'boolean', default: false },
  },
})
if (!values.built) await runQuietly('remix', ['vite:build'])
const asked = rows.filter(({ id }) => positionals.length === 0 || positionals.includes(id))
const options = { seconds: Number(values.seconds), rounds: Number(values.rounds) }
const results: RowResult[] = []
const broken: string[] = []
for (const row of asked) {
  console.error(`row ${row.id}: ${row.what}`)
  // One row that cannot be measured does not lose the minutes of the others.
  await measure(row, options)
    .then((result) => results.push(result))
    .catch((error) => {
      console.error(error)
      broken.push(row.id)
    })
  const report = { at: new Date().toISOString(), machine: machine(), ...options, rows: results }
  if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`)
}
const failed = results
  .flatMap(({ sides }) => sides)
  .reduce((sum, { failures }) => sum + failures, 0)
console.log(`${table(results)}\n\n${JSON.stringify(machine())}, local workerd`)
if (broken.length > 0) console.log(`not measured: rows ${broken.join(', ')}`)
if (failed > 0 || broken.length > 0) process.exitCode = 1
