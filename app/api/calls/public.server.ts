import * as z from 'zod'
import { defineRawCall } from '#app/api/define.server.ts'
import { hasRefusedGroups } from '#app/group/rows/refused-groups.server.ts'
import { minutes } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { within } from '#app/kernel/within.ts'
import { readEmailEvent } from '#app/notices/service/email-events.server.ts'
import { stopEmails } from '#app/notices/service/email-stops.server.ts'
import { intentOf, isDeclined } from '#app/payments/service/payments.server.ts'
import { EVENT_LIMIT_BYTES, readText } from '#app/platform/body.server.ts'
import { reconcilePayment } from '#app/reconciliation/service/reconcile.server.ts'
import { textLike } from '#app/schemas/common.server.ts'
import type { AppContext } from '#app/server/context.server.ts'

/** A check without an answer by then counts as down: the caller has a time limit too. */
const CHECK_TIMEOUT_MS = 3_000
/** Anyone may request the health check, so Stripe is queried at most once per this interval. */
const PAYMENTS_CHECK_EVERY_MS = minutes(1) / 4

const checkReply = z.enum(['ok', 'down'])
const healthReply = z
  .object({
    status: checkReply,
    version: textLike('1.0.0'),
    checks: z.object({ database: checkReply, payments: checkReply, groups: checkReply }),
  })
  .meta({ id: 'Health' })

const health = defineRawCall('GET /health', {
  auth: 'none',
  responses: { 200: healthReply, 503: healthReply },
  raw: async ({ context }) => {
    const isRefused = hasRefusedGroups(context.db)
    const [database, payments, groups] = await Promise.all([
      check(context, () => isRefused),
      paymentsCheck(context),
      // This version cannot open groups that a newer version has written.
      isRefused.then(
        (is) => (is ? 'down' : 'ok'),
        (): Check => 'ok',
      ),
    ])
    const checks = { database, payments, groups }
    const status = Object.values(checks).includes('down') ? 'down' : 'ok'
    const body = { status, version: context.config.version, checks }
    return ok(Response.json(body, { status: status === 'ok' ? 200 : 503 }))
  },
})

type Check = z.output<typeof checkReply>

async function check(context: AppContext, ask: () => Promise<unknown>): Promise<Check> {
  try {
    await within(CHECK_TIMEOUT_MS, ask())
    return 'ok'
  } catch (error) {
    context.log.error('health check failed', error)
    return 'down'
  }
}

const paymentChecks = new WeakMap<AppContext['config'], { at: number; check: Promise<Check> }>()

function paymentsCheck(context: AppContext): Promise<Check> {
  const now = context.clock.now()
  const last = paymentChecks.get(context.config)
  if (last && now - last.at < PAYMENTS_CHECK_EVERY_MS && now >= last.at) return last.check
  const asked = check(context, () => context.payments.ping())
  paymentChecks.set(context.config, { at: now, check: asked })
  return asked
}

/**
 * Stripe's signed events. An event's contents are never trusted: its payment is read again
 * (`reconcile`).
 */
const stripeWebhook = defineRawCall('POST /stripe/webhook', {
  auth: 'none',
  responses: { 200: z.object({ received: z.literal(true) }) },
  errors: ['malformedBody', 'bodyTooLarge', 'unavailable'],
  raw: async ({ request, context }) => {
    const text = await readText(request, EVENT_LIMIT_BYTES)
    if (!text.ok) return text
    const signature = request.headers.get('Stripe-Signature') ?? ''
    const event = await context.payments.parseEvent(
      text.value,
      signature,
      context.config.stripe.webhookSecret,
    )
    if (!event.ok) return event
    const intentId = intentOf(event.value)
    // 2xx only once the effect is stored: any failure makes Stripe send the event again.
    const { id, type } = event.value
    const settled: Result<unknown> = intentId
      ? await reconcilePayment(context, intentId, {
          id,
          declined: isDeclined(event.value),
          disputed: type.startsWith('charge.dispute.'),
          refunded: type.startsWith('refund.') || type.startsWith('charge.refund'),
        })
      : ok(null)
    // Sending the event again would not help if the payment is not one of ours.
    if (!settled.ok && settled.error.code !== 'notFound') return settled
    return ok(Response.json({ received: true }))
  },
})

/**
 * Events from the email provider: addresses that bounce, and readers who unsubscribe. The call does
 * not exist without the provider's secret.
 */
const resendWebhook = defineRawCall('POST /resend/webhook', {
  auth: 'none',
  responses: { 200: z.object({ received: z.literal(true) }) },
  errors: ['malformedBody', 'bodyTooLarge', 'notFound'],
  raw: async ({ request, context }) => {
    const secret = context.config.email.webhookSecret
    if (secret === null) return fail('notFound')
    const text = await readText(request)
    if (!text.ok) return text
    const now = context.clock.now()
    const event = readEmailEvent(text.value, request.headers, { secret, now })
    if (!event.ok) return event
    // Safe to apply again.
    const { to, why } = event.value ?? { to: [], why: 'bounced' }
    for (const address of to) await stopEmails(context, address, why)
    return ok(Response.json({ received: true }))
  },
})

export const publicCalls = [health, stripeWebhook, resendWebhook]
