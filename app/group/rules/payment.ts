import type { ParticipantId } from '#app/kernel/id.ts'
import type { ChargeFacts } from '#app/payments/rules/charge.ts'
import type { PaymentPurpose } from '#app/payments/rules/ledger.ts'

/** What was just read about a payment for a place, with what its metadata say it is for. */
export type PaymentFacts = ChargeFacts & { participantId: ParticipantId; purpose: PaymentPurpose }
