import { and, eq, or, sql } from 'drizzle-orm'
import type { UserId } from '../../app/domain/id.ts'
import type { Instant } from '../../app/domain/time.ts'
import type { Db } from '../db.ts'
import { users, verificationCodes } from '../schema.ts'
import { type CodeProof, codeIsLive } from './codes.ts'

export type UserRow = typeof users.$inferSelect
export type NewUser = Omit<UserRow, 'membershipLevel'>

/** Somebody as the rest of the product may know him: without the password and its like. */
export const userColumns = {
  id: users.id,
  phone: users.phone,
  email: users.email,
  name: users.name,
  wechat: users.wechat,
  accountType: users.accountType,
  auth: users.auth,
  membershipLevel: users.membershipLevel,
  flatName: users.flatName,
  flatNumber: users.flatNumber,
  createdAt: users.createdAt,
}
export type User = Pick<UserRow, keyof typeof userColumns>

export async function findUser(db: Db, id: UserId): Promise<User | null> {
  const [row] = await db.select(userColumns).from(users).where(eq(users.id, id))
  return row ?? null
}

export async function findCredentials(db: Db, phone: string) {
  const [row] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.phone, phone))
  return row ?? null
}

/** Which of the two that must be unique somebody already has. */
export async function findTaken(db: Db, phone: string, emailKey: string): Promise<'phone' | 'email' | null> {
  const taken = await db
    .select({ phone: users.phone })
    .from(users)
    .where(or(eq(users.phone, phone), eq(users.emailKey, emailKey)))
  if (taken.length === 0) return null
  return taken.some((user) => user.phone === phone) ? 'phone' : 'email'
}

/**
 * Makes the account and uses up its code in one transaction. Gives false, and leaves the code, when
 * the phone or the email is taken or the code has meanwhile been used.
 */
export async function insertUser(db: Db, user: NewUser, proof: CodeProof): Promise<boolean> {
  const u = user
  const [inserted] = await db.batch([
    db.all<{ id: string }>(sql`
      insert into users (id, phone, email, email_key, name, wechat, password_hash, account_type, auth, flat_name, flat_number, created_at, updated_at)
      select ${u.id}, ${u.phone}, ${u.email}, ${u.emailKey}, ${u.name}, ${u.wechat}, ${u.passwordHash}, ${u.accountType}, ${u.auth}, ${u.flatName}, ${u.flatNumber}, ${u.createdAt}, ${u.updatedAt}
      where ${codeIsLive(proof)}
      on conflict do nothing returning id`),
    db
      .delete(verificationCodes)
      .where(and(isProof(proof), sql`exists (select 1 from users where id = ${u.id})`)),
  ])
  return inserted.length > 0
}

/** Sets the password, ends every session and uses up the code in one transaction; false when the code was used meanwhile. */
export async function setPasswordByCode(db: Db, passwordHash: string, proof: CodeProof): Promise<boolean> {
  const [changed] = await db.batch([
    db.all<{ id: string }>(
      sql`update users set password_hash = ${passwordHash}, updated_at = ${proof.now} where phone = ${proof.phone} and ${codeIsLive(proof)} returning id`,
    ),
    db.run(
      sql`delete from sessions where user_id = (select id from users where phone = ${proof.phone}) and ${codeIsLive(proof)}`,
    ),
    db.delete(verificationCodes).where(isProof(proof)),
  ])
  return changed.length > 0
}

/** The same password under a new hash; a password changed meanwhile stays. */
export async function rehash(db: Db, id: UserId, from: string, to: string, now: Instant): Promise<void> {
  await db
    .update(users)
    .set({ passwordHash: to, updatedAt: now })
    .where(and(eq(users.id, id), eq(users.passwordHash, from)))
}

const isProof = ({ phone, purpose, codeHash }: CodeProof) =>
  and(
    eq(verificationCodes.phone, phone),
    eq(verificationCodes.purpose, purpose),
    eq(verificationCodes.codeHash, codeHash),
  )
