import { ADMIN_CONFIRMED_MS, type AdminScope, hasScope, seesSheetOnly } from '#app/kernel/admin.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { OrderStatus } from '#app/orders/rules/order.ts'
import type { Admin, AdminSession } from './accounts.server.ts'

/** What a page or call of the administration requires of the caller. */
export type Access = {
  /** The required scope; if missing, every administrator has access, but for those of a sheet. */
  scope?: AdminScope
  /** It is about the administrator's own session, so those of a sheet have access too. */
  own?: boolean
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
  const { scope, own = false } = access
  if (scope ? !hasScope(admin.scopes, scope) : !own && seesSheetOnly(admin.scopes))
    return fail('forbidden', { context: 'scope' })
  if (access.confirmed && now >= confirmedAt + ADMIN_CONFIRMED_MS) return fail('passwordNeeded')
  return ok(admin)
}

/** What setting an order's status requires: a failed order is refunded. */
export const accessToMove = (to: OrderStatus): Access => ({
  scope: 'orders',
  confirmed: to === 'failed',
})
