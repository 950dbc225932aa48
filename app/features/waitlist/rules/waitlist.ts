import { releasedSeats, releasedUntil } from '#app/features/released/rules/extension.ts'
import type { Effect } from '#app/group/rules/effect.ts'
import type { Rules } from '#app/group/rules/rules.ts'
import { type Facts, freeFor, type Group, placeOf, wasListed } from '#app/group/rules/state.ts'
import type { GroupStatus } from '#app/group/rules/status.ts'
import { is } from '#app/group/rules/status.ts'
import type { UserId } from '#app/kernel/id.ts'
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
} from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { type Instant, londonWall, parseTime } from '#app/kernel/time.ts'
import type { NoticeParams } from '#app/notices/rules/notice.ts'
import type { NoticeCode } from '#app/notices/rules/notices.ts'
import {
  WAITLIST,
  type WaitEvent,
  type Waiter,
  type Waiting,
  type Waitlist,
  waitlistOf,
} from './wait-event.ts'

/** The instant itself, or 7:00 in London if it falls between midnight and then. */
function outsideNight(at: Instant): Instant {
  const wall = londonWall(at)
  if (Number(wall.slice(11, 13)) >= OFFER_QUIET_UNTIL_HOUR) return at
  const hour = String(OFFER_QUIET_UNTIL_HOUR).padStart(2, '0')
  const morning = parseTime(`${wall.slice(0, 10)}T${hour}:00`)
  if (!morning.ok) throw new Error('a morning without an hour that every day has')
  return morning.value
}

/** When an offer made now ends. Never at night, unless the cutoff leaves no other time. */
export function offerEndsAt(now: Instant, cutoffAt: Instant): Instant {
  const late = now >= cutoffAt - OFFER_LATE_SPAN_MS
  const end = outsideNight(now + (late ? OFFER_LATE_MS : OFFER_MS))
  return Math.min(end, cutoffAt - OFFERS_END_BEFORE_CUTOFF_MS)
}

/** Whether seats are first come, first served, so none are kept for the list. */
const isOpenToAll = (now: Instant, cutoffAt: Instant): boolean => now >= cutoffAt - OPEN_TO_ALL_MS

/** Whether a party can be offered seats: it has no offer and holds no seat. */
const isFree = (state: Group, { userId, offeredUntil }: Waiting): boolean =>
  offeredUntil === null && placeOf(state, userId) === undefined

/** Offers free seats to parties that fit, by rank; the others keep their rank. */
function offersAt(state: Group, at: Instant): WaitEvent[] {
  const { cutoffAt } = state
  if (isOpenToAll(at, cutoffAt)) return []
  let left = freeFor(state)
  const { waiting } = waitlistOf(state)
  return waiting.flatMap((w) => {
    if (!isFree(state, w) || w.people > left) return []
    left -= w.people
    const until = offerEndsAt(at, cutoffAt)
    return [{ type: 'offerMade', userId: w.userId, until, at }]
  })
}

/** When an offer next ends by itself; null: never. */
export function nextOfferEnd(state: Pick<Group, 'slices'>): Instant | null {
  const ends = waitlistOf(state).waiting.flatMap((w) => w.offeredUntil ?? [])
  return ends.length === 0 ? null : Math.min(...ends)
}

/**
 * Offer events due by `now`, stopping at the first instant that changes anything. Each offer's end
 * takes effect at its own instant, so it does not matter how late this is called.
 */
export function offerEvents(state: Group, now: Instant): WaitEvent[] {
  const end = nextOfferEnd(state)
  if (end === null || end > now) return offersAt(state, now)
  const missed = waitlistOf(state)
    .waiting.filter((w) => w.offeredUntil === end)
    .map(({ userId, missed }): WaitEvent => {
      const out = missed + 1 >= OFFER_MISSES_MAX
      return { type: 'offerMissed', userId, out, at: end }
    })
  const slice = missed.reduce(evolveWaitlist, waitlistOf(state))
  const after = { ...state, slices: { ...state.slices, [WAITLIST]: slice } }
  return [...missed, ...offersAt({ ...after, facts: { ...state.facts, ...factsOf(after) } }, end)]
}

