import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { leaveGroup } from '#app/group/service/groups.server.ts'
import { getT } from '#app/i18n/server.ts'
import { ADMIN_SCOPES } from '#app/kernel/admin.ts'
import type { TripId } from '#app/kernel/id.ts'
import { readNotices } from '#app/notices/service/notices.server.ts'
import { closeAccount } from '#app/privacy/service/closing.server.ts'
import { readOwnData } from '#app/privacy/service/own-data.server.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { groups, tripTexts } from '#db/schema.ts'
import { leadsTo, type Shown, textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { auditOf, newAdmin, visitorOf } from '#tests/worker/admin/kit.ts'
import { api } from '#tests/worker/world/api.ts'
import { openTrip, takePlace, travel } from '#tests/worker/world/api-trips.ts'
import { browserOf, newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance, dayIn, db, must, services } from '#tests/worker/world/services.ts'

/** What is written first and what replaces it, so that pages can be searched for each. */
const FIRST = { itinerary: '看湖和爬山', meetingPoint: '老市场广场狮子像', included: '巴士\n门票' }
const LATER = { itinerary: '看海和坐火车', meetingPoint: '火车站北门', included: '火车票' }
const NOTHING = { itinerary: null, meetingPoint: null, included: null }
const WAITING = '等待审核，同学还看不到'

const wordsOf = (texts: object) => Object.values(texts).map((text) => String(text).split('\n')[0])
/** Which of the texts a page shows: all of one version, none, or a mixture. */
function shownIn(page: Shown): string {
  const has = (texts: object) => wordsOf(texts).filter((word) => page.html.includes(String(word)))
  const [first, later] = [has(FIRST).length, has(LATER).length]
  if (first === 0 && later === 0) return 'nothing'
  return later === 0
    ? first === 3
      ? 'first'
      : 'a part'
    : first === 0 && later === 3
      ? 'later'
      : 'a part'
}

const listed = async (as: Student, id: string) => {
  const { body } = await api('POST', '/trip/get', { as, json: { userId: as.id } })
  return body.items.find((one: { id: string }) => one.id === id)
}
const apiShows = async (as: Student, id: string) => {
  const { itinerary, meetingPoint, included } = await listed(as, id)
  return { itinerary, meetingPoint, included }
}
/** What everybody who may look at a trip is shown of its texts. */
async function seen(id: string, creator: Student, on: Student, other: Student) {
  const page = async (as: Student, path: string) => (await browserOf(as)).get(path)
  const public_ = await new Visitor().get(`/share/trip/${id}`)
  const list = await page(other, '/trip')
  return {
    creator: shownIn(await page(creator, `/trip/record/${id}`)),
    companion: shownIn(await page(on, `/trip/record/${id}`)),
    other: shownIn(await page(other, `/trip/${id}/join`)),
    visitor: shownIn(public_),
    'creator’s link': shownIn(await page(creator, `/share/trip/${id}`)),
    'the list': /包含：([^<]*)/.exec(list.html)?.[1] ?? 'nothing',
    'the API': await apiShows(other, id),
  }
}
const everybody = (what: string, list: string, said: object) => ({
  creator: what,
  companion: what,
  other: what,
  visitor: what,
  'creator’s link': what,
  'the list': list,
  'the API': said,
})
const nobodyBut = (creator: string) => ({ ...everybody('nothing', 'nothing', NOTHING), creator })

/** Only one trip is listed at a time, so that a list shows its texts or none. */
const onlyThis = () => db.update(groups).set({ listed: false, departureDay: '2000-01-01' })

const console_ = async () => visitorOf(await newAdmin(), 'zh')
const versionOf = async (id: string) =>
  (
    await db
      .select()
      .from(tripTexts)
      .where(eq(tripTexts.tripId, id as TripId))
      .get()
  )?.version
const decide = async (by: Visitor, id: string, form: Record<string, string>) =>
  by.post(`/admin/trips/${id}`, { seen: String(await versionOf(id)), ...form })

async function trip() {
  await onlyThis()
  const creator = await newStudent()
  const { id } = await openTrip({ ...FIRST }, creator)
  return { id, creator, other: await newStudent(), by: await console_() }
}

describe('what a creator writes', () => {
  test('is seen by others while an administrator has approved exactly that', async () => {
    const { id, creator, other, by } = await trip()
    const companion = await newStudent()
    await takePlace(companion, id, travel())
    const look = () => seen(id, creator, companion, other)
    const mine = async () => textOf(await (await browserOf(creator)).get(`/trip/record/${id}`))
    expect(await look()).toEqual(nobodyBut('first'))
    expect(await mine()).toContain(WAITING)

    expect((await decide(by, id, { decision: 'decline', reason: '写清楚几点回来' })).status).toBe(
      303,
    )
    expect(await look()).toEqual(nobodyBut('first'))
    expect(await mine()).toContain('没有通过审核，同学看不到 原因：写清楚几点回来')

    const pen = await browserOf(creator)
    const sent = await pen.post(`/trip/${id}/texts`, LATER)
    expect(leadsTo(sent)).toBe(`/trip/record/${id}`)
    expect(await look()).toEqual(nobodyBut('later'))
    expect(await mine()).toContain(WAITING)

    await decide(by, id, { decision: 'approve' })
    expect(await look()).toEqual(everybody('later', '火车票', LATER))
    expect(await mine()).not.toMatch(/等待审核|没有通过/)

    await decide(by, id, { decision: 'decline', reason: '改主意了' })
    expect(await look()).toEqual(nobodyBut('later'))
  })

  test('is hidden again by a change, and stays approved if nothing changes', async () => {
    const { id, creator, other, by } = await trip()
    const companion = await newStudent()
    await decide(by, id, { decision: 'approve' })
    const shown = () => apiShows(other, id)
    expect(await shown()).toEqual(FIRST)
    const pen = await browserOf(creator)
    await pen.post(`/trip/${id}/texts`, { ...FIRST, included: '巴士\r\n门\u200B票 ' })
    expect(await shown(), 'the same text').toEqual(FIRST)
    await pen.post(`/trip/${id}/texts`, { ...FIRST, included: '巴士' })
    expect(await shown()).toEqual(NOTHING)
    await pen.post(`/trip/${id}/texts`, { itinerary: '', meetingPoint: '', included: '' })
    const row = await db
      .select()
      .from(tripTexts)
      .where(eq(tripTexts.tripId, id as TripId))
      .get()
    expect(row).toMatchObject({ itinerary: '', state: 'approved' })
    await pen.post(`/trip/${id}/texts`, LATER)
    await decide(by, id, { decision: 'approve' })
    await takePlace(companion, id, travel())
    // Now somebody has joined with it in view.
    const form = await pen.get(`/trip/${id}/texts`)
    expect(textOf(form)).toContain('已经有同学看着这份行程说明参加了')
    expect(form.html).not.toContain('<textarea')
    const late = await pen.post(`/trip/${id}/texts`, FIRST)
    expect([late.status, textOf(late)]).toEqual([409, expect.stringContaining('没有任何改动')])
    expect(await shown()).toEqual(LATER)
  })

  test('belongs to the creator: nobody else finds its form', async () => {
    const { id, creator, other, by } = await trip()
    await decide(by, id, { decision: 'approve' })
    const companion = await newStudent()
    await takePlace(companion, id, travel())
    for (const who of [other, companion]) {
      const browser = await browserOf(who)
      expect((await browser.get(`/trip/${id}/texts`)).status).toBe(404)
      expect((await browser.post(`/trip/${id}/texts`, LATER)).status).toBe(404)
    }
    expect(leadsTo(await new Visitor().get(`/trip/${id}/texts`))).toMatch(/^\/login/)
    expect(await apiShows(creator, id)).toEqual(FIRST)
    const own = await (await browserOf(companion)).get(`/trip/record/${id}`)
    expect(own.status).toBe(200)
    expect(own.html).not.toContain(`/trip/${id}/texts`)
  })

  test('is erased with the account, and is in the student’s own data', async () => {
    const { id, creator } = await trip()
    const mine = must(await readOwnData(services, creator.id, 'zh')) as {
      tripTexts: object[]
    }
    expect(mine.tripTexts).toEqual([
      {
        tripId: id,
        ...FIRST,
        state: 'waiting',
        reason: null,
        writtenAt: expect.stringMatching(/Z$/),
      },
    ])
    must(await leaveGroup(tripKind, services, creator, id))
    await advance(0)
    expect(must(await closeAccount(services, creator.id))).toEqual([])
    expect(await versionOf(id)).toBeUndefined()
  })
})

describe('the forms', () => {
  const form = () => ({
    tripName: '约克一日游',
    minPassenger: '2',
    maxPassenger: '4',
    cutoffTime: `${dayIn(5)}T18:00`,
    tripStartDatetime: `${dayIn(10)}T08:00`,
    tripEndDatetime: `${dayIn(10)}T20:00`,
    attemptId: crypto.randomUUID(),
    ...FIRST,
  })
  const textIn = ({ html }: Shown, name: string) =>
    new RegExp(`<textarea[^>]*name="${name}"[^>]*>([^<]*)<`).exec(html)?.[1]?.trim()
  const keeps = (page: Shown) => {
    expect(textIn(page, 'itinerary')).toBe(FIRST.itinerary)
    expect(textIn(page, 'included')).toBe(FIRST.included)
    expect(page.html).toContain(`value="${FIRST.meetingPoint}"`)
    expect(page.html).toMatch(/<input(?=[^>]*name="needsFlight")[^>]* checked=""/)
  }

  test('of a new trip keeps what was written when it is refused, and after a cancelled payment', async () => {
    const creator = await newStudent()
    const browser = await browserOf(creator)
    const sent = { ...form(), needsFlight: 'on' }
    keeps(await browser.post('/trip/create', { ...sent, tripName: '' }))
    const made = await browser.post('/trip/create', sent)
    const id = leadsTo(made)?.replace('/pay/deposit-', '') ?? ''
    expect(id).toMatch(/^trip_/)
    const back = await browser.post(`/pay/deposit-${id}`, { intent: 'cancel' })
    expect(leadsTo(back)).toBe(`/trip/create?from=${id}`)
    keeps(await browser.get(`/trip/create?from=${id}`))
    const other = await browserOf(await newStudent())
    expect(textIn(await other.get(`/trip/create?from=${id}`), 'itinerary')).toBe('')
  })
})

describe('the console', () => {
  test('counts what waits for those who may decide, and lists it', async () => {
    const { id, by } = await trip()
    const mine = await visitorOf(
      await newAdmin(ADMIN_SCOPES.filter((scope) => scope !== 'groups')),
      'zh',
    )
    const task = /(\d+)\s*份行程说明待审核/
    expect(Number(task.exec(textOf(await by.get('/admin')))?.[1])).toBe(1)
    expect(textOf(await mine.get('/admin'))).not.toMatch(task)
    expect((await mine.get(`/admin/trips/${id}`)).status).toBe(403)
    expect((await decide(mine, id, { decision: 'approve' })).status).toBe(403)
    expect((await by.get('/admin/trips?texts=1')).html).toContain(id)
    await decide(by, id, { decision: 'approve' })
    expect(textOf(await by.get('/admin'))).not.toMatch(task)
    expect((await by.get('/admin/trips?texts=1')).html).not.toContain(id)
  })

  test('refuses a decision about a text that has changed or was decided, and shows the newest', async () => {
    const { id, creator, by } = await trip()
    const colleague = await console_()
    const read = await by.get(`/admin/trips/${id}`)
    expect(shownIn(read)).toBe('first')
    const old = /name="seen" value="(\d+)"/.exec(read.html)?.[1] ?? ''
    await (await browserOf(creator)).post(`/trip/${id}/texts`, LATER)
    const late = await by.post(`/admin/trips/${id}`, { seen: old, decision: 'approve' })
    expect([late.status, shownIn(late)]).toEqual([412, 'later'])
    expect(textOf(late)).toContain('你的决定没有保存')
    expect(await apiShows(creator, id)).toEqual(NOTHING)

    const now = /name="seen" value="(\d+)"/.exec(late.html)?.[1] ?? ''
    await colleague.post(`/admin/trips/${id}`, { seen: now, decision: 'approve' })
    const other = { seen: now, decision: 'decline', reason: '不清楚' }
    const second = await by.post(`/admin/trips/${id}`, other)
    expect(second.status).toBe(412)
    expect(second.html).toContain('value="不清楚"')
    expect(await apiShows(creator, id)).toEqual(LATER)
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['tripTextsApproved'])
  })

  test('declines with a reason, which the creator is told and the log keeps', async () => {
    const { id, creator, by } = await trip()
    const bare = await decide(by, id, { decision: 'decline', reason: ' ' })
    expect(bare.status).toBe(422)
    expect(await auditOf(id)).toEqual([])
    await decide(by, id, { decision: 'decline', reason: '请去掉电话号码' })
    const { items } = await readNotices(services, { id: creator.id }, getT('zh'), null)
    const told = items.filter(({ id: notice }) => notice.startsWith('tripTextsDeclined:'))
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ title: '“湖区两日游”的行程说明没有通过审核', unread: true })
    expect(told[0]?.message).toContain('原因：请去掉电话号码')
    expect(await auditOf(id)).toEqual([
      {
        adminId: expect.any(String),
        action: 'tripTextsDeclined',
        before: { version: 1, state: 'waiting' },
        after: { version: 2, state: 'declined', reason: '请去掉电话号码' },
      },
    ])
    expect(textOf(await by.get(`/admin/audit?subject=${id}`))).toContain('原因：请去掉电话号码')
  })
})

