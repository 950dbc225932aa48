import { PHONE_SHOWN_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { GroupStatus } from './status.ts'
import { is } from './status.ts'

/** Whether a group's members see each other: once it is complete, until a day after it left. */
export const haveCompanions = (
  { status, departureAt }: { status: GroupStatus; departureAt: Instant },
  now: Instant,
): boolean => is(status, 'together') && now < departureAt + PHONE_SHOWN_MS
