import type { CarpoolStatus } from '#app/domain/carpool/state.ts'
import { useT } from '#app/i18n/context.tsx'
import { Badge } from '../badge.tsx'
import { Ban, Car, CircleCheck, CircleX, Hourglass, type IconType, Users } from '../icon.tsx'
import type { Tone } from '../tone.ts'

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

/** How a group stands, to everyone: icon, word and colour. `label`: another word for those who run the service. */
export function StatusBadge({ status, label }: { status: CarpoolStatus; label?: string }) {
  const t = useT()
  const [tone, icon] = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {label ?? t(`carpool:status.${status}`)}
    </Badge>
  )
}
