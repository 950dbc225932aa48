import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { BY_STRIPE } from '#app/kernel/admin.ts'
import { type DisputeRow, putDispute } from '#app/payments/rows/disputes.server.ts'
import type { DisputeState } from '#app/payments/rules/payment.ts'
import { disputes } from '#db/schema.ts'
import { db } from '#tests/worker/world/services.ts'
import { auditOf } from './admin/kit.ts'

/**
 * States of a dispute may be written in a different order than they were read, and more than once.
 */

const reading = (id: string, state: DisputeState, moves: number, checkedAt = 1): DisputeRow => ({
  id,
  intentId: `pi_${id}`,
  subjectId: `car_${id}`,
  participantId: null,
  userId: 'usr_x',
  state,
  amount: 2000,
  reason: 'fraudulent',
  status: state,
  withdrawn: 2000,
  moves,
  evidenceDueBy: null,
  createdAt: 1,
  checkedAt,
})
const reversedOf = ({ id, subjectId, moves }: DisputeRow) => ({
  id: `disputeReversed:${id}:${moves}`,
  at: 1,
  adminId: BY_STRIPE,
  action: 'disputeReversed' as const,
  subject: subjectId,
})
const put = (row: DisputeRow) => putDispute(db, row, reversedOf(row))

/** A dispute as the bank takes it further, and once more after it was lost. */
const STEPS: [DisputeState, moves: number][] = [
  ['open', 0],
  ['open', 1],
  ['lost', 1],
  ['won', 1],
  ['won', 2],
  ['lost', 3],
]
const PAIRS = STEPS.flatMap((first, a) =>
  STEPS.map((then, b) => [...first, ...then, a <= b] as const),
)

test.each(PAIRS)(
  'one that was read as %s after %i moves, then as %s after %i: the later one stands (%s)',
  async (first, firstMoves, then, thenMoves, isLater) => {
    const id = `dp_${crypto.randomUUID()}`
    expect(await put(reading(id, first, firstMoves, 1))).toBe(true)
    for (let times = 0; times < 2; times++)
      expect(await put(reading(id, then, thenMoves, 2))).toBe(isLater)
    const rows = await db.select().from(disputes).where(eq(disputes.id, id))
    expect(rows).toEqual([
      isLater ? reading(id, then, thenMoves, 2) : reading(id, first, firstMoves, 1),
    ])
    const log = (await auditOf(`car_${id}`)).map(({ action }) => action)
    expect(log).toEqual(first === 'lost' && then === 'won' && isLater ? ['disputeReversed'] : [])
  },
)
