import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { requireUser } from '../../http/guard.server.ts'
import { useT } from '../../i18n/context.tsx'
import { ComingSoon } from '../../ui/coming-soon.tsx'
import { Users } from '../../ui/icon.tsx'
import type { PageHandle } from '../../ui/page-meta.tsx'

export const handle: PageHandle = { title: 'common:nav.trip' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(context, request)
  return null
}

export default function TripPage() {
  const t = useT()
  return (
    <ComingSoon
      icon={Users}
      title={t('common:comingSoon.title', { service: t('common:nav.trip') })}
      lead={t('common:comingSoon.lead')}
    />
  )
}
