import { env } from 'cloudflare:workers'
import type { UserId } from '#app/domain/id.ts'
import { openDb } from '#db/db.ts'
import type { CarpoolOfPoints } from '#db/queries/points.ts'
import { pointsLedger, users } from '#db/schema.ts'

export const db = openDb(env.DB)
export const NOW = Date.parse('2026-11-21T10:00:00Z')

/** 14:00 in London on 6 December 2026. */
export const ride: CarpoolOfPoints = {
  airportZh: '伦敦希思罗机场',
  airportEn: 'London Heathrow',
  carpoolAt: Date.parse('2026-12-06T14:00:00Z'),
}

let people = 0

type Account = Partial<typeof users.$inferInsert> & { points?: number }

/** By default an approved member, with points granted by an administrator. */
export async function member({ points = 0, ...over }: Account = {}): Promise<UserId> {
  const id: UserId = `usr_${crypto.randomUUID()}`
  const email = `${id}@example.com`
  await db.insert(users).values({
    id,
    phone: `07${String(people++).padStart(9, '0')}`,
    email,
    emailKey: email,
    emailConfirmedAt: 0,
    name: '王明',
    wechat: 'wang_ming',
    passwordHash: 'none',
    accountType: 'MEMBER',
    auth: 'APPROVED',
    flatName: 'Trent House',
    flatNumber: '12B',
    createdAt: NOW,
    updatedAt: NOW,
    ...over,
  })
  if (points > 0) await give(id, points)
  return id
}

type Entry = Partial<typeof pointsLedger.$inferInsert>

/** A ledger entry made by an administrator, or as `over` says. */
export async function give(userId: UserId, points: number, over: Entry = {}): Promise<void> {
  const id = `pts_${crypto.randomUUID()}`
  const description = 'Thank you for helping'
  await db
    .insert(pointsLedger)
    .values({ id, userId, operationId: id, points, description, createdAt: NOW - 1000, ...over })
}
