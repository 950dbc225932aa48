import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { DisputeState } from '#app/domain/payment.ts'
import { type DisputeRow, putDispute } from '#db/queries/disputes.ts'
import { disputes } from '#db/schema.ts'
import { db } from './api/world.ts'

/**
 * States of a dispute may be written in a different order than they were read, and more than once.
 */

const STATES: DisputeState[] = ['open', 'won', 'lost']
const reading = (id: string, state: DisputeState, withdrawn: number): DisputeRow => ({
  id,
  intentId: `pi_${id}`,
  subjectId: 'car_x',
  participantId: null,
  userId: 'usr_x',
  state,
  amount: 2000,
  reason: 'fraudulent',
  status: state,
  withdrawn,
  evidenceDueBy: null,
  createdAt: 1,
  checkedAt: withdrawn,
})

test.each(STATES.flatMap((first) => STATES.map((then) => [first, then] as const)))(
  'a dispute read as %s, then as %s',
  async (first, then) => {
    const id = `dp_${crypto.randomUUID()}`
    await putDispute(db, reading(id, first, 1))
    for (let times = 0; times < 2; times++) await putDispute(db, reading(id, then, 2))
    const rows = await db.select().from(disputes).where(eq(disputes.id, id))
    // Only a closed dispute cannot reopen: an older state arrived late.
    const isLate = first !== 'open' && then === 'open'
    expect(rows).toEqual([isLate ? reading(id, first, 1) : reading(id, then, 2)])
  },
)
