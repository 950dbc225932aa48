import { describe, expect, test } from 'vitest'
import { getT } from '#app/i18n/server.ts'
import type { UserId } from '#app/kernel/id.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { londonDay } from '#app/kernel/time.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import { asOneRequest } from '#app/platform/request-scope.server.ts'
import { readTasks } from '#app/reminders/service/tasks.server.ts'
import { openDb } from '#db/db.ts'
import type { carpools, trips } from '#db/kinds.ts'
import { type orders, type participants, waits } from '#db/schema.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { db, services } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'
import { type Shown, textOf } from './accounts/visitor.ts'
import { countingDb } from './counting-db.ts'
import { placeInCar } from './notices-kit.ts'
import { insertCar, insertOrder, insertTrip } from './rows.ts'

/** What wants doing: one list, from the bookings, for the bar of every page and *My trips*. */

const at = devClock.now()
const days = (n: number) => at + hours(24 * n)
type Row<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>
type Make = (userId: UserId) => Promise<unknown>

const inCar =
  (place: Row<typeof participants>, group: Row<typeof carpools> = {}): Make =>
  (id) =>
    placeInCar({ id }, place, group)
const onTrip =
  (place: Row<typeof participants>, group: Row<typeof trips> = {}): Make =>
  (userId) =>
    insertTrip({ departureAt: days(8), ...group }, { userId, ...place })
const ordered =
  (change: Row<typeof orders>): Make =>
  (userId) =>
    insertOrder({ userId, payment: 'awaiting', sendDate: londonDay(days(9)), ...change })
const offered =
  (until: number): Make =>
  async (userId) => {
    const { id } = await insertCar({ status: 'FULL', cutoffAt: days(7), departureAt: days(8) })
    const party = { people: 1, bigLuggage: 1, smallLuggage: 1, bag: 1 }
    await db
      .insert(waits)
      .values({ groupId: id, userId, ahead: 0, ...party, offeredUntil: until, createdAt: at })
  }
const open = { status: 'OPEN', cutoffAt: days(7) } as const
const held = { seat: 'held', depositStatus: 'awaiting' } as const

const balance = inCar({ originalRemaining: 6600 }, { balanceDueAt: days(3) })
const parcel = ordered({ baseAmount: 1000, payBefore: at + minutes(24) })
const priv = inCar(
  { originalRemaining: 10000, depositStatus: 'held' },
  { status: 'PRIVATE_PENDING_PAYMENT', private: true, departureAt: at + hours(24) },
)
const trip = onTrip({ originalRemaining: 3000 }, { status: 'SUCCESS', balanceDueAt: days(4) })
const failed = inCar(
  { depositStatus: 'held' },
  { status: 'FAILED', departureAt: at + hours(23), cutoffAt: at - hours(1) },
)

type Says = [what: string, label: string][]
const CASES: [name: string, makes: Make[], says: Says][] = [
  ['nothing booked', [], []],
  ['one balance', [balance], [['balance', '付余款 £66']]],
  [
    'four payments of every kind: the most urgent first',
    [trip, balance, priv, parcel],
    [
      ['mail', '寄件 £10'],
      ['balance', '付余款 £100'],
      ['balance', '付余款 £66'],
      ['balance', '付余款 £30'],
    ],
  ],
  [
    'a car that did not fill, and balances that are due later',
    [balance, trip, failed],
    [
      ['choice', '选包车，或退押金'],
      ['balance', '付余款 £66'],
      ['balance', '付余款 £30'],
    ],
  ],
  [
    'holds that are not finished',
    [
      inCar({ ...held, holdExpiresAt: at + minutes(20) }, open),
      onTrip({ ...held, holdExpiresAt: at + minutes(10) }, { status: 'OPEN' }),
      onTrip({ ...held, holdExpiresAt: at + minutes(15) }, { status: 'OPEN' }),
      inCar({ ...held, holdExpiresAt: at + minutes(5) }),
      inCar({ ...held, holdExpiresAt: at - 1 }, open),
    ],
    [
      ['inFull', '付全款 £45'],
      ['hold', '交押金 £20'],
      ['hold', '交押金 £20'],
      ['hold', '交押金 £20'],
    ],
  ],
  [
    'deposits to be paid again: held, or charged at once',
    [
      inCar({ depositStatus: 'released' }, { ...open, balanceDueAt: days(5) }),
      inCar({ depositStatus: 'released' }, { balanceDueAt: days(2) }),
      inCar({ depositStatus: 'held', renewalFailed: true, captureBeforeAt: at + hours(20) }, open),
    ],
    [
      ['deposit', '重新冻结 £20 押金'],
      ['depositTaken', '重新交 £20 押金'],
      ['deposit', '重新冻结 £20 押金'],
    ],
  ],
  [
    'seats kept on a waitlist, and a move',
    [ordered({ kind: 'move', baseAmount: 2000, payBefore: at + minutes(29) }), offered(days(1))],
    [
      ['move', '搬家 £20'],
      ['offer', '给你留了座位，去加入'],
    ],
  ],
  [
    'what is over',
    [
      inCar({}, { status: 'SUCCESS_PENDING_PAYMENT', balanceDueAt: at - 1 }),
      inCar({ paymentStatus: 'PAID' }, { status: 'SUCCESS' }),
      inCar({ seat: 'gone', leaving: 'unpaid' }),
      inCar({}, { status: 'CANCELLED' }),
      inCar({}, { status: 'FAILED', departureAt: at - hours(48) }),
      onTrip({}, { status: 'FAILED' }),
      ordered({ payBefore: at - 1 }),
      ordered({ payment: 'paid' }),
      offered(at - 1),
    ],
    [],
  ],
]
const lineIn = (page: Shown) => /待办 \d+ · [^→]*?(?=→| {2}|$)/.exec(textOf(page))?.[0] ?? null

