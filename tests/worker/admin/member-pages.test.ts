import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema.ts'
import { leadsTo } from '../accounts/visitor.ts'
import { api, db, newStudent } from '../api/world.ts'
import { auditOf, hidden, newAdmin, visitorOf } from './kit.ts'

/** The console's pages about people, as a browser without scripts sees them. */

async function newPending() {
  const student = await newStudent()
  await db
    .update(users)
    .set({ accountType: 'MEMBER', auth: 'PENDING', flatName: 'Nova', flatNumber: '3C' })
    .where(eq(users.id, student.id))
  return student
}

test('a member is approved with one press, and a second press elsewhere says what came first', async () => {
  const admin = await newAdmin(['members'])
  const console_ = visitorOf(admin)
  const { id } = await newPending()
  const list = await console_.get('/admin/members')
  expect(list.status).toBe(200)
  expect(list.html).not.toContain('<script')
  const approved = await console_.post('/admin/members', { userId: id, intent: 'approve' })
  expect([approved.status, leadsTo(approved)]).toEqual([303, '/admin/members'])
  expect((await console_.get('/admin/members')).html).toContain('is approved and has been told')
  await console_.post('/admin/members', { userId: id, intent: 'reject' })
  expect((await console_.get('/admin/members')).html).toContain('no longer waits for approval')
  expect(await auditOf(id)).toHaveLength(1)
})

test('points are given once however often the form is sent, and a refused form keeps what was typed', async () => {
  const admin = await newAdmin(['members'])
  const console_ = visitorOf(admin)
  const student = await newStudent()
  const path = `/admin/users/${student.id}`
  const attempt = hidden((await console_.get(path)).html, 'attempt')
  const gift = { intent: 'points', attempt, points: '70', description: 'welcome' }
  for (let sent = 0; sent < 2; sent++) expect((await console_.post(path, gift)).status).toBe(303)
  expect((await api('GET', '/user/info', { as: student })).body.points).toBe(70)
  expect(await auditOf(student.id)).toHaveLength(1)
  const refused = await console_.post(path, { ...gift, attempt: 'next', points: '-71' })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('Only 70 points are left')
  expect(refused.html).toContain('value="-71"')
  expect(refused.html).toContain('value="welcome"')
  expect((await console_.post(path, { ...gift, points: 'many' })).status).toBe(422)
  expect((await api('GET', '/user/info', { as: student })).body.points).toBe(70)
})

test('a level is set on the page of the user, and only one of the ten', async () => {
  const console_ = visitorOf(await newAdmin(['members']))
  const { id } = await newStudent()
  const path = `/admin/users/${id}`
  expect((await console_.post(path, { intent: 'level', membershipLevel: '4' })).status).toBe(303)
  expect((await console_.post(path, { intent: 'level', membershipLevel: '10' })).status).toBe(422)
  expect((await console_.get(path)).html).toContain('<option value="4" selected=""')
  expect((await console_.get('/admin/users/usr_nobody')).status).toBe(404)
})

test('users are found on their page, and a filter that is none is left out', async () => {
  const console_ = visitorOf(await newAdmin(['members']))
  const student = await newStudent()
  const { phone } = (await api('GET', '/user/info', { as: student })).body
  const found = await console_.get(`/admin/users?q=${phone}&auth=NONSENSE`)
  expect(found.status).toBe(200)
  expect(found.html).toContain(`/admin/users/${student.id}`)
  expect((await console_.get(`/admin/users?q=${phone}&state=closed`)).html).not.toContain(student.id)
  expect((await console_.get('/admin/users?q=%25')).html).toContain('No user matches')
})

test('a closed account can be looked at and not changed', async () => {
  const console_ = visitorOf(await newAdmin(['members']))
  const { id } = await newStudent()
  await db
    .update(users)
    .set({ closedAt: 1, erasedAt: 2, phone: `closed:${id}`, name: '' })
    .where(eq(users.id, id))
  const { html } = await console_.get(`/admin/users/${id}`)
  expect(html).toContain('has been erased')
  expect(html).not.toContain('closed:')
  expect(html).not.toContain('name="membershipLevel"')
  const refused = await console_.post(`/admin/users/${id}`, { intent: 'level', membershipLevel: '1' })
  expect(refused.status).toBe(409)
  expect(await auditOf(id)).toEqual([])
})

test('the log tells in words what was done, in both languages, and to those who may see it', async () => {
  const admin = await newAdmin()
  const { id } = await newStudent()
  await api('POST', `/admin/account/update-membership-level?userId=${id}&membershipLevel=2`, { as: admin })
  await api('POST', `/admin/account/allocate-points?userId=${id}&points=5&description=secret-reason`, {
    as: admin,
  })
  const english = await visitorOf(admin).get(`/admin/audit?subject=${id}`)
  expect(english.html).toContain('Membership level 0 → 2')
  expect(english.html).toContain('Gave 5 points')
  expect(english.html).not.toContain('secret-reason')
  const chinese = await visitorOf(admin, 'zh').get(`/admin/audit?subject=${id}&action=pointsAllocated`)
  expect(chinese.html).toContain('给了 5 积分')
  expect(chinese.html).not.toContain('会员等级 0')
  const nobody = visitorOf(await newAdmin(['members']))
  expect((await nobody.get('/admin/audit')).status).toBe(403)
})
