import type { CarpoolState, Party } from '#app/carpool/rules/state.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { findCarpool, readCarpoolRecords } from '#app/carpool/service/carpool-reads.server.ts'
import {
  type CarpoolDraft,
  confirmCreate,
  draftPayableCarpool,
  holdSeats,
} from '#app/carpool/service/carpools.server.ts'
import { joinWaitlist } from '#app/features/waitlist/service.server.ts'
import { confirmDeposit, giveUpPlace, prepareDeposit } from '#app/group/service/groups.server.ts'
import type { CarpoolId } from '#app/kernel/id.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { addDays, londonDay, parseTime } from '#app/kernel/time.ts'
import { type Action, learnSecret, type Mine, pay, pickCar, pickPlace, short } from './actions.ts'
import { type History, okOf, type Person } from './history.ts'

const YOUNG_CARS_MAX = 2

export const party = (h: History, flightTime: number, people: number): Party => ({
  people,
  terminal: 'T2',
  flightNumber: h.chance.chance(0.8) ? 'BA038' : null,
  flightTime,
  nLocation: `${h.chance.int(1, 99)} Castle Boulevard`,
  bigLuggage: h.chance.int(1, 3),
  smallLuggage: 1,
  bag: 1,
})

const DAYS_AHEAD = [3, 4, 5, 6, 8, 9, 12, 16]

export function newDraft(h: History, daysAhead = h.chance.pick(DAYS_AHEAD)): CarpoolDraft {
  const { chance } = h
  const day = addDays(londonDay(h.now), daysAhead)
  const at = parseTime(`${day}T${chance.pick(['00:30', '01:30', '06:00', '14:00', '23:45'])}`)
  const carpoolAt = at.ok ? at.value : Date.parse(`${day}T14:00Z`)
  const maxPassengers = chance.pick([1, 1, 2, 2, 2, 3, 3, 4, 5])
  const tripType = chance.pick(['PICKUP', 'DROPOFF'] as const)
  const flightTime =
    carpoolAt + (tripType === 'PICKUP' ? -1 : 1) * chance.int(minutes(30), hours(3))
  const people = chance.int(1, Math.min(2, maxPassengers))
  return {
    ...party(h, flightTime, people),
    tripType,
    airportId: chance.pick(['air_lhr', 'air_man']),
    carpoolAt,
    maxPassengers,
  }
}

/** If there are enough cars already, the student joins one. */
async function draft(h: History, who: Person): Promise<unknown> {
  const attempt = `${who.id}-${h.chance.int(1, 2)}`
  const known = who.drafts.get(attempt)
  const young = h
    .cars()
    .filter(({ status }) => status === 'PENDING' || status === 'OPEN' || status === 'FULL')
  if (young.length >= YOUNG_CARS_MAX && !(known && h.chance.chance(0.1))) return hold(h, who)
  return draftAs(h, who, attempt, known && h.chance.chance(0.8) ? known : newDraft(h))
}

/** Sends one form of one attempt. Returns the place and the secret for paying its deposit. */
export async function draftAs(h: History, who: Person, attempt: string, form: CarpoolDraft) {
  who.drafts.set(attempt, form)
  const answer = await h.say(who, `draft ${short(attempt)} of ${form.maxPassengers}`, () =>
    draftPayableCarpool(h.services, who, form, attempt),
  )
  const made = okOf(answer)
  if (made) learnSecret(h, who, made.participantId, made.clientSecret)
  return made
}

/** A flight that goes with those of a car, or with the car itself if there are none. */
export const flightBeside = ({ participants, tripType, carpoolAt }: CarpoolState): number =>
  participants[0]?.party.flightTime ?? carpoolAt + (tripType === 'PICKUP' ? -1 : 1) * hours(3)

async function hold(h: History, who: Person): Promise<unknown> {
  const open = h.chance.chance(0.9)
  const car = pickCar(h, ({ status }) => !open || status === 'OPEN' || status === 'FULL')
  if (!car) return
  const first = flightBeside(car)
  const form = party(h, first + h.chance.int(-hours(2), hours(2)), h.chance.pick([1, 1, 1, 2, 3]))
  const answer = await holdIn(h, who, car.id, form)
  const isFull = answer?.ok === false && answer.error.code === 'carpoolFull'
  return isFull && h.chance.chance(0.7) ? waitIn(h, who, car.id, form.people) : answer
}

export const holdIn = (h: History, who: Person, id: CarpoolId, form: Party) =>
  h.say(who, `hold ${form.people} in ${short(id)}`, () => holdSeats(h.services, who, id, form))

/** Joins a car's waitlist. */
export const waitIn = (h: History, who: Person, carpoolId: CarpoolId, people: number) =>
  h.say(who, `waits with ${people} for ${short(carpoolId)}`, () =>
    joinWaitlist(h.world.worker.services, {
      viewer: who,
      carpoolId,
      people,
      bigLuggage: 1,
      smallLuggage: 0,
      bag: 1,
    }),
  )

export async function depositIntent(h: History, who: Person): Promise<unknown> {
  const mine = pickPlace(h, who, onHold)
  if (!mine) return hold(h, who)
  const { participantId } = mine
  const answer = await h.say(who, `intent ${short(participantId)}`, () =>
    prepareDeposit(carpoolKind, h.services, who, participantId, true),
  )
  const payable = okOf(answer)
  if (payable) learnSecret(h, who, participantId, payable.clientSecret)
}

export async function confirm(h: History, who: Person): Promise<unknown> {
  const mine = pickPlace(h, who)
  if (!mine) return draft(h, who)
  const { participantId, car } = mine
  const created = car.participants[0]?.id === participantId
  const answer = await h.say(who, `confirm ${short(participantId)}`, () =>
    created
      ? confirmCreate(h.services, who, participantId)
      : confirmDeposit(carpoolKind, h.services, who, participantId),
  )
  if (answer?.ok) h.promised.push({ participantId, what: 'confirmed' })
}

async function giveUp(h: History, who: Person): Promise<unknown> {
  const mine = pickPlace(h, who, onHold)
  if (!mine) return
  const { participantId, car } = mine
  const byCar = h.chance.chance(0.3)
  const answer = await h.say(
    who,
    `gives up ${short(participantId)}${byCar ? ' (by car)' : ''}`,
    () => giveUpPlace(carpoolKind, h.services, who, byCar ? car.id : participantId),
  )
  if (answer?.ok && !byCar) h.promised.push({ participantId, what: 'left' })
}

/** Goes straight through to a seat, as a decided student does. */
async function joinAtOnce(h: History, who: Person): Promise<unknown> {
  const open = h.cars().some(({ status }) => status === 'OPEN' || status === 'FULL')
  await (open ? hold(h, who) : draft(h, who))
  await depositIntent(h, who)
  await pay(h, who)
  return confirm(h, who)
}

async function look(h: History, who: Person): Promise<unknown> {
  const car = pickCar(h)
  await h.say(who, 'looks at their records', () => readCarpoolRecords(h.services, who))
  return car && h.say(who, `looks at ${short(car.id)}`, () => findCarpool(h.services, car.id, who))
}

const onHold = ({ place }: Mine) => place.seat === 'held'

export const JOIN: Record<string, Action> = {
  draft: { weight: 4, run: draft },
  hold: { weight: 5, run: hold },
  depositIntent: { weight: 5, fits: onHold, run: depositIntent },
  pay: { weight: 9, run: pay },
  confirm: { weight: 6, fits: onHold, run: confirm },
  giveUp: { weight: 3, fits: onHold, run: giveUp },
  joinAtOnce: { weight: 10, run: joinAtOnce },
  look: { weight: 1, run: look },
}
