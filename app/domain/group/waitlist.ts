import type { UserId } from '#app/domain/id.ts'
import {
  OFFER_LATE_MS,
  OFFER_LATE_SPAN_MS,
  OFFER_MISSES_MAX,
  OFFER_MS,
  OFFER_QUIET_UNTIL_HOUR,
  OFFERS_END_BEFORE_CUTOFF_MS,
  OPEN_TO_ALL_MS,
} from '#app/domain/limits.ts'
import { type Instant, londonWall, parseTime } from '#app/domain/time.ts'

/** A party that waits for seats. The list is in the order of rank. */
export type Waiting = {
  userId: UserId
  people: number
  /** How many offers it let pass. */
  missed: number
  /** When the seats offered to it are offered to others; null: none are. */
  offeredUntil: Instant | null
}

/**
 * The seats of a group and who waits for them. `free`: seats that no place occupies; those offered
 * are among them.
 */
export type Waitlist = { waiting: readonly Waiting[]; free: number; cutoffAt: Instant }

/** The moment itself, or 7:00 in London if it falls between midnight and then. */
function outsideNight(at: Instant): Instant {
  const wall = londonWall(at)
  if (Number(wall.slice(11, 13)) >= OFFER_QUIET_UNTIL_HOUR) return at
  const hour = String(OFFER_QUIET_UNTIL_HOUR).padStart(2, '0')
  const morning = parseTime(`${wall.slice(0, 10)}T${hour}:00`)
  if (!morning.ok) throw new Error('a morning without an hour that every day has')
  return morning.value
}

/**
 * When an offer made now ends. Nobody has to answer at night, unless the cutoff leaves no other
 * time.
 */
export function offerEndsAt(now: Instant, cutoffAt: Instant): Instant {
  const late = now >= cutoffAt - OFFER_LATE_SPAN_MS
  const end = outsideNight(now + (late ? OFFER_LATE_MS : OFFER_MS))
  return Math.min(end, cutoffAt - OFFERS_END_BEFORE_CUTOFF_MS)
}

/** Whether seats are for whoever comes first, so that none are reserved for the list. */
export const isOpenToAll = (now: Instant, cutoffAt: Instant): boolean =>
  now >= cutoffAt - OPEN_TO_ALL_MS

/** Number of seats that this user could take now: their own offer counts as free for them. */
export const freeFor = ({ waiting, free }: Waitlist, userId: UserId): number =>
  waiting.reduce(
    (left, w) => (w.offeredUntil === null || w.userId === userId ? left : left - w.people),
    free,
  )

/** Offers seats to those who fit, in the order of the list; who does not fit keeps their rank. */
function offerSeats(list: Waitlist, now: Instant): Waitlist {
  if (isOpenToAll(now, list.cutoffAt)) return list
  let left = list.free
  for (const w of list.waiting) if (w.offeredUntil !== null) left -= w.people
  const waiting = list.waiting.map((w) => {
    if (w.offeredUntil !== null || w.people > left) return w
    left -= w.people
    return { ...w, offeredUntil: offerEndsAt(now, list.cutoffAt) }
  })
  return { ...list, waiting }
}

/** When time alone will next change the list; null: never. */
export function nextOfferEnd({ waiting }: Waitlist): Instant | null {
  const ends = waiting.flatMap((w) => w.offeredUntil ?? [])
  return ends.length === 0 ? null : Math.min(...ends)
}

/** Whoever missed an offer goes to the end of the list, and leaves it the second time. */
function endOffers(list: Waitlist, at: Instant): Waitlist {
  const isOver = (w: Waiting) => w.offeredUntil !== null && w.offeredUntil <= at
  const moved = list.waiting
    .filter(isOver)
    .map((w) => ({ ...w, missed: w.missed + 1, offeredUntil: null }))
    .filter((w) => w.missed < OFFER_MISSES_MAX)
  return { ...list, waiting: [...list.waiting.filter((w) => !isOver(w)), ...moved] }
}

/**
 * Returns the list as time has made it by `now`. Every end of an offer has its effect at its own
 * moment, so it makes no difference how late or how often this is asked.
 */
export function passOffers(list: Waitlist, now: Instant): Waitlist {
  let passed = list
  for (let end = nextOfferEnd(passed); end !== null && end <= now; end = nextOfferEnd(passed)) {
    passed = offerSeats(endOffers(passed, end), end)
  }
  return offerSeats(passed, now)
}
