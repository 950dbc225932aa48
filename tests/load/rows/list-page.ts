import { fillCarpools } from '../carpools.ts'
import type { Row } from '../harness.ts'
import { requestsPerSecond } from '../http.ts'
import { startEmpty, startProduct } from '../product.ts'
import { signIn } from '../sign-in.ts'

const CARDS = 20
const PAGE = '/neighbourhelp/carpool?type=PICKUP'
const ZH = { Cookie: 'language=zh' }

/** The list is answered with its cards, or the figure would be that of something else. */
async function check(url: string, headers: Record<string, string>): Promise<void> {
  const page = await (await fetch(url, { headers })).text()
  const cards = page.match(/<article/g)?.length ?? 0
  if (!page.includes('<html lang="zh') || cards < CARDS) throw new Error(`${url} shows ${cards} cards`)
}

export const listPage: Row = {
  id: '1',
  what: 'carpool list, 20 cards, zh',
  unit: 'pages/s',
  async open() {
    const [product, empty] = [await startProduct(), await startEmpty()]
    const db = await product.database()
    await fillCarpools(db, 100)
    const student = { Cookie: await signIn(db) }
    const url = product.url + PAGE
    await check(url, ZH)
    await check(url, student)
    return {
      sides: [
        { name: 'visitor', measure: (seconds) => requestsPerSecond({ url, headers: ZH }, seconds) },
        { name: 'signed in', measure: (seconds) => requestsPerSecond({ url, headers: student }, seconds) },
        { name: 'empty worker', measure: (seconds) => requestsPerSecond({ url: empty.url }, seconds) },
      ],
      close: async () => void (await Promise.all([product.close(), empty.close()])),
    }
  },
  ratios: [
    { of: 'visitor', against: 'empty worker', reach: { atLeast: 0.1 } },
    { of: 'signed in', against: 'empty worker', reach: { atLeast: 0.1 } },
  ],
}

export const stockEntry: Row = {
  id: '2',
  what: 'the same page',
  unit: 'pages/s',
  async open() {
    const [product, stock] = [await startProduct(), await startProduct({ kind: 'stock' })]
    for (const running of [product, stock]) {
      await fillCarpools(await running.database(), 100)
      await check(running.url + PAGE, ZH)
    }
    const side = (name: string, url: string) => ({
      name,
      measure: (seconds: number) => requestsPerSecond({ url: url + PAGE, headers: ZH }, seconds),
    })
    return {
      sides: [side('ours', product.url), side('stock streaming entry', stock.url)],
      close: async () => void (await Promise.all([product.close(), stock.close()])),
    }
  },
  ratios: [{ of: 'ours', against: 'stock streaming entry', reach: { atLeast: 2.5 } }],
}
