import type { ActionFunctionArgs } from '@remix-run/cloudflare'
import { countIn } from '#app/domain/number.ts'
import { requireUser } from '#app/http/guard.server.ts'
import { beginBalance, requireOwnTrip } from './view.server.ts'

/** Prepares the payment of a balance for the card that was just entered. Answers with a `Begun`. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const trip = await requireOwnTrip(context, user, params.tripId)
  const shown = countIn(await request.formData(), 'amount')
  return Response.json(await beginBalance(context, user, trip, shown))
}
