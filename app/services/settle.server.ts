import type { PaymentFacts } from '../domain/carpool/payment.ts'
import { movedTo } from '../domain/carpool/settle.ts'
import type { CarpoolState } from '../domain/carpool/state.ts'
import type { CarpoolId } from '../domain/id.ts'
import { fail, type Result } from '../domain/result.ts'
import type { CarpoolIntent, Payments } from './payments.server.ts'

export type SettleDeps<T> = {
  payments: Pick<Payments, 'read'>
  /** Tells the carpool what has been read. */
  apply(carpoolId: CarpoolId, facts: PaymentFacts): Promise<Result<T>>
  /** What to do to the payment between reading and telling; gives it as it is then. */
  act?(intent: CarpoolIntent): Promise<Result<CarpoolIntent>>
}

/**
 * The one way a payment changes a carpool: the browser's return, the webhook, the object's own
 * outbox and the sweep all come here. Reads the intent from Stripe, never believes what a caller or
 * an event says of it, and tells the carpool what it found; the private car, when the deposit has gone
 * along to one. Gives the carpool it told. Safe to call any number of times.
 */
export async function settle<T extends { state: CarpoolState }>(
  intentId: string,
  { payments, apply, act }: SettleDeps<T>,
): Promise<Result<T>> {
  const read = await payments.read(intentId)
  if (!read.ok) return read
  const after = act ? await act(read.value) : read
  if (!after.ok) return after
  const { carpoolId, facts } = after.value
  const told = await apply(carpoolId, facts)
  const moved = told.ok ? movedTo(told.value.state, facts) : null
  if (!moved) return told
  const forwarded = await apply(moved.carpoolId, { ...facts, participantId: moved.participantId })
  // The car is being opened right now: what was read must not be lost on it.
  return !forwarded.ok && forwarded.error.code === 'notFound' ? fail('unavailable') : forwarded
}
