import type { PaymentFacts } from '#app/domain/group/payment.ts'
import { movedTo } from '#app/domain/group/settle.ts'
import type { Group } from '#app/domain/group/state.ts'
import type { CarpoolId, GroupId } from '#app/domain/id.ts'
import { fail, type Result } from '#app/domain/result.ts'

export type SettleDeps<I, T> = {
  /** Gives the payment as it is at Stripe. */
  read(intentId: string): Promise<Result<I>>
  /** What to do to the payment between reading and telling; gives it as it is then. */
  act?(intent: I): Promise<Result<I>>
  /** Tells what is paid for what has been read. */
  tell(intent: I): Promise<Result<T>>
}

/**
 * The one way a payment changes anything: the browser's return, the webhook, an object's own outbox
 * and the sweep all come here. Reads the intent from Stripe, never believes what a caller or an
 * event says of it, and tells the carpool or the order what it found. Gives what it told. Safe to
 * call any number of times.
 */
export async function settle<I, T>(
  intentId: string,
  { read, act, tell }: SettleDeps<I, T>,
): Promise<Result<T>> {
  const found = await read(intentId)
  const after = found.ok && act ? await act(found.value) : found
  return after.ok ? tell(after.value) : after
}

/**
 * Tells a group of a payment of one of its places; the private car, when the deposit has gone along
 * to one.
 */
export const tellGroup =
  <Id extends GroupId, T extends { state: Group }>(
    id: Id,
    apply: (id: Id | CarpoolId, facts: PaymentFacts) => Promise<Result<T>>,
  ) =>
  async ({ facts }: { facts: PaymentFacts }): Promise<Result<T>> => {
    const told = await apply(id, facts)
    const moved = told.ok ? movedTo(told.value.state, facts) : null
    if (!moved) return told
    const forwarded = await apply(moved.carpoolId, { ...facts, participantId: moved.participantId })
    // The car is being opened right now: what was read must not be lost on it.
    return !forwarded.ok && forwarded.error.code === 'notFound' ? fail('unavailable') : forwarded
  }
