import * as z from 'zod'
import { findCredentials } from '#app/account/rows/users.server.ts'
import { savePreferences } from '#app/account/service/accounts.server.ts'
import { hashPassword } from '#app/account/service/passwords.server.ts'
import { startSession } from '#app/account/service/sessions.server.ts'
import { emailKey } from '#app/kernel/account.ts'
import { createLog } from '#app/platform/log.server.ts'
import { createResources } from '#app/server/resources.server.ts'
import { users } from '#db/schema.ts'
import { type DevEnv, devRuntime } from './runtime.ts'

const studentBody = z.object({
  phone: z.string(),
  email: z.string(),
  name: z.string(),
  wechat: z.string(),
  password: z.string(),
})
const sessionBody = z.object({ phone: z.string(), language: z.enum(['zh', 'en']) })

/** Cached: hashing a password takes 90 ms, and a test's students share one. */
const hashes = new Map<string, string>()

const resourcesOf = (env: DevEnv) =>
  createResources(env, devRuntime(env), createLog({ job: 'dev-students' }))

/** Adds a registered student with a confirmed email, without codes and emails. */
export async function addStudent(request: Request, env: DevEnv): Promise<Response> {
  const { password, ...student } = studentBody.parse(await request.json())
  const { db, clock, config } = resourcesOf(env)
  const passwordHash = hashes.get(password) ?? hashPassword(config.pepper, password)
  hashes.set(password, passwordHash)
  const at = clock.now()
  await db.insert(users).values({
    ...student,
    id: `usr_${crypto.randomUUID()}`,
    passwordHash,
    accountType: 'NORMAL',
    emailKey: emailKey(student.email),
    emailConfirmedAt: at,
    createdAt: at,
    updatedAt: at,
  })
  return Response.json({}, { status: 201 })
}

/** Starts a student's session without the password, like a login in that language. */
export async function addSession(request: Request, env: DevEnv): Promise<Response> {
  const { phone, language } = sessionBody.parse(await request.json())
  const resources = resourcesOf(env)
  const student = await findCredentials(resources.db, phone)
  if (!student) return Response.json({ error: 'nobody has this phone' }, { status: 404 })
  const { token } = await startSession(resources, student.id)
  await savePreferences(resources, student.id, { language })
  return Response.json({ token }, { status: 201 })
}
