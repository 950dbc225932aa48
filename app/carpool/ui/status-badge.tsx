import type { CarpoolStatus } from '#app/carpool/rules/state.ts'
import { useT } from '#app/i18n/context.tsx'
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

const looks: Record<CarpoolStatus, [Tone, IconType]> = {
  PENDING: ['accent', Hourglass],
  OPEN: ['brand', Users],
  FULL: ['warn', Hourglass],
  SUCCESS_PENDING_PAYMENT: ['ok', CircleCheck],
  SUCCESS: ['ok', CircleCheck],
  FAILED: ['neutral', CircleX],
  PRIVATE_PENDING_PAYMENT: ['info', Car],
  PRIVATE: ['info', Car],
  COMPLETED: ['neutral', CircleCheck],
  CLOSED: ['neutral', Ban],
  CANCELLED: ['neutral', Ban],
}

type Props = { status: CarpoolStatus; label?: string; tone?: Tone }

/**
 * A group's public status as icon, word and colour. `label` and `tone` override these for
 * administrators.
 */
export function StatusBadge({ status, label, tone }: Props) {
  const t = useT()
  const [usual, icon] = looks[status]
  return (
    <Badge tone={tone ?? usual} icon={icon}>
      {label ?? t(`carpool:status.${status}`)}
    </Badge>
  )
}
