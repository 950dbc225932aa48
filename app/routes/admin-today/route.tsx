import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:today.title', console: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request)
  return null
}

export default function Today() {
  const t = useT()
  return <Page title={t('admin:today.title')} />
}
