import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '#app/http/guard.server.ts'
import { readOrderPage } from '#app/routes/order/list.server.ts'
import { OrderPage } from '#app/ui/order/order-page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle = {
  plain: true,
  title: 'order:move.title',
  description: 'order:move.lead',
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(context, request)
  return readOrderPage(context, 'move', new URL(request.url))
}

export default function MovingPage() {
  return <OrderPage kind="move" {...useLoaderData<typeof loader>()} />
}
