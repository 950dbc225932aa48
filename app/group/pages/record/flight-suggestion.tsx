import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { flightPath } from '#app/carpool/ui/paths.ts'
import type { FlightSuggestion } from '#app/features/flights/rules/flight-status.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'

type SuggestedProps = { of: FlightSuggestion; record: CarpoolRecord }

/** The provider's flight status as a question: only the passenger's own form changes the flight. */
export function SuggestedFlight({ of, record }: SuggestedProps) {
  const t = useT()
  const format = useFormat()
  const number = record.party.flightNumber ?? ''
  const late = of.kind === 'late' ? of : null
  return (
    <Banner
      tone="warn"
      title={
        late
          ? t('account:flight.suggested.late', { minutes: late.minutes })
          : t('account:flight.suggested.cancelled')
      }
      action={
        <LinkButton to={`${flightPath(record.participantId)}?suggested=1`} small>
          {t(`account:flight.suggested.do.${of.kind}`)}
        </LinkButton>
      }
    >
      {late
        ? t('account:flight.suggested.lateText', { number, time: format.dateTime(late.landingAt) })
        : t('account:flight.suggested.cancelledText', { number })}
    </Banner>
  )
}
