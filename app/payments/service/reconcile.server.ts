import type { PaymentFacts } from '#app/group/rules/payment.ts'
import { movedTo } from '#app/group/rules/settle.ts'
import type { Group } from '#app/group/rules/state.ts'
import type { CarpoolId, GroupId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import { fail, type Result } from '#app/kernel/result.ts'

/** How often Stripe is asked about an open dispute if no event about it arrives. */
export const ASK_EVERY_MS = hours(6)

export type ReconcileDeps<I, T> = {
  /** Reads the payment's current state from Stripe. */
  read(intentId: string): Promise<Result<I>>
  /** Acts on the payment between `read` and `apply`. Returns its new state. */
  act?(intent: I): Promise<Result<I>>
  /** Reports the reading to the thing being paid for. */
  apply(intent: I): Promise<Result<T>>
}

/**
 * The only way a payment changes anything: the browser's return, the webhook, an object's own
 * outbox and the sweep all come here. Reads the intent from Stripe, never trusts what a caller or
 * an event says about it, and reports what it found to the carpool, trip or order. Returns the
 * result of `apply`. Safe to call any number of times.
 */
export async function reconcile<I, T>(
  intentId: string,
  { read, act, apply }: ReconcileDeps<I, T>,
): Promise<Result<T>> {
  const found = await read(intentId)
  const after = found.ok && act ? await act(found.value) : found
  return after.ok ? apply(after.value) : after
}

/**
 * Reports a payment for one of a group's places to the group and, if the place has moved to another
 * car, to that car.
 */
export const applyToGroup =
  <Id extends GroupId, T extends { state: Group }>(
    id: Id,
    apply: (id: Id | CarpoolId, facts: PaymentFacts) => Promise<Result<T>>,
  ) =>
  async ({ facts }: { facts: PaymentFacts }): Promise<Result<T>> => {
    let applied = await apply(id, facts)
    let about = facts
    for (let moved = movedIn(applied, about); moved; moved = movedIn(applied, about)) {
      about = { ...about, participantId: moved.participantId }
      const forwarded = await apply(moved.carpoolId, about)
      // The car is just being opened: fail, so that the payment is reported again and not lost.
      if (!forwarded.ok && forwarded.error.code === 'notFound') return fail('unavailable')
      applied = forwarded
    }
    return applied
  }

const movedIn = (applied: Result<{ state: Group }>, facts: PaymentFacts) =>
  applied.ok ? movedTo(applied.value.state, facts) : null
