import { exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { ORIGIN } from '#tests/worker/world/services.ts'
import { consolePages, pages } from './pages.ts'
import { admin, BASE, ELSEWHERE, fill, owner, pathOf, withAction } from './site.ts'

/** Bodies that are not forms; each is well below the 64 kB that a page reads. */
const FORM = 'application/x-www-form-urlencoded'
const part = (head: string) =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n1\r\n--b--\r\n`
const NO_FORMS: [type: string, body: string][] = [
  ['application/json', '{"phone":"1"}'],
  ['application/json', '{'],
  ['text/plain', 'phone=1'],
  ['', 'phone=1'],
  ['nonsense', 'phone=1'],
  ['multipart/form-data', part('name="phone"')],
  ['multipart/form-data; boundary=other', part('name="phone"')],
  [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="phone"\r\n\r\n1',
  ],
  ['multipart/form-data; boundary=b', part('')],
]
/**
 * Forms that none of our pages sends: a reader that trusts their field names would build something
 * far larger than they are.
 */
const many = (count: number, pair: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => pair(n)).join('&')
const ODD_FORMS: [type: string, body: string][] = [
  ...[
    'x[1000000]=1',
    'phone[1000000]=1',
    'phone=1&x.y[1000000].z[5]=1',
    `${'x[1].'.repeat(5000)}x=1`,
    `${'x.'.repeat(20_000)}x=1`,
    many(2000, () => 'x='),
    many(2000, (n) => `a${n}=`),
    many(7000, (n) => `a${n}=`),
    '__intent__=x',
    '__intent__={}',
    '__intent__={"type":"reset","payload":{}}',
    '__state__=x',
    '__state__={"key":{"x":1}}',
    'phone=1&__proto__=1&constructor=1&toString=1&__proto__.x=1&constructor.prototype.x=1',
    '%00=1&phone=%00&%F0%9F=1&=1',
  ].map((body): [string, string] => [FORM, body]),
  ['multipart/form-data; boundary=b', part('name="phone"; filename="a.txt"')],
  ['multipart/form-data; boundary=b', part('name="x[1000000]"')],
]

const [BYTES, CPU_MS] = [50_000, 50]

describe('anything posted to a page gets a small, quick reply', () => {
  const actions = withAction.map(pathOf)
  const known: { route: string; at: string; visitor?: string }[] = [
    ...pages,
    ...consolePages,
    ...ELSEWHERE.map((path) => ({ route: path, at: path, visitor: '200' })),
  ]
  const isForVisitors = (path: string) =>
    known.some(({ at, visitor }) => at === path && visitor === '200')
  const whose = (path: string) =>
    isForVisitors(path) ? null : path.startsWith('/admin') ? admin : owner

  /** Sends a body as a user who may use the page. */
  async function send(path: string, type: string, body: string) {
    const before = Date.now()
    const response = await exports.default.fetch(`${ORIGIN}${BASE}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': type,
        Cookie: whose(path)?.cookie ?? '',
      },
      body: new TextEncoder().encode(body),
    })
    const { byteLength } = await response.arrayBuffer()
    return { status: response.status, bytes: byteLength, ms: Date.now() - before }
  }
  /**
   * How much more a body takes than a plain form: the lowest of several pairs, since a busy machine
   * only adds to either.
   */
  async function extraOf(path: string, [type, body]: [string, string]) {
    let least = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 10 && least >= CPU_MS; tries++) {
      const [sent, plain] = [await send(path, type, body), await send(path, FORM, 'phone=1')]
      least = Math.min(least, sent.ms - plain.ms)
    }
    return least
  }

  test.each(actions)('%s', async (route) => {
    const path = fill(known.find((page) => page.route === route)?.at ?? `no address for ${route}`)
    const plain = await send(path, FORM, 'phone=1')
    expect(plain.status).toBeLessThan(500)
    // One page is large anyway: the form for a new carpool, shown over the list.
    const most = Math.max(BYTES, plain.bytes + BYTES / 10)
    const bad: string[] = []
    for (const body of [...NO_FORMS, ...ODD_FORMS]) {
      const sent = await send(path, ...body)
      const answered = NO_FORMS.includes(body) ? sent.status === 400 : sent.status < 500
      const extra = sent.ms - plain.ms < CPU_MS ? 0 : await extraOf(path, body)
      if (!answered || sent.bytes >= most || extra >= CPU_MS)
        bad.push(
          `${body[0]} ${body[1].slice(0, 60)}: ${sent.status}, ${sent.bytes} bytes, ${extra} ms`,
        )
    }
    expect(bad).toEqual([])
  })
})
