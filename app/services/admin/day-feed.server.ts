import { createHash, randomBytes } from 'node:crypto'
import type { AdminId } from '#app/domain/id.ts'
import { FEED_DAYS, hours } from '#app/domain/limits.ts'
import { addDays, type Clock, type Instant, londonDay } from '#app/domain/time.ts'
import type { Translate } from '#app/i18n/keys.ts'
import type { Language } from '#app/i18n/languages.ts'
import { type CalendarEvent, writeFeed } from '#app/services/groups/calendar.server.ts'
import { randomLetters } from '#app/services/groups/group-id.server.ts'
import type { Db } from '#db/db.ts'
import { insertFeedKey, isFeedKey, listFeedKeys, revokeFeedKey } from '#db/queries/feed-keys.ts'
import { entryOf } from './audit.server.ts'
import { createDaySheet, type DayCar } from './day-sheet.server.ts'

export type FeedKey = Awaited<ReturnType<typeof listFeedKeys>>[number]

/** How long a calendar shows a car as busy. */
const RIDE_TAKES_MS = hours(2)
/** 256 bits as base64url. */
const KEY = /^[\w-]{43}$/

const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** In which words, and where the day sheet's pages are, without a slash at the end. */
type Words = { t: Translate; language: Language; pages: string }

/** The calendar of the day's cars, for any calendar that has a key to it. */
export function createDayFeed({ db, clock }: { db: Db; clock: Clock }) {
  const sheet = createDaySheet({ db, clock })
  return {
    /** The keys, newest first, without what they are. */
    keys: (): Promise<FeedKey[]> => listFeedKeys(db).all(),

    /** Makes a key. It is returned this once: only its hash is stored. */
    async make(by: AdminId): Promise<string> {
      const key = randomBytes(32).toString('base64url')
      const id = `feed_${randomLetters(10)}`
      const row = { id, keyHash: hashOf(key), adminId: by, createdAt: clock.now() }
      await insertFeedKey(db, row, entryOf(clock, by, 'feedKeyMade', id))
      return key
    },

    /** Ends a key. Repeating it has no further effect. */
    async revoke(by: AdminId, id: string): Promise<void> {
      await revokeFeedKey(db, id, entryOf(clock, by, 'feedKeyRevoked', id))
    },

    /** The file for whoever has the key; null if it opens nothing, whatever the reason. */
    async file(key: string, words: Words): Promise<string | null> {
      if (!KEY.test(key) || !(await isFeedKey(db, hashOf(key)))) return null
      const from = addDays(londonDay(clock.now()), -FEED_DAYS.before)
      const cars = await sheet.between(from, FEED_DAYS.before + FEED_DAYS.from)
      return writeFeed(cars.map((car) => eventOf(car, words, clock.now())))
    },
  }
}

/**
 * A car as an appointment. Calendars are shared and synchronised, so it has nothing that somebody
 * typed freely: no names, no trip's name, no place to meet, no note.
 */
function eventOf(car: DayCar, { t, language, pages }: Words, now: Instant): CalendarEvent {
  const { about, ride, groupId, meetAt, people } = car
  const route =
    about.kind === 'trip'
      ? t('admin:feed.trip')
      : t(`carpool:route.${about.tripType}`, { airport: about.airportName[language] })
  const said = { route, count: people }
  return {
    uid: `${ride?.id ?? groupId}@neighbourhelp`,
    sequence: ride?.version ?? 0,
    stampAt: now,
    startAt: meetAt,
    endAt: meetAt + RIDE_TAKES_MS,
    status: ride ? 'CONFIRMED' : 'TENTATIVE',
    summary: ride
      ? t('admin:feed.car', { ...said, plate: ride.vehicle.plate })
      : t('admin:feed.noCar', said),
    description: '',
    location: '',
    url: `${pages}/admin/day?date=${londonDay(meetAt)}`,
  }
}
