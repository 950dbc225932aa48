import { useT } from '#app/i18n/context.tsx'
import { cx } from '#app/ui/cx.ts'

/** `open`: others can still join. */
type SeatsProps = { taken: number; max: number; open: boolean }

/** Seats as filled and open dots, with the same in words. */
export function Seats({ taken, max, open }: SeatsProps) {
  const t = useT()
  const missing = max - taken
  const words = () => {
    if (missing <= 0) return t('carpool:card.seatsFull', { taken, max })
    return open
      ? t('carpool:card.seats', { taken, max, missing })
      : t('carpool:card.seatsOver', { taken, max })
  }
  const seats = Array.from({ length: max }, (_, at) => at)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span aria-hidden className="flex gap-1">
        {seats.map((seat) => (
          <span
            key={seat}
            className={cx(
              'size-3 rounded-full border-2',
              seat < taken ? 'border-brand bg-brand' : 'border-edge',
            )}
          />
        ))}
      </span>
      <span className="figures text-14">{words()}</span>
    </div>
  )
}
