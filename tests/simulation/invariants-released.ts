import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { evolve } from '#app/group/rules/evolve.ts'
import type { AnyEvent } from '#app/group/rules/extensions.ts'
import { hours } from '#app/kernel/limits.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'

const isLive = ({ seat }: CarpoolState['participants'][number]) => seat !== 'gone'
const peopleOf = (list: CarpoolState['participants']) =>
  list.reduce((sum, p) => sum + p.party.people, 0)

/** Seats that were released and that nobody has since, by the naive rule. */
function freeIn({ participants, status }: CarpoolState): number {
  if (status !== 'SUCCESS' && status !== 'SUCCESS_PENDING_PAYMENT') return 0
  const released = participants.filter((p) => p.leaving === 'unpaid' || p.leaving === 'refunded')
  return (
    peopleOf(released) - peopleOf(participants.filter((p) => p.inFull !== undefined && isLive(p)))
  )
}

/** A hold of released seats is of seats that are free, in time, and at the price of the others. */
function holdIsRight(car: CarpoolState, event: Extract<AnyEvent, { type: 'seatHeld' }>): void {
  const is = `${event.participantId} of ${car.id}`
  if (event.inFull === undefined) {
    if (car.status.startsWith('SUCCESS')) broken('a complete car is joined in full', is)
    return
  }
  if (event.party.people > freeIn(car)) broken('released seats are sold once', is)
  const last = car.carpoolAt - hours(6)
  if (event.at >= last || event.holdExpiresAt > last) broken('released seats end in time', is)
  const price = (car.prices[car.maxPassengers - 1] ?? 0) * event.party.people
  if (event.inFull !== price) broken('a released seat costs what the others pay', is)
}

/** Whoever has a released seat has paid all of it, in one payment and once. */
function isPaidOnce(h: History, car: CarpoolState): void {
  for (const p of car.participants) {
    if (p.inFull === undefined || p.seat !== 'taken') continue
    const paid = h.world.bank
      .intents()
      .filter(({ intent, captured }) => intent.metadata.participantId === p.id && captured > 0)
    if (paid.length !== 1 || paid[0]?.captured !== p.inFull || !isPaid(p.balance))
      broken('a released seat is paid once, in full', `${p.id}: ${JSON.stringify(p.balance)}`)
    h.meet('released: paid')
  }
}

/** Everything that was done with released seats was right when it was done. */
export function releasedAtRest(h: History): void {
  for (const car of h.cars()) {
    let state: CarpoolState | null = null
    for (const { event } of h.world.cars.eventsOf(car.id)) {
      const before: CarpoolState | null = state
      state = evolve<CarpoolState>(before, event)
      if (event.type === 'seatHeld' && before) holdIsRight(before, event)
      if (event.type === 'seatHeld' && event.inFull !== undefined) h.meet('released: taken')
      if (event.type === 'seatFreed' && before?.participants.some(isFor(event)))
        h.meet('released: not paid')
      if (event.type === 'releasedTold') areTold(h, state, event)
    }
    isPaidOnce(h, car)
  }
}

const isFor =
  ({ participantId }: { participantId: string }) =>
  (p: CarpoolState['participants'][number]) =>
    p.id === participantId && p.inFull !== undefined

/** Those who had waited are told, once for a car. */
function areTold(
  h: History,
  { id, version }: CarpoolState,
  { userIds }: Extract<AnyEvent, { type: 'releasedTold' }>,
): void {
  for (const [n, userId] of userIds.entries()) {
    const rows = h.world.d1.all(
      "SELECT id FROM notices WHERE code = 'seatsReleased' AND user_id = ? AND params ->> 'carpoolId' = ?",
      [userId, id],
    )
    if (rows.length !== 1 || rows[0]?.id !== `seatsReleased:${id}:${version}:${n}`)
      broken('who waited is told of released seats', `${userId} of ${id}`)
  }
}
