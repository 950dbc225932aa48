import type { FlightSuggestion } from '#app/features/flights/rules/flight-status.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Badge } from '#app/web/ui/badge.tsx'

/** The provider's unconfirmed suggestion about a passenger's flight. */
export function FlightSuggested({ of }: { of: FlightSuggestion | undefined }) {
  const t = useT()
  const format = useFormat()
  if (!of) return null
  return (
    <Badge tone="info">
      {of.kind === 'late'
        ? t('admin:flightStatus.late', {
            minutes: of.minutes,
            time: format.time(of.landingAt),
          })
        : t('admin:flightStatus.cancelled')}
    </Badge>
  )
}
