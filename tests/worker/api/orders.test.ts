import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { OrderId } from '#app/kernel/id.ts'
import { orders } from '#db/schema.ts'
import { api, refusal } from '#tests/worker/world/api.ts'
import {
  beginPayment,
  makeOrder,
  named,
  placeOrder,
  withPrices,
} from '#tests/worker/world/api-orders.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { dayIn, db } from '#tests/worker/world/services.ts'

/** What mail and moving share: ownership of orders, the lists, and repeated orders. */

const kinds = ['mail', 'move'] as const
type Kind = (typeof kinds)[number]
type Item = { id: string; sendDate: string; isOwn: boolean }

let days = 60
/** A collection day that no other test in this file uses. */
const ownDay = () => dayIn(days++)
const ids = (body: { items: Item[] }) => body.items.map(({ id }) => id)
const query = (words: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(words).map(([name, value]) => [name, String(value)]))
async function list(kind: Kind, words: Record<string, string | number>, as?: Student) {
  const { status, body } = await api('GET', `/${kind}/get?${query(words)}`, { as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { items: Item[]; nextCursor: string | null }
}
/** Orders that are placed at once, so that a test of lists needs no payment. */
async function freeOrders(kind: Kind, as: Student, changes: object[]): Promise<string[]> {
  const made: string[] = []
  await withPrices({ mailBasePrice: 0, moveBasePrice: 0 }, async () => {
    for (const change of changes)
      made.push(await makeOrder(kind, as, { isBuyBox: false, ...change }))
  })
  return made
}

let stranger: Student
beforeAll(async () => {
  stranger = await newStudent()
})

const PRIVATE = /李小雨|900123|900456|Castle|上海|静安|南京西路|Horse Guards|1FB|1AA/
test.each(kinds)(
  'others see the town and the outward postcode of a %s order and nothing else',
  async (kind) => {
    const [as, sendDate] = [await newStudent(), ownDay()]
    const id = await placeOrder(kind, as, { sendDate })
    const viewers = kind === 'mail' ? [stranger, undefined] : [stranger]
    for (const viewer of viewers)
      for (const lang of ['zh', 'en'] as const) {
        const { body } = await api('GET', `/${kind}/get?date=${sendDate}`, { as: viewer, lang })
        const places = {
          zh: ['诺丁汉', '中国大陆', '伦敦'],
          en: ['Nottingham', 'Mainland China', 'London'],
        }[lang]
        expect(body.items).toEqual([
          expect.objectContaining({
            id,
            fromAddress: expect.stringContaining(places[0] ?? ''),
            fromZip: 'NG7',
            toAddress: expect.stringContaining(places[kind === 'mail' ? 1 : 2] ?? ''),
            toZip: kind === 'mail' ? '' : 'SW1A',
            isOwn: false,
          }),
        ])
        const own = ['userName', 'tel', 'isHelp', 'basePrice', 'currency', 'payBefore', 'createdAt']
        const mail = ['isShipDaytime', 'isBuyBox', 'buyBoxNum', 'isBoxDaytime']
        const move = ['isDaytime', 'isEntrustFriend', 'friTel']
        for (const field of [...own, ...(kind === 'mail' ? mail : move)])
          expect(body.items[0][field], field).toBeNull()
        expect(JSON.stringify(body)).not.toMatch(PRIVATE)
        expect(JSON.stringify(body)).not.toContain(as.id)
      }
    const { body } = await api('GET', `/${kind}/get?date=${sendDate}`, { as })
    expect(body.items).toEqual([
      expect.objectContaining({ id, isOwn: true, userName: '李小雨', fromZip: 'NG7 1FB' }),
    ])
  },
)
test.each(kinds)('only its owner sees an unpaid %s order', async (kind) => {
  const [as, sendDate] = [await newStudent(), ownDay()]
  const id = await makeOrder(kind, as, { sendDate })
  expect(ids(await list(kind, { date: sendDate }, stranger))).toEqual([])
  expect(ids(await list(kind, { date: sendDate, mine: 'true' }, stranger))).toEqual([])
  const own = await list(kind, { date: sendDate }, as)
  expect(own.items).toEqual([
    expect.objectContaining({ id, basePaid: false, payBefore: expect.any(String) }),
  ])
})
test.each(kinds)('another student’s %s order looks like one that does not exist', async (kind) => {
  const as = await newStudent()
  const [unpaid, paid] = [await makeOrder(kind, as), await placeOrder(kind, as)]
  const clientSecret = await beginPayment(kind, as, unpaid)
  const otherKind = await makeOrder(kind === 'mail' ? 'move' : 'mail', stranger)
  const NOT_FOUND = {
    status: 404,
    code: 'notFound',
    zh: '没有找到，可能已经取消，也可能链接不完整。回到列表再看看。',
    en: 'We couldn’t find this. It may have been cancelled, or the link may be incomplete. Go back to the list and look again.',
  }
  for (const id of [unpaid, paid, `${kind}_none`, otherKind, 'x']) {
    const idOf = { [`${kind}Id`]: id }
    const asked: [string, string, object?][] = [
      ['POST', `/${kind}/pay-base`, named(kind, id, stranger)],
      ['POST', `/${kind}/add-stripe`, { ...idOf, clientSecret }],
      ['DELETE', `/${kind}/${id}/delete`],
    ]
    if (kind === 'mail') asked.push(['POST', '/mail/join', { ...idOf, userId: stranger.id }])
    for (const [method, path, json] of asked)
      expect(await refusal(method, path, { as: stranger, json }), `${path} ${id}`).toEqual(
        NOT_FOUND,
      )
  }
  expect((await list(kind, { mine: 'true' }, as)).items).toEqual([
    expect.objectContaining({ id: paid, basePaid: true }),
    expect.objectContaining({ id: unpaid, basePaid: false }),
  ])
})

test.each(kinds)('%s orders are searched only by what the searcher may see', async (kind) => {
  const [as, sendDate] = [await newStudent(), ownDay()]
  const [id] = await freeOrders(kind, as, [{ sendDate }])
  const found = async (address: string, viewer: Student) =>
    ids(await list(kind, { date: sendDate, address }, viewer)).length
  for (const street of [
    'castle boulevard',
    'NG7 1FB',
    'ng71fb',
    kind === 'mail' ? '南京西路' : 'horse guards',
  ]) {
    expect(await found(street, as), street).toBe(1)
    expect(await found(street, stranger), street).toBe(0)
  }
  for (const town of ['nottingham', '诺丁汉', 'NG7', kind === 'mail' ? '中国大陆' : 'sw1a']) {
    expect(await found(town, as), town).toBe(1)
    expect(await found(town, stranger), town).toBe(1)
  }
  for (const secret of ['李小雨', '900123', '900456', id ?? '', '1fb'])
    expect(await found(secret, stranger)).toBe(0)
  for (const text of ['%', '_', "'; drop table orders; --", '\\'])
    expect(await found(text, as), text).toBe(0)
  expect(await found('', stranger)).toBe(1)
})
test.each(kinds)(
  '%s orders are listed soonest first, a single day if requested, without past ones',
  async (kind) => {
    const as = await newStudent()
    const [first, second] = [ownDay(), ownDay()]
    const [late, early] = await freeOrders(kind, as, [{ sendDate: second }, { sendDate: first }])
    expect(ids(await list(kind, { date: first }, stranger))).toEqual([early])
    expect(ids(await list(kind, { date: second }, stranger))).toEqual([late])
    const all = ids(await list(kind, { limit: 100 }, as)).filter(
      (id) => id === late || id === early,
    )
    expect(all).toEqual([early, late])
    await db
      .update(orders)
      .set({ sendDate: dayIn(-1) })
      .where(and(eq(orders.userId, as.id), eq(orders.sendDate, first)))
    expect(ids(await list(kind, { limit: 100 }, as))).not.toContain(early)
    // Newest first, including past ones.
    expect(ids(await list(kind, { mine: 'true' }, as))).toEqual([early, late])
  },
)
test.each(kinds)('pages of %s orders stay correct while orders come and go', async (kind) => {
  const as = await newStudent()
  const on = (...offsets: number[]) =>
    freeOrders(
      kind,
      as,
      offsets.map((offset) => ({ sendDate: dayIn(30 + offset), fromZip: 'KW15 1AA' })),
    )
  // No other test in this file sends anything from there.
  const filter = { address: 'kw15', limit: 2 }
  const made = await on(1, 2, 3, 4, 5, 6)
  const first = await list(kind, filter, stranger)
  expect(ids(first)).toEqual(made.slice(0, 2))
  await db.delete(orders).where(eq(orders.id, made[1] as OrderId))
  await on(0)
  const [added] = await on(5)
  const second = await list(kind, { ...filter, cursor: first.nextCursor ?? '' }, stranger)
  expect(ids(second)).toEqual([made[2], made[3]])
  const third = await list(kind, { ...filter, limit: 3, cursor: second.nextCursor ?? '' }, stranger)
  expect(ids(third)).toEqual([...[made[4], added].toSorted(), made[5]])
  expect(third.nextCursor).toBeNull()
})
test.each(kinds)(
  '%s orders of one day are each shown once, whatever the page size',
  async (kind) => {
    const [as, sendDate] = [await newStudent(), ownDay()]
    const made = await freeOrders(kind, as, Array(5).fill({ sendDate }))
    const seen: string[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null && pages < 5; pages++) {
      const page = await list(kind, { date: sendDate, limit: 2, cursor }, stranger)
      seen.push(...ids(page))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(made.toSorted())
  },
)
test.each(kinds)(
  'own %s orders of one moment are each shown once, and a single day if requested',
  async (kind) => {
    const as = await newStudent()
    const [sendDate, otherDate] = [ownDay(), ownDay()]
    const made = await freeOrders(kind, as, [
      { sendDate },
      { sendDate },
      { sendDate: otherDate },
      { sendDate },
    ])
    await db.update(orders).set({ createdAt: 1 }).where(eq(orders.userId, as.id))
    const seen: string[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null && pages < 5; pages++) {
      const page = await list(kind, { mine: 'true', limit: 1, cursor }, as)
      seen.push(...ids(page))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(made.toSorted().toReversed())
    expect(ids(await list(kind, { mine: 'true', date: otherDate }, as))).toEqual([made[2]])
    expect(ids(await list(kind, { mine: 'true', date: sendDate }, as))).toHaveLength(3)
  },
)
test('a visitor can see the mail list, but not request own orders', async () => {
  expect((await api('GET', '/mail/get')).status).toBe(200)
  expect(await refusal('GET', '/mail/get?mine=true')).toEqual({
    status: 401,
    code: 'loginExpired',
    zh: '登录已过期，请重新登录',
    en: 'Login expired, please log in again',
  })
  const bad = await api('GET', '/mail/get', { headers: { Authorization: 'Bearer nonsense' } })
  expect(bad.status).toBe(401)
})
