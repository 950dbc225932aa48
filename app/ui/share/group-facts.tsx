import { useFormat, useT } from '#app/i18n/context.tsx'
import type { CarpoolCard } from '#app/services/groups/carpools.server.ts'
import { Card, type Fact, Facts } from '#app/ui/card.tsx'
import { Seats } from '#app/ui/carpool/seats.tsx'
import { TimeLeft } from '#app/ui/time-left.tsx'
import { People } from '#app/ui/trip/people.tsx'
import { Period } from '#app/ui/trip/trip-line.tsx'
import { priceOf, type SharedGroup, type SharedTrip } from './words.ts'

/** The facts on a group's card in the lists, as anyone may see them. */
export function GroupFacts({ shared, now }: { shared: SharedGroup; now: number }) {
  const ends = useEndFacts(shared, now)
  const open = shared.openness !== 'over'
  return (
    <Card className="figures">
      {shared.kind === 'carpool' ? (
        <CarpoolFacts carpool={shared.group} open={open} ends={ends} />
      ) : (
        <TripFacts trip={shared.group} open={open} ends={ends} />
      )}
    </Card>
  )
}

/** The facts that both kinds end with. */
function useEndFacts(shared: SharedGroup, now: number): Fact[] {
  const t = useT()
  const format = useFormat()
  const { cutoffAt } = shared.group
  const open = shared.openness !== 'over'
  const cutoff = (
    <span className={open ? 'text-accent' : 'text-muted'}>
      {format.dateTime(cutoffAt)}
      {open && <TimeLeft until={cutoffAt} now={now} />}
    </span>
  )
  return [
    { term: t('share:fact.price'), detail: priceOf(t, shared) },
    { term: t('share:fact.cutoff'), detail: cutoff },
  ]
}

function CarpoolFacts({
  carpool,
  open,
  ends,
}: {
  carpool: CarpoolCard
  open: boolean
  ends: Fact[]
}) {
  const t = useT()
  const format = useFormat()
  const { carpoolAt, terminals, flightNumbers, currentPassengers, maxPassengers } = carpool
  const flights = { term: t('share:fact.flights'), detail: flightNumbers.join(' · ') }
  return (
    <Facts
      items={[
        {
          term: t('share:fact.time'),
          detail: `${format.dateTime(carpoolAt)} ${t('common:londonTime')}`,
        },
        { term: t('share:fact.terminal'), detail: terminals.join(' · ') },
        {
          term: t('share:fact.seats'),
          detail: <Seats taken={currentPassengers} max={maxPassengers} open={open} />,
        },
        ...(flightNumbers.length > 0 ? [flights] : []),
        ...ends,
      ]}
    />
  )
}

function TripFacts({ trip, open, ends }: { trip: SharedTrip; open: boolean; ends: Fact[] }) {
  const t = useT()
  return (
    <Facts
      items={[
        {
          term: t('share:fact.time'),
          detail: (
            <>
              <Period trip={trip} />{' '}
              <span className="text-14 text-muted">{t('common:londonTime')}</span>
            </>
          ),
        },
        { term: t('share:fact.people'), detail: <People trip={trip} open={open} /> },
        ...ends,
      ]}
    />
  )
}
