import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { users } from '#db/schema.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { db, ORIGIN } from '#tests/worker/world/services.ts'

/** The caller, by the token sent; null sends none. */
export type Caller = { token: string } | null

/**
 * A call that will succeed, in a world made for it, and its status for others who send the same.
 */
export type Ask = {
  /** Who may make it. */
  as: Caller
  params?: Record<string, string>
  query?: string
  json?: unknown
  raw?: string
  headers?: Record<string, string>
  status: number
  /** It succeeds for any id. */
  anyId?: true
  /** The status for an id that matches nothing; 404 by default. */
  wrongId?: number
  /** The status for another student; the same by default. */
  other?: number
  /** The status for an unapproved member; as for another student by default. */
  pending?: number
  /** The owner goes first: what others get depends on it. */
  ownerFirst?: true
}
export type Scenes = Record<string, () => Promise<Ask>>

/** The code in the last text message to a phone. */
export async function codeSentTo(phone: string): Promise<string> {
  const { items } = (await (
    await exports.default.fetch(`${ORIGIN}/__dev/sms?to=%2B44${phone.slice(1)}`)
  ).json()) as { items: { code: string }[] }
  expect(items[0]?.code).toMatch(/^\d{6}$/)
  return items[0]?.code ?? ''
}

/** A member who has not been approved yet. */
export async function pendingMember(): Promise<Student> {
  const student = await newStudent()
  const flat = {
    accountType: 'MEMBER',
    auth: 'PENDING',
    flatName: 'Trent House',
    flatNumber: '3',
  } as const
  await db.update(users).set(flat).where(eq(users.id, student.id))
  return student
}
