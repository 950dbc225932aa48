import type { ReactNode } from 'react'
import { flightsOnce } from '#app/domain/flight-number.ts'
import { is } from '#app/domain/group/status.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { depositFact } from '#app/i18n/deposit-words.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { Fact } from '#app/ui/card.tsx'
import { luggageText } from '#app/ui/carpool/luggage-text.ts'
import { useMoneyBack } from '#app/ui/money-back.ts'
import { seatedIn } from './own-car.tsx'

type FactsProps = { record: CarpoolRecord }

/** Facts side by side, name above detail, since a card has many of them. */
function Group({ title, items }: { title: string; items: Fact[] }) {
  return (
    <section className="figures flex flex-col gap-1">
      <h4 className="font-semibold text-14">{title}</h4>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3">
        {items.map(({ term, detail }) => (
          <div key={term} className="min-w-0">
            <dt className="text-13 text-muted">{term}</dt>
            <dd className="break-words text-14">{detail}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/**
 * Where the owner's money is: deposit, balance before points, points used, what is left
 * (docs/rules.md#carpool-records).
 */
export function MoneyFacts({ record }: FactsProps) {
  const t = useT()
  const format = useFormat()
  const { originalRemainingAmount, pointsDeducted, deductedAmount, remainingAmount } = record
  const items: Fact[] = [
    {
      term: t('account:record.deposit'),
      detail: depositFact('carpool', record.depositStory, { t, format }),
    },
    ...balanceFacts(),
    ...useMoneyBack(record),
  ]
  function balanceFacts(): Fact[] {
    if (originalRemainingAmount === null)
      return record.list === 'joined' && !is(record.status, 'failed')
        ? [
            {
              term: t('account:record.original'),
              detail: record.private
                ? t('account:record.notSettledPrivate')
                : t('account:record.notSettled'),
            },
          ]
        : []
    const points = t('account:profile.pointsUnit', { count: pointsDeducted })
    const used = t('account:record.pointsValue', { points, amount: format.money(deductedAmount) })
    const amount = format.money(originalRemainingAmount)
    const paid = record.paymentStatus === 'PAID'
    const left = { term: t('account:record.left'), detail: format.money(remainingAmount ?? 0) }
    return [
      {
        term: t('account:record.original'),
        detail: paid ? t('account:record.paid', { amount }) : amount,
      },
      ...(pointsDeducted > 0 ? [{ term: t('account:record.points'), detail: used }] : []),
      ...(paid ? [] : [left]),
    ]
  }
  return <Group title={t('account:record.money')} items={items} />
}

/**
 * What everyone in the car shares, except what the card shows above: the route, its terminals and
 * its time.
 */
export function RideFacts({ record }: FactsProps) {
  const t = useT()
  const format = useFormat()
  const { flightNumbers, flightTimes, maxPassengers } = record
  const price = format.money(record.basePrice)
  const items: Fact[] = [
    { term: t('account:record.cutoff'), detail: format.dateTime(record.cutoffAt) },
    ...(flightNumbers.length > 0
      ? [
          {
            term: t('account:record.flightNumbers'),
            detail: flightsOnce(flightNumbers).join(' · '),
          },
        ]
      : []),
    ...(flightTimes.length > 0
      ? [{ term: t('account:record.flightTimes'), detail: <Times of={flightTimes} /> }]
      : []),
    { term: t('account:record.seats'), detail: `${seatedIn(record)} / ${maxPassengers}` },
    {
      term: t('account:record.price'),
      detail: record.private
        ? t('account:record.priceCar', { price })
        : t('account:record.pricePerson', { price }),
    },
  ]
  return <Group title={t('account:record.ride')} items={items} />
}

function Times({ of: times }: { of: number[] }): ReactNode {
  const format = useFormat()
  return times.map((at, index) => (
    // Two flights may land at the same minute.
    // biome-ignore lint/suspicious/noArrayIndexKey: a list that is never changed in place
    <span key={index} className="block whitespace-nowrap">
      {format.dateTime(at)}
    </span>
  ))
}

/** What only the student sees: their own details. */
export function MineFacts({ record }: FactsProps) {
  const t = useT()
  const format = useFormat()
  const items: Fact[] = [
    {
      term: t('account:record.people'),
      detail: t('carpool:form.peopleOption', { count: record.party.people }),
    },
    { term: t('account:record.address'), detail: record.party.nLocation },
    { term: t('account:record.terminal'), detail: format.terminal(record.party.terminal) },
    {
      term: t('account:record.flightNumber'),
      detail: record.party.flightNumber ?? t('account:record.noFlightNumber'),
    },
    { term: t('account:record.flightTime'), detail: format.dateTime(record.party.flightTime) },
    { term: t('account:record.luggage'), detail: luggageText(t, record.party) },
  ]
  return <Group title={t('account:record.mine')} items={items} />
}
