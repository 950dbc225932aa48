import type { offerFor } from '#app/payments/rules/payment.ts'

/** What the browser needs of the provider, how this charge may be paid, and how not. */
export type Provider = {
  publishableKey: string
  jsUrl: string
  /** Whether the money is only held at first. */
  isHold: boolean
} & ReturnType<typeof offerFor>
