import type { ParticipantId } from './id.ts'

/** Names of what happens to points; the ledger makes each happen once. `attempt`: the balance's try. */
export const balanceOperation = (participantId: ParticipantId, attempt: number): string =>
  `balance:${participantId}:${attempt}`
export const earnOperation = (participantId: ParticipantId): string => `earn:${participantId}`
