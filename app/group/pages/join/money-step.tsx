import { fillingOf } from '#app/carpool/rules/filling.ts'
import { DepositLines } from '#app/carpool/ui/deposit-lines.tsx'
import { InFullLines, inFullPrice } from '#app/carpool/ui/in-full-lines.tsx'
import { TermsPart } from '#app/carpool/ui/terms-part.tsx'
import { FewerTick } from '#app/features/fewer/ui/fewer-tick.tsx'
import { tripTotal } from '#app/trip/rules/state.ts'
import { DepositLines as TripDepositLines } from '#app/trip/ui/deposit-lines.tsx'
import { ShownPrice } from '#app/web/ui/shown-price.tsx'
import type { JoinFields, JoinView } from './view.ts'

type MoneyStepProps = { view: JoinView; fields: JoinFields; people: number }

/** The payments now and later, and the terms agreed to by paying. */
export function MoneyStep({ view, fields: { fewer, fewerMost }, people }: MoneyStepProps) {
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
      {filling !== 'fills' && fewer && fewerMost && (
        <FewerTick fields={{ fewer, fewerMost }} car={of.carpool} people={people} />
      )}
      <TermsPart of={filling === 'fills' ? 'fills' : 'open'} {...terms} />
    </>
  )
}
