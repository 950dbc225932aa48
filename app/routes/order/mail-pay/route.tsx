import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { answerPay, loadPay } from '#app/routes/order/pay.server.ts'
import { PayPage } from '#app/ui/order/pay-page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export { keepForm as clientAction, readUnlessLost as shouldRevalidate } from '#app/ui/offline.tsx'

export const handle: PageHandle = { title: 'order:mail.pay', payment: true }

export const loader = (args: LoaderFunctionArgs) => loadPay('mail', args)
export const action = (args: ActionFunctionArgs) => answerPay('mail', args)

export default function PayRoute() {
  return <PayPage kind="mail" {...useLoaderData<typeof loader>()} />
}
