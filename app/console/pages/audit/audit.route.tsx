import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { readAdmins, readAudit } from '#app/audit/audit.server.ts'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { auditFilter } from '#app/console/schemas/members.server.ts'
import { FilterForm, NothingHere, Pager } from '#app/console/ui/kit.tsx'
import { useT } from '#app/i18n/context.tsx'
import { AUDIT_ACTIONS, type AuditAction } from '#app/kernel/admin.ts'
import { readFilters } from '#app/web/http/filters.server.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { Entry } from './entry.tsx'
import { itemOf } from './item.server.ts'

export const handle: PageHandle = { title: 'admin:audit.title', console: true }

const PAGE_MAX = 30
const query = z.object({ ...auditFilter, cursor: z.string().optional() })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { scopes } = await requireAdmin(context, request, { scope: 'records' })
  const asked = readFilters(query, new URL(request.url), {})
  const [{ items, nextCursor }, admins] = await Promise.all([
    readAudit(context, { ...asked, limit: PAGE_MAX }),
    readAdmins(context),
  ])
  const entries = items.map(itemOf)
  // Not in the modules that other pages load.
  return { entries, nextCursor, admins, scopes, actions: AUDIT_ACTIONS }
}

/** What administrators did, in words. */
export default function Audit() {
  const t = useT()
  const { entries, nextCursor, scopes, ...choices } = useLoaderData<typeof loader>()
  return (
    <Page title={t('admin:audit.title')} lead={t('admin:audit.lead')}>
      <Filters {...choices} />
      {entries.length === 0 ? (
        <NothingHere>{t('admin:audit.none')}</NothingHere>
      ) : (
        <ol className="divide-y divide-line rounded-card border border-line bg-surface">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} scopes={scopes} />
          ))}
        </ol>
      )}
      <Pager nextCursor={nextCursor} />
    </Page>
  )
}

type Admins = { id: string; phone: string; removedAt: number | null }[]

type FiltersProps = { admins: Admins; actions: readonly AuditAction[] }

function Filters({ admins, actions }: FiltersProps) {
  const t = useT()
  const name = ({ phone, removedAt }: Admins[number]) =>
    removedAt === null ? phone : t('admin:audit.removed', { phone })
  return (
    <FilterForm
      reset="/admin/audit"
      filters={[
        {
          kind: 'choice',
          name: 'action',
          label: t('admin:audit.filter.action'),
          options: actions.map((value) => ({
            value,
            label: t(`admin:audit.action.${value}`),
          })),
        },
        {
          kind: 'choice',
          name: 'adminId',
          label: t('admin:audit.filter.admin'),
          options: admins.map((admin) => ({ value: admin.id, label: name(admin) })),
        },
        {
          kind: 'search',
          name: 'subject',
          label: t('admin:audit.filter.subject'),
          maxLength: 100,
        },
        { kind: 'day', name: 'from', label: t('admin:audit.filter.from') },
        { kind: 'day', name: 'to', label: t('admin:audit.filter.to') },
      ]}
    />
  )
}
