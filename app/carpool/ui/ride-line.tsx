import type { CarpoolCard } from '#app/carpool/service/carpools.server.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'

type RideLineProps = { carpool: Pick<CarpoolCard, 'tripType' | 'airportName' | 'carpoolAt'> }

/** The car of a dialog in one line: its route and time; a date is never split across lines. */
export function RideLine({ carpool }: RideLineProps) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  return (
    <strong className="figures font-semibold">
      <span>
        {t(`carpool:route.${carpool.tripType}`, { airport: carpool.airportName[language] })}
      </span>{' '}
      <span className="whitespace-nowrap">{format.dateTime(carpool.carpoolAt)}</span>
    </strong>
  )
}
