import { expect, test } from 'vitest'
import { emailOf, inboxOf, tell } from '#tests/worker/notices-kit.ts'
import { api, joinAndPay, joinPayload, openCarpool } from '#tests/worker/world/api.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { fault } from '#tests/worker/world/services.ts'

/**
 * Emails go out right after a request that wrote a notice; after a request that certainly did not,
 * none are looked for.
 */
test('a student who completes a group is notified at once', async () => {
  const [ann, bob] = [await newStudent(), await newStudent()]
  // No request other than the student's own.
  await fault('drop-events', 100_000)
  const { id } = await openCarpool(ann, { maxPassengers: 2 })
  expect((await joinAndPay(bob, id)).confirmed.status).toBe(200)
  for (const who of [bob, ann])
    await expect
      .poll(async () => (await inboxOf(who)).filter(({ subject }) => subject.includes('成团')), {
        timeout: 5000,
      })
      .toHaveLength(1)
})

test('a join without notices leaves pending emails to other requests', async () => {
  const [ann, bob, cat] = [await newStudent(), await newStudent(), await newStudent()]
  await fault('drop-events', 100_000)
  const { id } = await openCarpool(ann, { maxPassengers: 3 })
  const notice = await tell(cat.id, 'groupPaid')
  const held = await api('POST', `/carpool/${id}/join`, { as: bob, json: joinPayload() })
  expect(held.status).toBe(201)
  await new Promise((resume) => setTimeout(resume, 500))
  expect(await emailOf(notice)).toMatchObject({ state: 'waiting' })
  // A request that might have written a notice sends them.
  await api('POST', '/user/logout', { as: bob })
  await expect.poll(() => inboxOf(cat), { timeout: 5000 }).toHaveLength(1)
})
