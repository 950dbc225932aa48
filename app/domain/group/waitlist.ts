import type { UserId } from '#app/domain/id.ts'
import {
  OFFER_LATE_MS,
  OFFER_LATE_SPAN_MS,
  OFFER_MISSES_MAX,
  OFFER_MS,
  OFFER_QUIET_UNTIL_HOUR,
  OFFERS_END_BEFORE_CUTOFF_MS,
  OPEN_TO_ALL_MS,
  WAIT_UNTIL_BEFORE_CUTOFF_MS,
  WAITLIST_MAX,
} from '#app/domain/limits.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import { type Instant, londonWall, parseTime } from '#app/domain/time.ts'
import type { Effect, NoticeCode, NoticeParams } from './effect.ts'
import type { Event, WaitEvent } from './event.ts'
import { tellReleased } from './released.ts'
import type { Rules } from './rules.ts'
import { freeSeats, type Group, offeredPeople, placeOf, type Waiting, wasListed } from './state.ts'
import type { GroupStatus } from './status.ts'
import { is } from './status.ts'

/** Who waits, for how many seats, and with what luggage. */
export type Waiter = Pick<Waiting, 'userId' | 'people' | 'bigLuggage' | 'smallLuggage' | 'bag'>

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

/** Whether seats are first come, first served, so none are kept for the list. */
const isOpenToAll = (now: Instant, cutoffAt: Instant): boolean => now >= cutoffAt - OPEN_TO_ALL_MS

/** Number of seats that this user could take now: their own offer counts as free for them. */
export const freeFor = (state: Group, userId?: UserId): number =>
  freeSeats(state) - offeredPeople(state, userId)

/** Whether a party could be given seats: none are offered to it, and it holds none. */
const isFree = (state: Group, { userId, offeredUntil }: Waiting): boolean =>
  offeredUntil === null && placeOf(state, userId) === undefined

/** Offers free seats to parties that fit, in order; the others keep their rank. */
function offersAt(state: Group, at: Instant): WaitEvent[] {
  const { waiting = [], cutoffAt } = state
  if (isOpenToAll(at, cutoffAt)) return []
  let left = freeFor(state)
  return waiting.flatMap((w) => {
    if (!isFree(state, w) || w.people > left) return []
    left -= w.people
    const until = offerEndsAt(at, cutoffAt)
    return [{ type: 'offerMade', userId: w.userId, until, at }]
  })
}

/** When time alone will next change the list; null: never. */
export function nextOfferEnd({ waiting = [] }: Pick<Group, 'waiting'>): Instant | null {
  const ends = waiting.flatMap((w) => w.offeredUntil ?? [])
  return ends.length === 0 ? null : Math.min(...ends)
}

/**
 * What becomes of offers by `now`, up to the first moment at which something does. Every end of an
 * offer has its effect at its own moment, so it makes no difference how late this is asked.
 */
export function offerEvents(state: Group, now: Instant): WaitEvent[] {
  const end = nextOfferEnd(state)
  if (end === null || end > now) return offersAt(state, now)
  const missed = (state.waiting ?? [])
    .filter((w) => w.offeredUntil === end)
    .map(({ userId, missed }): WaitEvent => {
      const out = missed + 1 >= OFFER_MISSES_MAX
      return { type: 'offerMissed', userId, out, at: end }
    })
  const waiting = missed.reduce(evolveWaiting, state.waiting ?? [])
  return [...missed, ...offersAt({ ...state, waiting }, end)]
}

/** Close to the cutoff, notifies every party that fits, once each. */
function toldOf(state: Group, now: Instant): WaitEvent[] {
  if (!isOpenToAll(now, state.cutoffAt) || now >= state.cutoffAt) return []
  const free = freeFor(state)
  const told = (state.waiting ?? []).filter((w) => !w.told && w.people <= free && isFree(state, w))
  const userIds = told.map(({ userId }) => userId)
  return userIds.length === 0 ? [] : [{ type: 'seatsTold', userIds, at: now }]
}

/**
 * What happens to the list now. `to`: the status the group is about to have; the list closes if
 * nobody can join in that status.
 */
export function waitEvents<S extends Group>(
  rules: Rules<S>,
  state: S,
  to: GroupStatus,
  now: Instant,
): WaitEvent[] {
  const { waiting = [] } = state
  if (waiting.length === 0) return tellReleased(rules, state, now)
  const seated = waiting.filter(({ userId }) => placeOf(state, userId)?.seat === 'taken')
  if (seated.length > 0) return seated.map(({ userId }) => ({ type: 'waitLeft', userId, at: now }))
  if (!is(to, 'open')) {
    const complete = is(to, 'complete')
    const userIds = waiting.map(({ userId }) => userId)
    return [{ type: 'waitlistClosed', userIds, complete, at: now }]
  }
  const events = offerEvents(state, now)
  return events.length > 0 ? events : toldOf(state, now)
}

