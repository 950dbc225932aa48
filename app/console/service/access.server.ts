import { ADMIN_CONFIRMED_MS, type AdminScope } from '#app/kernel/admin.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { OrderStatus } from '#app/orders/rules/order.ts'
import type { Admin, AdminSession } from './accounts.server.ts'

/** What a page or call of the administration requires of the caller. */
export type Access = {
  /** The required scope; if missing, every administrator has access. */
  scope?: AdminScope
  /** Money moves: the administrator must have entered their password recently. */
  confirmed?: boolean
}

/**
 * Whether an administrator may do something: the one place that checks scopes and the second step
 * for money. Fails with forbidden (scope missing) or passwordNeeded (POST /admin/account/confirm,
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

/** What setting an order's status requires: a failed order is refunded. */
export const accessToMove = (to: OrderStatus): Access => ({
  scope: 'orders',
  confirmed: to === 'failed',
})