/** Close to the cutoff, notifies every party that fits, once each. */
function toldOf(state: Group, now: Instant): WaitEvent[] {
  if (!isOpenToAll(now, state.cutoffAt) || now >= state.cutoffAt) return []
  const free = freeFor(state)
  const told = waitlistOf(state).waiting.filter(
    (w) => !w.told && w.people <= free && isFree(state, w),
  )
  const userIds = told.map(({ userId }) => userId)
  return userIds.length === 0 ? [] : [{ type: 'seatsTold', userIds, at: now }]
}

/** Notifies parties of the former waitlist for which released seats suffice, once each. */
function tellReleased(rules: Rules, state: Group, now: Instant): WaitEvent[] {
  const { waited } = waitlistOf(state)
  const until = releasedUntil(rules, state)
  if (waited.length === 0 || until === null || now >= until) return []
  const free = releasedSeats(rules, state)
  const userIds = waited
    .filter(({ userId, people }) => people <= free && placeOf(state, userId) === undefined)
    .map(({ userId }) => userId)
  return userIds.length === 0 ? [] : [{ type: 'releasedTold', userIds, at: now }]
}

/**
 * The list's events now. `to`: the status the group is about to have; the list closes if nobody can
 * join in that status.
 */
export function waitEvents(rules: Rules, state: Group, to: GroupStatus, now: Instant): WaitEvent[] {
  const { waiting } = waitlistOf(state)
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

/** The list after one more event, including former members who have not heard of released seats. */
export function evolveWaitlist({ waiting, waited }: Waitlist, event: WaitEvent): Waitlist {
  const others = (userId: UserId) => waiting.filter((w) => w.userId !== userId)
  const only = (list: Waiting[]): Waitlist => ({ waiting: list, waited })
  switch (event.type) {
    case 'waitJoined': {
      const { type: _, at, ...waiter } = event
      const entry = { ...waiter, since: at, missed: 0, offeredUntil: null, told: false }
      return only([...others(event.userId), entry])
    }
    case 'waitLeft':
      return only(others(event.userId))
    case 'offerMade': {
      const { userId, until } = event
      return only(waiting.map((w) => (w.userId === userId ? { ...w, offeredUntil: until } : w)))
    }
    case 'offerMissed': {
      const moved = waiting.filter((w) => w.userId === event.userId && !event.out)
      const last = moved.map((w) => ({ ...w, missed: w.missed + 1, offeredUntil: null }))
      return only([...others(event.userId), ...last])
    }
    case 'seatsTold':
      return only(waiting.map((w) => (event.userIds.includes(w.userId) ? { ...w, told: true } : w)))
    case 'waitlistClosed':
      return {
        waiting: [],
        waited: event.complete ? waiting.map(({ userId, people }) => ({ userId, people })) : waited,
      }
    case 'releasedTold':
      return { waiting, waited: waited.filter(({ userId }) => !event.userIds.includes(userId)) }
  }
}

/** The offered seats, by the user they are kept for. */
export const factsOf = (state: Pick<Group, 'slices'>): Pick<Facts, 'kept'> => ({
  kept: Object.fromEntries(
    waitlistOf(state)
      .waiting.filter(({ offeredUntil }) => offeredUntil !== null)
      .map(({ userId, people }) => [userId, people]),
  ),
})

export const WAIT_EVENTS: Record<WaitEvent['type'], true> = {
  waitJoined: true,
  waitLeft: true,
  offerMade: true,
  offerMissed: true,
  seatsTold: true,
  waitlistClosed: true,
  releasedTold: true,
}
export const isWaitEvent = (event: { type: string }): event is WaitEvent =>
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
      const isMeant = ({ userId }: Waiting) => userId === event.userId
      const { people = 0 } = waitlistOf(state).waiting.find(isMeant) ?? {}
      return tell('seatOffered', [event.userId], { until: event.until, people })
    }
    case 'offerMissed': {
      // A party that is paying right now has not missed it.
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
 * Puts a party on the list if no seats fit it now. Repeating it has no further effect; other
 * details would mean another rank, so the party has to leave first.
 */
export function decideWait(state: Group, waiter: Waiter, now: Instant): Result<WaitEvent[]> {
  const { cutoffAt } = state
  const { waiting } = waitlistOf(state)
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
export function decideUnwait(state: Group, userId: UserId, now: Instant): Result<WaitEvent[]> {
  const isWaiting = waitlistOf(state).waiting.some((w) => w.userId === userId)
  if (!isWaiting && !wasListed(state)) return fail('notFound')
  return ok(isWaiting ? [{ type: 'waitLeft', userId, at: now }] : [])
}
