import { useFormat, useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Hourglass } from '#app/ui/icon.tsx'
import { payPath } from '#app/ui/trip/query.ts'

type HeldPlaceProps = {
  held: { tripId: string; tripName: string; tripStartAt: number; holdExpiresAt: number | null }
}

/** Links back to the payment of a place that is only on hold. */
export function HeldPlace({ held }: HeldPlaceProps) {
  const t = useT()
  const format = useFormat()
  const { tripId, tripName, tripStartAt, holdExpiresAt } = held
  if (holdExpiresAt === null) return null
  return (
    <Banner
      tone="accent"
      icon={Hourglass}
      title={t('trip:held.title')}
      action={
        // The payment page has its own security policy, so it is loaded as a document.
        <LinkButton to={payPath(tripId)} reloadDocument>
          {t('trip:held.pay')}
        </LinkButton>
      }
    >
      {t('trip:held.text', {
        name: tripName,
        time: format.dateTime(tripStartAt),
        until: format.time(holdExpiresAt),
      })}
    </Banner>
  )
}
