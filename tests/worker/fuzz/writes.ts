import { env } from 'cloudflare:workers'

/** Where a refused call may record that it was made, and its response. */
const LOGS = ['attempts', 'audit_log', 'idempotency_keys']
/** The same within a table: how many attempts a code has left. */
const COUNTED = ['update verification_codes']

/** Has the database itself record every row that is added, changed or deleted. */
export async function watchWrites(): Promise<void> {
  const { results } = await env.DB.prepare(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '\\_cf%' escape '\\'`,
  ).all<{ name: string }>()
  const watched = results.map(({ name }) => name).filter((name) => !LOGS.includes(name))
  const writes = watched.flatMap((table) =>
    ['insert', 'update', 'delete'].map((what) => ({ table, what })),
  )
  const triggers = writes
    .filter(({ table, what }) => !COUNTED.includes(`${what} ${table}`))
    .map(
      ({ table, what }) => `create trigger written_${table}_${what} after ${what} on ${table}
        begin insert into written values ('${what} ${table}'); end`,
    )
  await env.DB.batch(
    ['create table written (what text)', ...triggers].map((sql) => env.DB.prepare(sql)),
  )
}

/** What was written since the last call. */
export async function takeWrites(): Promise<string[]> {
  const { results } = await env.DB.prepare('delete from written returning what').all<{
    what: string
  }>()
  return results.map(({ what }) => what)
}
