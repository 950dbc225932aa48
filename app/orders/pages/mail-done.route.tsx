import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { loadDone } from '#app/orders/http/done.server.ts'
import { OrderDone } from '#app/orders/ui/order-done.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'order:done.title' }

export const loader = (args: LoaderFunctionArgs) => loadDone('mail', args)

export default function DonePage() {
  return <OrderDone {...useLoaderData<typeof loader>()} />
}
