import type { Party } from '#app/domain/group/state.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { depositFact, releasedAs } from '#app/i18n/deposit-words.ts'
import type { OwnTripPlace, TripView } from '#app/services/groups/trip-views.server.ts'
import { type Fact, Facts } from '#app/ui/card.tsx'
import { ChevronDown, Icon } from '#app/ui/icon.tsx'
import { owedOf, useMoneyBack } from '#app/ui/money-back.ts'
import { shownStatus } from './status-badge.tsx'

type OwnPartProps = { trip: TripView; own: OwnTripPlace; now: number }

/**
 * The part of a trip only the place's owner sees: the next step with its deadline, and all its
 * details.
 */
export function OwnPart(props: OwnPartProps) {
  const t = useT()
  return (
    <>
      <p className="figures text-14">{useTripNext(props)}</p>
      <details className="group border-line border-t pt-1">
        <summary className="flex min-h-11 items-center justify-between gap-2 text-14 text-muted">
          {t('trip:card.details')}
          <Icon of={ChevronDown} className="transition-transform group-open:rotate-180" />
        </summary>
        <div className="figures text-14">
          <Facts items={useFacts(props)} />
        </div>
      </details>
    </>
  )
}

/** What comes next, in one sentence. */
export function useTripNext({ trip, own, now }: OwnPartProps): string {
  const t = useT()
  const format = useFormat()
  const amount = { amount: format.money(trip.basePrice) }
  const time = { time: format.dateTime(trip.tripStartAt) }
  const due = { due: format.dateTime(trip.balanceDueAt) }
  const isGone = own.released || own.paymentStatus === 'REFUNDED'
  const owed = owedOf(own)
  if (isGone && owed > 0) return t('trip:own.refundOwed', { amount: format.money(owed) })
  if (own.released) {
    if (own.paymentStatus === 'REFUNDED') return t('trip:own.depositBack', amount)
    const { amount: kept, back } = own.depositStory
    const isBack = releasedAs(own.depositStory) === 'releasedBack'
    return t(isBack ? 'trip:own.releasedBack' : 'trip:own.released', {
      ...due,
      amount: format.money(isBack ? back : kept),
    })
  }
  switch (shownStatus(trip, now)) {
    case 'deciding':
      return t('trip:own.deciding', amount)
    case 'SUCCESS':
      if (own.paymentStatus === 'PAID')
        return t(
          own.depositStory.fate === 'counted' ? 'trip:own.paid' : 'trip:own.balancePaid',
          time,
        )
      return trip.button === 'payBalance' ? t('trip:own.due', due) : t('trip:own.unpaid')
    case 'FAILED':
      return t('trip:own.failed', amount)
    case 'CANCELLED':
      return t('trip:own.cancelled')
    case 'CLOSED':
      return t('trip:own.closed')
    case 'COMPLETED':
      return t('trip:own.completed')
    default:
      return t('trip:own.waiting', amount)
  }
}

function useFacts({ own }: OwnPartProps): Fact[] {
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
  if (flightTime === null) return []
  const luggage = { big: party.bigLuggage, small: party.smallLuggage, bag: party.bag }
  return [
    {
      term: t('trip:fact.flight'),
      detail: [flightNumber, format.dateTime(flightTime)].filter(Boolean).join(' · '),
    },
    { term: t('trip:fact.terminal'), detail: terminal && format.terminal(terminal) },
    { term: t('trip:fact.address'), detail: <span className="break-words">{nLocation}</span> },
    { term: t('trip:fact.luggage'), detail: t('trip:fact.luggageValue', luggage) },
  ]
}