describe('a trip that needs no flights', () => {
  test('is what a new trip is, unless its creator says otherwise', async () => {
    const as = await newStudent()
    const { id } = await openTrip({ needsFlight: undefined }, as)
    expect(await listed(as, id)).toMatchObject({ needsFlight: false })
    const page = await (await browserOf(await newStudent())).get(`/trip/${id}/join`)
    expect(page.html).not.toMatch(/name="(terminal|flightTime|flightNumber)"/)
    expect(page.html).toContain('name="nLocation"')
    const { id: airport } = await openTrip({ needsFlight: true }, as)
    const asks = await (await browserOf(await newStudent())).get(`/trip/${airport}/join`)
    for (const name of ['terminal', 'flightTime', 'flightNumber'])
      expect(asks.html).toContain(`name="${name}"`)
  })

  test('is joined without one, by form and by API; one that is sent is not read', async () => {
    const { id } = await openTrip({ needsFlight: false, maxPassenger: 5 })
    const one = await newStudent()
    const browser = await browserOf(one)
    const missing = await browser.post(`/trip/${id}/join`, { people: '1' })
    expect(missing.status).toBe(422)
    expect(missing.html).not.toMatch(/name="(flightTime|terminal)"/)
    const joined = await browser.post(`/trip/${id}/join`, { nLocation: '8 Park Row', bag: '0' })
    expect(leadsTo(joined)).toBe(`/pay/deposit-${id}`)
    const two = await newStudent()
    const { trip: reply } = await takePlace(two, id, {
      nLocation: '9 Park Row',
      terminal: 'T9',
      flightTime: 'soon',
      flightNumber: 7,
    })
    expect(reply).toMatchObject({ isJoined: true, needsFlight: false, flightTimes: [] })
    const record = textOf(await (await browserOf(two)).get(`/trip/record/${id}`))
    expect(record).toContain('9 Park Row')
    expect(record).not.toMatch(/航班|航站楼/)
  })
})
