import { eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { balanceDueOf } from '#app/carpool/rules/permissions.ts'
import { addPost, readPosts, reportPost } from '#app/features/board/service.server.ts'
import {
  BOARD_KEPT_MS,
  BOARD_OPEN_MS,
  BOARD_POSTS_MAX,
  hours,
  minutes,
  POST_MAX,
} from '#app/kernel/limits.ts'
import { closeAccount } from '#app/privacy/service/closing.server.ts'
import { readOwnData } from '#app/privacy/service/own-data.server.ts'
import { auditLog, notices, users } from '#db/schema.ts'
import {
  carOf,
  completeCar,
  goTo,
  payBalance,
  rowsOf,
  type Seat,
} from '#tests/worker/world/cars.ts'
import { browserOf, newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance, codeOf, db, must, now, passTime, services } from '#tests/worker/world/services.ts'
import { join, openTrip, stateOf, untilCutoff } from '#tests/worker/world/trips.ts'
import { errorOf, leadsTo } from './accounts/visitor.ts'
import { newAdmin, visitorOf } from './admin/kit.ts'
import { foundInD1 } from './closing/kit.ts'
import { filledForm } from './forms/filled.ts'

/** The message board of a group: what its people write, and who reads it. */

const TEXT = 'by the coffee shop <b>now</b>\nsee https://example.com/x'

let all: Student[]
let seats: Seat[]
let carpoolId: string
beforeEach(async () => {
  all = [await newStudent(), await newStudent(), await newStudent()]
  await db
    .update(users)
    .set({ name: '李小红' })
    .where(eq(users.id, (all[1] as Student).id))
  ;({ seats, carpoolId } = await completeCar(all))
})
const seat = (at: number) => seats[at] as Seat
const path = (at: number) => `/carpool/record/${seat(at).participantId}/board`
const asked = (at: number) => {
  const { viewer, participantId } = seat(at)
  return { viewer, participantId }
}
const pageOf = async (at: number, lang?: 'zh' | 'en') =>
  (await browserOf(seat(at).viewer, lang)).get(path(at))
const send = async (at: number, fields: Record<string, string>) =>
  (await browserOf(seat(at).viewer)).post(path(at), fields)
const post = async (at: number, content: string, key: string = crypto.randomUUID()) =>
  addPost(services, { ...asked(at), key, content })
const read = async (at: number) => readPosts(services, asked(at))
const stored = () => rowsOf(carpoolId, 'SELECT content FROM posts')
const departureAt = async () => (await carOf(carpoolId)).carpoolAt
const noticesOf = async (at: number) =>
  (
    await db
      .select()
      .from(notices)
      .where(eq(notices.userId, seat(at).viewer.id))
  ).filter(({ code }) => code === 'boardPosts')
const allPay = async () => {
  for (const one of seats) await payBalance(one)
}

describe('the page', () => {
  test('shows plain text with its lines, who wrote it, and nothing that can be clicked', async () => {
    expect((await pageOf(0)).html).toContain('还没有人留言')
    const sent = await send(1, { content: TEXT, key: 'k' })
    expect([sent.status, sent.headers.get('Location')]).toEqual([
      303,
      expect.stringContaining(path(1)),
    ])
    const { html } = await pageOf(0)
    expect(html).toMatch(/李同学[\s\S]*by the coffee shop &lt;b&gt;now&lt;\/b&gt;\nsee https:/)
    expect(html).not.toMatch(/href="https:\/\/example|李小红/)
    expect((await pageOf(1)).html).toMatch(/>我<[\s\S]*by the coffee shop/)
    expect((await pageOf(0, 'en')).html).toContain('Message board')
  })

  test.each([
    ['nothing', '   ', ''],
    ['too much', '长'.repeat(POST_MAX + 1), '长'.repeat(POST_MAX + 1)],
  ])('%s is explained, and what was typed is kept', async (_, content, kept) => {
    const page = await send(0, { content, key: 'my key' })
    expect([page.status, errorOf(page, 'content') !== undefined]).toEqual([422, true])
    const back = filledForm(page, 'key')
    expect([back.content?.trim(), back.key]).toEqual([kept, 'my key'])
    expect(await stored()).toEqual([])
  })

  test('the record and the page of companions lead there', async () => {
    const browser = await browserOf(seat(0).viewer)
    const record = path(0).replace('/board', '')
    for (const at of [record, `${record}/companions`])
      expect((await browser.get(at)).html, at).toContain(`${path(0)}"`)
  })

  test('a post is reported with one press, and gone for whoever did', async () => {
    must(await post(1, TEXT))
    expect((await send(0, { report: '1' })).status).toBe(303)
    expect((await pageOf(0)).html).toContain('你举报了这条留言')
    expect((await pageOf(0)).html).not.toContain('coffee')
    expect((await pageOf(2)).html).toContain('coffee')
    expect((await send(1, { report: '1' })).status, 'one’s own').toBe(404)
  })
})

describe('at the same time', () => {
  test('two students write the last post that fits, and one of them is told', async () => {
    must(await read(0))
    await rowsOf(
      carpoolId,
      `INSERT INTO posts (place_id, key, at, content)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${BOARD_POSTS_MAX - 1})
         SELECT 'par_gone', i, 0, 'old' FROM n`,
    )
    const sent = await Promise.all([post(0, 'mine'), post(1, 'mine')])
    expect(sent.map(codeOf).sort()).toEqual(['boardFull', 'ok'])
    expect(await stored()).toHaveLength(BOARD_POSTS_MAX)
    expect((await pageOf(2)).html).toContain('留言板已经写满 200 条')
  })
})

describe('whoever left', () => {
  test('is refused at once, even before the alarm and the lists know', async () => {
    must(await post(1, TEXT))
    await payBalance(seat(0))
    await payBalance(seat(1))
    await passTime(balanceDueOf(await carOf(carpoolId)) + minutes(1) - now())
    const answers = [await read(2), await post(2, 'x'), await read(0)]
    expect(answers.map(codeOf)).toEqual(['notFound', 'notFound', 'ok'])
    expect((await pageOf(2)).status).toBe(404)
    expect((await send(2, { content: 'x', key: 'x' })).status).toBe(404)
    await post(0, 'still here')
    expect(await noticesOf(2), 'only of what was there before').toHaveLength(1)
  })

  test('leaves the posts, without a name', async () => {
    await db
      .update(users)
      .set({ name: '欧阳惊蛰' })
      .where(eq(users.id, seat(2).viewer.id))
    must(await post(2, 'I am late'))
    expect((await pageOf(0)).html).toContain('欧阳同学')
    await payBalance(seat(0))
    await payBalance(seat(1))
    await goTo(balanceDueOf(await carOf(carpoolId)) + hours(1))
    const { html } = await pageOf(0)
    expect(html).toMatch(/已离开的同学[\s\S]*I am late/)
    expect(html).not.toContain('欧阳')
  })
})

describe('time', () => {
  test('a day after departure nobody writes; after 14 days an alarm deletes everything', async () => {
    await allPay()
    must(await post(0, TEXT))
    const at = await departureAt()
    await goTo(at + BOARD_OPEN_MS - minutes(1))
    must(await post(1, 'thank you'))
    await goTo(at + BOARD_OPEN_MS)
    const late = await send(1, { content: 'too late', key: 'late' })
    expect([late.status, filledForm(late, 'key').content]).toEqual([409, 'too late'])
    expect(late.html).toContain('不能再留言')
    expect((await pageOf(2)).html).toContain('coffee')
    await goTo(at + BOARD_KEPT_MS - minutes(1))
    expect(await stored()).toHaveLength(2)
    await goTo(at + BOARD_KEPT_MS)
    expect([await stored(), codeOf(await read(0))]).toEqual([[], 'notFound'])
  })
})

describe('notices', () => {
  test('say how many there are, once an hour, without the text and not to the author', async () => {
    must(await post(0, TEXT))
    must(await post(0, 'coffee two'))
    must(await post(1, 'coffee three'))
    expect([await noticesOf(0), await noticesOf(2)].map((one) => one.length)).toEqual([0, 1])
    await advance(hours(1))
    const told = await Promise.all([0, 1, 2].map(noticesOf))
    expect(told.map((of) => of.map(({ params }) => params.count))).toEqual([[1], [1], [1, 2]])
    expect(told[0]?.[0]?.params).toMatchObject({ carpoolId, participantId: seat(0).participantId })
    const { html } = await (await browserOf(seat(2).viewer)).get('/notices')
    expect(html).toMatch(/留言板有 2 条新留言/)
    expect(html).toContain(`${path(2)}"`)
    await advance(hours(5))
    expect((await noticesOf(2)).length, 'no news, no notice').toBe(2)
    expect(await foundInD1(['coffee'])).toEqual([])
  })
})

describe('the console', () => {
  test('reads with a record of it, hides, shows, and settles a report', async () => {
    must(await post(1, TEXT))
    must(await reportPost(services, { ...asked(0), postId: 1 }))
    const admin = await newAdmin(['groups'])
    const browser = visitorOf(admin)
    const board = `/admin/carpools/${carpoolId}/board`
    const today = (await browser.get('/admin')).html
    expect(today).toContain('carpool with a reported message')
    expect(today).toContain(board)
    expect((await browser.get(board)).html).toMatch(/李小红[\s\S]*coffee/)
    const decide = (decision: string) => browser.post(board, { postId: '1', decision })
    expect(leadsTo(await decide('hide'))).toBe(board)
    await decide('hide')
    expect((await pageOf(2)).html).toContain('这条留言已被隐藏')
    expect((await pageOf(1)).html, 'its author').not.toContain('coffee')
    expect((await browser.get(board)).html).toContain('coffee')
    expect((await browser.get('/admin')).html).not.toContain(board)
    await decide('show')
    expect((await pageOf(2)).html).toContain('coffee')
    const log = await db.select().from(auditLog).where(eq(auditLog.adminId, admin.id))
    const actions = log.map(({ action }) => action).filter((action) => action !== 'groupViewed')
    expect(actions.sort()).toEqual(['boardViewed', 'postHidden', 'postShown'])
    expect(JSON.stringify(log)).not.toContain('coffee')
  })

  test('needs the scope, and a group of its own kind', async () => {
    must(await post(1, TEXT))
    const stranger = visitorOf(await newAdmin(['catalog', 'dispatch']))
    const page = await stranger.get(`/admin/carpools/${carpoolId}/board`)
    expect([page.status, page.html.includes('coffee')]).toEqual([403, false])
    const admin = await newAdmin(['groups'])
    expect((await visitorOf(admin).get(`/admin/trips/${carpoolId}/board`)).status).toBe(404)
    expect(
      await db.select().from(auditLog).where(like(auditLog.action, 'boardViewed')),
    ).not.toEqual(expect.arrayContaining([expect.objectContaining({ adminId: admin.id })]))
  })
})

test('own data has a student’s own posts, and closing the account deletes them', async () => {
  await allPay()
  must(await post(0, 'mine alone'))
  must(await post(1, 'of somebody else'))
  must(await reportPost(services, { ...asked(0), postId: 2 }))
  await goTo((await departureAt()) + hours(3))
  const data = JSON.stringify(must(await readOwnData(services, seat(0).viewer.id, 'zh')).boardPosts)
  expect(data).toContain('mine alone')
  expect(data).not.toContain('of somebody else')
  expect(must(await closeAccount(services, seat(0).viewer.id))).toEqual([])
  expect(await stored()).toEqual([{ content: 'of somebody else' }])
  expect(await rowsOf(carpoolId, 'SELECT * FROM reports')).toEqual([])
  expect((await pageOf(1)).html).not.toContain('mine alone')
})

test('a trip has a board too, from its cutoff on', async () => {
  const [creator, other] = all as [Student, Student]
  const trip = await openTrip({ minPassengers: 2, balancePrice: 0 }, creator)
  const { participantId } = await join(trip.id, {}, other)
  const at = (id: string) => `/trip/board/${id}`
  const browser = await browserOf(creator)
  expect((await browser.get(at(trip.participantId))).status).toBe(404)
  await advance((await untilCutoff(trip.id)) + 1)
  const sent = await (await browserOf(other)).post(at(participantId), { content: TEXT, key: 'k' })
  expect([sent.status, sent.headers.get('Location')]).toEqual([
    303,
    expect.stringContaining(at(participantId)),
  ])
  const { html } = await browser.get(at(trip.participantId))
  expect(html).toMatch(/李同学[\s\S]*coffee/)
  expect((await browser.get('/notices')).html).toContain(at(trip.participantId))
  const record = async () => (await browser.get(`/trip/record/${trip.participantId}`)).html
  expect(await record()).toContain(at(trip.participantId))
  const companions = `/trip/companions/${trip.participantId}`
  expect((await browser.get(companions)).html).toContain(at(trip.participantId))
  const { tripStartAt } = await stateOf(trip.id)
  await goTo(tripStartAt + BOARD_OPEN_MS)
  expect(await record(), 'once that page is gone').toContain(at(trip.participantId))
  await goTo(tripStartAt + BOARD_KEPT_MS)
  expect(await record()).not.toContain(at(trip.participantId))
  expect((await browser.get(at(trip.participantId))).status).toBe(404)
})
