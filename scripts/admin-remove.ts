import { removeSql } from './admin-sql.ts'
import { openDatabase } from './d1.ts'

/**
 * `npm run admin:remove -- 07…`: removes an administrator's account and ends all its sessions; past
 * actions stay in the audit log under the phone. The last administrator is never removed: create
 * another one first. `--remote` for the deployed database.
 */
const phone = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? ''
if (!/^07\d{9}$/.test(phone))
  fail('Name the administrator’s phone (11 digits): npm run admin:remove -- 07…')

const database = openDatabase({ remote: process.argv.includes('--remote') })
const [found] = await database.query(removeSql(phone, Date.now()).join(';\n'))
if (!found) fail(`There is no administrator with the phone ${phone}.`)
if (found.removed_at === null)
  fail(
    `${phone} is the last administrator and was not removed. Create another one first: npm run admin:create`,
  )
console.log(`Administrator ${phone} has been removed and logged out everywhere.`)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
