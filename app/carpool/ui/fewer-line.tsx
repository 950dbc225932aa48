import type { CarpoolCard } from '#app/carpool/service/carpools.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Translate } from '#app/i18n/keys.ts'

type Priced = Pick<CarpoolCard, 'openedFor' | 'maxPassengers'>

/** For whom the price beside it holds: a full car, or one that went with fewer people. */
export const priceNote = (t: Translate, { openedFor, maxPassengers: count }: Priced): string =>
  openedFor > 0 ? t('carpool:card.perPersonOf', { count }) : t('carpool:card.perPerson')

type FewerLineProps = {
  carpool: Pick<CarpoolCard, 'fewerPrice' | 'basePrice' | 'maxPassengers' | 'currentPassengers'>
}

/** What an open car costs if it is filled, and if nobody joins any more but it goes. */
export function FewerLine({ carpool }: FewerLineProps) {
  const t = useT()
  const format = useFormat()
  const { fewerPrice, basePrice, maxPassengers, currentPassengers } = carpool
  const count = maxPassengers - currentPassengers
  if (fewerPrice === null || count <= 0) return null
  return (
    <span className="block text-13">
      {t('carpool:card.fewer', {
        count,
        full: format.money(basePrice),
        now: format.money(fewerPrice),
      })}
    </span>
  )
}
