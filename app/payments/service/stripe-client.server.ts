import type Stripe from 'stripe'
import { lazily } from '#app/kernel/lazily.ts'

/** Two tries fit into the 10 s that our callers wait (docs/rules.md#messages). */
const TIMEOUT_MS = 4000

/** A third of all modules are Stripe's, and most isolates never call Stripe. */
const load = lazily(async () => (await import('stripe')).default)

/**
 * Creating a client takes longer than everything else in a request that needs one. It holds nothing
 * of a request, so later requests reuse it.
 */
const clients = new WeakMap<typeof globalThis.fetch, Map<string, Stripe>>()

export async function connect(secretKey: string, fetch: typeof globalThis.fetch): Promise<Stripe> {
  const Client = await load()
  const known = clients.get(fetch) ?? new Map<string, Stripe>()
  const client =
    known.get(secretKey) ??
    new Client(secretKey, {
      httpClient: Client.createFetchHttpClient(fetch),
      maxNetworkRetries: 1,
      timeout: TIMEOUT_MS,
      telemetry: false,
    })
  clients.set(fetch, known.set(secretKey, client))
  return client
}

/**
 * Whether an error is Stripe's, and of that kind. Checks its `type`, so that the classes need not
 * be loaded.
 */
export function isStripeError(
  error: unknown,
  kind?: `Stripe${'Card' | 'Connection' | 'InvalidRequest' | 'SignatureVerification'}Error`,
): error is Stripe.errors.StripeError {
  if (!(error instanceof Error) || !('type' in error)) return false
  return kind ? error.type === kind : String(error.type).startsWith('Stripe')
}
