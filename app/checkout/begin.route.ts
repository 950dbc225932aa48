import type { ActionFunctionArgs } from '@remix-run/cloudflare'
import { startCharge } from './start.server.ts'

/** Begins a payment for the card that was just entered. Responds with a `PaymentStart`. */
export const action = async (args: ActionFunctionArgs) =>
  Response.json(await startCharge(args, await args.request.formData()))
