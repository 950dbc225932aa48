import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import type { HeldSeat as Seat } from '#app/services/groups/carpool-reads.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Hourglass } from '#app/ui/icon.tsx'

/** Links back to the payment of a seat that is only on hold. */
export function HeldSeat({ record }: { record: Seat }) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { tripType, airportName, carpoolAt, holdExpiresAt, participantId } = record
  if (holdExpiresAt === null) return null
  return (
    <Banner
      tone="accent"
      icon={Hourglass}
      title={t('carpool:held.title')}
      action={
        // The payment page has its own security policy, so it is loaded as a document.
        <LinkButton to={`/carpool/pay/${participantId}`} reloadDocument>
          {t('carpool:held.pay')}
        </LinkButton>
      }
    >
      {t('carpool:held.text', {
        route: t(`carpool:route.${tripType}`, { airport: airportName[language] }),
        time: format.dateTime(carpoolAt),
        until: format.time(holdExpiresAt),
      })}
    </Banner>
  )
}
