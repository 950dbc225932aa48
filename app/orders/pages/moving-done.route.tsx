import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { loadDone } from '#app/routes/order/done.server.ts'
import { asDocument } from '#app/ui/as-document.ts'
import { OrderDone } from '#app/ui/order/order-done.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle = { plain: true, title: 'order:done.title' }

export const loader = (args: LoaderFunctionArgs) => loadDone('move', args)

export const clientLoader = asDocument

function DonePage() {
  return <OrderDone {...useLoaderData<typeof loader>()} />
}

/** Nothing of it is sent to the browser, which never draws it. */
export default import.meta.env.SSR ? DonePage : () => null
