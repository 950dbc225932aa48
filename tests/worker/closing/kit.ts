import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { startSession } from '#app/account/service/sessions.server.ts'
import type { UserId } from '#app/kernel/id.ts'
import type { Log } from '#app/platform/log.server.ts'
import { createResources } from '#app/server/resources.server.ts'
import { users } from '#db/schema.ts'
import { rowsOf } from '#tests/worker/world/cars.ts'
import { account } from '#tests/worker/world/people.ts'
import { db } from '#tests/worker/world/services.ts'
import { devRuntime } from '#workers/dev/runtime.ts'

const silent: Log = { info() {}, warn() {}, error() {} }
export const services = createResources(env, devRuntime(env), silent)

export type Person = { id: UserId; secrets: string[] }

let n = 0
const mark = () => `${Date.now().toString(36)}${n++}`

/** A student whose texts are all unique, so that they can be found wherever they are left. */
export async function newPerson(): Promise<Person> {
  const id = await account()
  const own = mark()
  const email = `Mail.${own}@Example.com`
  const [phone] = await db.select({ phone: users.phone }).from(users).where(eq(users.id, id))
  const person = {
    email,
    emailKey: email.toLowerCase(),
    emailConfirmedAt: 1,
    name: `名${own}`,
    wechat: `wx_${own}`,
    flatName: `Flat ${own}`,
    flatNumber: `N${own}`,
    accountType: 'MEMBER' as const,
    auth: 'APPROVED' as const,
  }
  await db.update(users).set(person).where(eq(users.id, id))
  return {
    id,
    secrets: [own, own.toUpperCase(), phone?.phone ?? 'none', `+44${phone?.phone.slice(1)}`],
  }
}

/** The student's texts in a form: a unique address and flight. */
export function travelOf(person: Person): { nLocation: string; flightNumber: string } {
  const own = mark()
  person.secrets.push(own, own.toUpperCase())
  return { nLocation: `${own} Castle Boulevard`, flightNumber: `F${own}` }
}

/** A new session's token. */
export const logIn = async ({ id }: Person) => (await startSession(services, id)).token

export const accountOf = (id: UserId) => db.select().from(users).where(eq(users.id, id)).get()

/** Where any of these texts occurs in the whole database: `table: text`. */
export async function foundInD1(texts: string[]): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'd1_%'`,
  ).all<{ name: string }>()
  const found: string[] = []
  for (const { name } of results) {
    const { results: rows } = await env.DB.prepare(`SELECT * FROM "${name}"`).all()
    for (const row of rows) found.push(...hits(name, JSON.stringify(row), texts))
  }
  return found
}

/** Where any of these texts occurs in everything a carpool's object has stored. */
export async function foundInCar(carpoolId: string, texts: string[]): Promise<string[]> {
  const found: string[] = []
  for (const table of ['events', 'snapshot', 'outbox', 'mirror', 'seen', 'posts', 'reports'])
    for (const row of await rowsOf(carpoolId, `SELECT * FROM ${table}`))
      found.push(...hits(table, JSON.stringify(row), texts))
  return found
}

const hits = (where: string, row: string, texts: string[]): string[] =>
  texts.filter((text) => row.includes(text)).map((text) => `${where}: ${text}`)
