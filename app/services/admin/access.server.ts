import { ADMIN_CONFIRMED_MS, type AdminScope } from '#app/domain/admin.ts'
import type { OrderStatus } from '#app/domain/order/order.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import type { Admin, AdminSession } from './accounts.server.ts'

/** What a page or a call of the administration asks of who comes. */
export type Access = {
  /** What she must be allowed to do; left out for what every administrator may. */
  scope?: AdminScope
  /** Money moves: her password must have been given just now. */
  confirmed?: boolean
}

/**
 * Whether an administrator may do a thing: the one place where scopes and the second step for money
 * are checked. Fails with forbidden (not her scope) or passwordNeeded (POST /admin/account/confirm,
 * or the console's page for it).
 */
export function mayDo(
  { admin, confirmedAt }: AdminSession,
  access: Access,
  now: Instant,
): Result<Admin> {
  if (access.scope && !admin.scopes.includes(access.scope))
    return fail('forbidden', { context: 'scope' })
  if (access.confirmed && now >= confirmedAt + ADMIN_CONFIRMED_MS) return fail('passwordNeeded')
  return ok(admin)
}

/** What moving an order to a status asks for: giving one up gives money back. */
export const accessToMove = (to: OrderStatus): Access => ({
  scope: 'orders',
  confirmed: to === 'failed',
})
