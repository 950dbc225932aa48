import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { type D1Like, start } from '#tests/load/product.ts'
import { type Account, accountStatements } from './accounts.ts'
import { openPeerCarpool, peerSchema } from './peer-schema.ts'

/**
 * A peer that keeps everything in D1, in the same kind of process that the product runs in here.
 */
export type D1Peer = {
  url: string
  database(): Promise<D1Like>
  openCarpool(id: string, creator: Account): Promise<void>
  close(): Promise<void>
}

/** A neighbouring file as the runtime takes it: with its types removed. */
function source(name: string): string {
  const text = readFileSync(path.join(import.meta.dirname, name), 'utf8')
  const compilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
  }
  return ts.transpileModule(text, { compilerOptions }).outputText
}

/** For a front that expects the product's objects: there are none to count. */
const WITHOUT_OBJECTS = `export { default } from './d1-peer.ts'
export class Carpool {}
export class Trip {}
`
const NO_OBJECT = { type: 'json', value: {} }

/**
 * `guarded`: the guard in SQL, one batch. `retrying`: read, then write unless there was a
 * concurrent write, otherwise retry. `front`: as in `startProduct`.
 */
export async function startD1Peer(
  kind: 'guarded' | 'retrying',
  accounts: Account[],
  front?: string,
): Promise<D1Peer> {
  const modules = {
    'peer.ts': source('peer.ts'),
    'd1-peer.ts': source('d1-peer.ts'),
    ...(front ? { 'worker.js': WITHOUT_OBJECTS, 'front.js': front } : {}),
  }
  const bindings = { DB: { type: 'd1', id: 'bench' }, KIND: { type: 'text', value: kind } }
  const env = { ...bindings, ...(front ? { CARPOOL: NO_OBJECT, TRIP: NO_OBJECT } : {}) }
  const running = await start(modules, { env }, { durable: true })
  const run = async (statements: string[]) => {
    const db = await running.database()
    await db.batch(statements.map((sql) => db.prepare(sql)))
  }
  await run([...peerSchema, ...accountStatements(accounts, Date.now())])
  return { ...running, openCarpool: (id, creator) => run(openPeerCarpool(id, creator.id)) }
}
