import { expect, test } from 'vitest'
import { startOfLondonDay } from '#app/kernel/time.ts'
import { TRIP_STATUSES } from '#app/trip/rules/state.ts'
import { findTrip } from '#app/trip/service/trips.server.ts'
import { insertTrip } from '#tests/worker/rows.ts'
import { api, refusal } from '#tests/worker/world/api.ts'
import {
  beginDeposit,
  makeTrip,
  openTrip,
  takePlace,
  travel,
} from '#tests/worker/world/api-trips.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance, dayIn, now, services } from '#tests/worker/world/services.ts'
import { stateOf } from '#tests/worker/world/trips.ts'

/** A name unique to this test, so that no other trips are in its lists. */
const word = () => crypto.randomUUID().slice(0, 8)

type Listed = { id: string; tripName: string }
async function list(as: Student, json: object, query = '') {
  const { status, body } = await api('POST', `/trip/get${query}`, { as, json })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { items: Listed[]; nextCursor: string | null }
}
const idsOf = async (as: Student, json: object) => (await list(as, json)).items.map(({ id }) => id)

test('others’ trips are on one tab, own trips on the other, and drafts on neither', async () => {
  const [as, other, name] = [await newStudent(), await newStudent(), word()]
  const trip = await openTrip({ tripName: `湖区 ${name}` })
  const draft = await makeTrip(as, { tripName: `约克 ${name}` })
  const both = async (who: Student) => [
    await idsOf(who, { name, tab: 'start' }),
    await idsOf(who, { name, tab: 'end' }),
  ]
  expect(await both(as)).toEqual([[trip.id], []])
  expect(await both(trip.creator)).toEqual([[], [trip.id]])
  await beginDeposit(as, trip.id, travel())
  expect(await both(as), 'a place on hold is not joined').toEqual([[trip.id], []])
  await takePlace(as, trip.id, travel())
  expect(await both(as)).toEqual([[], [trip.id]])
  await takePlace(as, draft)
  expect(await both(as)).toEqual([[], [trip.id, draft].toSorted().toReversed()])
  expect(await both(other)).toEqual([[trip.id, draft].toSorted(), []])
  expect(await idsOf(other, { name }), 'both tabs unless one is asked for').toEqual(
    [trip.id, draft].toSorted(),
  )
  expect(await idsOf(as, { name })).toEqual([trip.id, draft].toSorted())
})
test('a list shows only the number and flights of other students', async () => {
  const [as, name] = [await newStudent(), word()]
  const trip = await openTrip({ tripName: name })
  await takePlace(await newStudent(), trip.id, travel({ people: 2, nLocation: '8 Secret Street' }))
  const { body } = await api('POST', '/trip/get', { as, json: { name, userId: as.id } })
  expect(body.items).toMatchObject([
    { id: trip.id, currentPassengers: 3, participants: [], isJoined: false, isPaid: false },
  ])
  expect(JSON.stringify(body)).not.toContain('Secret')
  expect(JSON.stringify(body)).not.toContain('usr_')
})
test('the start tab lists a confirmed trip until its cutoff’s day is over, and no failed trip', async () => {
  const [as, name] = [await newStudent(), word()]
  const cutoffTime = `${dayIn(2)}T10:00`
  const going = await openTrip({ tripName: name, cutoffTime, minPassenger: 1 })
  const failing = await openTrip({ tripName: name, cutoffTime, minPassenger: 2 })
  await advance((await stateOf(going.id as `trip_${string}`)).cutoffAt - now())
  expect(await list(as, { name })).toMatchObject({ items: [{ id: going.id, status: 'SUCCESS' }] })
  expect(await idsOf(failing.creator, { name })).toEqual([going.id, failing.id])
  await advance(14 * 3_600_000)
  expect(await idsOf(as, { name })).toEqual([])
})
test('unpaid, failed and cancelled trips are not listed, even if an older version has listed them', async () => {
  const [as, name, cutoffAt] = [await newStudent(), word(), startOfLondonDay(dayIn(3))]
  const put = async (status: (typeof TRIP_STATUSES)[number]) =>
    (await insertTrip({ tripName: name, nameText: name, status, cutoffAt, listed: true })).id
  const shown: string[] = []
  for (const status of TRIP_STATUSES) {
    const id = await put(status)
    if (['PENDING', 'FAILED', 'CANCELLED'].includes(status))
      expect(await findTrip(services, id, as), status).toBeNull()
    else shown.push(id)
  }
  for (const tab of ['start', undefined])
    expect((await idsOf(as, { name, tab })).toSorted()).toEqual(shown.toSorted())
})
test('a cutoff at the very start of today is not after it', async () => {
  const [as, name, day] = [await newStudent(), word(), dayIn(1)]
  await openTrip({ tripName: name, cutoffTime: `${day}T00:00`, minPassenger: 1 })
  await advance(startOfLondonDay(day) - now() + 60_000)
  expect(await idsOf(as, { name, tab: 'start' })).toEqual([])
})
test('open trips come before full ones, whatever their cutoffs', async () => {
  const [as, name] = [await newStudent(), word()]
  const full = await openTrip({ tripName: name, cutoffTime: `${dayIn(3)}T10:00`, maxPassenger: 2 })
  await takePlace(await newStudent(), full.id, travel())
  const open = await openTrip({ tripName: name, cutoffTime: `${dayIn(5)}T10:00` })
  expect(await idsOf(as, { name, tab: 'start' })).toEqual([open.id, full.id])
  const first = await list(as, { name, tab: 'start', limit: 1 })
  expect(await idsOf(as, { name, tab: 'start', limit: 1, cursor: first.nextCursor })).toEqual([
    full.id,
  ])
})
test('a search matches any part of a name, ignores case, and has no wildcards', async () => {
  const [as, name] = [await newStudent(), word()]
  const { id } = await openTrip({ tripName: `Peak 区${name}` })
  const found = async (text: string) => (await idsOf(as, { name: text })).includes(id)
  for (const text of [
    `区${name}`,
    `PEAK 区${name}`,
    ` ${name} `,
    name.slice(2),
    name.toUpperCase(),
  ])
    expect(await found(text), text).toBe(true)
  for (const text of [`${name}x`, `%${name}`, `Peak_区${name}`, `区 ${name}`])
    expect(await found(text), text).toBe(false)
})
test('a day includes the trips that are under way on it', async () => {
  const [as, name] = [await newStudent(), word()]
  const { id } = await openTrip({
    tripName: name,
    tripStartDatetime: `${dayIn(10)}T23:30`,
    tripEndDatetime: `${dayIn(12)}T00:30`,
  })
  for (const day of [3, 9, 10, 11, 12, 13, 40])
    expect(await idsOf(as, { name, date: dayIn(day) }), `day ${day}`).toEqual(
      day >= 10 && day <= 12 ? [id] : [],
    )
  const refused = await refusal('POST', '/trip/get', { as, json: { date: '2026-02-30' } })
  expect(refused).toMatchObject({
    status: 422,
    fields: { zh: { date: '日期写成 2026-12-06 这样' } },
  })
})
test('a list is read page by page, earliest cutoff first, with the cursor in the body or the query', async () => {
  const [as, name] = [await newStudent(), word()]
  const ids: string[] = []
  for (const day of [6, 4, 5, 4, 7])
    ids.push((await openTrip({ tripName: name, cutoffTime: `${dayIn(day)}T18:00` })).id)
  const [six = '', four = '', five = '', alsoFour = '', seven = ''] = ids
  const order = [...[four, alsoFour].toSorted(), five, six, seven]
  expect(await idsOf(as, { name })).toEqual(order)
  for (const inQuery of [true, false]) {
    const seen: string[] = []
    let cursor: string | null = null
    for (let page = 0; page < 4 && (page === 0 || cursor); page++) {
      const place = { limit: 2, ...(cursor && { cursor }) }
      const query = new URLSearchParams(
        Object.entries(place).map(([key, value]) => [key, `${value}`]),
      )
      const read: Awaited<ReturnType<typeof list>> = inQuery
        ? await list(as, { name }, `?${query}`)
        : await list(as, { name, ...place })
      expect(read.items.length).toBeLessThanOrEqual(2)
      seen.push(...read.items.map(({ id }) => id))
      cursor = read.nextCursor
    }
    expect(seen, inQuery ? 'query' : 'body').toEqual(order)
    expect(cursor).toBeNull()
  }
})
test('own trips come with the latest cutoff first, page by page', async () => {
  const [as, name] = [await newStudent(), word()]
  const ids: string[] = []
  for (const day of [5, 7, 6]) {
    const { id } = await openTrip({ tripName: name, cutoffTime: `${dayIn(day)}T18:00` })
    await takePlace(as, id, travel())
    ids.push(id)
  }
  const [five, seven, six] = ids
  const first = await list(as, { name, tab: 'end', limit: 2 })
  expect(first.items.map(({ id }) => id)).toEqual([seven, six])
  expect(await idsOf(as, { name, tab: 'end', limit: 2, cursor: first.nextCursor })).toEqual([five])
})
