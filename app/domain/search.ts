import { isUkMobile, localPhone } from './account.ts'

/** What an id names; `provider`: a payment, a refund or a dispute of Stripe's. */
type IdOf = 'user' | 'carpool' | 'trip' | 'place' | 'order' | 'vehicle' | 'driver' | 'provider'

/**
 * What somebody looks for in the console. `flight`: what was typed as a flight number, if it can be
 * one.
 */
export type Search =
  | { kind: 'id'; of: IdOf; id: string }
  | { kind: 'phone'; phone: string }
  | { kind: 'text'; text: string; flight: string | null }

/** How many of each kind are shown. */
export const HITS_MAX = 10

/** A shorter text would find everybody. */
const TEXT_MIN = { han: 1, other: 2 } as const

const IDS: [RegExp, IdOf][] = [
  [/^usr_/i, 'user'],
  [/^car_/i, 'carpool'],
  [/^trip_/i, 'trip'],
  [/^par_/i, 'place'],
  [/^(?:mail|move)_/i, 'order'],
  [/^veh_/i, 'vehicle'],
  [/^drv_/i, 'driver'],
]
const PROVIDER_ID = /^(?:pi|re|dp|du)_\w+$/
const FLIGHT = /^(?:[A-Z]{2}|[A-Z]\d|\d[A-Z])\d{1,4}[A-Z]?$/

/** A flight number as it is compared: `ba 38` and `BA38` are the same. */
const flightKey = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')

/** A flight number without spaces, such as `BA38`; null if the text is not exactly one. */
export function flightNumberOf(typed: string): string | null {
  const flight = flightKey(typed)
  return FLIGHT.test(flight) ? flight : null
}

/**
 * The digits by which a phone number is looked for, without its national or international prefix;
 * null if the text is no part of one.
 */
export function phoneDigits(typed: string, min: number): string | null {
  const tel = localPhone(typed)
  const digits = /^(?:\+44|0044|\+|00|0)?(\d{3,15})$/.exec(tel)?.[1] ?? ''
  return digits.length >= min ? digits : null
}

/**
 * What is meant by a text from the search field; null: too little to look for. Our own ids are in
 * lower case, Stripe's tell upper and lower case apart.
 */
export function searchFor(typed: string): Search | null {
  const text = typed.replace(/\s+/g, ' ').trim()
  if (PROVIDER_ID.test(text)) return { kind: 'id', of: 'provider', id: text }
  const [, of] = IDS.find(([prefix]) => prefix.test(text)) ?? []
  if (of) return { kind: 'id', of, id: text.toLowerCase() }
  const phone = localPhone(text)
  if (isUkMobile(phone)) return { kind: 'phone', phone }
  const min = /\p{Script=Han}/u.test(text) ? TEXT_MIN.han : TEXT_MIN.other
  if ([...text].length < min) return null
  return { kind: 'text', text, flight: flightNumberOf(text) }
}
