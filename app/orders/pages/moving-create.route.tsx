import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { answerCreate, loadCreate } from '#app/orders/http/create.server.ts'
import { CreateDialog } from '#app/orders/ui/create-dialog.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'order:move.createTitle' }

export const loader = (args: LoaderFunctionArgs) => loadCreate('move', args)
export const action = (args: ActionFunctionArgs) => answerCreate('move', args)

export default function CreateRoute() {
  const data = useLoaderData<typeof loader>()
  return <CreateDialog kind="move" {...data} answer={useActionData<typeof action>()} />
}
