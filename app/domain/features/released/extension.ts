import type { Extension } from '#app/domain/group/extension.ts'
import { saleOf } from './released.ts'

/** Seats that a complete group has released (docs/rules.md#released-seats). Nothing to remember. */
export const released = {
  name: 'released',
  events: {},
  evolve: (slice) => slice,
  sale: saleOf,
} satisfies Extension<never, never, never>
