import { lastPlaceOf, type Party } from '#app/group/rules/state.ts'
import {
  confirmBalance,
  confirmDeposit,
  giveUpBalance,
  giveUpPlace,
  holdInGroup,
  leaveGroup,
  prepareBalance,
  prepareDeposit,
} from '#app/group/service/groups.server.ts'
import type { TripId } from '#app/kernel/id.ts'
import { DEPOSIT_PENCE, hours } from '#app/kernel/limits.ts'
import { addDays, londonDay, parseTime } from '#app/kernel/time.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import type { TripState } from '#app/trip/rules/state.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import {
  browseTrips,
  confirmBalanceSent,
  confirmJoinSent,
  createTrip,
  readTripPlace,
  type SentPayment,
  type TripDraft,
} from '#app/trip/service/trips.server.ts'
import { type Action, CARDS, type MyTrip, payBy, short, wayOf } from './actions.ts'
import { type History, okOf, type Person } from './history.ts'

const YOUNG_TRIPS_MAX = 2

export const isOpen = ({ status }: Pick<TripState, 'status'>) =>
  status === 'OPEN' || status === 'FULL'
const isYoung = (trip: TripState) => trip.status === 'PENDING' || isOpen(trip)

export const tripsOf = (h: History, who: Person): MyTrip[] =>
  h.trips().flatMap((trip) => {
    const place = lastPlaceOf(trip, who.id)
    return place ? [{ trip, place }] : []
  })

export const onHold = ({ place }: MyTrip) => place.seat === 'held'
export const isIn = ({ place }: MyTrip) => place.seat === 'taken'
export const canLeave = (mine: MyTrip) => isIn(mine) && isOpen(mine.trip)
export const owesBalance = (mine: MyTrip) =>
  isIn(mine) && mine.trip.status === 'SUCCESS' && !isPaid(mine.place.balance)
export const paysBalance = (mine: MyTrip) =>
  owesBalance(mine) && mine.place.balance.intentId !== null

/**
 * One of the student's trips: mostly one that fits the next action, occasionally any, like an old
 * page in a browser.
 */
function pickTrip(h: History, who: Person, fits: (mine: MyTrip) => boolean): MyTrip | null {
  const all = tripsOf(h, who)
  const fitting = all.filter(fits)
  const list = fitting.length > 0 && h.chance.chance(0.93) ? fitting : all
  return list.length > 0 ? h.chance.pick(list) : null
}

const at = (day: string, time: string) => {
  const read = parseTime(`${day}T${time}`)
  return read.ok ? read.value : Date.parse(`${day}T${time}Z`)
}

const PRICES = [3000, 3000, 1500, 100, 20, 0]

/** `price`: the price on top of the deposit. */
export function newTrip(h: History, price = h.chance.pick(PRICES)): TripDraft {
  const { chance } = h
  const day = addDays(londonDay(h.now), chance.pick([1, 1, 2, 2, 3, 5]))
  const cutoffAt = at(day, chance.pick(['00:00', '01:30', '09:00', '18:00', '23:59']))
  const tripStartAt = cutoffAt + hours(chance.pick([1, 3, 20, 48]))
  const maxPassengers = chance.pick([2, 2, 3, 3, 4, 5])
  setUsualPrice(h, price)
  return {
    tripName: '湖区两日游',
    minPassengers: chance.int(1, Math.min(3, maxPassengers)),
    maxPassengers,
    cutoffAt,
    tripStartAt,
    tripEndAt: tripStartAt + hours(chance.pick([2, 12, 40])),
  }
}

/** The price, on top of the deposit, of trips made from now on. */
const setUsualPrice = (h: History, pence: number) =>
  h.world.d1.all('INSERT OR REPLACE INTO settings (key, value, updated_at) VALUES (?, ?, ?)', [
    'tripBalancePrice',
    pence,
    h.now,
  ])

const partyFor = (h: History, trip: TripState, people: number): Party => ({
  people,
  terminal: h.chance.pick(['T2', 'T5']),
  flightNumber: null,
  flightTime: trip.tripStartAt - hours(4) + h.chance.int(-hours(1), hours(1)),
  nLocation: `${h.chance.int(1, 99)} Castle Boulevard`,
  bigLuggage: 2,
  smallLuggage: 1,
  bag: 1,
})

/**
 * Sends one form of one attempt: a new trip, or a correction of the existing draft. Returns its id.
 */
export async function makeTripAs(h: History, who: Person, attempt: string, form: TripDraft) {
  who.tripDrafts.set(attempt, form)
  const { minPassengers, maxPassengers } = form
  const answer = await h.say(
    who,
    `makes trip ${short(attempt)} of ${minPassengers}–${maxPassengers}`,
    () => createTrip(h.services, who, form, attempt),
  )
  return okOf(answer)?.id ?? null
}

