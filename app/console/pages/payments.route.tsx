import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { readStuck, retryStuck } from '#app/console/service/stuck.server.ts'
import { NothingHere, Pager } from '#app/console/ui/kit.tsx'
import { StuckCard } from '#app/console/ui/stuck-card.tsx'
import { useT } from '#app/i18n/context.tsx'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:payment.title', console: true }

const PAGE = 20

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { scopes } = await requireAdmin(context, request, { scope: 'records' })
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const { items, nextCursor } = await readStuck(context, { cursor, limit: PAGE })
  return { items, nextCursor, scopes, now: context.clock.now() }
}

/** Retries whatever one carpool, trip or order is waiting for. */
export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, { scope: 'records' })
  const id = String((await request.formData()).get('id') ?? '')
  const left = await retryStuck(context, id, admin.id)
  const to = '/admin/payments'
  if (!left.ok)
    return redirectWithFlash(context, to, { kind: 'error', key: `errors:${left.error.code}` })
  return redirectWithFlash(
    context,
    to,
    left.value.length === 0
      ? { key: 'admin:payment.done.decided' }
      : { kind: 'info', key: 'admin:payment.done.waiting' },
  )
}

export default function StuckPayments() {
  const t = useT()
  const { items, nextCursor, scopes, now } = useLoaderData<typeof loader>()
  return (
    <Page title={t('admin:payment.title')} lead={t('admin:payment.lead')}>
      {items.some(({ stripe }) => stripe.answer === 'unreachable') && (
        <Banner tone="warn" role="status" title={t('admin:payment.down')}>
          {t('admin:payment.downText')}
        </Banner>
      )}
      {items.length === 0 ? (
        <NothingHere>{t('admin:payment.none')}</NothingHere>
      ) : (
        <ul className="grid gap-4 xl:grid-cols-2">
          {items.map((item) => (
            <StuckCard
              key={[item.id, item.kind, item.participantId, item.intentId].join()}
              item={item}
              scopes={scopes}
              now={now}
            />
          ))}
        </ul>
      )}
      <Pager nextCursor={nextCursor} />
    </Page>
  )
}
