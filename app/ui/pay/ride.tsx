import { useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { RideLine } from '#app/ui/carpool/ride-line.tsx'

/** Which place in which car a payment is for. */
export function PaidRide({ record }: { record: CarpoolRecord }) {
  const t = useT()
  return (
    <p className="figures">
      {t('pay:what')} <RideLine carpool={record} /> ·{' '}
      {t('carpool:form.peopleOption', { count: record.party.people })}
    </p>
  )
}