/** If there are enough trips already, the student joins one. */
async function makeTrip(h: History, who: Person): Promise<unknown> {
  const attempt = `${who.id}-${h.chance.int(1, 3)}`
  const known = who.tripDrafts.get(attempt)
  const enough = h.trips().filter(isYoung).length >= YOUNG_TRIPS_MAX
  if (enough && !(known && h.chance.chance(0.15))) return holdTrip(h, who)
  return makeTripAs(h, who, attempt, known && h.chance.chance(0.6) ? known : newTrip(h))
}

/** A hold, or its correction if the student already has one there. */
export async function holdOn(h: History, who: Person, trip: TripState, people: number) {
  const form = partyFor(h, trip, people)
  const answer = await h.say(who, `holds ${people} on ${short(trip.id)}`, () =>
    holdInGroup(tripKind, h.services, who, trip.id, form),
  )
  if (answer && !answer.ok && answer.error.code === 'carpoolFull') h.meet('trip: no seat left')
  return answer
}

async function holdTrip(h: History, who: Person): Promise<unknown> {
  const all = h.trips()
  const open = all.filter(isOpen)
  const list = open.length > 0 && h.chance.chance(0.93) ? open : all
  return list.length > 0 && holdOn(h, who, h.chance.pick(list), h.chance.pick([1, 1, 1, 1, 2, 3]))
}

async function correctTrip(h: History, who: Person): Promise<unknown> {
  const mine = pickTrip(h, who, onHold)
  return mine && holdOn(h, who, mine.trip, h.chance.int(1, 2))
}

function learn(h: History, who: Person, id: TripId, secret: string | null | undefined): void {
  if (!secret) return
  who.tripSecrets.set(secret, id)
  h.payable.add(secret.split('_secret_')[0] ?? '')
}

/** Requests the payment of the student's deposit. */
export async function beginDeposit(h: History, who: Person, id: TripId) {
  const answer = await h.say(who, `begins to pay for trip ${short(id)}`, () =>
    prepareDeposit(tripKind, h.services, who, id, true),
  )
  learn(h, who, id, okOf(answer)?.clientSecret)
}

/** Pays with one of the student's secrets, as the card form does: for this trip, or the newest. */
export async function payTrip(
  h: History,
  who: Person,
  id?: TripId,
  card?: string,
): Promise<unknown> {
  const secrets = [...who.tripSecrets]
    .filter(([, of]) => id === undefined || of === id)
    .map(([s]) => s)
  const secret = h.chance.chance(0.85) ? secrets.at(-1) : secrets[0] && h.chance.pick(secrets)
  if (!secret) return
  const with_ = card ?? h.chance.weighted(CARDS)
  return h.say(who, `pays trip ${short(who.tripSecrets.get(secret) ?? '')} ${wayOf(with_)}`, () =>
    payBy(h, secret, with_, false),
  )
}

/** What the form reports as paid; occasionally nothing. */
const sentFor = (h: History, intentId: string | null, price: number): SentPayment | undefined =>
  h.chance.chance(0.5) ? { intentId, price } : undefined

export async function confirmSeat(h: History, who: Person, { trip, place }: MyTrip) {
  const sent = sentFor(h, place.deposit.intentId, DEPOSIT_PENCE)
  const answer = await h.say(who, `confirms trip ${short(trip.id)}`, () =>
    sent
      ? confirmJoinSent(h.services, who, trip.id, sent, { intentId: null, price: 0 })
      : confirmDeposit(tripKind, h.services, who, trip.id),
  )
  const own = okOf(answer)?.own
  if (own) h.promised.push({ participantId: own.participantId, what: 'confirmed' })
}

export async function giveUpTrip(h: History, who: Person, { trip, place }: MyTrip) {
  const answer = await h.say(who, `gives up trip ${short(trip.id)}`, () =>
    giveUpPlace(tripKind, h.services, who, trip.id),
  )
  if (answer?.ok) h.promised.push({ participantId: place.id, what: 'left' })
}

export async function exitTrip(h: History, who: Person, { trip, place }: MyTrip) {
  const answer = await h.say(who, `leaves trip ${short(trip.id)}`, () =>
    leaveGroup(tripKind, h.services, who, trip.id),
  )
  if (answer?.ok) h.promised.push({ participantId: place.id, what: 'left' })
}

