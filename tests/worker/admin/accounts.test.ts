import { env } from 'cloudflare:workers'
import { eq, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntry, auditIfChanged } from '#app/audit/rows/audit.server.ts'
import { mayDo } from '#app/console/service/access.server.ts'
import { ADMIN_CONFIRMED_MS, ADMIN_IDLE_MS, ADMIN_SESSION_MS } from '#app/kernel/admin.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { LOGIN_FREE_TRIES, minutes } from '#app/kernel/limits.ts'
import { adminSessions, admins, auditLog } from '#db/schema.ts'
import { newPhone } from '#tests/kit/phone.ts'
import { leadsTo, textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { worldAt } from '#tests/worker/at-time.ts'
import { api } from '#tests/worker/world/api.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { db, ORIGIN } from '#tests/worker/world/services.ts'
import { advanceClock, devClock } from '#workers/dev/clock.ts'
import { createSql, removeSql } from '../../../scripts/admin-sql.ts'
import {
  auditOf,
  login,
  newAdmin,
  newAdminAccount,
  PASSWORD,
  passwordHash,
  visitorOf,
} from './kit.ts'

const confirm = (token: string, password = PASSWORD) =>
  api('POST', '/admin/account/confirm', { as: { token }, json: { password } })

test('an administrator logs in by body or by query, and the token lasts 12 hours', async () => {
  const { phone } = await newAdminAccount()
  const byQuery = await api(
    'POST',
    `/admin/account/login?phone=${phone}&password=${encodeURIComponent(PASSWORD)}`,
  )
  expect(byQuery.status).toBe(200)
  const lasts = Date.parse(byQuery.body.expiresAt) - devClock.now()
  expect(Math.abs(lasts - ADMIN_SESSION_MS)).toBeLessThan(minutes(1))
  const token = await login(phone)
  expect((await confirm(token)).status).toBe(200)
  await advanceClock(env, ADMIN_SESSION_MS / 1000)
  expect((await confirm(token)).body.code).toBe('loginExpired')
})

test('a wrong password and an unknown phone get the same reply, and the sixth attempt has to wait', async () => {
  const { phone } = await newAdminAccount()
  // The wait is a second, and a busy machine takes longer to check a password: the clock stands.
  const { visit } = worldAt(devClock.now())
  const tries = []
  for (let n = 0; n < 6; n++) {
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ phone, password: 'wrong password' })
    const url = `${ORIGIN}/api/admin/account/login?lang=en`
    const answer = await visit(new Request(url, { method: 'POST', headers, body }))
    tries.push({ body: await answer.json<{ code: string; detail: string }>() })
  }
  expect(tries.map(({ body }) => body.code)).toEqual([
    ...Array(5).fill('loginFailed'),
    'rateLimited',
  ])
  const unknown = await api('POST', '/admin/account/login', {
    json: { phone: '07123456789', password: 'wrong password' },
  })
  expect(unknown.body.detail).toBe(tries[0]?.body.detail)
})

/** What the log records an administrator as having done, oldest first. */
const doneBy = async (id: AdminId) =>
  (
    await db
      .select({ action: auditLog.action, subject: auditLog.subject, after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.adminId, id))
      .orderBy(auditLog.at)
  ).map(({ action, subject, after }) => [action, subject, after])

test('logins, wrong passwords, exports and account views are in the audit log, in both languages', async () => {
  const { id, phone } = await newAdminAccount()
  const student = await newStudent()
  const visitor = new Visitor({ lang: 'en' })
  const logIn = (password: string) => visitor.post('/admin/login', { phone, password })
  await logIn('wrong password')
  await logIn(PASSWORD)
  await logIn(PASSWORD)
  await visitor.post('/admin/confirm', { password: 'wrong password' })
  expect((await visitor.get('/admin/exports/orders?from=2026-02-02&to=2026-02-03')).status).toBe(
    200,
  )
  expect((await visitor.get('/admin/exports/orders?from=2026-02-03&to=2026-02-02')).status).toBe(
    303,
  )
  expect((await visitor.get('/admin/exports/trips')).status).toBe(200)
  // Once an hour, however often the page is opened.
  for (let n = 0; n < 2; n++)
    expect((await visitor.get(`/admin/users/${student.id}`)).status).toBe(200)
  expect((await visitor.get('/admin/users/usr_nobody')).status).toBe(404)
  expect(await doneBy(id)).toEqual([
    ['loginFailed', id, { step: 'login' }],
    ['loggedIn', id, { browser: 'new' }],
    ['loggedIn', id, { browser: 'known' }],
    ['loginFailed', id, { step: 'confirm' }],
    ['exported', 'orders', { from: '2026-02-02', to: '2026-02-03' }],
    ['exported', 'trips', { from: '', to: '' }],
    ['userViewed', student.id, null],
  ])
  const log = `/admin/audit?adminId=${id}`
  const english = textOf(await visitor.get(log))
  for (const words of [
    'Logged in',
    'From a known browser',
    'From a new browser',
    'Wrong password',
    'At login',
    'When confirming the password',
    'File exported',
    'All dates',
    'Student account viewed',
  ])
    expect(english).toContain(words)
  visitor.cookies.set('language', 'zh')
  const chinese = textOf(await visitor.get(log))
  for (const words of ['登录后台', '用新的浏览器', '密码输错', '导出文件', '查看学生账号'])
    expect(chinese).toContain(words)
})

