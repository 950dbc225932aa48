import type { AdminId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { Instant } from '#app/domain/time.ts'
import type { AloneOffer } from './alone-state.ts'
import type { Consent } from './consent.ts'

export type AloneEvent =
  | ({ type: 'aloneOffered' } & AloneOffer)
  | { type: 'aloneWithdrawn'; by: AdminId; at: Instant }
  | { type: 'aloneAgreed'; amount: MinorUnits; consent: Consent; expiresAt: Instant }
  | { type: 'aloneAttached'; intentId: string }
  | { type: 'aloneClosing' }
  /** The payment ended unpaid. */
  | { type: 'aloneLost' }
  /** It was paid, but the place can no longer go: all of it goes back. */
  | { type: 'aloneRefused'; intentId: string }
  /** From here on the place is moving. */
  | { type: 'alonePaid'; amount: MinorUnits; at: Instant }
