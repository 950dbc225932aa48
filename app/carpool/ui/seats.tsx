import { useT } from '#app/i18n/context.tsx'
import type { Translate } from '#app/i18n/keys.ts'
import { cx } from '#app/web/ui/cx.ts'

/** `open`: others can still join. */
type SeatsProps = { taken: number; max: number; open: boolean }

/** The numbers of taken seats and missing people, in words. */
export function seatsText(t: Translate, { taken, max, open }: SeatsProps): string {
  const missing = max - taken
  if (missing <= 0) return t('carpool:card.seatsFull', { taken, max })
  return open
    ? t('carpool:card.seats', { taken, max, missing })
    : t('carpool:card.seatsOver', { taken, max })
}

/** The same beside the picture of the car; the last missing person stands out. */
export function Seats(seats: SeatsProps) {
  const isLast = seats.open && seats.max - seats.taken === 1
  return (
    <span data-say className={cx('figures font-semibold', isLast && 'text-accent')}>
      {seatsText(useT(), seats)}
    </span>
  )
}
