import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import type { Result } from '#app/kernel/result.ts'
import type { PaymentStart } from '#app/payments/ui/payment-start.ts'
import { requireUser } from '#app/web/http/guard.server.ts'
import { carpoolBalance } from './carpool-balance.server.ts'
import { carpoolDeposit } from './carpool-deposit.server.ts'
import type { ChargeRequest } from './charge-params.server.ts'
import { orderBase } from './order.server.ts'
import { requestedMoney } from './request.server.ts'
import { tripBalance, tripDeposit } from './trip.server.ts'

/** How one kind of charge is shown and paid. Reading it begins nothing and never asks Stripe. */
export type ChargePage<View> = {
  /**
   * The charge to show; redirects if nothing is owed. `search`: the address's query. With `isHold`
   * the money is only held at first, which cards can do. Without it, it is charged at once and may
   * be paid with Alipay and WeChat Pay too.
   */
  read(asked: ChargeRequest, search: URLSearchParams): Promise<View>
  /**
   * Begins the payment, or finds the one begun. The form carries the amounts that the student has
   * seen.
   */
  begin(asked: ChargeRequest, form: FormData): Promise<PaymentStart>
  /** The browser reports that the bank has agreed. Returns the next page if it has. */
  confirm(asked: ChargeRequest, sent: Pick<FormData, 'has'>): Promise<Result<string>>
  /** Cancels the payment. Absent where another form does that. */
  cancel?(asked: ChargeRequest): Promise<Response>
}

const PAGES = {
  'deposit-par': carpoolDeposit,
  'balance-par': carpoolBalance,
  'deposit-trip': tripDeposit,
  'balance-trip': tripBalance,
  'base-mail': orderBase('mail'),
  'base-move': orderBase('move'),
  'request-req': requestedMoney,
}
type Pages = typeof PAGES

/** The data of the payment page for any charge. */
export type ChargeView = Awaited<ReturnType<Pages[keyof Pages]['read']>>

/**
 * The viewer's charge that an address names, or the 404 page. The place, trip or order is read in
 * the same round trip as the session, so it waits for the viewer itself.
 */
export function requireCharge({
  request,
  params,
  context,
}: Pick<LoaderFunctionArgs, 'request' | 'params' | 'context'>): [
  ChargePage<ChargeView>,
  ChargeRequest,
] {
  const { purpose = '', id = '' } =
    /^(?<purpose>[a-z]+)-(?<id>.+)$/.exec(params.chargeId ?? '')?.groups ?? {}
  const kind = `${purpose}-${id.split('_')[0]}`
  if (!Object.hasOwn(PAGES, kind)) throw new Response(null, { status: 404 })
  const user = requireUser(context, request)
  // A failure must not count as unhandled if the limit is checked before anybody awaits the user.
  user.catch(() => {})
  return [PAGES[kind as keyof Pages], { context, user, id }]
}
