import type { Failure, Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { Provider } from '#app/ui/pay/payment-dialog.tsx'

/** What a page shows for a payment that is asked for. `checking`: its bank is being asked. */
export type PaymentView =
  | { kind: 'paid' }
  | { kind: 'open'; clientSecret: string; provider: Provider; amount: number; until: Instant }
  | { kind: 'checking' }
  /** Its time is over and nothing was paid. */
  | { kind: 'gone' }
  /** `text` says why. */
  | { kind: 'failed'; text: string }

type Payable = { clientSecret: string; amount: number; until: Instant }

/**
 * Creates or finds a payment for a page. `begin` returns null if it is paid already; `textOf` says
 * a failure in the words of what is paid for.
 */
export async function readPaymentView(
  context: AppContext,
  begin: () => Promise<Result<Payable | null>>,
  textOf = (failure: Failure) => failureText(context.t, failure),
): Promise<PaymentView> {
  const passed = await context.shield('http/payment-view')
  const payable = passed.ok ? await begin() : passed
  if (payable.ok) {
    if (!payable.value) return { kind: 'paid' }
    const { clientSecret, amount, until } = payable.value
    return { kind: 'open', clientSecret, provider: providerOf(context), amount, until }
  }
  switch (payable.error.code) {
    case 'alreadyPaid':
      return { kind: 'paid' }
    case 'holdExpired':
    case 'operationExpired':
    case 'notFound':
      return { kind: 'gone' }
    case 'paymentNotConfirmed':
      return { kind: 'checking' }
    default:
      return { kind: 'failed', text: textOf(payable.error) }
  }
}

/** What the browser needs to draw the card field. */
export function providerOf({ config }: AppContext): Provider {
  const { publishableKey, jsUrl } = config.stripe
  return { publishableKey, jsUrl }
}
