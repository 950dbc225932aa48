import type Stripe from 'stripe'
import type { UserId } from '#app/kernel/id.ts'
import type { Result } from '#app/kernel/result.ts'
import { sweepEmails } from '#app/notices/service/notice-emails.server.ts'
import type { createResources } from '#app/server/resources.server.ts'
import { playedEarlier } from './clock.ts'

/**
 * The demo's resources: the real services, the payment stand-in, and the demo users by their keys.
 */
export type DemoWorld = ReturnType<typeof createResources> & {
  users: Map<string, UserId>
  stripe: Stripe
}

export function userOf(users: DemoWorld['users'], key: string): { id: UserId } {
  const id = users.get(key)
  if (!id) throw new Error(`demo user ${key} is not there`)
  return { id }
}

/** Runs something as if it happened `ms` ago, and sends its emails then. */
export const earlier = (world: DemoWorld, ms: number, work: () => Promise<void>): Promise<void> =>
  playedEarlier(ms, async () => {
    await work()
    await sweepEmails(world)
  })

/** Pays like the card form with a card that succeeds. */
export const payAtStripe = (stripe: Stripe, clientSecret: string) =>
  stripe.paymentIntents.confirm(clientSecret.split('_secret_')[0] ?? '', {
    payment_method: 'pm_card_visa',
  })

export function must<T>(result: Result<T>): T {
  if (!result.ok)
    throw new Error(
      `the demo was refused: ${result.error.code} ${JSON.stringify(result.error.params ?? {})}`,
    )
  return result.value
}
