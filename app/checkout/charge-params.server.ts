import type { User } from '#app/account/service/sessions.server.ts'
import type { Failure, Result } from '#app/kernel/result.ts'
import type { PaymentStart } from '#app/payments/ui/payment-start.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'

/**
 * A request of a student, who is still being read, about one charge. `id`: of the place, trip or
 * order that it is for.
 */
export type ChargeRequest = { context: AppContext; user: Promise<User>; id: string }

/** The response to the pay button. Without a secret, the charge is already paid. */
export function startOf(
  { context }: ChargeRequest,
  made: Result<{ clientSecret: string | null } | null>,
  textOf = (failure: Failure) => failureText(context.t, failure),
): PaymentStart {
  if (!made.ok && made.error.code === 'notFound') throw new Response(null, { status: 404 })
  if (!made.ok) {
    const { code } = made.error
    if (code === 'alreadyPaid') return { kind: 'paid' }
    // The bank is processing it: the page that waits explains that.
    if (code === 'paymentNotConfirmed') return { kind: 'elsewhere' }
    return { kind: 'refused', text: textOf(made.error) }
  }
  const secret = made.value?.clientSecret
  return secret ? { kind: 'ready', clientSecret: secret } : { kind: 'paid' }
}
