import type { CarpoolState, Participant } from '#app/carpool/rules/state.ts'
import { movesOf } from '#app/features/moves/rules/move-event.ts'
import { findParticipant } from '#app/group/rules/state.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'

/** The place that a place has become, after all its moves. */
export function placeNow(h: History, p: Participant): Participant {
  const to = p.leaving === 'moved' ? h.place(p.convertedTo?.participantId ?? '') : undefined
  return to ? placeNow(h, to as Participant) : p
}

/** The car whose price a place has paid: where it was when it paid. */
export const paidIn = (h: History, car: CarpoolState, p: Participant): CarpoolState =>
  h.cars().find((one) => findParticipant(one, p.paidAs ?? '')) ?? car

/** Whether the points of a place's balance went along with it to another car. */
export const pointsWent = (h: History, p: Participant): boolean =>
  h.cars().some((car) => car.participants.some(({ paidAs }) => paidAs === p.id))

/**
 * A place that moves is in one car afterwards, with the same people and payments; one that is
 * refused is not there, however late a message came. Each is told once, and in the log once.
 */
export function movesAtRest(h: History): void {
  const all = h.cars().flatMap((car) => car.participants)
  const arrived = all.filter((p) => p.movedFrom)
  const moving = h.cars().flatMap((car) => Object.keys(movesOf(car).moving))
  for (const p of all) {
    if (moving.includes(p.id)) broken('every move ends', p.id)
    if (p.leaving !== 'moved') continue
    const to = all.find(({ id }) => id === p.convertedTo?.participantId)
    if (to?.movedFrom?.participantId !== p.id) broken('a place that has moved is there', p.id)
    const same = to?.userId === p.userId && to.party.people === p.party.people
    if (!same || to.deposit.intentId !== p.deposit.intentId)
      broken('a place moves with its people and its deposit', p.id)
    if (p.deposit.paid !== 0 || isPaid(p.balance))
      broken('a place that has moved leaves no money behind', p.id)
  }
  for (const p of arrived) {
    const from = all.find(({ id }) => id === p.movedFrom?.participantId)
    if (from?.leaving !== 'moved') broken('a place is in one car', `${p.id} and ${from?.id}`)
  }
  for (const car of h.cars()) {
    const { arrivalsRefused } = movesOf(car)
    if (car.participants.some((p) => arrivalsRefused[p.id])) broken('a refusal is final', car.id)
  }
  const count = (query: string) => Number(h.world.d1.all(query)[0]?.n)
  const told = count("SELECT count(*) AS n FROM notices WHERE code = 'placeMoved'")
  const logged = count("SELECT count(*) AS n FROM audit_log WHERE action = 'placeMoved'")
  if (told !== arrived.length || logged !== arrived.length)
    broken('a move is told and logged once', `${told} and ${logged} of ${arrived.length}`)
  for (const p of arrived) {
    if (p.paidAs === undefined) h.meet('move: unpaid')
    const events = h.cars().flatMap(({ id }) => h.world.cars.eventsOf(id).map((e) => e.event))
    const at = events.findIndex((e) => e.type === 'placeArrived' && e.participantId === p.id)
    const completes = events[at + 1]?.type === 'statusChanged'
    h.meet(completes ? 'move: completes a car' : 'move: into a released seat')
  }
}
