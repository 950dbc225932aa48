import { exports } from 'cloudflare:workers'
import { and, eq, gt } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sendPasswordCode, sendRegisterCode } from '#app/account/service/accounts.server.ts'
import {
  CODE_SENDS_OPEN,
  CODE_SENDS_PER_ADDRESS_PER_DAY,
  CODE_SENDS_PER_ADDRESS_PER_HOUR,
  CODE_SENDS_PER_DAY,
  CODE_SENDS_PROVED_FROM,
} from '#app/kernel/limits.ts'
import { codeTotal } from '#app/platform/limits.server.ts'
import { visitorAddress } from '#app/platform/rate-limit.server.ts'
import { attempts } from '#db/schema.ts'
import { devClock } from '#workers/dev/clock.ts'
import { heldBy, textOf, Visitor } from './visitor.ts'
import { caller, createWorld, newPhone, registerSomebody, type World } from './world.ts'

const SENDERS = { sendRegisterCode, sendPasswordCode }

/** Nobody can use up the day's text messages, or keep students from a new password with them. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const limited = { ok: false, error: { code: 'rateLimited' } }
const unproved = { ok: false, error: { code: 'proofRequired' } }

const addressIn = (ip: string) =>
  visitorAddress(new Request('https://help.example/', { headers: { 'CF-Connecting-IP': ip } }))
const hex = (n: number) => n.toString(16)
/** One of the /64 networks of one /56, as a home line has them. */
const homeLine = (n: number) => addressIn(`2001:db8:1:${hex(n % 256)}::1`)
/** One of the /56 networks of one /48. */
const wholeLine = (n: number) => addressIn(`2001:db8:2:${hex((n % 256) * 256)}::1`)

/** Messages already sent in the last 24 hours. */
async function use(world: Pick<World, 'db' | 'clock'>, sent: number): Promise<void> {
  const { kind, subject } = codeTotal
  const rows = Array.from({ length: sent }, () => ({ kind, subject, at: world.clock.now() }))
  for (let from = 0; from < sent; from += 20)
    await world.db.insert(attempts).values(rows.slice(from, from + 20))
}
const totalOf = ({ db, clock }: World) =>
  db.$count(
    attempts,
    and(eq(attempts.kind, codeTotal.kind), gt(attempts.at, clock.now() - 24 * HOUR)),
  )

test('one home line gets no more than one network does, proving it every time', async () => {
  const world = createWorld({ addressLimits: true })
  let sent = 0
  for (let n = 0; n < 40; n++)
    if ((await sendRegisterCode(world, newPhone(), caller({ address: homeLine(n) }))).ok) sent++
  expect(sent).toBe(CODE_SENDS_PER_ADDRESS_PER_HOUR)
})

test('a line with a whole /48 gets no more in a day than one network does', async () => {
  const world = createWorld({ addressLimits: true })
  let sent = 0
  for (let n = 0; n < 80; n++)
    if ((await sendRegisterCode(world, newPhone(), caller({ address: wholeLine(n) }))).ok) sent++
  expect(sent).toBe(CODE_SENDS_PER_ADDRESS_PER_DAY)
})

test.each(['sendRegisterCode', 'sendPasswordCode'] as const)(
  '%s: a network’s second message of a day needs proof of a person',
  async (ask) => {
    const world = createWorld({ addressLimits: true })
    const from = caller({ address: homeLine(1), proof: undefined })
    expect((await SENDERS[ask](world, newPhone(), from)).ok).toBe(true)
    const phone = newPhone()
    expect(await SENDERS[ask](world, phone, from)).toEqual(unproved)
    expect(await SENDERS[ask](world, phone, { ...from, proof: 'forged' })).toEqual(unproved)
    expect(await SENDERS[ask](world, phone, { ...from, address: homeLine(2) })).toEqual(unproved)
    // Nothing was counted against the phone by the refusals.
    expect((await SENDERS[ask](world, phone, caller({ address: homeLine(1) }))).ok).toBe(true)
    world.pass(24 * HOUR)
    expect((await SENDERS[ask](world, phone, from)).ok).toBe(true)
  },
)

