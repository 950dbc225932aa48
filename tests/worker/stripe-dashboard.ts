import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import { advance } from '#tests/worker/world/services.ts'

/** Acts as someone in Stripe's dashboard, or as the bank behind it, and does what follows. */
async function dashboard(path: 'refunds' | 'disputes' | 'payouts', body: object) {
  const answer = await exports.default.fetch(`http://localhost:8787/__dev/stripe/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  await advance(0)
  return JSON.parse(text)
}

/** Refunds a part of a payment, or everything that is left. */
export const refund = (intent: string, amount?: number) => dashboard('refunds', { intent, amount })
/** What becomes of its newest refund, or of the one named. */
export const refundStep = (intent: string, step: 'fail' | 'succeed', id?: string) =>
  dashboard('refunds', { intent, step, refund: id })
/** Pays out what is there, or an amount by hand; or a payout fails. */
export const payOut = (how?: number | { payout: string; step: 'fail' }) =>
  dashboard('payouts', typeof how === 'object' ? how : { amount: how })
/** The next step of its dispute. */
export const dispute = (intent: string, step: string) => dashboard('disputes', { intent, step })
