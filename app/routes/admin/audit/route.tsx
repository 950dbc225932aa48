import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import * as z from 'zod'
import { AUDIT_ACTIONS } from '#app/domain/admin.ts'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { auditFilter } from '#app/schemas/admin-members.server.ts'
import { FilterForm, NothingHere, Pager } from '#app/ui/admin/kit.tsx'
import { DateTimeField, Field, SelectField } from '#app/ui/field.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { Entry } from './entry.tsx'
import { itemOf } from './item.server.ts'

export const handle: PageHandle = { title: 'admin:audit.title', console: true }

const PAGE_MAX = 30
/** Invalid parameters in the address are ignored rather than refused. */
const query = z.object({
  action: auditFilter.action.catch(undefined),
  adminId: auditFilter.adminId.catch(undefined),
  subject: auditFilter.subject.catch(undefined),
  from: auditFilter.from.catch(undefined),
  to: auditFilter.to.catch(undefined),
  cursor: z.string().optional(),
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { scopes } = await requireAdmin(context, request, { scope: 'records' })
  const asked = query.parse(Object.fromEntries(new URL(request.url).searchParams))
  const { audit } = context.admin
  const [{ items, nextCursor }, admins] = await Promise.all([
    audit.list({ ...asked, limit: PAGE_MAX }),
    audit.admins(),
  ])
  const entries = items.map(itemOf)
  return { entries, nextCursor, admins, scopes }
}

/** What administrators did, in words. */
export default function Audit() {
  const t = useT()
  const { entries, nextCursor, admins, scopes } = useLoaderData<typeof loader>()
  return (
    <Page title={t('admin:audit.title')} lead={t('admin:audit.lead')}>
      <Filters admins={admins} />
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

function Filters({ admins }: { admins: Admins }) {
  const t = useT()
  const [search] = useSearchParams()
  const start = (name: string) => ({ id: name, name, defaultValue: search.get(name) ?? '' })
  return (
    <FilterForm reset="/admin/audit">
      <SelectField
        label={t('admin:audit.filter.action')}
        input={start('action')}
        placeholder={t('admin:filter.all')}
        options={AUDIT_ACTIONS.map((value) => ({ value, label: t(`admin:audit.action.${value}`) }))}
      />
      <SelectField
        label={t('admin:audit.filter.admin')}
        input={start('adminId')}
        placeholder={t('admin:filter.all')}
        options={admins.map(({ id, phone, removedAt }) => ({
          value: id,
          label: removedAt === null ? phone : t('admin:audit.removed', { phone }),
        }))}
      />
      <Field
        label={t('admin:audit.filter.subject')}
        input={{ ...start('subject'), type: 'search', maxLength: 100 }}
      />
      <DateTimeField kind="date" label={t('admin:audit.filter.from')} input={start('from')} />
      <DateTimeField kind="date" label={t('admin:audit.filter.to')} input={start('to')} />
    </FilterForm>
  )
}
