import type { UserId } from '#app/kernel/id.ts'
import { findCustomerId, setCustomerId } from '#app/payments/rows/customers.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { Payments } from './payments.server.ts'

/**
 * Students' customer records at the payment provider, so that a card can be saved if they allow it.
 */

/**
 * The user's customer id, created the first time. Null if it cannot be created now: then no
 * card is saved, and the student can still pay.
 */
export async function customerIdFor(
  { db, payments }: Needs<'db'> & { payments: Payments },
  userId: UserId,
): Promise<string | null> {
  const known = await findCustomerId(db, userId)
  if (known) return known
  const made = await payments.createCustomer(userId)
  if (!made.ok) return null
  await setCustomerId(db, userId, made.value)
  return made.value
}
