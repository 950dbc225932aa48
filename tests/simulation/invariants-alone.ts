import type { CarpoolState, Participant } from '#app/domain/carpool/state.ts'
import type { Event } from '#app/domain/group/event.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'

const LEAST = 30
/** What ends an offer. */
const ENDS: Event['type'][] = ['flightChanged', 'flightSettled', 'aloneWithdrawn']

/** What a place has paid in all for its car alone, points included, whatever went back since. */
const paidFor = ({ deposit, balance, supplement }: Participant): number =>
  deposit.captured +
  (balance.paid ?? 0) +
  (balance.quote?.deducted ?? 0) +
  (supplement?.amount ?? 0)

/**
 * Whoever goes alone has agreed to the sum that was charged, has paid the price of the car, and is
 * told once. A difference that bought nothing is back, and its owner was told.
 */
export function aloneAtRest(h: History): void {
  for (const car of h.cars())
    for (const p of car.participants) {
      if (p.alone?.payment && p.seat === 'taken') broken('every payment of a car alone ends', p.id)
      if (!p.supplement || !p.movedFrom) continue
      wentAsAgreed(h, car, p)
    }
  const charged = h.world.bank
    .intents()
    .filter(({ intent, captured }) => intent.metadata.purpose === 'carpoolSupplement' && captured)
  for (const { intent, captured, refunded } of charged) {
    const owner = h
      .cars()
      .flatMap((car) => car.participants)
      .filter((p) => p.movedFrom && p.supplement?.intentId === intent.id)
    if (owner.length > 1) broken('a difference pays for one car', intent.id)
    if (owner.length === 0 && refunded !== captured)
      broken('a difference that bought nothing is back', `${intent.id}: ${captured}−${refunded}`)
    h.meet(owner.length === 0 ? 'alone: returned' : 'alone: paid')
  }
}

function wentAsAgreed(h: History, car: CarpoolState, p: Participant): void {
  const events = h.world.cars.eventsOf(p.movedFrom?.carpoolId ?? '').map(({ event }) => event)
  const agreed = events.findLast(
    (e) => e.type === 'aloneAgreed' && e.participantId === p.movedFrom?.participantId,
  )
  if (agreed?.type !== 'aloneAgreed' || agreed.amount !== p.supplement?.amount)
    broken('nobody is charged for what they did not agree to', p.id)
  const from = p.movedFrom?.participantId
  const own = events.filter((e) => 'participantId' in e && e.participantId === from)
  const offered = own.findLastIndex(({ type }) => type === 'aloneOffered')
  const meanwhile = own.slice(
    offered,
    own.findLastIndex(({ type }) => type === 'alonePaid'),
  )
  if (meanwhile.some(({ type }) => ENDS.includes(type)))
    broken('nobody goes by an offer that has ended', p.id)
  const price = car.prices[0] ?? 0
  const short = price - paidFor(p)
  if (short >= LEAST || (short < 0 && p.supplement?.amount))
    broken('a car alone is paid in full', `${p.id} paid ${paidFor(p)} of ${price}`)
  const told = h.world.d1.all('SELECT id FROM notices WHERE id = ?', [`aloneReady:${p.id}`])
  if (told.length !== 1) broken('who goes alone is told', p.id)
  if (p.balance.placeId === undefined) h.meet('alone: unpaid balance')
}
