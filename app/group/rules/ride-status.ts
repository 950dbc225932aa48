import { DRIVE_UNTIL_MS, UNDER_WAY_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Rules } from './rules.ts'
import type { Group } from './state.ts'
import { type GroupStatus, is } from './status.ts'

/** Whether a group has left and is not completed yet: what every page calls under way. */
export const isUnderWay = (
  { status, departureAt }: { status: GroupStatus; departureAt: Instant },
  now: Instant,
): boolean => is(status, 'going') && now >= departureAt
/**
 * Whether administrators may still change how a group travels: a complete one, and for a while
 * after it has left and met (`metAt`), although it is completed.
 */
export const isSteerableAt = (status: GroupStatus, metAt: Instant, now: Instant): boolean =>
  is(status, 'going') || (is(status, 'arrived') && now < metAt + DRIVE_UNTIL_MS)
/** When a group has left and met its cars: the latest of its departure and the meeting times. */
const meetingAt = (departureAt: Instant, { facts }: Pick<Group, 'facts'>): Instant =>
  Math.max(departureAt, facts.metAt ?? departureAt)

/**
 * When a group's ride is over: as soon as all drivers of its people report it, else a while after
 * it has met; never before its departure.
 */
export const rideEndsAt = (departureAt: Instant, state: Pick<Group, 'facts'>): Instant =>
  state.facts.isDone ? departureAt : meetingAt(departureAt, state) + UNDER_WAY_MS

/** Whether administrators may still change how a group travels, or cancel it although it goes. */
export const isSteerable = (rules: Rules, state: Group, now: Instant): boolean =>
  isSteerableAt(state.status, meetingAt(rules.departureAt(state), state), now)
