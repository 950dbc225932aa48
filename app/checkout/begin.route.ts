import type { ActionFunctionArgs } from '@remix-run/cloudflare'
import type { PaymentStart } from '#app/payments/ui/payment-start.ts'
import { failureText } from '#app/schemas/issue.ts'
import { requireCharge } from './charge.server.ts'

/** Begins a payment for the card that was just entered. Responds with a `PaymentStart`. */
export async function action(args: ActionFunctionArgs) {
  const [page, asked] = requireCharge(args)
  const passed = await args.context.shield('checkout/begin')
  if (!passed.ok) await asked.user
  const start: PaymentStart = passed.ok
    ? await page.begin(asked, await args.request.formData())
    : { kind: 'refused', text: failureText(args.context.t, passed.error) }
  return Response.json(start)
}