describe.each(CASES)('%s', (_, makes, says) => {
  test('is one list, the most urgent first', async () => {
    const { id } = await newStudent()
    for (const make of makes) await make(id)
    const tasks = await readTasks(services, { id }, getT('zh'))
    expect(tasks.map(({ what, label }) => [what, label])).toEqual(says)
    expect(tasks.map(({ due }) => due)).toEqual(tasks.map(({ due }) => due).toSorted())
  })

  test('is what the bar says, with the deadline, and how My trips begins', async () => {
    const student = await newStudent()
    for (const make of makes) await make(student.id)
    const browser = await browserOf(student)
    const [first] = says
    const page = textOf(await browser.get('/storage'))
    if (!first) return expect(page).not.toContain('待办')
    expect(page).toMatch(new RegExp(`待办 ${says.length} · ${first[1]} ?，剩 (\\d+|不到 1) `))
    const { html } = await browser.get('/rides')
    const tasks = await readTasks(services, { id: student.id }, getT('zh'))
    const links = tasks.map(({ to }) => html.indexOf(`href="/neighbourhelp${to}"`))
    expect(links).not.toContain(-1)
    expect(links).toEqual(links.toSorted((a, b) => a - b))
  })
})

test('what is due at the same moment keeps its order', async () => {
  const { id } = await newStudent()
  const due = { balanceDueAt: days(3) }
  for (let i = 0; i < 6; i++) await inCar({}, due)(id)
  const [first, ...again] = await Promise.all(
    Array.from({ length: 5 }, () => readTasks(services, { id }, getT('zh'))),
  )
  for (const list of again) expect(list).toEqual(first)
  expect(first?.map(({ id }) => id)).toEqual(first?.map(({ id }) => id).toSorted())
})

test('the line names the deadline in both languages', async () => {
  const student = await newStudent()
  await parcel(student.id)
  await balance(student.id)
  for (const [lang, line] of [
    ['zh', /待办 2 · 寄件 £10 ?，剩 2\d 分钟/],
    ['en', /To do 2 · Mail £10 ?, 2\d min left/],
  ] as const) {
    const text = textOf(await (await browserOf(student, lang)).get('/carpool'))
    expect(text).toMatch(line)
    expect(text).toMatch(lang === 'zh' ? /前 · 还剩 2\d 分钟/ : /by .* · 2\d minutes left/)
  }
})

test('a page about one of them leaves it out', async () => {
  const student = await newStudent()
  const { participantId, carpoolId } = await placeInCar(student)
  await parcel(student.id)
  const browser = await browserOf(student)
  for (const path of [`/carpool/record/${participantId}`, `/carpool/${carpoolId}/join`])
    expect(textOf(await browser.get(path)), path).toContain('待办 1 · 寄件 £10')
  expect(textOf(await browser.get('/rides'))).not.toContain('待办')
})

test('reading them costs no round trip of its own', async () => {
  const { id } = await newStudent()
  await balance(id)
  const { binding, count } = countingDb()
  const counted = openDb(binding)
  const tasks = { db: counted, clock: devClock }
  const other = () => batchRead(counted, counted.select().from(waits).limit(1))
  const [list] = await asOneRequest({}, () =>
    Promise.all([readTasks(tasks, { id }, getT('zh')), other()]),
  )
  expect([list.length, count.roundTrips]).toEqual([1, 1])
})

test('nobody sees what somebody else has to do', async () => {
  const [ann, bob] = [await newStudent(), await newStudent()]
  for (const make of [balance, parcel, trip, offered(days(1))]) await make(ann.id)
  expect(await readTasks(services, bob, getT('zh'))).toEqual([])
  expect(lineIn(await (await browserOf(bob)).get('/storage'))).toBeNull()
})
