import type { PaymentFacts } from '../domain/carpool/payment.ts'
import type { CarpoolId } from '../domain/id.ts'
import type { Result } from '../domain/result.ts'
import type { DepositIntent, Payments } from './payments.server.ts'

export type SettleDeps<T> = {
  payments: Pick<Payments, 'read'>
  /** Tells the carpool what has been read. */
  apply(carpoolId: CarpoolId, facts: PaymentFacts): Promise<Result<T>>
  /** What to do to the payment between reading and telling; gives it as it is then. */
  act?(intent: DepositIntent): Promise<Result<DepositIntent>>
}

/**
 * The one way a payment changes a carpool: the browser's return, the webhook, the object's own
 * outbox and the sweep all come here. Reads the intent from Stripe, never believes what a caller or
 * an event says of it, and tells the carpool what it found. Safe to call any number of times.
 */
export async function settle<T>(
  intentId: string,
  { payments, apply, act }: SettleDeps<T>,
): Promise<Result<T>> {
  const read = await payments.read(intentId)
  if (!read.ok) return read
  const after = act ? await act(read.value) : read
  return after.ok ? apply(after.value.carpoolId, after.value.facts) : after
}
