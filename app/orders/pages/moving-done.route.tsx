import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { loadDone } from '#app/orders/http/done.server.ts'
import { OrderDone } from '#app/orders/ui/order-done.tsx'
import { asDocument } from '#app/web/ui/as-document.ts'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { plain: true, title: 'order:done.title' }

export const loader = (args: LoaderFunctionArgs) => loadDone('move', args)

export const clientLoader = asDocument

function DonePage() {
  return <OrderDone {...useLoaderData<typeof loader>()} />
}

/** Nothing of it is sent to the browser, which never draws it. */
export default import.meta.env.SSR ? DonePage : () => null