test('whether a proof is missing is said only if nothing else stands in the way', async () => {
  const world = createWorld({ addressLimits: true })
  const from = caller({ address: homeLine(1), proof: undefined })
  const phone = newPhone()
  await sendRegisterCode(world, phone, from)
  expect(await sendRegisterCode(world, phone, from)).toMatchObject({
    error: { code: 'codeJustSent' },
  })
})

test('from 80 % of the open part on, every network proves that a person asks', async () => {
  const world = createWorld()
  await use(world, CODE_SENDS_PROVED_FROM - 1)
  const ask = (proof?: string) =>
    sendRegisterCode(world, newPhone(), caller({ ...(proof ? {} : { proof: undefined }) }))
  expect((await ask()).ok).toBe(true)
  expect(await ask()).toEqual(unproved)
  expect((await ask('a person')).ok).toBe(true)
})

describe('once registrations have used up their part', () => {
  const scarce = async () => {
    const world = createWorld()
    const somebody = await registerSomebody(world)
    world.pass(HOUR)
    await use(world, CODE_SENDS_OPEN)
    return { world, phone: somebody.phone }
  }

  test('registering waits, for new and registered phones alike', async () => {
    const { world, phone } = await scarce()
    for (const one of [phone, newPhone()])
      expect(await sendRegisterCode(world, one, caller())).toMatchObject(limited)
  })

  test('a student gets the code for a new password; a phone without an account the same answer, and no message', async () => {
    const { world, phone } = await scarce()
    const [messages, total] = [world.messages.length, await totalOf(world)]
    const ask = (one: string) => sendPasswordCode(world, one, caller())
    const stranger = newPhone()
    const answers = [await ask(stranger), await ask(phone)]
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.ok).toBe(true)
    expect(world.messages.length - messages).toBe(1)
    expect(world.lastMessage().to).toContain(phone.slice(1))
    expect((await totalOf(world)) - total).toBe(1)
    for (const one of [stranger, phone])
      expect(await ask(one)).toMatchObject({ error: { code: 'codeJustSent' } })
  })

  test('the operator is emailed once at each step', async () => {
    const { world, phone } = await scarce()
    await sendPasswordCode(world, phone, caller())
    expect(world.alerts).toEqual(['texts.half', 'texts.open'])
    await use(world, CODE_SENDS_PER_DAY - (await totalOf(world)) - 1)
    world.pass(MINUTE)
    await sendPasswordCode(world, phone, caller())
    expect(world.alerts).toEqual(['texts.half', 'texts.open', 'texts.all'])
  })
})

test('a page that has to ask shows the widget, keeps what was typed and takes a proof once', async () => {
  const { db } = createWorld()
  // Other tests' clocks are ahead of the page's.
  await db.delete(attempts)
  await use({ db, clock: devClock }, CODE_SENDS_PROVED_FROM)
  const phone = newPhone()
  const typed = { intent: 'send-code', phone, email: 'li@example.org', name: '李雷' }
  const visitor = new Visitor({ lang: 'en' })
  const refused = await visitor.post('/register', typed)
  expect(refused.status).toBe(403)
  expect(textOf(refused)).toContain('Show that a person is asking')
  expect(textOf(refused)).toContain('This needs scripts')
  expect(heldBy(refused, 'name')).toBe('李雷')
  const { proof } = await (
    await exports.default.fetch('http://localhost:8787/__dev/turnstile/proof', { method: 'POST' })
  ).json<{ proof: string }>()
  const proven = { ...typed, 'cf-turnstile-response': proof }
  expect((await visitor.post('/register', proven)).status).toBe(200)
  const again = { ...proven, phone: newPhone() }
  expect((await visitor.post('/register', again)).status).toBe(403)
  await db.delete(attempts)
})
