import type { Party } from '#app/domain/group/state.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { depositFact } from '#app/i18n/deposit-words.ts'
import { type Fact, Facts } from '#app/ui/card.tsx'
import { DriverPart } from '#app/ui/carpool/driver-card.tsx'
import { luggageText } from '#app/ui/carpool/luggage-text.ts'
import { ChevronDown, Icon } from '#app/ui/icon.tsx'
import { useMoneyBack } from '#app/ui/money-back.ts'
import { type OwnTrip, useTripNext } from './next.ts'

/**
 * The part of a trip only the place's owner sees: the next step with its deadline, and all its
 * details.
 */
export function OwnPart(props: OwnTrip) {
  const t = useT()
  return (
    <>
      <p className="figures text-14">{useTripNext(props)}</p>
      {props.own.ride && (
        <section className="flex flex-col gap-3 border-line border-t pt-3">
          <DriverPart ride={props.own.ride} heading="h4" />
        </section>
      )}
      <details className="group border-line border-t pt-1">
        <summary className="flex min-h-11 items-center justify-between gap-2 text-14 text-muted">
          <span>{t('trip:card.details')}</span>
          <Icon of={ChevronDown} className="transition-transform group-open:rotate-180" />
        </summary>
        <div className="figures text-14">
          <Facts items={useFacts(props)} />
        </div>
      </details>
    </>
  )
}

function useFacts({ own }: OwnTrip): Fact[] {
  const t = useT()
  const format = useFormat()
  const { depositStory } = own
  const balance = () => {
    if (own.paymentStatus === 'PAID') return t('trip:fact.balancePaid')
    if (own.remaining === null) return t('trip:fact.balanceLater')
    return t('trip:fact.balanceDue', { amount: format.money(own.remaining) })
  }
  return [
    {
      term: t('trip:fact.people'),
      detail: t('trip:fact.peopleValue', { count: own.party.people }),
    },
    ...useTravel(own.party),
    {
      term: t('trip:fact.deposit'),
      detail: depositFact('trip', depositStory, { t, format }),
    },
    ...(own.released || own.paymentStatus === 'REFUNDED'
      ? []
      : [{ term: t('trip:fact.balance'), detail: balance() }]),
    ...useMoneyBack(own),
  ]
}

/** The owner's travel details; whoever created the trip has not given any. */
function useTravel(party: Party): Fact[] {
  const t = useT()
  const format = useFormat()
  const { terminal, flightNumber, flightTime, nLocation } = party
  if (nLocation === null) return []
  return [
    {
      term: t('trip:fact.flight'),
      detail:
        flightTime !== null &&
        [flightNumber, format.dateTime(flightTime)].filter(Boolean).join(' · '),
    },
    { term: t('trip:fact.terminal'), detail: terminal && format.terminal(terminal) },
    { term: t('trip:fact.address'), detail: <span className="break-words">{nLocation}</span> },
    { term: t('trip:fact.luggage'), detail: luggageText(t, party) },
  ]
}
