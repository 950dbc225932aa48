import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { seatedIn } from '#app/carpool/ui/own-car.tsx'
import { usePartyFacts } from '#app/carpool/ui/party-facts.ts'
import { is } from '#app/group/rules/status.ts'
import type { PlaceRecord } from '#app/group/ui/place.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { depositFact } from '#app/i18n/deposit-words.ts'
import { flightsOnce } from '#app/kernel/flight-number.ts'
import { tripPriceText } from '#app/trip/ui/price.ts'
import type { Fact } from '#app/web/ui/card.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { useMoneyBack } from '#app/web/ui/money-back.ts'

type FactsProps = { place: PlaceRecord }

/** Facts side by side, name above detail, since a card has many of them. */
function Group({ title, items }: { title: string; items: Fact[] }) {
  return (
    <section className="figures flex flex-col gap-1">
      <h4 className="font-semibold text-14">{title}</h4>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3 print:gap-y-0.5">
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

/** The owner's money: deposit, balance and refunds. */
export function MoneyFacts({ place }: FactsProps) {
  const t = useT()
  const format = useFormat()
  const balance = useBalance(place)
  const items: Fact[] = [
    {
      term: t('account:record.deposit'),
      detail: depositFact(place.kind, place.depositStory, { t, format }),
    },
    ...balance,
    ...useFewer(place),
    ...useAutoPay(place),
    ...useMoneyBack(place),
  ]
  return <Group title={t('account:record.money')} items={items} />
}

/** The most they accept if the car is not filled. */
function useFewer(place: PlaceRecord): Fact[] {
  const t = useT()
  const format = useFormat()
  if (place.kind === 'trip' || !place.fewer) return []
  const price = format.money(place.fewer.most)
  return [{ term: t('carpool:fewer.title'), detail: t('carpool:fewer.upTo', { price }) }]
}

/** When the balance pays itself, with the way out. */
function useAutoPay({ kind, participantId, autoPay }: PlaceRecord): Fact[] {
  const t = useT()
  const format = useFormat()
  if (!autoPay) return []
  const { told } = autoPay
  const line = told ? format.dateTime(told.chargeAt) : t('pay:autoPay.lineOn')
  return [
    {
      term: t('pay:autoPay.title'),
      detail: (
        <Link
          to={`/${kind}/auto-pay/${participantId}`}
          className="inline-flex min-h-6 items-center text-brand underline"
        >
          {line}
        </Link>
      ),
    },
  ]
}

function useBalance(place: PlaceRecord): Fact[] {
  const t = useT()
  const format = useFormat()
  const term = t('account:record.original')
  if (place.kind === 'carpool') return balanceOfCarpool(place)
  const { paymentStatus, remaining, seat, balancePrice } = place
  if (seat === 'gone' || paymentStatus === 'REFUNDED' || balancePrice === 0) return []
  if (paymentStatus === 'PAID') return [{ term, detail: t('trip:fact.balancePaid') }]
  const amount = { amount: format.money(remaining ?? 0) }
  const isKnown = remaining !== null
  return [{ term, detail: t(`trip:fact.${isKnown ? 'balanceDue' : 'balanceLater'}`, amount) }]

  /** Before points, the points used, and what is left (docs/rules.md#carpool-records). */
  function balanceOfCarpool(record: CarpoolRecord): Fact[] {
    const { originalRemainingAmount, pointsDeducted, deductedAmount, remainingAmount } = record
    if (originalRemainingAmount === null)
      return record.list === 'joined' && !is(record.status, 'failed')
        ? [
            {
              term,
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
      { term, detail: paid ? t('account:record.paid', { amount }) : amount },
      ...(pointsDeducted > 0 ? [{ term: t('account:record.points'), detail: used }] : []),
      ...(paid ? [] : [left]),
    ]
  }
}

/**
 * The facts that everyone in the group shares: the route, its terminals and its time, except those
 * on the ticket above.
 */
export function RideFacts({ place }: FactsProps) {
  const t = useT()
  const format = useFormat()
  const { flightTimes, maxPassengers: max } = place
  const flightNumbers = place.kind === 'carpool' ? flightsOnce(place.flightNumbers) : []
  const items: Fact[] = [
    { term: t('account:record.cutoff'), detail: format.dateTime(place.cutoffAt) },
    ...(flightNumbers.length > 0
      ? [{ term: t('account:record.flightNumbers'), detail: flightNumbers.join(' · ') }]
      : []),
    ...(flightTimes.length > 0
      ? [
          {
            term: t(place.kind === 'trip' ? 'trip:fact.flights' : 'account:record.flightTimes'),
            detail: <Times of={flightTimes} />,
          },
        ]
      : []),
    {
      term: t('account:record.seats'),
      detail: `${place.kind === 'trip' ? place.currentPassengers : seatedIn(place)} / ${max}`,
    },
    { term: t('account:record.price'), detail: usePriceText(place) },
  ]
  const title = t(place.kind === 'trip' ? 'trip:form.trip' : 'account:record.ride')
  return <Group title={title} items={items} />
}

function usePriceText(place: PlaceRecord): string {
  const t = useT()
  const format = useFormat()
  if (place.kind === 'trip') return tripPriceText(t, place.balancePrice, 'byOwner')
  const price = { price: format.money(place.basePrice) }
  if (place.openedFor > 0)
    return t('account:record.priceFewer', { ...price, count: place.maxPassengers })
  return t(place.private ? 'account:record.priceCar' : 'account:record.pricePerson', price)
}

/** One line per flight. */
function Times({ of: times }: { of: number[] }) {
  const format = useFormat()
  return <span className="whitespace-pre">{times.map((at) => format.dateTime(at)).join('\n')}</span>
}

/** The student's own details, which nobody else sees. A trip's creator was asked for none. */
export function MineFacts({ place }: FactsProps) {
  const t = useT()
  const { flight, others } = usePartyFacts(place.party)
  const people: Fact = {
    term: t(place.kind === 'trip' ? 'trip:fact.people' : 'account:record.people'),
    detail: t('carpool:form.peopleOption', { count: place.party.people }),
  }
  const travel = place.party.nLocation === null ? [] : [flight, ...others]
  const items = [people, ...travel].filter(({ detail }) => detail)
  return <Group title={t('account:record.mine')} items={items} />
}
