import type { ChargeFacts } from '#app/domain/charge/charge.ts'
import type { PaymentPurpose } from '#app/domain/charge/ledger.ts'
import type { ParticipantId } from '#app/domain/id.ts'

/** What was just read about a payment for a place, with what its metadata say it is for. */
export type PaymentFacts = ChargeFacts & { participantId: ParticipantId; purpose: PaymentPurpose }
