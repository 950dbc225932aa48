import { callKey } from '#app/api/call-text.ts'
import type { AnyCall } from '#app/api/define.server.ts'
import { adminExamples } from './admin.server.ts'
import { carpoolExamples } from './carpool.server.ts'
import { orderExamples } from './order.server.ts'
import { publicExamples } from './public.server.ts'
import type { Example, Examples } from './shapes.server.ts'
import { tripExamples } from './trip.server.ts'
import { userExamples } from './user.server.ts'

export type { Example }

const examples: Examples = {
  ...userExamples,
  ...carpoolExamples,
  ...orderExamples,
  ...tripExamples,
  ...publicExamples,
  ...adminExamples,
}

/** The example of a call. A test holds each to the call's schemas, and every call to having one. */
export const exampleOf = (call: Pick<AnyCall, 'method' | 'path'>): Example => examples[callKey(call)] ?? {}
