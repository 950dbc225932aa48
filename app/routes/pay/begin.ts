import type { ActionFunctionArgs } from '@remix-run/cloudflare'
import { requireUser } from '#app/http/guard.server.ts'
import { beginDeposit, requireRecord } from '#app/routes/carpool/pay-view.server.ts'

/** Submits the payment of a deposit for the card that was just entered. Answers with a `Begun`. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const record = await requireRecord(context, user, params.participantId)
  const shown = (await request.formData()).get('filling')
  return Response.json(await beginDeposit(context, user, record, shown))
}
