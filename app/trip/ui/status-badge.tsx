import { isUnderWay } from '#app/group/rules/ride-status.ts'
import { is } from '#app/group/rules/status.ts'
import { useT } from '#app/i18n/context.tsx'
import type { TRIP_STATUSES } from '#app/trip/rules/state.ts'
import type { TripView } from '#app/trip/service/trips.server.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import {
  Ban,
  Car,
  CircleCheck,
  CircleX,
  Hourglass,
  type IconType,
  Users,
} from '#app/web/ui/icon.tsx'
import type { Tone } from '#app/web/ui/tone.ts'

type BadgeStatus = (typeof TRIP_STATUSES)[number] | 'deciding' | 'underWay'

const looks: Record<BadgeStatus, [Tone, IconType]> = {
  PENDING: ['accent', Hourglass],
  OPEN: ['brand', Users],
  FULL: ['warn', Hourglass],
  deciding: ['info', Hourglass],
  SUCCESS: ['ok', CircleCheck],
  underWay: ['brand', Car],
  FAILED: ['neutral', CircleX],
  COMPLETED: ['neutral', CircleCheck],
  CLOSED: ['neutral', Ban],
  CANCELLED: ['neutral', Ban],
}

const isShown = (status: string): status is BadgeStatus => Object.hasOwn(looks, status)

/**
 * A trip's public status; `deciding`: its cutoff has passed and a payment is still being checked.
 * `underWay`: it has started, and is not over.
 */
export function shownStatus(
  { status, cutoffAt, tripStartAt }: Pick<TripView, 'status' | 'cutoffAt' | 'tripStartAt'>,
  now: number,
): BadgeStatus {
  if (isUnderWay({ status, departureAt: tripStartAt }, now)) return 'underWay'
  if (is(status, 'open') && now >= cutoffAt) return 'deciding'
  // A trip has no other statuses.
  return isShown(status) ? status : 'CANCELLED'
}

/** A trip's public status as icon, word and colour. */
export function TripStatusBadge({ status }: { status: BadgeStatus }) {
  const t = useT()
  const [tone, icon] = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {t(`trip:status.${status}`)}
    </Badge>
  )
}
