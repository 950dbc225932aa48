import { DRIVE_UNTIL_MS } from '#app/domain/limits.ts'
import type { Instant } from '#app/domain/time.ts'
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
/**
 * Until when news of a car is of use: until it meets its passengers. That it was withdrawn is of
 * use as long as another one may be sent.
 */
export const carNewsUntil = (departureAt: Instant, meetAt: Instant | null): Instant =>
  meetAt === null ? departureAt + DRIVE_UNTIL_MS : Math.max(departureAt, meetAt)
