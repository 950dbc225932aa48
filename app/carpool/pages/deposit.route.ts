import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { requireRecord } from '#app/carpool/http/record.server.ts'
import { readDepositStanding } from '#app/carpool/service/carpool-actions.server.ts'
import { readCarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import type { DepositAnswer } from '#app/carpool/ui/deposit-answer.ts'
import { requireUser } from '#app/web/http/guard.server.ts'

/**
 * Whether a deposit stands, for a page that has already been shown. Returns no `loss` for a deposit
 * that cannot be paid again. The secret of its payment is not sent: the payment page asks for it
 * itself.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  const { participantId } = await requireRecord(context, user, params.participantId)
  const standing = await readDepositStanding(context, user, participantId)
  const isValid = !standing.ok || standing.value.isValid
  const record = isValid ? null : await readCarpoolRecord(context, user, participantId)
  const payable = record?.actions.includes('payDeposit') ?? false
  const { captureBefore = null, status = '' } = record?.deposit ?? {}
  const loss = payable ? `${participantId} ${status} ${captureBefore ?? ''}` : null
  const answer: DepositAnswer = { isValid, loss }
  return Response.json(answer)
}
