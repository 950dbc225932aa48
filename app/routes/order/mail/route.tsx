import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { optionalPart } from '#app/http/optional-part.server.ts'
import { readOrderPage } from '#app/routes/order/list.server.ts'
import { readAsked } from '#app/ui/order/estimate-query.ts'
import { OrderPage } from '#app/ui/order/order-page.tsx'
import { PostageSection } from '#app/ui/order/postage-section.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'order:mail.title', description: 'order:mail.lead' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const [page, rows] = await Promise.all([
    readOrderPage(context, 'mail', url),
    optionalPart(context, 'postage', context.catalog.postage()),
  ])
  return { page, rows, asked: readAsked(url) }
}

export default function MailPage() {
  const { page, rows, asked } = useLoaderData<typeof loader>()
  return (
    <OrderPage kind="mail" {...page}>
      <PostageSection rows={rows} asked={asked} />
    </OrderPage>
  )
}
