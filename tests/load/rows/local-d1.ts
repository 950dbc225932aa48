import type { Row, Side } from '#tests/load/harness.ts'
import { requestsPerSecond } from '#tests/load/http.ts'
import { type Running, start } from '#tests/load/product.ts'

/** Answers `/read` and `/write` with one statement each. */
const worker = `
export default {
  async fetch(request, { DB }) {
    const write = new URL(request.url).pathname === '/write'
    const statement = write
      ? DB.prepare('UPDATE counts SET n = n + 1 WHERE id = 1')
      : DB.prepare('SELECT n FROM counts WHERE id = 1')
    const { success } = await statement.run()
    return new Response(null, { status: success ? 204 : 500 })
  },
}`
const D1 = { env: { DB: { type: 'd1', id: 'bench' } } }

async function open(localD1: boolean): Promise<Running> {
  const running = await start({ 'worker.js': worker }, D1, { durable: true, localD1 })
  const db = await running.database()
  await db.batch([
    db.prepare('CREATE TABLE counts (id INTEGER PRIMARY KEY, n INTEGER NOT NULL)'),
    db.prepare('INSERT INTO counts VALUES (1, 0)'),
  ])
  return running
}

const side = (name: string, { url }: Running, path: string): Side => ({
  name,
  measure: (seconds) => requestsPerSecond({ url: url + path }, seconds),
})

/** What the bookmarks of the local D1 cost, on a disk (`platformMiniflare`). */
export const localD1: Row = {
  id: 'local-d1',
  what: 'one statement in D1, on the disk',
  unit: 'statements/s',
  async open() {
    const [local, platform] = [await open(true), await open(false)]
    return {
      sides: [
        side('read, as local D1 serves it', local, '/read'),
        side('read, without a bookmark', platform, '/read'),
        side('write, as local D1 serves it', local, '/write'),
        side('write, without a bookmark', platform, '/write'),
      ],
      close: async () => void (await Promise.all([local.close(), platform.close()])),
    }
  },
  ratios: [
    { of: 'read, without a bookmark', against: 'read, as local D1 serves it' },
    { of: 'write, without a bookmark', against: 'write, as local D1 serves it' },
  ],
}
