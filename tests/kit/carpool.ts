import type { CarpoolOwn, Command } from '#app/carpool/rules/command.ts'
import { apply, decide, nextDue } from '#app/carpool/rules/machine.ts'
import type { Action } from '#app/carpool/rules/permissions.ts'
import type { CarpoolState, Participant, Party, Terms } from '#app/carpool/rules/state.ts'
import type { Flight } from '#app/features/flights/rules/flight-state.ts'
import type { PaymentFacts } from '#app/group/rules/payment.ts'
import { isStanding } from '#app/group/rules/state.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { hours, UNDER_WAY_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { SavedCard } from '#app/payments/rules/charge.ts'
import { GroupStory, having, partyWith, placeIdOf, userOf } from './story.ts'

/** A Monday noon in London, far from any clock change; departures are eight days later. */
export const NOW: Instant = Date.parse('2026-12-01T12:00Z')
export const DEPARTURE: Instant = NOW + hours(24 * 8)
/** When a car is completed of which its driver has said nothing. */
export const ARRIVED: Instant = DEPARTURE + UNDER_WAY_MS
export const CAR = 'car_test'

export const terms = (over: Partial<Terms> = {}): Terms => ({
  tripType: 'PICKUP',
  airportId: 'air_lhr',
  airportName: { zh: '希思罗', en: 'Heathrow' },
  airportTerminals: ['T2', 'T3', 'T4', 'T5'],
  prices: [18000, 9500, 6800, 5400, 4600],
  maxPassengers: 3,
  carpoolAt: DEPARTURE,
  ...over,
})

export const party = partyWith<Party>(DEPARTURE - hours(2))

export const CARD: SavedCard = { customerId: 'cus_1', paymentMethodId: 'pm_1' }

/** The correctable fields of a party: `over` where given, otherwise unchanged. */
export function infoOf(over: Partial<Party> = {}) {
  const { people: _, terminal: __, ...info } = party(over)
  return info
}

/** The flight of a party: `over` where given, otherwise unchanged. */
export const flightOf = (
  { flightNumber, flightTime, terminal }: Party,
  over: Partial<Flight> = {},
): Flight => ({ flightNumber, flightTime, terminal, ...over })

export { having, placeIdOf, userOf }

/** The carpool command behind each action of a record, with its prerequisites. */
export function commandOf(
  action: Action,
  { id, userId, party, renewal, balance }: Participant,
): Command {
  const own = { participantId: id, userId }
  const { people: _, terminal: __, ...info } = party
  switch (action) {
    case 'payDeposit':
      return {
        type: 'attachIntent',
        purpose: 'deposit',
        ...own,
        attempt: renewal.attempt,
        intentId: 'pi_new',
      }
    case 'payRemaining':
      return {
        type: 'beginBalance',
        ...own,
        points: balance.quote?.points ?? 0,
        pointsPerPound: 100,
      }
    case 'editInfo':
      return { type: 'editInfo', ...own, info: { ...info, bag: (info.bag + 1) % 6 } }
    case 'changeFlight':
      return { type: 'changeFlight', ...own, flight: flightOf(party, { flightNumber: 'ZZ9' }) }
    case 'exit':
      return { type: 'exit', userId }
    case 'convertToPrivate':
      return { type: 'convert', userId, to: { carpoolId: 'car_alone', participantId: 'par_alone' } }
    case 'cancelFailed':
      return { type: 'cancelFailed', userId }
  }
}

export const ACTIONS = [
  'payDeposit',
  'payRemaining',
  'editInfo',
  'changeFlight',
  'exit',
  'convertToPrivate',
  'cancelFailed',
] as const satisfies Action[]

/**
 * The actions of a place that are accepted right now, found by trying each. "In a moment" is not a
 * refusal.
 */
export function takenActions(state: CarpoolState, p: Participant, now: Instant): Action[] {
  if (!isStanding(p)) return []
  return ACTIONS.filter((action) => {
    const result = decide(state, commandOf(action, p), now)
    return result.ok || result.error.code === 'unavailable'
  })
}

/** One carpool and a clock. */
export class Story extends GroupStory<CarpoolState, CarpoolOwn, Terms> {
  constructor() {
    super({ rules: { apply, decide, nextDue }, now: NOW, party, holds: true })
  }
  get car() {
    return this.group
  }
  draft(name: string, t: Partial<Terms> = {}, p: Partial<Party> = {}) {
    const command = {
      participantId: placeIdOf(name),
      userId: userOf(name),
      terms: terms(t),
      party: party(p),
    }
    return this.say({ type: 'draft', carpoolId: CAR, ...command })
  }
  refundPlace(name: string, by: AdminId = 'adm_one') {
    return this.say({ type: 'refundPlace', participantId: placeIdOf(name), by })
  }
  edit(name: string, over: Partial<Party> = {}, by?: string) {
    const own = this.own(name, by)
    return this.say({ type: 'editInfo', ...own, info: infoOf(over) })
  }
  changeFlight(name: string, over: Partial<Flight>, by?: string) {
    const flight = flightOf(this.place(name).party, over)
    return this.say({ type: 'changeFlight', ...this.own(name, by), flight })
  }
  convert(name: string, to = `${name}_alone`) {
    const ids = { carpoolId: `car_${to}`, participantId: placeIdOf(to) } as const
    return this.say({ type: 'convert', userId: userOf(name), to: ids })
  }
  cancelFailed(name: string) {
    return this.say({ type: 'cancelFailed', userId: userOf(name) })
  }
  /** An intent to replace a deposit that is gone. */
  repaying(name: string, intentId = `next_${name}`) {
    return this.attach(name, intentId, this.place(name).renewal.attempt)
  }
  settleNext(name: string, money: PaymentFacts['money'], over: Partial<PaymentFacts> = {}) {
    const { attempt } = this.place(name).renewal
    return this.settle(name, money, { intentId: `next_${name}`, attempt, ...over })
  }
  renewalFailed(name: string, intentId: string | null = `next_${name}`, attempt?: number) {
    const { renewal } = this.place(name)
    const failed = { participantId: placeIdOf(name), attempt: attempt ?? renewal.attempt, intentId }
    return this.say({ type: 'renewalFailed', ...failed })
  }
  /** The deposits of all those named, captured. */
  captured(...names: string[]) {
    for (const name of names)
      this.settle(name, 'captured', { intentId: this.place(name).deposit.intentId ?? '' })
    return this
  }
  /** A complete group, one seat each, with deposits captured. */
  complete(names: string[], t: Partial<Terms> = {}) {
    const [first = 'ann', ...others] = names
    this.opened(first, { maxPassengers: names.length, ...t })
    for (const name of others) this.joined(name)
    return this.captured(...names)
  }
  /** `name` alone in a group that has just failed at its cutoff. */
  failed(name: string, t: Partial<Terms> = {}, p: Partial<Party> = {}) {
    this.opened(name, t, p)
    this.tick(this.car.cutoffAt)
    return this
  }
}
