import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { browseRequests } from '#app/console/service/requests.server.ts'
import { NothingHere, Pager } from '#app/console/ui/kit.tsx'
import { RequestLines } from '#app/console/ui/request-lines.tsx'
import { useT } from '#app/i18n/context.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { Tabs } from '#app/web/ui/tabs.tsx'

export const handle: PageHandle = { title: 'admin:request.title', console: true }

const LIMIT = 50

/** Requests for money: the unpaid ones, or all. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id } = await requireAdmin(context, request, { scope: 'records' })
  const { searchParams } = new URL(request.url)
  const cursor = searchParams.get('cursor') ?? undefined
  const openOnly = searchParams.get('view') !== 'all'
  const page = await browseRequests(context, id, { openOnly, cursor, limit: LIMIT })
  return { ...page, openOnly }
}

export default function AdminRequests() {
  const t = useT()
  const { items, nextCursor, openOnly } = useLoaderData<typeof loader>()
  return (
    <Page title={t('admin:request.title')} lead={t('admin:request.lead')}>
      <Tabs
        label={t('admin:request.title')}
        items={[
          { to: '/admin/requests', label: t('admin:request.open'), current: openOnly },
          { to: '/admin/requests?view=all', label: t('admin:request.all'), current: !openOnly },
        ]}
      />
      {items.length === 0 ? <NothingHere /> : <RequestLines requests={items} />}
      <Pager nextCursor={nextCursor} />
    </Page>
  )
}
