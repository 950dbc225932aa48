import { TextLink } from '#app/console/ui/kit.tsx'
import { More } from '#app/console/ui/more.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { type AdminScope, BY_STRIPE, BY_TERMINAL } from '#app/kernel/admin.ts'
import { Link } from '#app/web/ui/link.tsx'
import type { AuditItem } from './item.server.ts'
import { sentenceOf } from './sentence.ts'

/** Actors without an account. */
const OTHERS: Record<string, 'stripe' | 'terminal' | undefined> = {
  [BY_STRIPE]: 'stripe',
  [BY_TERMINAL]: 'terminal',
}

/** One entry of the log: what, about what, who and when; opening it shows the logged values. */
export function Entry({ entry, scopes }: { entry: AuditItem; scopes: AdminScope[] }) {
  const t = useT()
  const format = useFormat()
  const said = sentenceOf(entry, t, format)
  const page = pageOf(entry.subject, scopes)
  const other = OTHERS[entry.adminId]
  return (
    <li className="figures flex flex-col gap-1 p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{t(`admin:audit.action.${entry.action}`)}</span>
        <span className="text-14 text-muted">
          {format.dateTime(entry.at)} ·{' '}
          {other ? t(`admin:audit.${other}`) : (entry.adminPhone ?? t('admin:audit.nobody'))}
        </span>
      </p>
      {said && <p>{said}</p>}
      <p className="flex flex-wrap items-baseline gap-x-4 text-14">
        {page ? (
          <Link
            to={page}
            className="inline-flex min-h-6 items-center break-all text-brand underline"
          >
            {entry.subject}
          </Link>
        ) : (
          <code className="break-all">{entry.subject}</code>
        )}
        <TextLink to={`/admin/audit?${new URLSearchParams({ subject: entry.subject })}`}>
          {t('admin:audit.same')}
        </TextLink>
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
      <pre className="whitespace-pre-wrap break-all rounded-md bg-ground p-3 font-mono text-13">
        {text}
      </pre>
    </div>
  )
}

/** The page of the changed item, if the administrator may see it. */
function pageOf(subject: string, scopes: AdminScope[]): string | null {
  const [kind = ''] = subject.split('_')
  const pages: Record<string, [AdminScope, string]> = {
    usr: ['members', '/admin/users'],
    car: ['groups', '/admin/carpools'],
    trip: ['groups', '/admin/trips'],
    mail: ['orders', '/admin/orders/mail'],
    move: ['orders', '/admin/orders/move'],
    air: ['catalog', '/admin/airports'],
    veh: ['dispatch', '/admin/vehicles'],
    drv: ['dispatch', '/admin/drivers'],
    pi: ['records', '/admin/payments'],
  }
  const found = pages[kind]
  return found && scopes.includes(found[0]) ? `${found[1]}/${subject}` : null
}
