import type { ActionFunctionArgs } from '@remix-run/cloudflare'
import { requireUser } from '#app/http/guard.server.ts'
import { requireRecord } from '#app/routes/carpool/pay-view.server.ts'
import { beginRepay } from './view.server.ts'

/** Prepares the payment of a deposit for the card that was just entered. Answers with a `Begun`. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const record = await requireRecord(context, user, params.participantId)
  return Response.json(await beginRepay(context, user, record))
}
