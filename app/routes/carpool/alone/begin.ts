import type { ActionFunctionArgs } from '@remix-run/cloudflare'
import { countIn } from '#app/domain/number.ts'
import { requireUser } from '#app/http/guard.server.ts'
import { requireRecord } from '#app/routes/carpool/pay-view.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { Viewer } from '#app/services/groups/viewer.ts'
import type { PaymentStart } from '#app/ui/pay/payment-start.ts'

/** Prepares the payment of a difference for the card that was just entered. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const { participantId } = await requireRecord(context, user, params.participantId)
  const shown = countIn(await request.formData(), 'amount')
  return Response.json(await begin(context, user, participantId, shown))
}

async function begin(
  context: AppContext,
  user: Viewer,
  participantId: string,
  shown: number,
): Promise<PaymentStart> {
  const passed = await context.shield('carpool/alone/begin')
  const made = passed.ok ? await context.carpools.payAlone(user, participantId) : passed
  if (!made.ok) return { kind: 'refused', text: failureText(context.t, made.error) }
  const { clientSecret, amount } = made.value
  if (clientSecret === null) return { kind: 'paid' }
  return amount === shown ? { kind: 'ready', clientSecret } : { kind: 'changed' }
}
