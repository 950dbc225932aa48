import type { Group, Place } from '#app/group/rules/state.ts'
import { goneOf } from '#app/payments/rules/ledger.ts'
import { failedIn } from '#app/payments/rules/payment.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'

/**
 * How much of a place's kept money was returned from outside, as its group knows it; it is no
 * longer owed.
 */
export function goneOfPlace(group: Group, p: Place): number {
  const { seat, leaving, deposit, balance, inFull } = p
  if (seat === 'gone' && leaving !== 'unpaid') return 0
  // Deposit and balance were one payment.
  if (inFull !== undefined) return goneOf(group, deposit.intentId, deposit.paid + balance.paid)
  return (
    goneOf(group, deposit.intentId, deposit.paid) + goneOf(group, balance.intentId, balance.paid)
  )
}

/** How much of it was lost to disputes. */
export function lostOfPlace(group: Group, p: Place): number {
  const ids = [p.deposit.intentId, p.balance.intentId]
  const lost = (group.disputes ?? [])
    .filter(({ intentId, state }) => ids.includes(intentId) && state === 'lost')
    .reduce((sum, { amount }) => sum + amount, 0)
  return Math.min(lost, goneOfPlace(group, p))
}

/** How much of a place's money was ever refunded or disputed. It may have come back since. */
export function everGoneOfPlace(group: Group, p: Place): number {
  const ids = [p.deposit.intentId, p.balance.intentId]
  const refunded = ids.map((id) => (id && group.returned?.[id]) || 0)
  const disputed = (group.disputes ?? []).filter(({ intentId }) => ids.includes(intentId))
  return [...refunded, ...disputed.map(({ amount }) => amount)].reduce((sum, one) => sum + one, 0)
}

/** No payment is returned twice, whoever returns it: group, dashboard or bank. */
export function nothingGoesBackTwice(h: History): void {
  for (const { intent, captured, refunded, forms } of h.world.bank.intents()) {
    if (refunded > captured)
      broken('nothing is refunded twice', `${intent.id}: ${captured}−${refunded}`)
    for (const form of forms) {
      const log = h.world.d1.all('SELECT action FROM audit_log WHERE id LIKE ?', [`%:${form}`])
      const isLogged = log.length === 1 && log[0]?.action === 'moneyRefunded'
      if (!isLogged || forms.filter((one) => one === form).length > 1)
        broken('a press refunds once and is on record', `${form}: ${JSON.stringify(log)}`)
    }
  }
}

/**
 * No dispute is still open, and whatever a group records as returned belongs to a payment and was
 * reported in notices.
 */
export function outsideAtRest(h: History): void {
  const intents = h.world.bank.intents()
  const groups: Group[] = [...h.cars(), ...h.trips()]
  for (const group of groups) {
    const open = (group.disputes ?? []).find(({ state }) => state === 'open')
    if (open) broken('every dispute ends', `${open.id} in ${group.id}`)
    for (const [intentId, pence] of Object.entries(group.returned ?? {})) {
      const told = h.world.d1.all(
        "SELECT sum(params ->> 'amount') AS n FROM notices WHERE id LIKE ?",
        [`moneyReturned:%:${intentId}:%`],
      )[0]
      // What had failed before we learned of it was never refunded for its owner.
      const failed = failedIn(group.failedRefunds?.[intentId])
      const n = Number(told?.n ?? 0)
      if (n > pence || n < pence - failed)
        broken(
          'refunds made in Stripe are notified in full',
          `${intentId}: ${n} of ${pence}, ${failed} failed`,
        )
      if (!intents.some(({ intent }) => intent.id === intentId))
        broken('a refund made in Stripe belongs to a payment', intentId)
    }
  }
  const owed = h.world.d1.all('SELECT id FROM failed_refunds WHERE missing > 0')
  if (owed.length > 0) broken('every failed refund is made good', JSON.stringify(owed))
  const failed = intents.reduce(
    (sum, one) => sum + (one.intent.metadata.userId ? one.failed : 0),
    0,
  )
  const known = h.world.d1.all('SELECT count(*) AS n FROM failed_refunds')[0]
  if (known?.n !== failed) broken('every failed refund is known', `${known?.n} of ${failed}`)
  const left = h.world.d1.all("SELECT id FROM disputes WHERE state = 'open'")
  if (left.length > 0) broken('no dispute is listed open', JSON.stringify(left))
}
