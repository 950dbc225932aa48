import type { Format } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { orderStatus } from '#app/i18n/status-words.ts'
import { REFUND_REASONS } from '#app/payments/rules/refund-part.ts'
import type { AuditItem } from './item.server.ts'

/** The change in words, if its values allow it; null if the name of the action is enough. */
export function sentenceOf(
  { action, subject, before, after }: Pick<AuditItem, 'action' | 'subject' | 'before' | 'after'>,
  t: Translate,
  format: Format,
): string | null {
  switch (action) {
    case 'membershipLevelSet':
      return t('admin:audit.said.level', {
        before: before.membershipLevel ?? '',
        after: after.membershipLevel ?? '',
      })
    case 'userSuspended':
      return t('admin:audit.said.suspended', { reason: after.reason ?? '' })
    case 'messageSent':
      return t('admin:audit.said.messageSent', { count: Number(after.people ?? 0) })
    case 'tripTextsDeclined':
      return t('admin:audit.said.textsDeclined', { reason: after.reason ?? '' })
    case 'pointsAllocated': {
      const points = Number(after.points)
      const text =
        points < 0
          ? t('admin:audit.said.pointsTaken', { points: -points })
          : t('admin:audit.said.pointsGiven', { points })
      // Older entries have neither.
      if (after.reason === undefined) return text
      const amount = format.money(Number(after.worth))
      return t('admin:audit.said.pointsWhy', { text, amount, reason: after.reason })
    }
    case 'adminCreated':
      return t('admin:audit.said.adminCreated', {
        phone: after.phone ?? '',
        scopes: after.scopes ?? '',
      })
    case 'adminChanged':
      return t('admin:audit.said.adminChanged', {
        phone: after.phone ?? '',
        before: before.scopes ?? '',
        after: after.scopes ?? '',
      })
    case 'adminRemoved':
      return t('admin:audit.said.adminRemoved', { phone: before.phone ?? '' })
    case 'usersListed':
      return t('admin:audit.said.listed', { count: Number(after.count ?? 0) })
    case 'loggedIn':
      return t(
        after.browser === 'known' ? 'admin:audit.said.knownBrowser' : 'admin:audit.said.newBrowser',
      )
    case 'loginFailed':
      return t(
        after.step === 'confirm' ? 'admin:audit.said.wrongConfirm' : 'admin:audit.said.wrongLogin',
      )
    case 'exported': {
      const day = (value: string | number | undefined) => (value ? format.day(String(value)) : '…')
      return after.from || after.to
        ? t('admin:audit.said.exportedDays', { from: day(after.from), to: day(after.to) })
        : t('admin:audit.said.exportedAll')
    }
    case 'placeRefunded': {
      const [total, points] = [Number(after.total), Number(after.points ?? 0)]
      const amount = format.money(total)
      if (points === 0) return t('admin:audit.said.refunded', { amount })
      return total === 0
        ? t('admin:audit.said.refundedPoints', { points })
        : t('admin:audit.said.refundedBoth', { amount, points })
    }
    case 'disputeReversed':
      return t('admin:audit.said.disputeReversed', { amount: format.money(Number(after.amount)) })
    case 'moneyRefunded':
    case 'moneyNotRefunded': {
      const why = REFUND_REASONS.find((one) => one === after.reason)
      const amount = format.money(Number(after.amount))
      return why ? `${amount} · ${t(`admin:refundPart.reason.${why}`)}` : amount
    }
    case 'refundSettled':
      return t('admin:audit.said.refundSettled', { amount: format.money(Number(after.amount)) })
    case 'orderStatusSet': {
      const kind = subject.startsWith('move_') ? 'move' : 'mail'
      return t('admin:audit.said.orderStatus', {
        before: orderStatus(t, String(before.status ?? ''), kind),
        after: orderStatus(t, String(after.status ?? ''), kind),
      })
    }
    case 'balancePriceSet':
      return t('admin:audit.said.balancePrice', {
        before: format.money(Number(before.balancePrice ?? 0)),
        after: format.money(Number(after.balancePrice ?? 0)),
      })
    default:
      return null
  }
}
