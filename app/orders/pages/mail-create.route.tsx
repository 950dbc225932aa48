import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { answerCreate, loadCreate } from '#app/orders/http/create.server.ts'
import { CreateDialog } from '#app/orders/ui/create-dialog.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'order:mail.createTitle' }

export const loader = (args: LoaderFunctionArgs) => loadCreate('mail', args)
export const action = (args: ActionFunctionArgs) => answerCreate('mail', args)

export default function CreateRoute() {
  const data = useLoaderData<typeof loader>()
  return <CreateDialog kind="mail" {...data} answer={useActionData<typeof action>()} />
}
