import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { users } from '#db/schema.ts'
import { db, newStudent, ORIGIN, type Student } from '#tests/worker/api/world.ts'

/** Who calls: by the token she sends; null sends none. */
export type Caller = { token: string } | null

/**
 * A call that will succeed, in a world made for it, and what it answers to others who send just the
 * same.
 */
export type Ask = {
  /** Whose it is to make. */
  as: Caller
  params?: Record<string, string>
  query?: string
  json?: unknown
  raw?: string
  headers?: Record<string, string>
  status: number
  /** It answers whatever id it is asked about. */
  anyId?: true
  /** What another student hears who sends it; the same, unless told. */
  other?: number
  /** What a member hears whom nobody has approved; as another student, unless told. */
  pending?: number
  /** The owner goes first: what others hear follows from that. */
  ownerFirst?: true
}
export type Scenes = Record<string, () => Promise<Ask>>

/** The code that a text message to a phone carried last. */
export async function codeSentTo(phone: string): Promise<string> {
  const { items } = (await (
    await exports.default.fetch(`${ORIGIN}/__dev/sms?to=%2B44${phone.slice(1)}`)
  ).json()) as { items: { code: string }[] }
  expect(items[0]?.code).toMatch(/^\d{6}$/)
  return items[0]?.code ?? ''
}

/** A member whom nobody has approved yet. */
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
