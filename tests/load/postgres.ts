import { fork } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { type Postgres, startPostgres } from '../../scripts/postgres.ts'
import { type Account, accountStatements } from './joins/accounts.ts'
import { openPeerCarpool, peerSchema } from './joins/peer-schema.ts'

/** The peers of the joins rows in PostgreSQL, each with a database and a Node server of its own. */
export type PostgresPeers = {
  version: string
  /** `lock`: SELECT … FOR UPDATE in a transaction. `statement`: all in one statement. */
  start(kind: 'lock' | 'statement', accounts: Account[]): Promise<PostgresPeer>
  close(): Promise<void>
}
export type PostgresPeer = {
  url: string
  openCarpool(id: string, creator: Account): Promise<void>
  /** Runs a query, to inspect the data. */
  query(sql: string): Promise<Record<string, unknown>[]>
}

/**
 * PostgreSQL without any peers yet; null on a machine that does not have it and cannot install it.
 */
export async function startPostgresPeers(): Promise<PostgresPeers | null> {
  const server = await startPostgres()
  if (!server) return null
  const closing: (() => unknown)[] = []
  return {
    version: server.version,
    async start(kind, accounts) {
      const db = await database(server, kind)
      closing.push(() => db.end())
      for (const sql of [...peerSchema, ...accountStatements(accounts, Date.now()), 'ANALYZE'])
        await db.query(sql)
      const args = [kind, server.folder, server.user, kind]
      const child = fork(path.join(import.meta.dirname, 'joins/postgres-server.ts'), args)
      closing.push(() => child.disconnect())
      const port = await new Promise<unknown>((resolve, reject) => {
        child.once('message', resolve)
        child.once('exit', () =>
          reject(new Error('the server in front of PostgreSQL did not start')),
        )
      })
      return {
        url: `http://127.0.0.1:${port}`,
        async openCarpool(id, creator) {
          for (const sql of openPeerCarpool(id, creator.id)) await db.query(sql)
        },
        query: async (sql) => (await db.query(sql)).rows,
      }
    },
    async close() {
      for (const end of closing) await end()
      await server.close()
    },
  }
}

async function database({ folder: host, user }: Postgres, name: string): Promise<pg.Client> {
  const postgres = new pg.Client({ host, user, database: 'postgres' })
  await postgres.connect()
  await postgres.query(`CREATE DATABASE "${name}"`)
  await postgres.end()
  const client = new pg.Client({ host, user, database: name })
  await client.connect()
  return client
}
