import { Link } from '@remix-run/react'
import type { AdminScope } from '#app/domain/admin.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Format } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { More } from '#app/ui/admin/more.tsx'
import { orderStatus } from '#app/ui/admin/words.ts'
import type { AuditItem } from './route.tsx'

/** One line of the log: what, about what, who, when; and what is written there, for whoever opens it. */
export function Entry({ entry, scopes }: { entry: AuditItem; scopes: AdminScope[] }) {
  const t = useT()
  const format = useFormat()
  const said = sentence(entry, t, format)
  const page = pageOf(entry.subject, scopes)
  return (
    <li className="figures flex flex-col gap-1 p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{t(`admin:audit.action.${entry.action}`)}</span>
        <span className="text-14 text-muted">
          {format.dateTime(entry.at)} · {entry.adminPhone ?? t('admin:audit.nobody')}
        </span>
      </p>
      {said && <p>{said}</p>}
      <p className="flex flex-wrap items-baseline gap-x-4 text-14">
        {page ? (
          <Link to={page} className="inline-flex min-h-6 items-center break-all text-brand underline">
            {entry.subject}
          </Link>
        ) : (
          <code className="break-all">{entry.subject}</code>
        )}
        <Link
          to={`/admin/audit?${new URLSearchParams({ subject: entry.subject })}`}
          className="inline-flex min-h-6 items-center text-brand underline"
        >
          {t('admin:audit.same')}
        </Link>
      </p>
      {(entry.raw.before || entry.raw.after) && (
        <More label={t('admin:audit.raw')} tone="text-muted">
          <div className="grid gap-3 md:grid-cols-2">
            <Raw label={t('admin:audit.before')} text={entry.raw.before} />
            <Raw label={t('admin:audit.after')} text={entry.raw.after} />
          </div>
        </More>
      )}
    </li>
  )
}

function Raw({ label, text }: { label: string; text: string }) {
  if (!text) return null
  return (
    <div className="min-w-0">
      <p className="text-13 text-muted">{label}</p>
      <pre className="whitespace-pre-wrap break-all rounded-md bg-ground p-3 font-mono text-13">{text}</pre>
    </div>
  )
}

/** The change in words, where its values say it; null where what was done says enough. */
function sentence({ action, before, after }: AuditItem, t: Translate, format: Format): string | null {
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
    case 'placeRefunded':
      return t('admin:audit.said.refunded', { amount: format.money(Number(after.total)) })
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

/** The page of what was changed, for whoever may see it. */
function pageOf(subject: string, scopes: AdminScope[]): string | null {
  const [kind = ''] = subject.split('_')
  const pages: Record<string, [AdminScope, string]> = {
    usr: ['members', '/admin/users'],
    car: ['groups', '/admin/carpools'],
    trip: ['groups', '/admin/trips'],
    mail: ['orders', '/admin/orders/mail'],
    move: ['orders', '/admin/orders/move'],
    air: ['catalog', '/admin/airports'],
  }
  const found = pages[kind]
  return found && scopes.includes(found[0]) ? `${found[1]}/${subject}` : null
}
