import { useT } from '#app/i18n/context.tsx'
import { cx } from '#app/ui/cx.ts'

/** `open`: others can still join. */
type SeatsProps = { taken: number; max: number; open: boolean }

/** How many seats of a car are taken, and how many people are missing; stands beside the car. */
export function Seats({ taken, max, open }: SeatsProps) {
  const t = useT()
  const missing = max - taken
  const words = () => {
    if (missing <= 0) return t('carpool:card.seatsFull', { taken, max })
    return open
      ? t('carpool:card.seats', { taken, max, missing })
      : t('carpool:card.seatsOver', { taken, max })
  }
  return (
    <span className={cx('figures font-semibold', open && missing === 1 && 'text-accent')}>
      {words()}
    </span>
  )
}
