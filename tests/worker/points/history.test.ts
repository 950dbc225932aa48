import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { listPoints } from '#app/account/rows/points.server.ts'
import { readSpendablePoints } from '#app/account/service/points.server.ts'
import { readSettings } from '#app/catalog/service/settings.server.ts'
import { settings } from '#db/schema.ts'
import { textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { api } from '#tests/worker/world/api.ts'
import { give, makeMember, member, newStudent, type Student } from '#tests/worker/world/people.ts'
import { db, services } from '#tests/worker/world/services.ts'

async function newMember(points = 0): Promise<Student> {
  const student = await newStudent()
  await makeMember(student, points)
  return student
}
/** 14:00 in London on 6 December 2026. */
const ride = {
  airportZh: '伦敦希思罗机场',
  airportEn: 'London Heathrow',
  carpoolAt: Date.parse('2026-12-06T14:00:00Z'),
}

type Item = { id: string; points: number; description: string; createdAt: string }
type Page = { items: Item[]; nextCursor: string | null; balance: number }
async function history(as: Student, type = 'all', query = ''): Promise<Page> {
  const { status, body } = await api('GET', `/user/my/${type}/points?${query}`, { as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const points = ({ items }: Page) => items.map((item) => item.points)

test('additions and deductions are distinguished, and the balance includes both', async () => {
  const as = await newMember()
  await give(as.id, 500, { createdAt: 1000 })
  await give(as.id, -120, { createdAt: 2000 })
  await give(as.id, 7, { createdAt: 3000 })
  await give(as.id, 0, { createdAt: 4000 })
  expect(points(await history(as))).toEqual([7, -120, 500])
  expect(points(await history(as, 'earned'))).toEqual([7, 500])
  expect(points(await history(as, 'spent'))).toEqual([-120])
  for (const type of ['all', 'earned', 'spent']) expect((await history(as, type)).balance).toBe(387)
  expect((await history(as)).items[0]).toEqual({
    id: expect.stringMatching(/^pts_/),
    points: 7,
    description: 'Thank you for helping',
    createdAt: '1970-01-01T00:00:03Z',
  })
})
test('a student without points gets an empty list, and nobody sees others’ points', async () => {
  await newMember(500)
  expect(await history(await newMember())).toEqual({ items: [], nextCursor: null, balance: 0 })
})
test('pages stay correct while entries are added', async () => {
  const as = await newMember()
  for (let i = 1; i <= 5; i++) await give(as.id, i, { createdAt: i * 1000 })
  const first = await history(as, 'all', 'limit=2')
  expect(points(first)).toEqual([5, 4])
  await give(as.id, 6, { createdAt: 6000 })
  const second = await history(
    as,
    'all',
    `limit=2&cursor=${encodeURIComponent(first.nextCursor ?? '')}`,
  )
  expect(points(second)).toEqual([3, 2])
  expect(second.balance).toBe(21)
  const third = await history(
    as,
    'all',
    `limit=2&cursor=${encodeURIComponent(second.nextCursor ?? '')}`,
  )
  expect(points(third)).toEqual([1])
  expect(third.nextCursor).toBeNull()
})
test('entries of the same moment are each shown once', async () => {
  const as = await newMember()
  for (let i = 1; i <= 5; i++) await give(as.id, i)
  const seen: number[] = []
  let cursor: string | null = ''
  for (let pages = 0; cursor !== null && pages < 5; pages++) {
    const page: Page = await history(as, 'earned', `limit=2&cursor=${encodeURIComponent(cursor)}`)
    seen.push(...points(page))
    cursor = page.nextCursor
  }
  expect(seen.sort()).toEqual([1, 2, 3, 4, 5])
})
test.each(['everything', 'ALL', ''])('an unknown kind of list, %j, is not found', async (type) => {
  const as = await newMember()
  const { status, body } = await api('GET', `/user/my/${type}/points`, { as })
  expect([status, body.code]).toEqual([404, 'notFound'])
})

test.each([
  [
    'zh',
    [
      '完成拼车：伦敦希思罗机场，12月6日 周日 14:00 出发',
      '抵余款的积分退回：伦敦希思罗机场，12月6日 周日 14:00 出发',
      '抵拼车余款：伦敦希思罗机场，12月6日 周日 14:00 出发',
      'Thank you for helping',
    ],
  ],
  [
    'en',
    [
      'Earned with your carpool: London Heathrow, Sun 6 Dec, 14:00',
      'Points towards a balance returned: London Heathrow, Sun 6 Dec, 14:00',
      'Put towards the balance of your carpool: London Heathrow, Sun 6 Dec, 14:00',
      'Thank you for helping',
    ],
  ],
] as const)('an entry describes its purpose in the reader’s language: %s', async (lang, texts) => {
  const as = await newMember()
  const entry = (kind: 'balance' | 'balanceReturned' | 'earned', at: number) => ({
    kind,
    params: ride,
    description: '',
    createdAt: at,
  })
  await give(as.id, 500, { createdAt: 1000 })
  await give(as.id, -300, entry('balance', 2000))
  await give(as.id, 300, entry('balanceReturned', 3000))
  await give(as.id, 42, entry('earned', 4000))
  const list = await api('GET', '/user/my/all/points', { as, lang })
  const info = await api('GET', '/user/info', { as, lang })
  expect(list.body.items.map(({ description }: Item) => description)).toEqual(texts)
  expect(info.body.pointsHistory).toEqual(list.body.items)
  expect(info.body.points).toBe(542)
})
test('the same service reports the points available', async () => {
  const pool = services
  expect(await readSpendablePoints(pool, await member({ points: 70 }))).toBe(70)
  expect(await readSpendablePoints(pool, await member({ points: 70, auth: 'PENDING' }))).toBe(0)
})

test('a page is found by index, from its place on', async () => {
  const after = { createdAt: 1, id: 'pts_x' }
  const { sql, params } = listPoints(
    db,
    { id: 'usr_x' },
    { type: 'spent', after, limit: 21 },
  ).toSQL()
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>()
  const plan = results.map(({ detail }) => detail).join('\n')
  expect(plan).toMatch(/SEARCH points_ledger USING INDEX points_user \(user_id=\? AND created_at</)
})

test('settings have their defaults until they are set, and unknown ones are ignored', async () => {
  const service = { db }
  const others = {
    pointsEarnedPerPound: 1,
    recordMonths: 12,
    rideSms: 0,
    driverSms: 0,
    deadlineSms: 1,
    alipay: 0,
    fenPerPound: 0,
    wechatPay: 0,
    ...{ vatRegistered: 0, vatCarpool: 0, vatTrip: 0, vatMail: 0, vatMove: 0, vatOther: 0 },
    mailBasePrice: 1000,
    moveBasePrice: 2000,
    tripBalancePrice: 3000,
  }
  expect(await readSettings(service)).toEqual({ pointsPerPound: 100, ...others })
  await db.insert(settings).values([
    { key: 'pointsPerPound', value: 50, updatedAt: 1 },
    { key: 'ofALaterVersion', value: 7, updatedAt: 1 },
  ])
  expect(await readSettings(service)).toEqual({ pointsPerPound: 50, ...others })
  await db.delete(settings)
})

test('a regular account sees no points, even if the ledger has some, and a member sees them', async () => {
  const [none, as] = [await newStudent(), await newMember(700)]
  await give(none.id, 700)
  for (const path of ['/user/info', '/user/current']) {
    expect((await api('GET', path, { as: none })).body).toMatchObject({
      points: null,
      pointsHistory: [],
    })
    expect((await api('GET', path, { as })).body).toMatchObject({
      points: 700,
      pointsHistory: [{ points: 700 }],
    })
  }
  for (const type of ['all', 'earned', 'spent']) {
    const { status, body } = await api('GET', `/user/my/${type}/points`, { as: none })
    expect([status, body.code]).toEqual([403, 'memberOnly'])
  }
  const pageOf = async ({ token }: Student) => {
    const visitor = new Visitor({ lang: 'en' })
    visitor.cookies.set('sid', token)
    return textOf(await visitor.get('/profile'))
  }
  expect(await pageOf(none)).not.toMatch(/points/i)
  expect(await pageOf(as)).toMatch(/700 points/)
})