test('failed logins of unknown phones do not fill the audit log', async () => {
  const before = await db.$count(auditLog)
  for (let n = 0; n < 3; n++)
    await api('POST', '/admin/account/login', {
      json: { phone: newPhone(), password: 'wrong password' },
    })
  expect(await db.$count(auditLog)).toBe(before)
  const { id, phone } = await newAdminAccount()
  const tries = Array.from({ length: 12 }, () =>
    api('POST', '/admin/account/login', { json: { phone, password: 'wrong password' } }),
  )
  await Promise.all(tries)
  expect((await doneBy(id)).length).toBeLessThanOrEqual(LOGIN_FREE_TRIES)
})

test('a student’s password does not open the console, and neither token works for the other side', async () => {
  const student = await newStudent()
  const admin = await newAdmin()
  const asStudent = await api('POST', '/admin/account/confirm', {
    as: student,
    json: { password: PASSWORD },
  })
  expect([asStudent.status, asStudent.body.code]).toEqual([403, 'adminOnly'])
  const asAdmin = await api('GET', '/user/info', { as: admin })
  expect([asAdmin.status, asAdmin.body.code]).toEqual([401, 'loginExpired'])
  const nobody = await api('POST', '/admin/account/confirm', { json: { password: PASSWORD } })
  expect([nobody.status, nobody.body.code]).toEqual([401, 'loginExpired'])
})

/** Any call that every administrator may make. */
const use = async ({ token }: { token: string }) =>
  (await api('GET', '/admin/airport/getall', { as: { token } })).status
const lastSeen = async ({ id }: { id: AdminId }) => {
  const [row] = await db.select().from(adminSessions).where(eq(adminSessions.adminId, id))
  return row?.lastSeenAt
}
const wait = (ms: number) => advanceClock(env, ms / 1000)

test('a session ends after 60 idle minutes, in calls and on pages', async () => {
  const [busy, idle] = [await newAdmin(), await newAdmin()]
  await wait(ADMIN_IDLE_MS - minutes(1))
  expect(await use(busy)).toBe(200)
  await wait(minutes(1))
  expect([await use(busy), await use(idle)]).toEqual([200, 401])
  const page = await visitorOf(idle).get('/admin/airports')
  expect(leadsTo(page)).toBe('/admin/login?redirect=%2Fadmin%2Fairports')
})

test('a session ends after 12 hours even when in use', async () => {
  const admin = await newAdmin()
  for (let passed = 0; passed < ADMIN_SESSION_MS; passed += minutes(48)) {
    expect([passed, await use(admin)]).toEqual([passed, 200])
    await wait(minutes(48))
  }
  expect(await use(admin)).toBe(401)
})

test('use of a session is stored once a minute, and an older session without that time keeps working', async () => {
  const admin = await newAdmin()
  const began = await lastSeen(admin)
  await wait(minutes(1) / 2)
  await use(admin)
  expect(await lastSeen(admin)).toBe(began)
  await wait(minutes(1) / 2)
  await use(admin)
  expect(await lastSeen(admin)).toBeGreaterThan(began ?? 0)
  await db
    .update(adminSessions)
    .set({ lastSeenAt: null })
    .where(eq(adminSessions.adminId, admin.id))
  await wait(ADMIN_IDLE_MS)
  expect(await use(admin)).toBe(200)
  expect(await lastSeen(admin)).toBeTypeOf('number')
})

/** Does what a script does; returns the rows of the last statement. */
async function run(statements: string[]) {
  const results = await env.DB.batch(statements.map((sql) => env.DB.prepare(sql)))
  return results.at(-1)?.results
}

test('a removed administrator is out at once, stays named in the log, and can be created again', async () => {
  const [gone, boss] = [await newAdmin(), await newAdmin()]
  await db.batch([
    auditEntry(db, {
      at: 1,
      adminId: gone.id,
      action: 'postageSet',
      subject: gone.id,
      before: null,
      after: 1,
    }),
  ])
  expect(await run(removeSql(gone.phone, 5))).toEqual([{ removed_at: 5 }])
  expect([await use(gone), await use(boss)]).toEqual([401, 200])
  const again = await api('POST', '/admin/account/login', {
    json: { phone: gone.phone, password: PASSWORD },
  })
  expect(again.body.code).toBe('loginFailed')
  const page = await visitorOf(boss).get(`/admin/audit?subject=${gone.id}`)
  expect(page.html).toContain(`${gone.phone}</span>`)
  expect(page.html).toContain(`${gone.phone} (removed)`)
  expect(await run(removeSql('07999999999', 5))).toEqual([])
  await run(createSql({ phone: gone.phone, passwordHash, scopes: ['members'] }, 9))
  expect(await login(gone.phone)).toBeTypeOf('string')
})

