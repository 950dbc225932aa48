import type { CarpoolState, CarpoolStatus, Participant } from '#app/carpool/rules/state.ts'
import { seenByOwner } from '#app/group/rules/state.ts'
import { isRemote } from '#app/payments/rules/payment.ts'
import type { Participant as TripPlace, TripState } from '#app/trip/rules/state.ts'
import type { History, Person } from './history.ts'
import type { StoredOrder } from './order-log.ts'

/** One action of a student's browser: one or a few requests, whatever the responses. */
export type Action = {
  weight: number
  /** The places it applies to; an action without this applies to everyone. */
  fits?: (mine: Mine) => boolean
  /** The orders it applies to. */
  fitsOrder?: (order: StoredOrder) => boolean
  /** The places on trips it applies to. */
  fitsTrip?: (mine: MyTrip) => boolean
  run(h: History, who: Person): Promise<unknown>
}

export const CARDS = {
  pm_card_visa: 14,
  pm_card_visa_chargeDeclined: 2,
  pm_card_threeDSecure2Required: 2,
  pm_card_authenticationRequiredOnSetup: 1,
  pm_card_authenticationRequired: 1,
  pm_card_chargeCustomerFail: 1,
  // Not cards, but ways to pay as well.
  alipay: 3,
  wechat_pay: 3,
}

/** A way to pay in the trace. */
export const wayOf = (card: string) => card.replace('pm_card_', '')

/**
 * Pays with a card as its form does; or in another app, which the server begins. What only holds
 * money refuses that.
 */
export async function payBy(h: History, secret: string, card: string, keep: boolean) {
  if (!isRemote(card)) return h.world.bank.confirm(secret, card, keep)
  const [id = ''] = secret.split('_secret_')
  const begun = await h.services.payments.payRemotely(id, card, `${RETURN}/${id}`)
  if (!begun.ok) return begun.error.code
  const { next } = begun.value
  if (!next) return begun.value.facts.money
  const outcome = await h.world.bank.decide(id, new URL(next.target).pathname)
  h.meet(`${card}: ${outcome}`)
  return outcome
}
const RETURN = 'http://localhost:8787/neighbourhelp/pay'

export const short = (id: string) => id.slice(-4)

/** The student's last place on a trip, live or not. */
export type MyTrip = { trip: TripState; place: TripPlace }

/** One of the student's places, as their profile would show it. */
export type Mine = { car: CarpoolState; place: Participant; participantId: Participant['id'] }

export const placesOf = (h: History, who: Person): Mine[] =>
  h
    .cars()
    .flatMap((car) =>
      car.participants
        .filter((p) => p.userId === who.id)
        .map((place) => ({ car, place, participantId: place.id })),
    )

/**
 * One of the student's places: mostly one that fits the next action, occasionally any, like an old
 * page in a browser.
 */
export function pickPlace(
  h: History,
  who: Person,
  fits: (mine: Mine) => boolean = ({ place }) => place.seat !== 'gone',
): Mine | null {
  const all = placesOf(h, who)
  const fitting = all.filter(fits)
  const list = fitting.length > 0 && h.chance.chance(0.93) ? fitting : all
  return list.length > 0 ? h.chance.pick(list) : null
}

export const inStatus =
  (...statuses: CarpoolStatus[]) =>
  ({ car, place }: Mine): boolean => {
    const { seat, status } = seenByOwner({ seat: place.seat, status: car.status })
    return seat === 'taken' && statuses.includes(status)
  }

export function pickCar(
  h: History,
  fits: (car: CarpoolState) => boolean = () => true,
): CarpoolState | null {
  const cars = h.cars()
  const fitting = cars.filter(fits)
  const list = fitting.length > 0 ? fitting : cars
  return list.length > 0 ? h.chance.pick(list) : null
}

/** The student has received a payment's secret and keeps it. */
export function learnSecret(
  h: History,
  who: Person,
  participantId: string,
  secret: string | null,
): void {
  if (!secret) return
  who.secrets.set(secret, participantId)
  h.payable.add(secret.split('_secret_')[0] ?? '')
}

/** Pays with one of the student's secrets, mostly the newest, as the card form does. */
export async function pay(h: History, who: Person): Promise<unknown> {
  const secrets = [...who.secrets.keys()]
  const secret = h.chance.chance(0.85) ? secrets.at(-1) : secrets[0] && h.chance.pick(secrets)
  return secret && payWith(h, who, secret, h.chance.weighted(CARDS), h.chance.chance(0.6))
}

/** Pays with the student's newest secret. */
export async function payNewest(
  h: History,
  who: Person,
  card: string,
  keep = false,
): Promise<unknown> {
  const secret = [...who.secrets.keys()].at(-1)
  return secret && payWith(h, who, secret, card, keep)
}

function payWith(
  h: History,
  who: Person,
  secret: string,
  card: string,
  keep: boolean,
): Promise<unknown> {
  return h.say(
    who,
    `pays ${short(who.secrets.get(secret) ?? '')} ${wayOf(card)}${keep ? ' and keeps it' : ''}`,
    () => payBy(h, secret, card, keep),
  )
}
