import { eq } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { expect, test } from 'vitest'
import {
  type CarpoolOfPoints,
  earnPoints,
  findSpendablePoints,
  type PointsChange,
  reservePoints,
  returnPoints,
} from '#app/account/rows/points.server.ts'
import { readPoints } from '#app/account/service/points.server.ts'
import type { UserId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import { pointsLedger, users } from '#db/schema.ts'
import { give, member } from '#tests/worker/world/people.ts'
import { db, now } from '#tests/worker/world/services.ts'

/** After what was given before. */
const NOW = now() + hours(1)
/** 14:00 in London on 6 December 2026. */
const ride: CarpoolOfPoints = {
  airportZh: '伦敦希思罗机场',
  airportEn: 'London Heathrow',
  carpoolAt: Date.parse('2026-12-06T14:00:00Z'),
}
const everything = { type: 'all', after: null, limit: 100 } as const
const balance = async (userId: UserId) => (await readPoints(db, { id: userId }, everything)).balance
const rows = (userId: UserId) =>
  db.select().from(pointsLedger).where(eq(pointsLedger.userId, userId))
const run = (item: BatchItem<'sqlite'>) => db.batch([item])

let operations = 0
const change = (
  userId: UserId,
  points: number,
  over: Partial<PointsChange> = {},
): PointsChange => ({
  operationId: `balance:par_${userId}:${operations++}`,
  userId,
  points,
  params: ride,
  now: NOW,
  ...over,
})

test('points used for a balance are taken once, however often it is requested', async () => {
  const userId = await member({ points: 500 })
  const reservation = change(userId, 300)
  for (let i = 0; i < 3; i++) expect(await reservePoints(db, reservation)).toBe(true)
  expect(await balance(userId)).toBe(200)
  expect((await readPoints(db, { id: userId }, everything)).entries[0]).toEqual({
    id: expect.stringMatching(/^pts_/),
    points: -300,
    kind: 'balance',
    params: ride,
    description: '',
    createdAt: NOW,
  })
})
test('all the points can be used, and not one more', async () => {
  const userId = await member({ points: 500 })
  expect(await reservePoints(db, change(userId, 501))).toBe(false)
  expect(await reservePoints(db, change(userId, 500))).toBe(true)
  expect(await reservePoints(db, change(userId, 1))).toBe(false)
  expect(await balance(userId)).toBe(0)
})
test('of twenty simultaneous reservations only those that fit succeed', async () => {
  const userId = await member({ points: 1000 })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => reservePoints(db, change(userId, 150))),
  )
  expect(answers.filter(Boolean)).toHaveLength(6)
  expect(await balance(userId)).toBe(100)
})
test('twenty simultaneous identical reservations count as one', async () => {
  const userId = await member({ points: 1000 })
  const reservation = change(userId, 50)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => reservePoints(db, reservation)),
  )
  expect(answers.every(Boolean)).toBe(true)
  expect(await balance(userId)).toBe(950)
})
test('simultaneous reservations and returns never take the balance below zero', async () => {
  const userId = await member({ points: 400 })
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const reservation = change(userId, 150)
      await Promise.all([reservePoints(db, reservation), run(returnPoints(db, reservation))])
    }),
  )
  let sum = 0
  for (const { points } of await db.all<{ points: number }>(
    `select points from points_ledger where user_id = '${userId}' order by rowid`,
  )) {
    sum += points
    expect(sum).toBeGreaterThanOrEqual(0)
  }
  expect(sum).toBe(400)
})
test.each([
  ['a regular account', { accountType: 'NORMAL', auth: null }],
  ['a pending member', { auth: 'PENDING' }],
  ['a rejected member', { auth: 'REJECTED' }],
] as const)('%s spends and earns nothing', async (_, account) => {
  const userId = await member({ points: 500, ...account })
  expect(await findSpendablePoints(db, userId, now())).toBe(0)
  expect(await reservePoints(db, change(userId, 100))).toBe(false)
  await run(earnPoints(db, change(userId, 40)))
  expect(await balance(userId)).toBe(500)
})
test('a reservation stays valid when the approval is lost later, and can be returned', async () => {
  const userId = await member({ points: 500 })
  const reservation = change(userId, 300)
  await reservePoints(db, reservation)
  await db.update(users).set({ auth: 'PENDING' }).where(eq(users.id, userId))
  expect(await reservePoints(db, reservation)).toBe(true)
  await run(returnPoints(db, reservation))
  expect(await balance(userId)).toBe(500)
})
test('returned points come back once, and the entry says what they were for', async () => {
  const userId = await member({ points: 500 })
  const reservation = change(userId, 300)
  await reservePoints(db, reservation)
  const { operationId } = reservation
  for (let i = 0; i < 3; i++) await run(returnPoints(db, { operationId, userId, now: NOW + 1 }))
  const { balance: left, entries } = await readPoints(db, { id: userId }, everything)
  expect(left).toBe(500)
  expect(entries.map(({ kind, points, params }) => ({ kind, points, params }))).toEqual([
    { kind: 'balanceReturned', points: 300, params: ride },
    { kind: 'balance', points: -300, params: ride },
    { kind: 'allocated', points: 500, params: {} },
  ])
})
test('returned points are not taken again by the same reservation, which says so', async () => {
  const userId = await member({ points: 500 })
  const reservation = change(userId, 300)
  await reservePoints(db, reservation)
  await run(returnPoints(db, reservation))
  expect(await reservePoints(db, reservation)).toBe(false)
  expect(await balance(userId)).toBe(500)
})
test('a reservation that arrives after its own return takes nothing', async () => {
  const userId = await member({ points: 500 })
  const reservation = change(userId, 300)
  await run(returnPoints(db, reservation))
  expect(await reservePoints(db, reservation)).toBe(false)
  expect(await balance(userId)).toBe(500)
  expect(await reservePoints(db, change(userId, 300))).toBe(true)
})
test('changes of zero points do not appear in the history', async () => {
  const userId = await member({ points: 500 })
  await run(returnPoints(db, change(userId, 300)))
  expect((await rows(userId)).map(({ points }) => points).sort()).toEqual([0, 500])
  for (const type of ['all', 'earned', 'spent'] as const)
    for (const { points } of (await readPoints(db, { id: userId }, { ...everything, type }))
      .entries)
      expect(points).not.toBe(0)
})
test('points are earned once per carpool, and none for nothing paid', async () => {
  const userId = await member()
  const earned = change(userId, 42, { operationId: `earn:par_${userId}` })
  await db.batch([earnPoints(db, earned), earnPoints(db, earned)])
  await run(earnPoints(db, earned))
  await run(earnPoints(db, change(userId, 0, { operationId: `earn:par_other_${userId}` })))
  expect(await balance(userId)).toBe(42)
  expect(await rows(userId)).toHaveLength(1)
})
test('changes can be part of a batch, and fail with it', async () => {
  const userId = await member({ points: 500 })
  const reservation = change(userId, 300)
  await reservePoints(db, reservation)
  const broken = db.insert(users).values({ id: userId } as typeof users.$inferInsert)
  await expect(db.batch([returnPoints(db, reservation), broken])).rejects.toThrow()
  expect(await balance(userId)).toBe(200)
})
test('an unknown user gets nothing, without an error', async () => {
  const userId: UserId = 'usr_nobody'
  expect(await reservePoints(db, change(userId, 1))).toBe(false)
  await db.batch([returnPoints(db, change(userId, 1)), earnPoints(db, change(userId, 1))])
  expect(await rows(userId)).toEqual([])
})
test('a reservation never takes another user’s points', async () => {
  const [rich, poor] = [await member({ points: 500 }), await member()]
  expect(await reservePoints(db, change(poor, 100))).toBe(false)
  expect([await balance(rich), await balance(poor)]).toEqual([500, 0])
})
test.each([0, -5, 1.5, Number.NaN])('reserving %s points is a bug', async (points) => {
  const userId = await member({ points: 500 })
  await expect(reservePoints(db, change(userId, points))).rejects.toThrow()
})
test('reserving a different number under the same name is a bug', async () => {
  const userId = await member({ points: 500 })
  const reservation = change(userId, 100)
  await reservePoints(db, reservation)
  await expect(reservePoints(db, { ...reservation, points: 200 })).rejects.toThrow(
    'took 100 points before',
  )
})
test('a member may spend all their points', async () => {
  const userId = await member()
  expect(await findSpendablePoints(db, userId, now())).toBe(0)
  await give(userId, 120)
  expect(await findSpendablePoints(db, userId, now())).toBe(120)
})
