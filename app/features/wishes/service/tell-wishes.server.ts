import type { BatchItem } from 'drizzle-orm/batch'
import {
  claimNews,
  dropNews,
  findWishesFor,
  forgetOpening,
  listOpenings,
  listWaitingNews,
  postponeNews,
} from '#app/features/wishes/rows/wish-news.server.ts'
import {
  findAirportName,
  listMeetable,
  listSharing,
  markMet,
  purgeWishes,
  setMeetAt,
  type WishRow,
} from '#app/features/wishes/rows/wishes.server.ts'
import { type Meeting, meetingOf, planNews, wishTellFrom } from '#app/features/wishes/rules/wish.ts'
import type { WishId } from '#app/kernel/id.ts'
import { WISH_NEWS_PER_DAY } from '#app/kernel/limits.ts'
import { type Instant, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { insertNotice, noticeIfChanged } from '#app/notices/rows/notices.server.ts'
import { noticeAbout } from '#app/notices/rules/notices.ts'
import { eachByItself, runJobs } from '#app/platform/queue.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'

type Opening = Awaited<ReturnType<typeof listOpenings>>[number]
type Waiting = Awaited<ReturnType<typeof listWaitingNews>>[number]
const carOf = ({ carpoolId }: Opening) => carpoolId
const wishOf = ({ id }: WishRow) => id
/** Students notified concurrently that others wish for the same. */
const WIDTH = 10
/** A match that still fits, with everything its notice needs. */
type Fitting = { [K in keyof Waiting]: NonNullable<Waiting[K]> } & { departureAt: Instant }

// Notifies students of cars that fit their wishes, and of others who wish for the same
// (docs/rules.md#wishes, decision 0032).

/** Compares cars with new seats with all wishes. */
async function findWishes(context: Needs<'db' | 'clock' | 'log'>, now: Instant): Promise<void> {
  const { db } = context
  const items = await listOpenings(db, { now })
  await eachByItself(context, { name: 'openings', items, idOf: carOf }, async (opening) => {
    await db.batch([findWishesFor(db, opening.carpoolId, now), forgetOpening(db, opening)])
    return 'done'
  })
}

async function tellOfCars(context: Needs<'db' | 'clock' | 'log'>, now: Instant): Promise<number> {
  const { db } = context
  const today = startOfLondonDay(londonDay(now))
  const waiting = await listWaitingNews(db, { now, today })
  const people = [...new Set(waiting.map(({ userId }) => userId))]
  let told = 0
  await eachByItself(context, { name: 'news', items: people, idOf: (id) => id }, async (id) => {
    const own = waiting.filter(({ userId }) => userId === id)
    const { writes, isTold } = newsWrites(context, own, { now, today })
    await batch(context, writes)
    if (isTold) told++
    return 'done'
  })
  return told
}

/**
 * Announces to one student what may be announced now; other matches wait, or are dropped if over.
 */
function newsWrites(
  { db }: Needs<'db'>,
  waiting: Waiting[],
  { now, today }: { now: Instant; today: Instant },
) {
  const fitting = waiting.flatMap((one) => fittingOf(one) ?? [])
  const { tell, wait } = planNews(fitting, { now, toldToday: waiting[0]?.toldToday ?? 0 })
  const writes: BatchItem<'sqlite'>[] = [
    ...waiting.filter((one) => !fittingOf(one)).map((one) => dropNews(db, one)),
    ...wait.map(({ news, until }) => postponeNews(db, news, until)),
  ]
  const [first] = tell
  if (!first) return { writes, isTold: false }
  const notice = foundNotice(first, tell)
  const { id: noticeId, userId } = notice
  const claim = { userId, pairs: tell, noticeId, since: today, most: WISH_NEWS_PER_DAY }
  return {
    writes: [...writes, claimNews(db, claim), noticeIfChanged(db, { ...notice, createdAt: now })],
    isTold: true,
  }
}

async function tellOfEachOther(
  context: Needs<'db' | 'clock' | 'log'>,
  now: Instant,
): Promise<number> {
  const { db } = context
  let told = 0
  const tried = new Set<WishId>()
  const items = await listMeetable(db, { now })
  await eachByItself(context, { name: 'meetings', items, idOf: wishOf }, async (wish) => {
    const meeting = meetingOf(wish, await listSharing(db, wish, now), now)
    const from = meeting ? wishTellFrom(now, meeting.window.fromAt) : now
    if (meeting && from <= now) told += await meet(context, wish, meeting, { now, tried })
    await setMeetAt(db, wish.id, from > now ? from : null)
    return 'done'
  })
  return told
}

/**
 * Notifies all who wish for the same as `wish` of each other, except those already notified or
 * `tried` in this sweep. Throws if the owner of `wish` cannot be notified; anyone else gets another
 * turn with their own wish.
 */
async function meet(
  context: Needs<'db' | 'clock' | 'log'>,
  wish: WishRow,
  meeting: Meeting<WishRow>,
  { now, tried }: { now: Instant; tried: Set<WishId> },
): Promise<number> {
  const { db } = context
  const name = await findAirportName(db, wish.airportId)
  const tell = (one: WishRow) => {
    const notice = name && { ...meetNotice(one, meeting, name), createdAt: now }
    return batch(context, [...(notice ? [insertNotice(db, notice)] : []), markMet(db, one.id, now)])
  }
  const unaware = meeting.wishes.filter(({ id, metAt }) => metAt === null && !tried.has(id))
  for (const { id } of unaware) tried.add(id)
  if (unaware.some(({ id }) => id === wish.id)) await tell(wish)
  const items = unaware.filter(({ id }) => id !== wish.id)
  const queue = { name: 'meetings', items, idOf: wishOf, width: WIDTH } as const
  const others = await eachByItself(context, queue, async (one) => {
    await tell(one)
    return 'done'
  })
  return others + unaware.length - items.length
}

async function batch({ db }: Needs<'db'>, writes: BatchItem<'sqlite'>[]): Promise<void> {
  if (writes.length > 0) await db.batch(writes as [BatchItem<'sqlite'>])
}

/** Sends what is due. Never throws. Returns how many messages there were. */
export async function sweepWishes(context: Needs<'db' | 'clock' | 'log'>): Promise<number> {
  const { clock, log } = context
  const now = clock.now()
  await runJobs(log, { openings: () => findWishes(context, now) })
  const cars = await runJobs(log, { news: () => tellOfCars(context, now) })
  return cars + (await runJobs(log, { meetings: () => tellOfEachOther(context, now) }))
}

export const purgeOldWishes = ({ db, clock }: Needs<'db' | 'clock'>) => purgeWishes(db, clock.now())

function fittingOf(one: Waiting): Fitting | null {
  const { carpoolAt, people } = one
  if (!one.fits || carpoolAt === null || people === null) return null
  return { ...(one as Fitting), departureAt: carpoolAt }
}

/** One notice about these cars; it links to the first, or to all of them. */
function foundNotice(first: Fitting, tell: Fitting[]) {
  const { wishId, userId, people, bigLuggage, smallLuggage, carpoolId, carpoolAt } = first
  const cars = [...new Set(tell.map((one) => one.carpoolId))]
  return noticeAbout('carFound', `${wishId}:${carpoolId}`, userId, {
    wishId,
    people,
    bigLuggage,
    smallLuggage,
    carpoolId,
    carpoolAt,
    cars: JSON.stringify(cars),
    count: cars.length,
  })
}

function meetNotice(
  { id, userId, airportId, tripType, people, bigLuggage, smallLuggage }: WishRow & { id: WishId },
  meeting: Meeting<WishRow>,
  name: { zh: string; en: string },
) {
  return noticeAbout('wishesMeet', id, userId, {
    wishId: id,
    tripType,
    airportId,
    airportZh: name.zh,
    airportEn: name.en,
    carpoolAt: meeting.window.fromAt,
    until: meeting.window.toAt,
    count: meeting.people,
    people,
    bigLuggage,
    smallLuggage,
  })
}
