import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { UserId } from '#app/kernel/id.ts'
import { countWaitingTexts, findTripTexts, putTripTexts } from '#app/trip/rows/trips.server.ts'
import type { TextState } from '#app/trip/rules/state.ts'
import { judgeTripTexts, writeTripTexts } from '#app/trip/service/trip-texts.server.ts'
import { groups, tripTexts } from '#db/schema.ts'
import { insertTrip } from '#tests/worker/rows.ts'
import { noticesWith } from '#tests/worker/world/people.ts'
import { codeOf, db, must, services } from '#tests/worker/world/services.ts'
import { openTrip } from '#tests/worker/world/trips.ts'

/** A trip's texts when creator and administrators act at the same time, or late. */

const TEXTS = { itinerary: '看湖和爬山', meetingPoint: '老市场广场', included: '巴士' }
const by = 'adm_texts'

async function written() {
  const { id, creator } = await openTrip()
  const write = async (itinerary: string) =>
    must(await writeTripTexts(services, creator, id, { ...TEXTS, itinerary }))
  await write('第一天')
  const now = async () => {
    const row = await findTripTexts(db, id)
    if (!row) throw new Error('no texts')
    return row
  }
  const decide = async (seen: number, reason: string | null) =>
    codeOf(await judgeTripTexts(services, by, id, { seen, reason }))
  return { id, creator, write, now, decide }
}
/** What a creator was told was declined, oldest first. */
const toldTo = async (viewer: { id: UserId }) =>
  (await noticesWith(viewer, 'tripTextsDeclined')).map(({ params }) => params.reason)

test('each text that is declined is told once, and a decision that came too late tells nothing', async () => {
  const { creator, write, now, decide } = await written()
  const first = (await now()).version
  expect(await decide(first, '写清楚几点回来')).toBe('ok')
  expect(await decide(first, '写清楚几点回来')).toBe('versionConflict')
  expect(await toldTo(creator)).toEqual(['写清楚几点回来'])
  await write('第二天')
  const second = (await now()).version
  expect(await decide(first, '晚了')).toBe('versionConflict')
  expect(await decide(second, null)).toBe('ok')
  // The text has been approved since this administrator read it.
  expect(await decide(second, '也晚了')).toBe('versionConflict')
  expect(await toldTo(creator)).toEqual(['写清楚几点回来'])
  expect(await decide((await now()).version, '改主意了')).toBe('ok')
  expect(await toldTo(creator)).toEqual(['写清楚几点回来', '改主意了'])
})

test('of two writes or decisions about the same version one counts, and no version is used twice', async () => {
  const { id, creator, now, decide } = await written()
  const seen: number[] = []
  /** Writes as somebody who has read that version, whatever has happened since. */
  const put = (version: number | null, itinerary: string) =>
    putTripTexts(
      db,
      { ...TEXTS, itinerary, tripId: id, userId: creator.id, state: 'waiting', writtenAt: 1 },
      version,
    )
  for (const reason of [null, '不清楚']) {
    const { version } = await now()
    seen.push(version)
    expect(await decide(version, reason)).toBe('ok')
    const decided = await now()
    for (const old of [version, null]) expect(await put(old, '没看到审核')).toBe(false)
    expect(await now()).toEqual(decided)
    seen.push(decided.version)
    const both = await Promise.all([put(decided.version, '甲'), put(decided.version, '乙')])
    expect(both.filter(Boolean)).toHaveLength(1)
    expect(await now()).toMatchObject({ state: 'waiting', reason: null })
  }
  seen.push((await now()).version)
  expect(seen).toEqual(seen.map((_, n) => (seen[0] ?? 0) + n))
})

test('texts wait for an administrator until the trip starts, unless it is a draft', async () => {
  await db.delete(tripTexts)
  const tripStartAt = Date.parse('2027-05-01T08:00Z')
  const put = async (listed: boolean, state: TextState = 'waiting') => {
    const { id } = await insertTrip({
      departureAt: tripStartAt,
      tripEndAt: tripStartAt + 1_000_000,
      listed,
    })
    const about = { tripId: id, userId: 'usr_ann', version: 1, writtenAt: 1 } as const
    await db.insert(tripTexts).values({ ...TEXTS, ...about, state })
    return id
  }
  const id = await put(true)
  await put(false)
  for (const state of ['approved', 'declined'] as const) await put(true, state)
  const waitingAt = async (now: number) => (await countWaitingTexts(db, now))[0]?.count
  expect(await waitingAt(tripStartAt - 1)).toBe(1)
  expect(await waitingAt(tripStartAt)).toBe(0)
  await db
    .update(groups)
    .set({ departureAt: tripStartAt + 1 })
    .where(eq(groups.id, id))
  expect(await waitingAt(tripStartAt)).toBe(1)
})
