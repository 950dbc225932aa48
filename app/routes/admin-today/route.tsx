import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Page, Section } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { Numbers } from './numbers.tsx'
import { Tasks } from './tasks.tsx'

export const handle: PageHandle = { title: 'admin:today.title', console: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { scopes } = await requireAdmin(context, request)
  return { ...(await context.admin.today.read()), scopes }
}

export type TodayData = Awaited<ReturnType<typeof loader>>

/** The first page: what needs doing today, and how the service goes. */
export default function Today() {
  const t = useT()
  const format = useFormat()
  const data = useLoaderData<typeof loader>()
  return (
    <Page title={t('admin:today.title')} lead={t('admin:today.lead', { day: format.longDay(data.today) })}>
      <Section id="todo" title={t('admin:today.todo')}>
        <Tasks data={data} />
      </Section>
      <Section id="numbers" title={t('admin:today.numbers')}>
        <Numbers data={data} />
      </Section>
    </Page>
  )
}
