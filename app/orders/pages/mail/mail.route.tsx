import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { readPostage } from '#app/catalog/service/catalog.server.ts'
import { readOrderPage } from '#app/orders/http/list.server.ts'
import { readEstimateQuery } from '#app/orders/ui/estimate-query.ts'
import { OrderPage } from '#app/orders/ui/order-page.tsx'
import { PostageSection } from '#app/orders/ui/postage-section.tsx'
import { optionalPart } from '#app/web/http/optional-part.server.ts'
import { type PageHandle, productCard } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = {
  title: 'order:mail.title',
  description: 'order:mail.lead',
  card: productCard,
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const [page, rows] = await Promise.all([
    readOrderPage(context, 'mail', url),
    optionalPart(context, 'postage', readPostage(context)),
  ])
  return { page, rows, asked: readEstimateQuery(url) }
}

export default function MailPage() {
  const { page, rows, asked } = useLoaderData<typeof loader>()
  return (
    <OrderPage kind="mail" {...page}>
      <PostageSection rows={rows} asked={asked} />
    </OrderPage>
  )
}
