import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { loadDone } from '#app/routes/order/done.server.ts'
import { OrderDone } from '#app/ui/order/order-done.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle = { plain: true, title: 'order:done.title' }

export const loader = (args: LoaderFunctionArgs) => loadDone('mail', args)

export default function DoneRoute() {
  return <OrderDone {...useLoaderData<typeof loader>()} />
}
