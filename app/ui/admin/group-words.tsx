import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import type { Translate } from '#app/i18n/keys.ts'
import type { Language } from '#app/i18n/languages.ts'
import type { GroupKind, GroupPlace, GroupRow, NamedRefund } from '#app/services/admin/groups.server.ts'
import { Badge } from '../badge.tsx'
import { StatusBadge } from '../carpool/status-badge.tsx'
import { TriangleAlert } from '../icon.tsx'
import type { Tone } from '../tone.ts'
import { shownStatus, TripStatusBadge } from '../trip/status-badge.tsx'

export const listPath = (kind: GroupKind) => (kind === 'trip' ? '/admin/trips' : '/admin/carpools')
export const groupPath = ({ id, about }: Pick<GroupRow, 'id' | 'about'>) => `${listPath(about.kind)}/${id}`

/** What a group is called: where to or from, or the trip's name. */
export const groupName = ({ about }: Pick<GroupRow, 'about'>, t: Translate, language: Language): string =>
  about.kind === 'trip'
    ? about.tripName
    : t(`carpool:route.${about.tripType}`, { airport: about.airportName[language] })

export function useGroupName() {
  const t = useT()
  const language = useLanguage()
  return (group: Pick<GroupRow, 'about'>) => groupName(group, t, language)
}

type Stand = Pick<GroupRow, 'about' | 'status' | 'cutoffAt' | 'private' | 'stuckSinceAt'>

/** How a group stands, at a glance. */
export function GroupBadges({ group, now }: { group: Stand; now: number }) {
  const t = useT()
  return (
    <span className="inline-flex flex-wrap gap-1">
      {group.about.kind === 'trip' ? (
        <TripStatusBadge status={shownStatus(group, now)} />
      ) : (
        <StatusBadge status={group.status} label={t(`admin:group.status.${group.status}`)} />
      )}
      {group.stuckSinceAt !== null && (
        <Badge tone="danger" icon={TriangleAlert}>
          {t('admin:group.stuck')}
        </Badge>
      )}
    </span>
  )
}

const seatTones: Record<GroupPlace['seat'], Tone> = {
  taken: 'ok',
  held: 'accent',
  lapsing: 'info',
  gone: 'neutral',
}

/** Whether somebody has her seat; where it is gone, why. */
export function SeatBadge({ place: { seat, leaving } }: { place: GroupPlace }) {
  const t = useT()
  return (
    <Badge tone={seatTones[seat]}>
      {seat === 'gone' && leaving ? t(`admin:group.leaving.${leaving}`) : t(`admin:group.seat.${seat}`)}
    </Badge>
  )
}

/** What has become of a deposit and a balance, each in a line. */
export function useMoneyWords() {
  const t = useT()
  const format = useFormat()
  return {
    deposit: ({ deposit, returning }: GroupPlace): string => {
      if (deposit.status === 'captured')
        return t('admin:group.deposit.captured', { amount: format.money(deposit.captured) })
      if (deposit.status === 'held' && deposit.captureBefore !== null)
        return t('admin:group.deposit.heldUntil', { time: format.dateTime(deposit.captureBefore) })
      return t(
        `admin:group.deposit.${returning && deposit.status === 'cancelled' ? 'returning' : deposit.status}`,
      )
    },
    balance: ({ balance: { status, amount, points } }: GroupPlace): string => {
      const money = format.money(amount ?? 0)
      const text = t(`admin:group.balance.${status}`, { amount: money })
      return points > 0 ? t('admin:group.balance.withPoints', { text, count: points }) : text
    },
  }
}

/** What one payment of a refund is: a hold let go, a charge given back, or nothing. */
export function useRefundWords() {
  const t = useT()
  const format = useFormat()
  return ({ action, amount }: NamedRefund['deposit']): string =>
    action === 'none' ? '–' : t(`admin:group.refund.${action}`, { amount: format.money(amount) })
}
