import { isUkMobile, localPhone, tidyTel } from './account.ts'
import { flightKeys } from './flight-number.ts'

/** The kind of thing an id names; `provider`: a payment, a refund or a dispute at Stripe. */
type IdOf = 'user' | 'carpool' | 'trip' | 'place' | 'order' | 'vehicle' | 'driver' | 'provider'

/** A search in the console. `flight`: the key of a flight, if the text can be one. */
export type Search =
  | { kind: 'id'; of: IdOf; id: string }
  | { kind: 'phone'; phone: string }
  | { kind: 'text'; text: string; flight: string | null }

/** Number of hits shown of each kind. */
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

/**
 * The digits for searching a phone number, without its national or international prefix; null if
 * the text is no part of one.
 */
export function phoneDigits(typed: string, min: number): string | null {
  const tel = localPhone(typed)
  const digits = /^(?:\+44|0044|\+|00|0)?(\d{3,15})$/.exec(tel)?.[1] ?? ''
  return digits.length >= min ? digits : null
}

/**
 * The search for a text from the search field; null: too little to search for. Our own ids are in
 * lower case; Stripe's are case-sensitive.
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
  const flight = flightKeys(text).find((key) => /\d/.test(key) && /\p{L}/u.test(key)) ?? null
  return { kind: 'text', text, flight }
}

/** A text for comparisons that ignore case, spaces and marks, such as of plates. */
const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Whether a plate or a part of it matches the typed text. */
export const isPlate = (plate: string, typed: string): boolean =>
  letters(typed) !== '' && letters(plate).includes(letters(typed))

/** Whether a part of the name or of the phone number matches the typed text. */
export function isPerson({ name, phone }: { name: string; phone: string }, typed: string): boolean {
  if (letters(typed) !== '' && letters(name).includes(letters(typed))) return true
  const digits = phoneDigits(typed, PHONE_MIN)
  return digits !== null && tidyTel(phone).includes(digits)
}
const PHONE_MIN = 3
