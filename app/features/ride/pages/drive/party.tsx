import { usePartyFacts } from '#app/carpool/ui/party-facts.ts'
import { FlightSuggested } from '#app/console/ui/flight-suggestion.tsx'
import type { FlightSuggestion } from '#app/features/flights/rules/flight-status.ts'
import { PARTY_MARKS } from '#app/features/ride/rules/ride-state.ts'
import type { DriverParty } from '#app/features/ride/service/drive.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Badge } from '#app/web/ui/badge.tsx'
import { Button, buttonClass } from '#app/web/ui/button.tsx'
import { Card, Facts } from '#app/web/ui/card.tsx'

/** A party: how to find its people, and whether they are on board. */
export function PartyCard({
  of: { participantId, name, phone, party, flightChangedAt, stopAt, mark, at },
  suggested,
}: {
  of: DriverParty
  suggested: FlightSuggestion | undefined
}) {
  const t = useT()
  const format = useFormat()
  const { flight, others } = usePartyFacts(party)
  return (
    <Card as="li" className="flex flex-col gap-3">
      <h3 className="text-18">
        {stopAt !== null && `${format.time(stopAt)} · `}
        {name ?? t('admin:drive.closed')} · {t('admin:drive.people', { count: party.people })}
      </h3>
      <Facts items={[flight, ...others]} />
      {flightChangedAt !== null && (
        <p className="text-14">
          <Badge tone="warn">
            {t('admin:drive.flightChanged', { time: format.dateTime(flightChangedAt) })}
          </Badge>
        </p>
      )}
      {suggested && (
        <p className="text-14">
          <FlightSuggested of={suggested} />
        </p>
      )}
      {phone && (
        <a href={`tel:${phone}`} className={buttonClass({ variant: 'secondary' })}>
          {t('admin:drive.call', { phone })}
        </a>
      )}
      <form method="post" className="grid grid-cols-2 gap-3">
        <input type="hidden" name="participantId" value={participantId} />
        {PARTY_MARKS.map((one) => (
          <Button
            key={one}
            type="submit"
            small
            name="mark"
            value={one}
            aria-pressed={mark === one}
            variant={mark === one ? (one === 'onBoard' ? 'primary' : 'danger') : 'secondary'}
          >
            {t(`admin:drive.mark.${one}`)}
            {mark === one && at !== null && ` ${format.time(at)}`}
          </Button>
        ))}
      </form>
    </Card>
  )
}