test('making, changing and removing administrators is in the log, without a password', async () => {
  const phone = newPhone()
  await run(createSql({ phone, passwordHash, scopes: ['members', 'orders'] }, 1))
  await run(createSql({ phone, passwordHash, scopes: ['orders'] }, 2))
  await run(removeSql(phone, 3))
  await run(removeSql(phone, 4))
  await run(createSql({ phone, passwordHash, scopes: ['dispatch'] }, 5))
  const one = await db.select().from(admins).where(eq(admins.phone, phone)).get()
  const rows = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, one?.id ?? ''))
  const by = 'adm_terminal'
  expect(rows.sort((a, b) => a.at - b.at)).toMatchObject([
    ...[{ at: 1, adminId: by, action: 'adminCreated', before: null }],
    ...[{ at: 2, adminId: by, action: 'adminChanged', before: { scopes: 'members, orders' } }],
    ...[{ at: 3, adminId: by, action: 'adminRemoved', before: { phone, scopes: 'orders' } }],
    ...[{ at: 5, adminId: by, action: 'adminCreated', after: { phone, scopes: 'dispatch' } }],
  ])
  expect(JSON.stringify(rows)).not.toContain(passwordHash)
  const page = await visitorOf(await newAdmin()).get(`/admin/audit?subject=${one?.id}`)
  for (const words of ['Administrator removed', 'Somebody with the terminal', phone])
    expect(page.html).toContain(words)
})

test('the last administrator is not removed', async () => {
  const last = await newAdmin()
  const others = await db.select().from(admins).where(ne(admins.id, last.id))
  for (const { phone } of others) await run(removeSql(phone, 5))
  const before = (await db.select().from(auditLog)).length
  expect(await run(removeSql(last.phone, 5))).toEqual([{ removed_at: null }])
  expect((await db.select().from(auditLog)).length).toBe(before)
  expect(await use(last)).toBe(200)
})

test('an ended login stops working at once', async () => {
  const admin = await newAdmin()
  expect((await api('POST', '/admin/account/logout', { as: admin })).status).toBe(204)
  expect((await confirm(admin.token)).body.code).toBe('loginExpired')
})

test('a confirmed password is valid for ten minutes for everything that moves money', async () => {
  const admin = { id: 'adm_1', phone: '07000000000', scopes: ['groups'] } as const
  const session = {
    admin: { ...admin, scopes: [...admin.scopes] },
    expiresAt: 0,
    confirmedAt: 1000,
  }
  const may = (now: number) => mayDo(session, { scope: 'groups', confirmed: true }, now)
  expect(may(1000 + ADMIN_CONFIRMED_MS - 1)).toMatchObject({ ok: true })
  expect(may(1000 + ADMIN_CONFIRMED_MS)).toMatchObject({
    ok: false,
    error: { code: 'passwordNeeded' },
  })
  expect(mayDo(session, { scope: 'groups' }, Number.MAX_SAFE_INTEGER).ok).toBe(true)
  expect(mayDo(session, { scope: 'members' }, 0)).toMatchObject({
    ok: false,
    error: { code: 'forbidden' },
  })
})

test('a wrong password confirms nothing', async () => {
  const { token } = await newAdmin()
  const { status, body } = await confirm(token, 'not the password')
  expect([status, body.code, body.detail]).toEqual([
    401,
    'loginFailed',
    'The password is wrong, and nothing has been changed. Enter it again.',
  ])
})

test('an audit entry is added only with its change, and cannot be changed or deleted', async () => {
  const { id } = await newAdmin()
  const entry = (subject: string) =>
    auditIfChanged(db, {
      at: devClock.now(),
      adminId: id,
      action: 'memberApproved',
      subject,
      before: { auth: 'PENDING' },
      after: { auth: 'APPROVED' },
    })
  const change = (which: string) =>
    db
      .update(admins)
      .set({ createdAt: 5 })
      .where(eq(admins.id, which as typeof id))
  await db.batch([change(id), entry('changed')])
  await db.batch([change('adm_nobody'), entry('unchanged')])
  expect(await auditOf('changed')).toHaveLength(1)
  expect(await auditOf('unchanged')).toEqual([])
  await expect(db.delete(auditLog)).rejects.toThrow()
  await expect(db.update(auditLog).set({ subject: 'other' })).rejects.toThrow()
})
