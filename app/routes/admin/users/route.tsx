import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData, useSearchParams } from '@remix-run/react'
import * as z from 'zod'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { userFilter } from '#app/schemas/admin-members.server.ts'
import { FilterForm, NothingHere, Pager } from '#app/ui/admin/kit.tsx'
import { flatOf, UserBadges } from '#app/ui/admin/user-badges.tsx'
import { Field, SelectField } from '#app/ui/field.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { Table } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'admin:user.title', console: true }

const PAGE_MAX = 30
const STATES = ['open', 'closed'] as const
/** Invalid parameters in the address are ignored rather than refused. */
const query = z.object({
  q: userFilter.q.catch(undefined),
  accountType: userFilter.accountType.catch(undefined),
  auth: userFilter.auth.catch(undefined),
  state: z.enum(STATES).optional().catch(undefined),
  cursor: z.string().optional(),
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'members' })
  const { q, state, ...asked } = query.parse(Object.fromEntries(new URL(request.url).searchParams))
  const { items, nextCursor } = await context.admin.members.list({
    ...asked,
    ...(q && { search: q }),
    ...(state && { closed: state === 'closed' }),
    limit: PAGE_MAX,
  })
  const users = items.map(
    ({
      id,
      name,
      phone,
      accountType,
      auth,
      flatName,
      flatNumber,
      points,
      createdAt,
      closedAt,
      suspendedAt,
    }) => ({
      id,
      name,
      phone: closedAt === null ? phone : '',
      accountType,
      auth,
      flatName,
      flatNumber,
      points,
      createdAt,
      closedAt,
      suspendedAt,
    }),
  )
  return { users, nextCursor }
}

/** All accounts, newest first, with a search. */
export default function Users() {
  const t = useT()
  const format = useFormat()
  const { users, nextCursor } = useLoaderData<typeof loader>()
  return (
    <Page title={t('admin:user.title')} lead={t('admin:user.lead')}>
      <Filters />
      {users.length === 0 ? (
        <NothingHere>{t('admin:user.none')}</NothingHere>
      ) : (
        <Table
          caption={t('admin:user.title')}
          captionHidden
          corner={t('admin:user.name')}
          columns={[
            { key: 'phone', label: t('admin:user.phone'), numeric: false },
            { key: 'flat', label: t('admin:user.flat'), numeric: false },
            { key: 'type', label: t('admin:user.type.label'), numeric: false },
            { key: 'points', label: t('admin:user.points') },
            { key: 'since', label: t('admin:user.since'), numeric: false },
          ]}
          rows={users.map((user) => ({
            key: user.id,
            header: (
              <Link
                to={`/admin/users/${user.id}`}
                className="inline-flex min-h-6 items-center text-brand underline"
              >
                {user.name || t('admin:user.nobody')}
              </Link>
            ),
            cells: [
              user.phone,
              flatOf(user),
              <UserBadges key="type" {...user} />,
              user.points,
              format.dateTime(user.createdAt),
            ],
          }))}
        />
      )}
      <Pager nextCursor={nextCursor} />
    </Page>
  )
}

const TYPES = ['MEMBER', 'NORMAL'] as const
const AUTHS = ['PENDING', 'APPROVED', 'REJECTED'] as const

function Filters() {
  const t = useT()
  const [search] = useSearchParams()
  const start = (name: string) => ({ id: name, name, defaultValue: search.get(name) ?? '' })
  return (
    <FilterForm reset="/admin/users">
      <Field label={t('admin:user.q')} input={{ ...start('q'), type: 'search', maxLength: 100 }} />
      <SelectField
        label={t('admin:user.type.label')}
        input={start('accountType')}
        placeholder={t('admin:filter.all')}
        options={TYPES.map((value) => ({ value, label: t(`admin:user.type.${value}`) }))}
      />
      <SelectField
        label={t('admin:user.auth.label')}
        input={start('auth')}
        placeholder={t('admin:filter.all')}
        options={AUTHS.map((value) => ({ value, label: t(`admin:user.auth.${value}`) }))}
      />
      <SelectField
        label={t('admin:user.state.label')}
        input={start('state')}
        placeholder={t('admin:filter.all')}
        options={STATES.map((value) => ({ value, label: t(`admin:user.state.${value}`) }))}
      />
    </FilterForm>
  )
}
