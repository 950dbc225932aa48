import type { UserId } from '#app/domain/id.ts'
import type { Db } from '#db/db.ts'
import { findCustomerId, setCustomerId } from '#db/queries/customers.ts'
import type { Payments } from './payments.server.ts'

export type Customers = ReturnType<typeof createCustomers>

/**
 * Students as the payment provider knows them, so that a card can be kept for one who allows it.
 */
export function createCustomers({ db, payments }: { db: Db; payments: Payments }) {
  return {
    /**
     * The user's customer, made the first time. Null when it cannot be made now: then no card is
     * kept, and she can pay all the same.
     */
    async idFor(userId: UserId): Promise<string | null> {
      const known = await findCustomerId(db, userId)
      if (known) return known
      const made = await payments.createCustomer(userId)
      if (!made.ok) return null
      await setCustomerId(db, userId, made.value)
      return made.value
    },
  }
}
