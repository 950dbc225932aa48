import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '#app/http/guard.server.ts'
import { optionalPart } from '#app/http/optional-part.server.ts'
import { readOrderPage } from '#app/routes/order/list.server.ts'
import { MovePrice } from '#app/ui/order/move-price.tsx'
import { OrderPage } from '#app/ui/order/order-page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle = {
  plain: true,
  title: 'order:move.title',
  description: 'order:move.lead',
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(context, request)
  const [page, settings] = await Promise.all([
    readOrderPage(context, 'move', new URL(request.url)),
    optionalPart(context, 'settings', context.settings.read()),
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
