import type { CarpoolCard } from '#app/carpool/service/carpools.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'

type ReleasedSeatsProps = { carpool: Pick<CarpoolCard, 'releasedSeats' | 'releasedUntil'> }

/** The number of released seats that can be taken at the full price, and the deadline. */
export function ReleasedSeatsLine({
  carpool: { releasedSeats: count, releasedUntil },
}: ReleasedSeatsProps) {
  const t = useT()
  const format = useFormat()
  return (
    <span data-say className="block text-14 text-accent">
      {t('carpool:card.released', { count, until: format.shortTime(releasedUntil) })}
    </span>
  )
}
