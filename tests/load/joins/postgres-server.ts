import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { answer, type Peer } from './peer.ts'
import { lockingPeer } from './postgres-peer.ts'
import { statementPeer } from './postgres-statement.ts'

/**
 * A peer behind Node's own HTTP server, in its own process as when deployed: `node
 * postgres-server.ts <kind> <socket's folder> <user> <database>`. Tells its parent the port, and
 * ends with it.
 */
const [kind, host, user, database] = process.argv.slice(2)
/**
 * A few more than two cores can serve at once; whatever waits for a row's lock waits in a
 * connection.
 */
const CONNECTIONS = 10

// `pipeline` sends at once whatever does not wait for a result; the types of `pg` do not include it
// yet.
const config = { host, user, database, max: CONNECTIONS, pipeline: true }
const pool = new pg.Pool(config)
const peer: Peer = kind === 'lock' ? lockingPeer(pool) : statementPeer(pool)

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) text += chunk
  return text
}

const server = createServer(async (request, response) => {
  try {
    const body = request.method === 'POST' ? await textOf(request) : ''
    const header = (name: string) => {
      const value = request.headers[name]
      return typeof value === 'string' ? value : null
    }
    const { status, body: text } = await answer(
      peer,
      request.method ?? '',
      request.url ?? '',
      header,
      body,
    )
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(text)
  } catch (error) {
    console.error(error)
    response.writeHead(500).end()
  }
})
process.once('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', 512, () => process.send?.((server.address() as AddressInfo).port))
