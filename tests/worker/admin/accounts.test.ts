import { env, exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ADMIN_CONFIRMED_MS, ADMIN_SESSION_MS } from '#app/domain/admin.ts'
import { minutes } from '#app/domain/limits.ts'
import { mayDo } from '#app/services/admin/access.server.ts'
import { auditEntry, auditIfChanged } from '#db/queries/audit.ts'
import { writeVersioned } from '#db/queries/versions.ts'
import { admins, auditLog } from '#db/schema.ts'
import { advanceClock, devClock } from '#workers/dev/clock.ts'
import { api, db, newStudent, ORIGIN } from '../api/world.ts'
import { auditOf, login, newAdmin, newAdminAccount, PASSWORD } from './kit.ts'

const confirm = (token: string, password = PASSWORD) =>
  api('POST', '/admin/account/confirm', { as: { token }, json: { password } })

test('an administrator logs in by body or by query, and her token lasts 12 hours', async () => {
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

test('a wrong password and an unknown phone are told alike, and the sixth try has to wait', async () => {
  const { phone } = await newAdminAccount()
  const tries = []
  for (let n = 0; n < 6; n++)
    tries.push(await api('POST', '/admin/account/login', { json: { phone, password: 'wrong password' } }))
  expect(tries.map(({ body }) => body.code)).toEqual([...Array(5).fill('loginFailed'), 'rateLimited'])
  const unknown = await api('POST', '/admin/account/login', {
    json: { phone: '07123456789', password: 'wrong password' },
  })
  expect(unknown.body.detail).toBe(tries[0]?.body.detail)
})

test('a student’s password opens no administration, and neither token opens the other side', async () => {
  const student = await newStudent()
  const admin = await newAdmin()
  const asStudent = await api('POST', '/admin/account/confirm', { as: student, json: { password: PASSWORD } })
  expect([asStudent.status, asStudent.body.code]).toEqual([403, 'adminOnly'])
  const asAdmin = await api('GET', '/user/info', { as: admin })
  expect([asAdmin.status, asAdmin.body.code]).toEqual([401, 'loginExpired'])
  const nobody = await api('POST', '/admin/account/confirm', { json: { password: PASSWORD } })
  expect([nobody.status, nobody.body.code]).toEqual([401, 'loginExpired'])
})

test('a login that has ended is dead at once', async () => {
  const admin = await newAdmin()
  expect((await api('POST', '/admin/account/logout', { as: admin })).status).toBe(204)
  expect((await confirm(admin.token)).body.code).toBe('loginExpired')
})

test('a password is good for ten minutes of what moves money', async () => {
  const admin = { id: 'adm_1', phone: '07000000000', scopes: ['groups'] } as const
  const session = { admin: { ...admin, scopes: [...admin.scopes] }, expiresAt: 0, confirmedAt: 1000 }
  const may = (now: number) => mayDo(session, { scope: 'groups', confirmed: true }, now)
  expect(may(1000 + ADMIN_CONFIRMED_MS - 1)).toMatchObject({ ok: true })
  expect(may(1000 + ADMIN_CONFIRMED_MS)).toMatchObject({ ok: false, error: { code: 'passwordNeeded' } })
  expect(mayDo(session, { scope: 'groups' }, Number.MAX_SAFE_INTEGER).ok).toBe(true)
  expect(mayDo(session, { scope: 'members' }, 0)).toMatchObject({ ok: false, error: { code: 'forbidden' } })
})

test('a wrong password confirms nothing', async () => {
  const { token } = await newAdmin()
  const { status, body } = await confirm(token, 'not the password')
  expect([status, body.code, body.detail]).toEqual([
    401,
    'loginFailed',
    'The password is wrong, and nothing has been changed. Type it again.',
  ])
})

test('the console leads whoever is not logged in to its own login', async () => {
  const { headers } = await exports.default.fetch(`${ORIGIN}/neighbourhelp/admin`, { redirect: 'manual' })
  expect(headers.get('Location')).toBe('/neighbourhelp/admin/login?redirect=%2Fadmin')
  expect(headers.get('X-Robots-Tag')).toContain('noindex')
})

test('a table that somebody else replaced is not overwritten, and nothing of the write stays', async () => {
  const { id } = await newAdmin()
  const entry = (subject: string) =>
    auditEntry(db, {
      at: devClock.now(),
      adminId: id,
      action: 'postageSet',
      subject,
      before: null,
      after: { a: 1 },
    })
  expect(await writeVersioned(db, 'descriptions:trip', 5, [entry('never')])).toBeNull()
  const first = await writeVersioned(db, 'descriptions:trip', 0, [entry('first')])
  expect(first).toBe(1)
  const both = await Promise.all([
    writeVersioned(db, 'descriptions:trip', 1, [entry('second')]),
    writeVersioned(db, 'descriptions:trip', 1, [entry('second')]),
  ])
  expect(both.sort()).toEqual([2, null])
  expect(await auditOf('never')).toEqual([])
  expect(await auditOf('second')).toEqual([
    { adminId: id, action: 'postageSet', before: null, after: { a: 1 } },
  ])
})

test('an entry follows a change only if there was one, and can neither be changed nor taken away', async () => {
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