export async function beginTripBalance(h: History, who: Person, { trip }: Pick<MyTrip, 'trip'>) {
  const answer = await h.say(who, `begins balance of trip ${short(trip.id)}`, () =>
    prepareBalance(tripKind, h.services, who, trip.id),
  )
  learn(h, who, trip.id, okOf(answer)?.clientSecret)
}

export async function confirmTripBalance(h: History, who: Person, { trip, place }: MyTrip) {
  const sent = sentFor(h, place.balance.intentId, trip.balancePrice)
  const answer = await h.say(who, `confirms balance of trip ${short(trip.id)}`, () =>
    sent
      ? confirmBalanceSent(h.services, who, trip.id, sent)
      : confirmBalance(tripKind, h.services, who, trip.id),
  )
  const own = okOf(answer)?.own
  if (own) h.promised.push({ participantId: own.participantId, what: 'paid' })
}

export async function giveUpTripBalance(h: History, who: Person, { trip, place }: MyTrip) {
  const answer = await h.say(who, `gives up balance of trip ${short(trip.id)}`, () =>
    giveUpBalance(tripKind, h.services, who, trip.id),
  )
  if (answer && !answer.ok && answer.error.code === 'alreadyPaid')
    h.promised.push({ participantId: place.id, what: 'paid' })
}

/** The student's current place, if the next action applies to it. */
export const mineOn = (h: History, who: Person, id: TripId): MyTrip | undefined =>
  tripsOf(h, who).find(({ trip }) => trip.id === id)

/** From a hold to a confirmed place; occasionally the browser is closed after paying. */
export async function payDeposit(h: History, who: Person, id: TripId, card?: string) {
  await beginDeposit(h, who, id)
  await payTrip(h, who, id, card)
  const mine = mineOn(h, who, id)
  if (mine && h.chance.chance(card ? 0.9 : 0.7)) await confirmSeat(h, who, mine)
}

/** Goes straight through to a place on a trip, as a decided student does. */
async function joinTripAtOnce(h: History, who: Person): Promise<unknown> {
  await (h.trips().some(isOpen) ? holdTrip(h, who) : makeTrip(h, who))
  const mine = tripsOf(h, who).find(onHold)
  return mine && payDeposit(h, who, mine.trip.id)
}

export async function payBalanceOn(
  h: History,
  who: Person,
  id: TripId,
  card?: string,
): Promise<unknown> {
  const mine = mineOn(h, who, id)
  if (!mine) return
  await beginTripBalance(h, who, mine)
  await payTrip(h, who, id, card)
  const now = mineOn(h, who, id)
  return now && h.chance.chance(0.7) && confirmTripBalance(h, who, now)
}

async function lookAtTrips(h: History, who: Person): Promise<unknown> {
  const tab = h.chance.pick(['start', 'end'] as const)
  await h.say(who, `looks at trips (${tab})`, () => browseTrips(h.services, { tab, limit: 3 }, who))
  const mine = pickTrip(h, who, () => true)
  return (
    mine &&
    h.say(who, `looks at ${short(mine.trip.id)}`, () =>
      readTripPlace(h.services, who, mine.trip.id),
    )
  )
}

type Does = (h: History, who: Person, mine: MyTrip) => Promise<unknown>
/** An action on one of the student's trips that fits. */
const on = (weight: number, fitsTrip: (mine: MyTrip) => boolean, does: Does): Action => ({
  weight,
  fitsTrip,
  run: async (h, who) => {
    const mine = pickTrip(h, who, fitsTrip)
    return mine && does(h, who, mine)
  },
})

export const TRIP: Record<string, Action> = {
  makeTrip: { weight: 3, run: makeTrip },
  holdTrip: { weight: 5, run: holdTrip },
  correctTrip: { weight: 2, fitsTrip: onHold, run: correctTrip },
  beginDeposit: on(4, onHold, (h, who, { trip }) => beginDeposit(h, who, trip.id)),
  payTrip: { weight: 6, run: (h, who) => payTrip(h, who) },
  confirmTrip: on(5, onHold, confirmSeat),
  giveUpTrip: on(2, onHold, giveUpTrip),
  exitTrip: on(3, canLeave, exitTrip),
  joinTripAtOnce: { weight: 12, run: joinTripAtOnce },
  beginTripBalance: on(4, owesBalance, beginTripBalance),
  confirmTripBalance: on(3, paysBalance, confirmTripBalance),
  giveUpTripBalance: on(2, paysBalance, giveUpTripBalance),
  tripBalanceAtOnce: on(8, owesBalance, (h, who, { trip }) => payBalanceOn(h, who, trip.id)),
  lookAtTrips: { weight: 0.5, run: lookAtTrips },
}
