import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { confirmDeposit } from '#app/group/service/groups.server.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { markRead } from '#app/notices/service/notices.server.ts'
import { participants } from '#db/schema.ts'
import { holdSeat, openCar } from '#tests/worker/world/cars.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { advance, db, must, pay, services } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'
import { aboutOf, emailOf, inboxOf, provider, standIn, sweeper, tell, wish } from './notices-kit.ts'

/** Notices by email: the outbox, the provider's behaviours, and students who want none. */

const taken = () => Response.json({ id: 'em_1' })
const down = () => Response.json({ name: 'application_error' }, { status: 500 })
const limited = (retryAfter: string) => () =>
  Response.json(
    { name: 'rate_limit_exceeded' },
    { status: 429, headers: { 'Retry-After': retryAfter } },
  )

test('a notice is emailed once, in the student’s language, with a link to its page and a way to unsubscribe', async () => {
  const somebody = await newStudent()
  await wish(somebody.id, { language: 'en' })
  const id = await tell(somebody.id)
  for (let i = 0; i < 3; i++) await sweeper().sweep()
  expect(await emailOf(id)).toEqual({ state: 'sent', tries: 1, dueAt: null })
  const inbox = await inboxOf(somebody)
  expect(inbox).toHaveLength(1)
  expect(inbox[0]).toMatchObject({
    from: 'Name <hello@example.org>',
    subject: expect.stringMatching(/^\w{3} \d+ \w{3} Heathrow → Nottingham: Your car .+ balance$/),
    text: expect.stringContaining('https://example.org/neighbourhelp/carpool/record/par_'),
    headers: {
      'List-Unsubscribe': expect.stringMatching(
        /^<https:\/\/example.org\/neighbourhelp\/email-off\?to=\S+&lang=en>$/,
      ),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
  expect(inbox[0]?.html).toMatch(/\w{3} \d+ \w{3}, \d\d:\d\d \(UK time\)/)
})
test('a completed group notifies everyone once, in the app and by email, with the deadline in London time', async () => {
  const [first, second] = [await newStudent(), await newStudent()]
  const car = await openCar({}, { as: first })
  const seat = await holdSeat(car, {}, second)
  await pay(seat.clientSecret)
  must(await confirmDeposit(carpoolKind, services, second, seat.participantId))
  await advance(0)
  await advance(0)
  for (const who of [first, second]) {
    const [mail, ...more] = (await inboxOf(who)).filter(({ subject }) => subject.includes('成团'))
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(
      /^\d+月\d+日 周. .+ → 诺丁汉：成团了，请在 \d+月\d+日 周. 14:00 前付余款 £\d/,
    )
    expect(mail?.text).toMatch(/余款 £[\d.]+。请在 \d+月\d+日 周. 14:00（伦敦时间）前付清/)
    expect(mail?.text).toContain(`/neighbourhelp/carpool/record/par_`)
  }
})
test.each([
  ['wants none', { emailNotices: false }],
  ['closed the account', { closedAt: 1 }],
])('a student who %s gets no email, and keeps the notice', async (_who, change) => {
  const somebody = await newStudent()
  await wish(somebody.id, change)
  const id = await tell(somebody.id)
  await sweeper().sweep()
  expect(await emailOf(id)).toEqual({ state: 'skipped', tries: 0, dueAt: null })
  expect(await inboxOf(somebody)).toEqual([])
})
test('a notice that was read is not emailed', async () => {
  const somebody = await newStudent()
  const id = await tell(somebody.id)
  await markRead(services, somebody.id, [id])
  await sweeper().sweep()
  expect((await emailOf(id)).state).toBe('skipped')
  expect(await inboxOf(somebody)).toEqual([])
})
test('a notice that is no longer true when it is due is dropped, and not retried', async () => {
  const somebody = await newStudent()
  const about = await aboutOf(somebody.id, 'depositReleased')
  const id = await tell(somebody.id, 'depositReleased', about)
  const { fetch, of } = provider(down)
  await sweeper({ fetch }).sweep()
  expect([of(id).length, (await emailOf(id)).state]).toEqual([1, 'waiting'])
  // In the meantime the student has paid it again.
  await db
    .update(participants)
    .set({ depositStatus: 'held' })
    .where(eq(participants.id, about.participantId as 'par_'))
  for (const aheadMs of [minutes(5), hours(1)]) await sweeper({ aheadMs }).sweep()
  expect(await emailOf(id)).toMatchObject({ state: 'dropped', dueAt: null })
  expect(await inboxOf(somebody)).toEqual([])
})
test('many simultaneous sweeps send one email', async () => {
  const somebody = await newStudent()
  const { fetch, of } = provider(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return taken()
  })
  const id = await tell(somebody.id)
  await Promise.all(Array.from({ length: 8 }, () => sweeper({ fetch }).sweep()))
  expect(of(id)).toHaveLength(1)
  expect(await emailOf(id)).toMatchObject({ state: 'sent', tries: 1 })
})
test('a provider that is down is retried later, after longer and longer waits', async () => {
  const somebody = await newStudent()
  const { fetch, of } = provider(down)
  const id = await tell(somebody.id)
  await sweeper({ fetch }).sweep()
  await sweeper({ fetch }).sweep()
  expect(of(id)).toHaveLength(1)
  const first = await emailOf(id)
  expect(first).toMatchObject({ state: 'waiting', tries: 1 })
  await sweeper({ fetch, aheadMs: minutes(1) + 1000 }).sweep()
  const second = await emailOf(id)
  expect(second.tries).toBe(2)
  expect((second.dueAt ?? 0) - (first.dueAt ?? 0)).toBeGreaterThanOrEqual(minutes(2))
  await sweeper({ aheadMs: minutes(10) }).sweep()
  expect((await emailOf(id)).state).toBe('sent')
  expect(await inboxOf(somebody)).toHaveLength(1)
})
test('a provider that fails five times in a row is left alone until the next sweep', async () => {
  const { fetch, of } = provider(down)
  const ids: string[] = []
  for (let n = 0; n < 7; n++) {
    const { id } = await newStudent()
    ids.push(await tell(id, 'groupPaid', undefined, devClock.now() - 10 + n))
  }
  await sweeper({ fetch }).sweep()
  expect(ids.map((id) => of(id).length)).toEqual([1, 1, 1, 1, 1, 0, 0])
  await sweeper().sweep()
  for (const later of ids.slice(5)) expect((await emailOf(later)).state).toBe('sent')
})
test('an email whose reply was lost is still sent once', async () => {
  const somebody = await newStudent()
  const id = await tell(somebody.id)
  const { fetch, of } = provider(async (request) => {
    await standIn(request)
    throw new TypeError('connection lost')
  })
  await sweeper({ fetch }).sweep()
  expect(await emailOf(id)).toMatchObject({ state: 'waiting', tries: 1 })
  expect(of(id)).toHaveLength(1)
  // In the meantime the student has switched the language: the second attempt has other text under
  // the same key.
  await wish(somebody.id, { language: 'en' })
  await sweeper({ aheadMs: minutes(5) }).sweep()
  expect(await emailOf(id)).toMatchObject({ state: 'sent', tries: 2 })
  expect(await inboxOf(somebody)).toHaveLength(1)
})
test('a provider that was called too quickly is asked once more in the same sweep', async () => {
  const somebody = await newStudent()
  let calls = 0
  const { fetch, of } = provider(() => (calls++ === 0 ? limited('0')() : taken()))
  const id = await tell(somebody.id)
  await sweeper({ fetch }).sweep()
  expect(of(id)).toHaveLength(2)
  expect((await emailOf(id)).state).toBe('sent')
})
test('a provider at its daily limit is given the wait it asks for', async () => {
  const somebody = await newStudent()
  const { fetch, of } = provider(limited('3600'))
  const id = await tell(somebody.id)
  await sweeper({ fetch }).sweep()
  await sweeper({ fetch, aheadMs: minutes(50) }).sweep()
  expect(of(id)).toHaveLength(1)
  await sweeper({ fetch, aheadMs: minutes(61) }).sweep()
  expect(of(id)).toHaveLength(2)
})
test('an email refused by the provider is not retried', async () => {
  const somebody = await newStudent()
  const { fetch, of } = provider(() => Response.json({ name: 'validation_error' }, { status: 422 }))
  const id = await tell(somebody.id)
  for (const aheadMs of [0, hours(1)]) await sweeper({ fetch, aheadMs }).sweep()
  expect(of(id)).toHaveLength(1)
  expect(await emailOf(id)).toEqual({ state: 'failed', tries: 1, dueAt: null })
})
test('it is given up before the provider forgets the key', async () => {
  const somebody = await newStudent()
  const { fetch, of } = provider(down)
  const id = await tell(somebody.id)
  for (let hour = 0; hour <= 30; hour++)
    await sweeper({ fetch, aheadMs: hours(hour) + hour * 1000 }).sweep()
  expect(of(id).length).toBeGreaterThan(10)
  expect(await emailOf(id)).toMatchObject({ state: 'failed', dueAt: null })
  const late = sweeper({ aheadMs: hours(31) })
  await late.sweep()
  expect(await inboxOf(somebody)).toEqual([])
})
test('no log line contains recipient or content', async () => {
  const somebody = await newStudent()
  await tell(somebody.id)
  const { fetch } = provider(() => Promise.reject(new TypeError('connection lost')))
  const { sweep, lines } = sweeper({ fetch })
  await sweep()
  expect(lines).not.toEqual([])
  expect(lines.join()).not.toMatch(/example\.com|成团|standin/)
})
