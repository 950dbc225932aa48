import { expect, test } from 'vitest'
import { minutes } from '#app/kernel/limits.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { devClock } from '#workers/dev/clock.ts'
import { countedDb, emailOf, inboxOf, provider, sweeper, tell, wish } from './notices-kit.ts'

/** Many requests that end at once send their emails in one run (decision 0029). */

const STUDENTS = 8
const everybody = (count = STUDENTS) => Promise.all(Array.from({ length: count }, newStudent))
const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
const accept = () => Response.json({ id: 'em_1' })

test('requests that end at once send each email once, and ask the database no more than one would', async () => {
  await sweeper().sweep()
  const people = await everybody()
  const { db, trips } = countedDb()
  const { prompt } = sweeper({ db })
  const ids: string[] = []
  const request = async ({ id }: { id: string }) => {
    ids.push(await tell(id as 'usr_'))
    await prompt()
  }
  await Promise.all(people.map(request))
  for (const who of people) expect(await inboxOf(who)).toHaveLength(1)
  for (const id of ids) expect(await emailOf(id)).toMatchObject({ state: 'sent', tries: 1 })
  // Each email is claimed and finished; each round reads which are due.
  expect(trips()).toBeLessThanOrEqual(2 * STUDENTS + STUDENTS)
})
test('emails that nobody wants are done with in two round trips', async () => {
  await sweeper().sweep()
  const people = await everybody()
  for (const { id } of people) await wish(id, { emailNotices: false })
  const ids = await Promise.all(people.map(({ id }) => tell(id)))
  const { db, trips } = countedDb()
  expect(await sweeper({ db }).sweep()).toBe(STUDENTS)
  expect(trips()).toBe(2)
  for (const id of ids)
    expect(await emailOf(id)).toEqual({ state: 'skipped', tries: 0, dueAt: null })
})
test('what comes while a run is at work is sent by it, and a request need not wait for that', async () => {
  await sweeper().sweep()
  const [first, second] = await Promise.all([newStudent(), newStudent()])
  const { opened, open } = gate()
  const { fetch, of } = provider(() => opened.then(accept))
  const { prompt } = sweeper({ fetch })
  const earlier = await tell(first.id)
  const run = prompt()
  await expect.poll(() => of(earlier).length).toBe(1)
  const later = await tell(second.id)
  await prompt()
  expect(of(later)).toHaveLength(0)
  open()
  await run
  expect([of(earlier).length, of(later).length]).toEqual([1, 1])
  expect((await emailOf(later)).state).toBe('sent')
})
test('a run that the platform has ended keeps nobody waiting', async () => {
  await sweeper().sweep()
  const [first, second] = await Promise.all([newStudent(), newStudent()])
  const { opened, open } = gate()
  let ahead = 0
  const { fetch, of } = provider(() => (ahead === 0 ? opened.then(accept) : accept()))
  const { prompt } = sweeper({ fetch, aheadMs: () => ahead })
  const earlier = await tell(first.id)
  const run = prompt()
  await expect.poll(() => of(earlier).length).toBe(1)
  ahead = minutes(1) / 2
  const later = await tell(second.id, 'groupPaid', undefined, devClock.now())
  await prompt()
  expect((await emailOf(later)).state).toBe('sent')
  open()
  await run
})
test('a run ends when the provider is not well', async () => {
  await sweeper().sweep()
  const people = await everybody(7)
  const { opened, open } = gate()
  const down = () => Response.json({ name: 'application_error' }, { status: 500 })
  const { fetch, of } = provider(() => opened.then(down))
  const { prompt } = sweeper({ fetch })
  const ids = await Promise.all(people.map(({ id }) => tell(id)))
  const runs = people.map(() => prompt())
  open()
  await Promise.all(runs)
  expect(ids.map((id) => of(id).length).toSorted()).toEqual([0, 0, 1, 1, 1, 1, 1])
  await sweeper({ aheadMs: minutes(5) }).sweep()
})