/** The list after one more event. */
export function evolveWaiting(waiting: Waiting[], event: WaitEvent): Waiting[] {
  const others = (userId: UserId) => waiting.filter((w) => w.userId !== userId)
  switch (event.type) {
    case 'waitJoined': {
      const { type: _, at, ...waiter } = event
      const entry = { ...waiter, since: at, missed: 0, offeredUntil: null, told: false }
      return [...others(event.userId), entry]
    }
    case 'waitLeft':
      return others(event.userId)
    case 'offerMade':
      return waiting.map((w) =>
        w.userId === event.userId ? { ...w, offeredUntil: event.until } : w,
      )
    case 'offerMissed': {
      const moved = waiting.filter((w) => w.userId === event.userId && !event.out)
      const last = moved.map((w) => ({ ...w, missed: w.missed + 1, offeredUntil: null }))
      return [...others(event.userId), ...last]
    }
    case 'seatsTold':
      return waiting.map((w) => (event.userIds.includes(w.userId) ? { ...w, told: true } : w))
    case 'waitlistClosed':
    case 'releasedTold':
      return []
  }
}

/** Remembers who was on the list when the group completed, until they hear of released seats. */
export function evolveWaited(
  state: Group,
  event: Extract<WaitEvent, { type: 'waitlistClosed' | 'releasedTold' }>,
): Group {
  const { waiting = [], waited = [] } = state
  if (event.type === 'releasedTold')
    return { ...state, waited: waited.filter(({ userId }) => !event.userIds.includes(userId)) }
  const closed = { ...state, waiting: [] }
  return event.complete
    ? { ...closed, waited: waiting.map(({ userId, people }) => ({ userId, people })) }
    : closed
}

const WAIT_EVENTS: Record<WaitEvent['type'], true> = {
  waitJoined: true,
  waitLeft: true,
  offerMade: true,
  offerMissed: true,
  seatsTold: true,
  waitlistClosed: true,
  releasedTold: true,
}
export const isWaitEvent = (event: Event): event is WaitEvent =>
  Object.hasOwn(WAIT_EVENTS, event.type)

/** Notices for the parties on the list. `state`: right after the event. */
export function effectsOfWaiting(rules: Rules, event: WaitEvent, state: Group): Effect[] {
  const tell = (code: NoticeCode, userIds: UserId[], more: NoticeParams = {}): Effect[] =>
    userIds.map((userId, i) => ({
      kind: 'notice',
      // Unique by the event's number and the receiver's position in it.
      id: `${code}:${state.id}:${state.version}:${i}`,
      userId,
      code,
      params: { ...rules.noticeParams(state), ...more },
    }))
  switch (event.type) {
    case 'offerMade': {
      const { people = 0 } = state.waiting?.find((w) => w.userId === event.userId) ?? {}
      return tell('seatOffered', [event.userId], { until: event.until, people })
    }
    case 'offerMissed': {
      // Whoever is paying at this moment has not missed it.
      return placeOf(state, event.userId)
        ? []
        : tell('offerMissed', [event.userId], { out: Number(event.out) })
    }
    case 'seatsTold':
      return tell('seatsOpen', event.userIds)
    case 'waitlistClosed':
      return tell('waitlistClosed', event.userIds, { complete: Number(event.complete) })
    case 'releasedTold': {
      const until = rules.releasedUntil(state) ?? state.cutoffAt
      return tell('seatsReleased', event.userIds, { until })
    }
    default:
      return []
  }
}

const isSame = (w: Waiting, waiter: Waiter): boolean =>
  (Object.keys(waiter) as (keyof Waiter)[]).every((key) => w[key] === waiter[key])

/**
 * A party joins the list, if it does not fit now. Repeated, it is the same entry; other details
 * would be another rank, so the old entry has to be left first.
 */
export function decideWait(state: Group, waiter: Waiter, now: Instant): Result<Event[]> {
  const { waiting = [], cutoffAt } = state
  const mine = waiting.find(({ userId }) => userId === waiter.userId)
  if (mine) return isSame(mine, waiter) ? ok([]) : fail('alreadyWaiting')
  if (placeOf(state, waiter.userId)) return fail('alreadyJoined')
  if (!wasListed(state)) return fail('notFound')
  if (!is(state.status, 'open')) return fail('notOpen')
  if (now >= cutoffAt) return fail('cutoffPassed')
  if (now >= cutoffAt - WAIT_UNTIL_BEFORE_CUTOFF_MS) return fail('waitlistClosed')
  const free = freeFor(state)
  if (waiter.people <= free) return fail('seatsFree', { free })
  if (waiting.length >= WAITLIST_MAX) return fail('waitlistClosed', { context: 'full' })
  return ok([{ type: 'waitJoined', ...waiter, at: now }])
}

/** Leaves the list; seats that were offered go to the next party. */
export function decideUnwait(state: Group, userId: UserId, now: Instant): Result<Event[]> {
  const isWaiting = (state.waiting ?? []).some((w) => w.userId === userId)
  if (!isWaiting && !wasListed(state)) return fail('notFound')
  return ok(isWaiting ? [{ type: 'waitLeft', userId, at: now }] : [])
}
