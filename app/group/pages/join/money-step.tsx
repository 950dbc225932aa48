import { fillingOf } from '#app/domain/carpool/filling.ts'
import { tripTotal } from '#app/domain/trip/state.ts'
import { DepositLines } from '#app/ui/carpool/deposit-lines.tsx'
import { InFullLines, inFullPrice } from '#app/ui/carpool/in-full-lines.tsx'
import { TermsPart } from '#app/ui/carpool/terms-part.tsx'
import { ShownPrice } from '#app/ui/shown-price.tsx'
import { DepositLines as TripDepositLines } from '#app/ui/trip/deposit-lines.tsx'
import type { JoinView } from './view.ts'

/** What is paid now and later, and the terms that paying agrees to. */
export function MoneyStep({ view, people }: { view: JoinView; people: number }) {
  const { of, free, terms } = view
  if (of.kind === 'trip') {
    const { balancePrice } = of.trip
    return (
      <>
        <ShownPrice amount={tripTotal(balancePrice)} />
        <TripDepositLines balancePrice={balancePrice} people={people} />
        <TermsPart of="trip" {...terms} />
      </>
    )
  }
  const { confirmed, prices, maxPassengers, basePrice } = of.carpool
  if (of.releasedUntil !== null)
    return (
      <>
        <InFullLines {...inFullPrice(basePrice, people)} />
        <TermsPart of="inFull" {...terms} />
      </>
    )
  const onHold = maxPassengers - free - confirmed
  const filling = fillingOf({ maxPassengers, confirmed, onHold, people })
  return (
    <>
      <DepositLines
        prices={prices}
        maxPassengers={maxPassengers}
        people={people}
        filling={filling}
      />
      <TermsPart of={filling === 'fills' ? 'fills' : 'open'} {...terms} />
    </>
  )
}
