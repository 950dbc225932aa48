import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { readSettings } from '#app/catalog/service/settings.server.ts'
import { readOrderPage } from '#app/orders/http/list.server.ts'
import { MovePrice } from '#app/orders/ui/move-price.tsx'
import { OrderPage } from '#app/orders/ui/order-page.tsx'
import { requireUser } from '#app/web/http/guard.server.ts'
import { optionalPart } from '#app/web/http/optional-part.server.ts'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = {
  title: 'order:move.title',
  description: 'order:move.lead',
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(context, request)
  const [page, settings] = await Promise.all([
    readOrderPage(context, 'move', new URL(request.url)),
    optionalPart(context, 'settings', readSettings(context)),
  ])
  return { page, amount: settings?.moveBasePrice ?? null }
}

export default function MovingPage() {
  const { page, amount } = useLoaderData<typeof loader>()
  return (
    <OrderPage kind="move" {...page}>
      {amount !== null && <MovePrice amount={amount} />}
    </OrderPage>
  )
}
