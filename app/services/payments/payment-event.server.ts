import * as z from 'zod'
import { fail, ok, type Result } from '#app/domain/result.ts'

/** What we read of a payment provider's event. */
const eventSchema = z.object({
  object: z.literal('event'),
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.object({ id: z.unknown().optional(), payment_intent: z.unknown().optional() }),
  }),
})

export type PaymentEvent = {
  id: string
  type: string
  /** What it is about: an object of the provider, whose fields can be of any kind. */
  object: { id?: unknown; payment_intent?: unknown }
}

/** The event in a body. A signature says who sent a body, not that it is one. */
export function readEvent(body: string): Result<PaymentEvent> {
  try {
    const { id, type, data } = eventSchema.parse(JSON.parse(body))
    return ok({ id, type, object: data.object })
  } catch {
    return fail('malformedBody')
  }
}
