import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { origin, pages } from './world.ts'

/** The delay between a page's head and its body. */
const GAP_MS = 400

/**
 * The product on a line that delivers a page in two pieces: its head, and the rest 400 ms later.
 * Returns the address of its pages and a function to close it. It forwards reads, not posts.
 */
export async function slowLine(): Promise<{ pages: string; close: () => void }> {
  const server = createServer(async (request, answer) => {
    const { cookie = '', accept = '' } = request.headers
    const got = await fetch(`${origin}${request.url}`, {
      headers: { cookie, accept },
      redirect: 'manual',
    })
    const type = got.headers.get('content-type') ?? ''
    const kept = ['cache-control', 'content-type', 'location'].flatMap((name) => {
      const value = got.headers.get(name)
      return value ? [[name, value] as const] : []
    })
    answer.writeHead(got.status, Object.fromEntries(kept))
    const body = Buffer.from(await got.arrayBuffer())
    const head = type.startsWith('text/html')
      ? body.indexOf('</head>') + '</head>'.length
      : body.length
    answer.write(body.subarray(0, head))
    if (head < body.length) await new Promise((resolve) => setTimeout(resolve, GAP_MS))
    answer.end(body.subarray(head))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return { pages: pages.replace(origin, `http://localhost:${port}`), close: () => server.close() }
}
