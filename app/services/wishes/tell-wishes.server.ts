import type { BatchItem } from 'drizzle-orm/batch'
import type { WishId } from '#app/domain/id.ts'
import { WISH_NEWS_PER_DAY } from '#app/domain/limits.ts'
import { noticeAbout } from '#app/domain/notice.ts'
import { type Clock, type Instant, londonDay, startOfLondonDay } from '#app/domain/time.ts'
import { type Meeting, meetingOf, planNews, wishTellFrom } from '#app/domain/wish.ts'
import type { Log } from '#app/services/platform/log.server.ts'
import type { Db } from '#db/db.ts'
import { insertNotice, noticeIfChanged } from '#db/queries/notices.ts'
import {
  claimNews,
  dropNews,
  findWishesFor,
  forgetOpening,
  listOpenings,
  listWaitingNews,
  postponeNews,
} from '#db/queries/wish-news.ts'
import {
  findAirportName,
  listMeetable,
  listSharing,
  markMet,
  purgeWishes,
  setMeetAt,
  type WishRow,
} from '#db/queries/wishes.ts'

type Deps = { db: Db; clock: Clock; log: Log }
type Opening = Awaited<ReturnType<typeof listOpenings>>[number]
type Waiting = Awaited<ReturnType<typeof listWaitingNews>>[number]
/** News of a car that still fits, with everything that its notice says. */
type Fitting = { [K in keyof Waiting]: NonNullable<Waiting[K]> } & { departureAt: Instant }

/**
 * Tells students of cars that fit their wishes, and of others who wish for the same
 * (docs/rules.md#wishes, decision 0081).
 */
export function createTellWishes({ db, clock, log }: Deps) {
  /** Compares cars that have got seats with all wishes. */
  async function findWishes(openings: Opening[], now: Instant): Promise<void> {
    const writes = openings.flatMap((opening): BatchItem<'sqlite'>[] => [
      findWishesFor(db, opening.carpoolId, now),
      forgetOpening(db, opening),
    ])
    await batch(writes)
  }

  async function tellOfCars(now: Instant): Promise<number> {
    const today = startOfLondonDay(londonDay(now))
    const waiting = await listWaitingNews(db, { now, today })
    const people = [...new Set(waiting.map(({ userId }) => userId))]
    const writes = people.map((id) =>
      newsWrites(
        waiting.filter(({ userId }) => userId === id),
        { now, today },
      ),
    )
    await batch(writes.flatMap(({ writes }) => writes))
    return writes.filter(({ isTold }) => isTold).length
  }

  /** Announces to one student what may be announced now; the rest waits, or is dropped if over. */
  function newsWrites(waiting: Waiting[], { now, today }: { now: Instant; today: Instant }) {
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

  async function tellOfEachOther(meetable: WishRow[], now: Instant): Promise<number> {
    let told = 0
    for (const wish of meetable) told += await meet(wish, now)
    return told
  }

  /** Tells all who wish for the same as `wish` of each other, unless they know. */
  async function meet(wish: WishRow, now: Instant): Promise<number> {
    const meeting = meetingOf(wish, await listSharing(db, wish, now), now)
    const from = meeting ? wishTellFrom(now, meeting.window.fromAt) : now
    if (from > now) {
      await setMeetAt(db, wish.id, from)
      return 0
    }
    const unaware = meeting?.wishes.filter(({ metAt }) => metAt === null) ?? []
    const name = meeting && (await findAirportName(db, wish.airportId))
    await batch([
      ...(meeting && name
        ? unaware.map((one) =>
            insertNotice(db, { ...meetNotice(one, meeting, name), createdAt: now }),
          )
        : []),
      markMet(
        db,
        unaware.map(({ id }) => id),
        now,
      ),
      setMeetAt(db, wish.id, null),
    ])
    return unaware.length
  }

  async function batch(writes: BatchItem<'sqlite'>[]): Promise<void> {
    if (writes.length > 0) await db.batch(writes as [BatchItem<'sqlite'>])
  }

  return {
    /** Tells what is due; never throws. Returns how many messages there were. */
    async sweep(): Promise<number> {
      const now = clock.now()
      try {
        const [openings, meetable] = await db.batch([
          listOpenings(db, {}),
          listMeetable(db, { now }),
        ])
        await findWishes(openings, now)
        return (await tellOfCars(now)) + (await tellOfEachOther(meetable, now))
      } catch (error) {
        log.error('wishes could not be told', error)
        return 0
      }
    },
    /** Deletes wishes that are over. */
    purge: () => purgeWishes(db, clock.now()),
  }
}

function fittingOf(one: Waiting): Fitting | null {
  const { carpoolAt, people } = one
  if (!one.fits || carpoolAt === null || people === null) return null
  return { ...(one as Fitting), departureAt: carpoolAt }
}

/** One notice of all these cars; it leads to the first, or to all of them. */
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
