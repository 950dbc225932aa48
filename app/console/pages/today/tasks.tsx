import { groupPath, listPath } from '#app/console/ui/group-words.tsx'
import { NothingHere } from '#app/console/ui/kit.tsx'
import { pathOfSubject } from '#app/console/ui/subject.ts'
import type { GroupKind } from '#app/group/rules/group-name.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Format } from '#app/i18n/format.ts'
import type { TKey, Translate } from '#app/i18n/keys.ts'
import type { AdminScope } from '#app/kernel/admin.ts'
import { ORDER_KINDS } from '#app/orders/rules/order.ts'
import { cx } from '#app/web/ui/cx.ts'
import { Link } from '#app/web/ui/link.tsx'
import type { TodayData } from './read.server.ts'

type Task = {
  count: number
  label: TKey
  note?: string
  to: string
  scope: AdminScope
  /** Money or a promise depends on it. */
  urgent?: boolean
}

const DUE = ['overdue', 'today', 'tomorrow'] as const

/** Everything that might need doing, most pressing first; each item links to where it is done. */
function tasksOf(data: TodayData, t: Translate, format: Format): Task[] {
  const { pending, stuck, orders, boxes, undecided, leftUnpaid, short, erasing } = data
  const { tripTexts, reported, bills } = data
  const pageOf = (group: { groupId: string; kind: GroupKind } | null | undefined) =>
    group ? groupPath({ id: group.groupId, about: group }) : ''
  return [
    ...(['missed', 'flights', 'unsentSms'] as const).map(
      (name): Task => ({
        count: data[name]?.count ?? 0,
        label: `admin:today.task.${name}`,
        to: pageOf(data[name]),
        scope: 'dispatch',
        urgent: true,
      }),
    ),
    {
      count: stuck,
      label: 'admin:today.task.stuck',
      to: '/admin/payments',
      scope: 'records',
      urgent: true,
    },
    ...data.notes.map(
      ({ about, count, subjectId, groupId }): Task => ({
        count,
        label: 'admin:today.task.notes',
        to: about === 'usr' ? `/admin/users/${subjectId}` : pathOfSubject(groupId ?? subjectId),
        scope: about === 'usr' ? 'members' : about === 'par' ? 'groups' : 'orders',
      }),
    ),
    {
      count: bills,
      label: 'admin:today.task.bills',
      to: '/admin/requests',
      scope: 'records',
    },
    ...DUE.flatMap((due) =>
      ORDER_KINDS.map(
        (kind): Task => ({
          count: orders[kind][due],
          label: `admin:today.task.${due}.${kind}`,
          to: `/admin/orders/${kind}?view=todo`,
          scope: 'orders',
          urgent: due === 'overdue',
        }),
      ),
    ),
    ...(['today', 'tomorrow'] as const).map(
      (due): Task => ({
        count: boxes[due],
        label: `admin:today.task.boxes.${due}`,
        to: '/admin/orders/mail?view=boxes',
        scope: 'orders',
      }),
    ),
    ...(['carpool', 'trip'] as const).map(
      (kind): Task => ({
        count: short[kind].count,
        label: `admin:today.task.short.${kind}`,
        note: t('admin:today.missing', { amount: format.money(short[kind].pence) }),
        to: `${listPath(kind)}?short=1`,
        scope: 'groups',
        urgent: true,
      }),
    ),
    ...(['untold', 'expiring'] as const).map(
      (name): Task => ({
        count: data[name]?.count ?? 0,
        label: `admin:today.task.${name}`,
        to: `/admin/day?date=${data[name]?.day}`,
        scope: 'dispatch',
        urgent: true,
      }),
    ),
    ...(['carpool', 'trip'] as const).map(
      (kind): Task => ({
        count: reported[kind]?.count ?? 0,
        label: `admin:today.task.reported.${kind}`,
        to: `${groupPath({ id: reported[kind]?.groupId ?? '', about: { kind } })}/board`,
        scope: 'groups',
        urgent: true,
      }),
    ),
    { count: pending, label: 'admin:today.task.pending', to: '/admin/members', scope: 'members' },
    {
      count: tripTexts,
      label: 'admin:today.task.tripTexts',
      to: `${listPath('trip')}?texts=1`,
      scope: 'groups',
    },
    {
      count: undecided.count,
      label: 'admin:today.task.undecided',
      note: t('admin:today.people', { count: undecided.people }),
      to: `/admin/carpools?status=FAILED&from=${data.today}`,
      scope: 'groups',
    },
    {
      count: leftUnpaid,
      label: 'admin:today.task.leftUnpaid',
      to: '/admin/carpools?show=past&status=CLOSED',
      scope: 'groups',
    },
    {
      count: erasing,
      label: 'admin:today.task.erasing',
      to: '/admin/users?state=closed',
      scope: 'members',
    },
  ]
}

/** What needs doing, within this administrator's scopes. */
export function Tasks({ data }: { data: TodayData }) {
  const t = useT()
  const tasks = tasksOf(data, t, useFormat()).filter(
    ({ count, scope }) => count > 0 && data.scopes.includes(scope),
  )
  if (tasks.length === 0) return <NothingHere>{t('admin:today.nothing')}</NothingHere>
  return (
    <ul className="figures grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {tasks.map(({ count, label, note, to, urgent }) => (
        <li key={`${label} ${to}`}>
          <Link
            to={to}
            className={cx(
              'flex h-full min-h-16 items-center gap-3 rounded-card border bg-surface p-4 text-ink no-underline shadow-card hover:bg-ground',
              urgent ? 'border-danger' : 'border-line',
            )}
          >
            <span className={cx('font-bold text-28', urgent ? 'text-danger' : 'text-brand')}>
              {count}
            </span>
            <span className="min-w-0">
              {t(label, { count })}
              {note && <span className="block text-13 text-muted">{note}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
