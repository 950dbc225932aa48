import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { origin } from './world.ts'

/**
 * A line between browser and product that can really be cut, for service workers too, and whose
 * answers a test can change as a deploy would.
 */
export class Line {
  readonly paths: string[] = []
  /** Changes the text of `/sw.js`. */
  deployed: (source: string) => string = (source) => source
  #server: Server | null = null
  #port = 0

  get origin(): string {
    return `http://localhost:${this.#port}`
  }

  async connect(): Promise<void> {
    const server = createServer((incoming, outgoing) => {
      this.paths.push(incoming.url ?? '')
      const own = { host: new URL(origin).host, ...(incoming.headers.origin && { origin }) }
      const headers = { ...incoming.headers, ...own, 'accept-encoding': '' }
      const { method, url } = incoming
      const onward = request(`${origin}${url}`, { method, headers }, async (answer) => {
        const location = answer.headers.location?.replace(origin, this.origin)
        if (url?.startsWith('/sw.js')) {
          const { 'content-length': _, etag: __, ...rest } = answer.headers
          outgoing.writeHead(answer.statusCode ?? 500, rest)
          outgoing.end(this.deployed(Buffer.concat(await answer.toArray()).toString()))
          return
        }
        outgoing.writeHead(answer.statusCode ?? 500, {
          ...answer.headers,
          ...(location ? { location } : {}),
        })
        answer.pipe(outgoing)
      })
      onward.on('error', () => outgoing.destroy())
      incoming.pipe(onward)
    })
    await new Promise<void>((resolve) => server.listen(this.#port, 'localhost', resolve))
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  async cut(): Promise<void> {
    const server = this.#server
    this.#server = null
    server?.closeAllConnections()
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
  }
}
