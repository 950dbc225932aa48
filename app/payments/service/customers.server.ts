import type { UserId } from '#app/kernel/id.ts'
import { findCustomerId, setCustomerId } from '#app/payments/rows/customers.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { Payments } from './payments.server.ts'

/**
 * Returns the id of the user's customer record at the payment provider, to which a card can be
 * saved if they allow it; it is created the first time. Null if that is not possible now: then no
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
