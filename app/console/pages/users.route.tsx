import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { userFilter } from '#app/console/schemas/members.server.ts'
import { readUsers } from '#app/console/service/members.server.ts'
import { FilterForm, NothingHere, Pager, TextLink } from '#app/console/ui/kit.tsx'
import { flatOf, UserBadges } from '#app/console/ui/user-badges.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { readFilters } from '#app/web/http/filters.server.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { Table } from '#app/web/ui/table.tsx'

export const handle: PageHandle = { title: 'admin:user.title', console: true }

const PAGE_MAX = 30
const STATES = ['open', 'closed'] as const
const query = z.object({
  ...userFilter,
  state: z.enum(STATES).optional(),
  cursor: z.string().optional(),
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id } = await requireAdmin(context, request, { scope: 'members' })
  const { q, state, ...asked } = readFilters(query, new URL(request.url), {})
  const filter = {
    ...asked,
    ...(q && { search: q }),
    ...(state && { closed: state === 'closed' }),
    limit: PAGE_MAX,
  }
  const { items, nextCursor } = await readUsers(context, filter, id)
  return { users: items, nextCursor }
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
              <TextLink to={`/admin/users/${user.id}`}>
                {user.name || t('admin:user.nobody')}
              </TextLink>
            ),
            cells: [
              // A closed account's phone is only a placeholder.
              user.closedAt === null ? user.phone : '',
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
  const options = <V extends string>(values: readonly V[], label: (value: V) => string) =>
    values.map((value) => ({ value, label: label(value) }))
  return (
    <FilterForm
      reset="/admin/users"
      filters={[
        { kind: 'search', name: 'q', label: t('admin:user.q'), maxLength: 100 },
        {
          kind: 'choice',
          name: 'accountType',
          label: t('admin:user.type.label'),
          options: options(TYPES, (value) => t(`admin:user.type.${value}`)),
        },
        {
          kind: 'choice',
          name: 'auth',
          label: t('admin:user.auth.label'),
          options: options(AUTHS, (value) => t(`admin:user.auth.${value}`)),
        },
        {
          kind: 'choice',
          name: 'state',
          label: t('admin:user.state.label'),
          options: options(STATES, (value) => t(`admin:user.state.${value}`)),
        },
      ]}
    />
  )
}
