import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#db/schema.ts'
import { faultyWorker, SILENT } from '#tests/worker/faults.ts'
import { joinPayload, openCarpool } from '#tests/worker/world/api.ts'
import { mailPayload } from '#tests/worker/world/api-orders.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { db, ORIGIN } from '#tests/worker/world/services.ts'

test('what was done without an answer is not done twice under the same key', async () => {
  const [silent, healthy] = [faultyWorker(SILENT, 1000), faultyWorker({}, 8000)]
  const student = await newStudent()
  const send = (to: typeof silent, path: string, json: object) =>
    to(
      new Request(`${ORIGIN}/api${path}`, {
        method: 'POST',
        body: JSON.stringify(json),
        headers: {
          Authorization: `Bearer ${student.token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': `once${path}`,
        },
      }),
    )
  const { id } = await openCarpool(await newStudent(), { maxPassengers: 5 })
  for (const [path, json] of [
    ['/mail/create', mailPayload()],
    [`/carpool/${id}/join`, joinPayload()],
  ] as const) {
    const first = await send(silent, path, json)
    expect([path, first.status]).toEqual([path, 503])
    const second = await send(healthy, path, json)
    expect([path, second.status]).toEqual([path, 201])
    expect(await second.json()).toEqual(await (await send(healthy, path, json)).json())
  }
  expect(await db.select().from(orders).where(eq(orders.userId, student.id))).toHaveLength(1)
})
