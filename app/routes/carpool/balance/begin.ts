import type { ActionFunctionArgs } from '@remix-run/cloudflare'
import { requireUser } from '#app/http/guard.server.ts'
import { requireRecord } from '#app/routes/carpool/pay-view.server.ts'
import { beginBalance, readShown } from './view.server.ts'

/**
 * Makes the payment of a balance ready, for the card that has just been typed. Answers with a
 * `Begun`.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const record = await requireRecord(context, user, params.participantId)
  return Response.json(
    await beginBalance(context, user, record, readShown(await request.formData())),
  )
}
