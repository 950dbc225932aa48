import { StatusBadge } from '#app/carpool/ui/status-badge.tsx'
import type { GroupPlace, GroupRow, NamedRefund } from '#app/console/service/group-views.server.ts'
import type { GroupKind, NamedAbout } from '#app/group/rules/group-name.ts'
import { isUnderWay } from '#app/group/rules/ride-status.ts'
import { is } from '#app/group/rules/status.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { depositNote } from '#app/i18n/deposit-words.ts'
import type { Translate } from '#app/i18n/keys.ts'
import type { Language } from '#app/i18n/languages.ts'
import { groupStatus } from '#app/i18n/status-words.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import { shownStatus, TripStatusBadge } from '#app/trip/ui/status-badge.tsx'
import { Badge } from '#app/web/ui/badge.tsx'
import { TriangleAlert } from '#app/web/ui/icon.tsx'
import type { Tone } from '#app/web/ui/tone.ts'

export const listPath = (kind: GroupKind) => (kind === 'trip' ? '/admin/trips' : '/admin/carpools')
export const groupPath = ({ id, about }: { id: string; about: Pick<NamedAbout, 'kind'> }) =>
  `${listPath(about.kind)}/${id}`

/** A group's name: the airport and direction, or the trip's name. */
export const groupName = (
  { about }: { about: NamedAbout },
  t: Translate,
  language: Language,
): string =>
  about.kind === 'trip'
    ? about.tripName
    : t(`carpool:route.${about.tripType}`, { airport: about.airportName[language] })

export function useGroupName() {
  const t = useT()
  const language = useLanguage()
  return (group: { about: NamedAbout }) => groupName(group, t, language)
}

type Stand = Pick<
  GroupRow,
  'about' | 'status' | 'at' | 'cutoffAt' | 'private' | 'people' | 'maxPassengers' | 'stuckSinceAt'
>

/** A carpool's status, including under way and going with free seats. */
function useCarpoolWords() {
  const t = useT()
  return ({ status, at, people, maxPassengers: max }: Stand, now: number): [string, Tone?] => {
    if (isUnderWay({ status, departureAt: at }, now)) return [t('admin:group.status.underWay')]
    if (is(status, 'complete') && !is(status, 'awaitsBalance') && people < max)
      return [t('admin:group.status.SUCCESS_short', { people, max }), 'warn']
    return [
      groupStatus(t, 'carpool', status),
      // Money is outstanding: never green, whatever students see.
      is(status, 'awaitsBalance') ? 'warn' : undefined,
    ]
  }
}

/** A group's status badges. */
export function GroupBadges({ group, now }: { group: Stand; now: number }) {
  const t = useT()
  const [label, tone] = useCarpoolWords()(group, now)
  return (
    <span className="inline-flex flex-wrap gap-1">
      {group.about.kind === 'trip' ? (
        <TripStatusBadge status={shownStatus({ ...group, tripStartAt: group.at }, now)} />
      ) : (
        <StatusBadge status={group.status} label={label} tone={tone} />
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
  out: 'warn',
  gone: 'neutral',
}

/**
 * What is still to be paid for a place, in pence: a deposit that the bank released, and the
 * balance; for a released place, what it still owes.
 */
const outstandingOf = ({ seat, deposit, balance, outstanding }: GroupPlace): number => {
  if (seat !== 'taken') return outstanding
  const unpaid = balance.status === 'due' || balance.status === 'begun' ? (balance.amount ?? 0) : 0
  return unpaid + (deposit.status === 'released' ? DEPOSIT_PENCE : 0)
}

/** A place's status: what is unpaid, or confirmed; if it is gone, why. */
export function SeatBadge({ place }: { place: GroupPlace }) {
  const t = useT()
  const format = useFormat()
  const { seat, leaving } = place
  const unpaid = outstandingOf(place)
  const gone = seat === 'gone' ? leaving : null
  return (
    <span className="inline-flex flex-wrap gap-1">
      {unpaid > 0 && (
        <Badge tone="warn" icon={TriangleAlert}>
          {t('admin:group.unpaid', { amount: format.money(unpaid) })}
        </Badge>
      )}
      {(unpaid === 0 || gone) && (
        <Badge tone={seatTones[seat]}>
          {gone ? t(`admin:group.leaving.${gone}`) : t(`admin:group.seat.${seat}`)}
        </Badge>
      )}
    </span>
  )
}

/** The history of a deposit and a balance, one line each. */
export function useMoneyWords() {
  const t = useT()
  const format = useFormat()
  return {
    deposit: ({ deposit, depositStory, returning }: GroupPlace): string => {
      const { fate, amount } = depositStory
      if (fate === 'held' && deposit.captureBefore !== null)
        return t('admin:group.deposit.heldUntil', {
          amount: format.money(amount),
          time: format.dateTime(deposit.captureBefore),
        })
      // Another payment for the place may still be in refund.
      const story =
        returning && fate === 'none'
          ? { ...depositStory, fate: 'returning' as const }
          : depositStory
      return depositNote(story, { t, format })
    },
    balance: ({ balance: { status, amount, points } }: GroupPlace): string => {
      const money = format.money(amount ?? 0)
      const text = t(`admin:group.balance.${status}`, { amount: money })
      return points > 0 ? t('admin:group.balance.withPoints', { text, count: points }) : text
    },
  }
}

/** A refund's payment: a released hold, a refunded charge, or nothing. */
export function useRefundWords() {
  const t = useT()
  const format = useFormat()
  return ({ action, amount }: NamedRefund['deposit']): string =>
    action === 'none' ? '–' : t(`admin:group.refund.${action}`, { amount: format.money(amount) })
}
