import type { Format } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { orderStatus } from '#app/ui/admin/words.ts'
import type { AuditItem } from './route.tsx'

/** The change in words, where its values say it; null where what was done says enough. */
export function sentenceOf(
  { action, before, after }: Pick<AuditItem, 'action' | 'before' | 'after'>,
  t: Translate,
  format: Format,
): string | null {
  switch (action) {
    case 'membershipLevelSet':
      return t('admin:audit.said.level', {
        before: before.membershipLevel ?? '',
        after: after.membershipLevel ?? '',
      })
    case 'pointsAllocated': {
      const points = Number(after.points)
      return points < 0
        ? t('admin:audit.said.pointsTaken', { points: -points })
        : t('admin:audit.said.pointsGiven', { points })
    }
    case 'placeRefunded': {
      const [total, points] = [Number(after.total), Number(after.points ?? 0)]
      const amount = format.money(total)
      if (points === 0) return t('admin:audit.said.refunded', { amount })
      return total === 0
        ? t('admin:audit.said.refundedPoints', { points })
        : t('admin:audit.said.refundedBoth', { amount, points })
    }
    case 'orderStatusSet':
      return t('admin:audit.said.orderStatus', {
        before: orderStatus(t, String(before.status ?? '')),
        after: orderStatus(t, String(after.status ?? '')),
      })
    case 'balancePriceSet':
      return t('admin:audit.said.balancePrice', {
        before: format.money(Number(before.balancePrice ?? 0)),
        after: format.money(Number(after.balancePrice ?? 0)),
      })
    default:
      return null
  }
}
