import { useT } from '#app/i18n/context.tsx'
import { GoneView } from '#app/payments/ui/views.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'

type LostSeatProps = {
  kind: 'carpool' | 'trip'
  leaving: string | null
  /** The form that the place was booked with, and the label of its link. */
  formTo: string
  again: string
}

/** The lost place with the reason: its time is up, or it was cancelled. */
export function LostSeat({ kind, leaving, formTo, again }: LostSeatProps) {
  const t = useT()
  const why = leaving === 'givenUp' || leaving === 'groupCancelled' ? leaving : 'expired'
  return (
    <GoneView
      closeTo={`/${kind}`}
      title={t(kind === 'trip' ? `trip:gone.${why}.title` : `pay:gone.${why}.title`)}
      text={t(kind === 'trip' ? `trip:gone.${why}.text` : `pay:gone.${why}.text`)}
      back={t('pay:expired.back')}
      again={<LinkButton to={formTo}>{again}</LinkButton>}
    />
  )
}
