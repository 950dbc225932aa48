import type { AdminId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { Instant } from '#app/domain/time.ts'
import type { Consent } from './consent.ts'
import type { PlaceRef } from './moving.ts'

/** An administrator's offer of a private car after a flight change (decision 0092). */
export type AloneOffer = {
  /** The car, and the place in it; both are derived from the place it is offered to. */
  to: PlaceRef
  carpoolAt: Instant
  /** Pence for the whole car. */
  price: MinorUnits
  /** Until when it can be taken. */
  until: Instant
  /** The version of the flight that it was offered for. */
  version: number
  by: AdminId
  at: Instant
}

/** A payment of the difference that its passenger has agreed to. */
export type AlonePayment = {
  amount: MinorUnits
  consent: Consent
  intentId: string | null
  expiresAt: Instant
  /** Its time is up, but it has not been checked yet. */
  closing: boolean
}

export type Alone = {
  /** The number of the next payment, or of the one under way, from 1: part of its keys. */
  attempt: number
  /** Null: it was withdrawn. */
  offer: AloneOffer | null
  payment: AlonePayment | null
}

/** A standing offer as its passenger is shown it; `agreed`: its payment is under way. */
export type AloneMark = Pick<AloneOffer, 'carpoolAt' | 'price' | 'until'> & {
  amount: MinorUnits
  agreed: boolean
}

/** The difference that a passenger has paid for a car alone, and their consent. */
export type Supplement = { intentId: string | null; amount: MinorUnits; consent: Consent }
