import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startSession } from '#app/account/service/sessions.server.ts'
import {
  judgeMembers,
  MEMBERS_AT_ONCE,
  reinstateAccount,
  suspendAccount,
} from '#app/console/service/members.server.ts'
import { ADMIN_CONFIRMED_MS } from '#app/kernel/admin.ts'
import { receipts, users } from '#db/schema.ts'
import { leadsTo, pass, textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { inboxOf } from '#tests/worker/notices-kit.ts'
import { ofOrder } from '#tests/worker/paid.ts'
import { api, openCarpool } from '#tests/worker/world/api.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { codeOf, db, must, services } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'
import { auditOf, hidden, newAdmin, PASSWORD, passwordHash, visitorOf } from './kit.ts'

/** The console's pages about members, in a browser without scripts. */

async function newPending() {
  const student = await newStudent()
  await db
    .update(users)
    .set({ accountType: 'MEMBER', auth: 'PENDING', flatName: 'Nova', flatNumber: '3C' })
    .where(eq(users.id, student.id))
  return student
}

async function newMember() {
  const student = await newPending()
  await db.update(users).set({ auth: 'APPROVED' }).where(eq(users.id, student.id))
  return student
}
const pointsOf = async (as: { token: string }) =>
  (await api('GET', '/user/info', { as })).body.points

test('a member is approved with one press, and a later press elsewhere shows that decision', async () => {
  const admin = await newAdmin(['members'])
  const console_ = visitorOf(admin)
  const { id } = await newPending()
  const list = await console_.get('/admin/members')
  expect(list.status).toBe(200)
  expect(list.html).not.toContain('<script')
  const approved = await console_.post('/admin/members', { userId: id, intent: 'approve' })
  expect([approved.status, leadsTo(approved)]).toEqual([303, '/admin/members'])
  expect((await console_.get('/admin/members')).html).toContain('has been approved and notified')
  await console_.post('/admin/members', { userId: id, intent: 'reject', reason: 'moved' })
  expect((await console_.get('/admin/members')).html).toContain('is no longer waiting for approval')
  expect(await auditOf(id)).toHaveLength(1)
})

test('those ticked are approved in one press, however many; others wait on', async () => {
  const admin = await newAdmin(['members'])
  const console_ = visitorOf(admin)
  const [one, other] = [await newPending(), await newPending()]
  const list = await console_.get('/admin/members')
  expect(list.html).toMatch(new RegExp(`name="ticked"[^>]* value="${one.id}"`))
  await console_.post('/admin/members', { ticked: one.id, intent: 'approveAll' })
  expect(textOf(await console_.get('/admin/members'))).toContain('1 member approved')
  const authOf = async ({ id }: { id: string }) =>
    (
      await db
        .select()
        .from(users)
        .where(eq(users.id, id as 'usr_'))
    )[0]?.auth
  expect([await authOf(one), await authOf(other)]).toEqual(['APPROVED', 'PENDING'])
  const many = await Promise.all(Array.from({ length: MEMBERS_AT_ONCE }, newPending))
  const ids = [...many.map(({ id }) => id), one.id].slice(0, MEMBERS_AT_ONCE)
  for (const count of [MEMBERS_AT_ONCE, 0])
    expect(await judgeMembers(services, admin.id, ids, 'APPROVED')).toBe(count)
  expect(await judgeMembers(services, admin.id, [], 'APPROVED')).toBe(0)
  expect(await auditOf(one.id)).toHaveLength(1)
})

test('a member is refused with a reason, which they read', async () => {
  const console_ = visitorOf(await newAdmin(['members']))
  const student = await newPending()
  const refuse = (reason: string) =>
    console_.post('/admin/members', { userId: student.id, intent: 'reject', reason })
  await refuse(' ')
  expect(textOf(await console_.get('/admin/members'))).toContain('please give a reason')
  await refuse('房间号不在我们的名单上')
  const notices = await (await browserOf(student)).get('/notices')
  expect(textOf(notices)).toContain('原因：房间号不在我们的名单上')
  expect(JSON.stringify(await auditOf(student.id))).not.toContain('名单')
})

test.each([0, 1, 100, 1000])(
  'a user with %i payments: the newest 100, with links',
  async (count) => {
    const { id: userId } = await newStudent()
    for (let n = 0; n < count; n += 5)
      await db.insert(receipts).values(
        Array.from({ length: Math.min(5, count - n) }, (_, at) => ({
          ...{ intentId: `pi_${userId}_${n + at}`, userId, subjectId: 'mail_1', sale: 'mailBase' },
          ...{ about: {}, amount: 1001 + n + at, seller: {}, paidAt: n + at },
        })) as never,
      )
    const { html } = await visitorOf(await newAdmin()).get(`/admin/users/${userId}`)
    const links = html.match(/href="\/neighbourhelp\/admin\/payments\/pi_/g) ?? []
    expect(links).toHaveLength(Math.min(count, 100))
    if (count > 0)
      expect(html).toContain(`£${((1000 + count) / 100).toFixed(2).replace('.00', '')}`)
    const few = await visitorOf(await newAdmin(['members'])).get(`/admin/users/${userId}`)
    expect(few.html).not.toContain('/admin/payments/pi_')
  },
)

test('an order is called by what it is, and leads to its student', async () => {
  const console_ = visitorOf(await newAdmin())
  const { owner, subjectId } = await ofOrder('mail')
  const user = await console_.get(`/admin/users/${owner.id}`)
  expect(user.html).toContain(`/admin/orders/mail/${subjectId}`)
  expect(textOf(user)).toMatch(/· \d+ boxes/)
  const order = await console_.get(`/admin/orders/mail/${subjectId}`)
  expect(order.html).toContain(`href="/neighbourhelp/admin/users/${owner.id}"`)
})

test('points are shown with their value before they are added, and added once', async () => {
  const admin = await newAdmin(['members'])
  const console_ = visitorOf(admin)
  const student = await newMember()
  const path = `/admin/users/${student.id}/points`
  expect((await console_.get(`/admin/users/${student.id}`)).html).toContain(
    `action="/neighbourhelp${path}"`,
  )
  const page = await console_.get(`${path}?points=150&description=welcome`)
  expect(textOf(page)).toContain('150 points, worth £1.50')
  expect(page.html).not.toContain('<script')
  expect(await pointsOf(student)).toBe(0)
  const gift = { attempt: hidden(page.html, 'attempt'), points: '150', description: 'welcome' }
  for (let sent = 0; sent < 2; sent++) {
    const given = await console_.post(path, gift)
    expect([given.status, leadsTo(given)]).toEqual([303, `/admin/users/${student.id}`])
  }
  expect(await pointsOf(student)).toBe(150)
  expect(await auditOf(student.id)).toHaveLength(1)
})

test('refused points keep what was typed, before and after the preview', async () => {
  const console_ = visitorOf(await newAdmin(['members']))
  const student = await newMember()
  const path = `/admin/users/${student.id}/points`
  const typed = await console_.get(`${path}?points=many&description=welcome`)
  expect(typed.html).toContain('Enter a whole number')
  for (const kept of ['value="many"', 'value="welcome"']) expect(typed.html).toContain(kept)
  const refused = await console_.post(path, {
    attempt: 'one',
    points: '-71',
    description: 'welcome',
  })
  expect(refused.status).toBe(422)
  for (const kept of ['Only 0 points are left', 'value="-71"', 'value="welcome"'])
    expect(refused.html).toContain(kept)
  expect((await console_.get(path)).html).not.toContain('aria-invalid="true"')
  expect((await console_.get('/admin/users/usr_nobody/points')).status).toBe(404)
})

test('£20 of points asks for the password, and returns to what was typed', async () => {
  const admin = await newAdmin(['members'])
  const console_ = visitorOf(admin)
  const student = await newMember()
  const path = `/admin/users/${student.id}/points?points=2000&description=${encodeURIComponent('对不起')}`
  const shown = await console_.get(path)
  const gift = { attempt: hidden(shown.html, 'attempt'), points: '2000', description: '对不起' }
  await pass(ADMIN_CONFIRMED_MS / 1000)
  const confirm = `/admin/confirm?redirect=${encodeURIComponent(path)}`
  expect(leadsTo(await console_.get(path))).toBe(confirm)
  expect(leadsTo(await console_.post(path, gift))).toBe(confirm)
  expect(await pointsOf(student)).toBe(0)
  expect(leadsTo(await console_.post(confirm, { password: PASSWORD }))).toBe(path)
  expect((await console_.post(path, gift)).status).toBe(303)
  expect(await pointsOf(student)).toBe(2000)
})

test('a level is set on the user’s page, and only one of the ten', async () => {
  const console_ = visitorOf(await newAdmin(['members']))
  const { id } = await newStudent()
  const path = `/admin/users/${id}`
  expect((await console_.post(path, { intent: 'level', membershipLevel: '4' })).status).toBe(303)
  expect((await console_.post(path, { intent: 'level', membershipLevel: '10' })).status).toBe(422)
  expect((await console_.get(path)).html).toContain('<option value="4" selected=""')
  expect((await console_.get('/admin/users/usr_nobody')).status).toBe(404)
})

test('the users page searches, and ignores an unknown filter', async () => {
  const console_ = visitorOf(await newAdmin(['members']))
  const student = await newStudent()
  const { phone } = (await api('GET', '/user/info', { as: student })).body
  const found = await console_.get(`/admin/users?q=${phone}&auth=NONSENSE`)
  expect(found.status).toBe(200)
  expect(found.html).toContain(`/admin/users/${student.id}`)
  expect((await console_.get(`/admin/users?q=${phone}&state=closed`)).html).not.toContain(
    student.id,
  )
  expect((await console_.get('/admin/users?q=%25')).html).toContain('No users match')
})

test('a closed account can be viewed but not changed', async () => {
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
  const refused = await console_.post(`/admin/users/${id}`, {
    intent: 'level',
    membershipLevel: '1',
  })
  expect(refused.status).toBe(409)
  expect(await auditOf(id)).toEqual([])
})

test('the log describes changes in both languages, to administrators with the scope', async () => {
  const admin = await newAdmin()
  const { id } = await newMember()
  await api('POST', `/admin/account/update-membership-level?userId=${id}&membershipLevel=2`, {
    as: admin,
  })
  await api('POST', `/admin/account/allocate-points?userId=${id}&points=5&description=thank-you`, {
    as: admin,
  })
  const english = await visitorOf(admin).get(`/admin/audit?subject=${id}`)
  expect(english.html).toContain('Membership level 0 → 2')
  expect(textOf(english)).toContain('Added 5 points (£0.05): thank-you')
  const chinese = await visitorOf(admin, 'zh').get(
    `/admin/audit?subject=${id}&action=pointsAllocated`,
  )
  expect(chinese.html).toContain('增加 5 积分（£0.05）：thank-you')
  expect(chinese.html).not.toContain('会员等级 0')
  const nobody = visitorOf(await newAdmin(['members']))
  expect((await nobody.get('/admin/audit')).status).toBe(403)
})

/** A student who logs in with a password and has a seat in a car. */
async function newRider() {
  const student = await newStudent()
  const [row] = await db.select().from(users).where(eq(users.id, student.id))
  await db.update(users).set({ passwordHash }).where(eq(users.id, student.id))
  const login = () =>
    api('POST', '/user/login', { json: { phone: row?.phone, password: PASSWORD } })
  return {
    ...student,
    phone: row?.phone ?? '',
    login,
    ...(await openCarpool(student)),
    userId: student.id,
  }
}

test('a suspended student is logged out everywhere, sees whom to contact, keeps the seat, and can be reinstated', async () => {
  const admin = await newAdmin(['members'])
  const console_ = visitorOf(admin)
  const rider = await newRider()
  const path = `/admin/users/${rider.userId}`
  expect((await console_.get(path)).html).toContain('payments don’t change')
  const refused = await console_.post(path, { intent: 'suspend', reason: ' ' })
  expect(refused.status).toBe(422)
  expect((await rider.login()).status).toBe(200)

  expect((await console_.post(path, { intent: 'suspend', reason: 'three no-shows' })).status).toBe(
    303,
  )
  const shown = await console_.get(path)
  for (const words of ['Suspended since', 'three no-shows', 'go on as usual', 'Lift'])
    expect(shown.html).toContain(words)
  expect((await console_.get(`/admin/users?q=${rider.phone}`)).html).toContain('Suspended')
  expect((await api('GET', '/user/info', { as: rider })).body.code).toBe('loginExpired')
  const told = await rider.login()
  expect([told.status, told.body.code]).toEqual([403, 'accountSuspended'])
  expect(told.body.detail).toContain('on WeChat: linbang-uk')
  const page = await new Visitor({ lang: 'zh' }).post('/login', {
    phone: rider.phone,
    password: PASSWORD,
  })
  expect([page.status, textOf(page).includes('请联系客服，微信：linbang-uk')]).toEqual([403, true])
  const wrong = await api('POST', '/user/login', {
    json: { phone: rider.phone, password: 'not it' },
  })
  expect(wrong.body.code).toBe('loginFailed')

  const reader = await newStudent()
  const seats = await api('GET', `/carpool/${rider.id}`, { as: reader })
  expect(seats.body).toMatchObject({ status: 'OPEN', currentPassengers: 1 })

  expect((await console_.post(path, { intent: 'reinstate' })).status).toBe(303)
  const back = await rider.login()
  expect(back.status).toBe(200)
  const records = await api('GET', '/user/my/ongoing', { as: { token: back.body.token } })
  expect(records.body.items).toMatchObject([
    { participantId: rider.participantId, place: 'joined' },
  ])
  expect(await auditOf(rider.userId)).toEqual([
    { adminId: admin.id, action: 'userReinstated', before: null, after: null },
    {
      adminId: admin.id,
      action: 'userSuspended',
      before: null,
      after: { reason: 'three no-shows' },
    },
  ])
  const mails = (await inboxOf({ id: rider.userId })).filter(({ subject }) =>
    subject.startsWith('Your account'),
  )
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your account has been reinstated',
    'Your account is suspended',
  ])
  expect(mails[1]?.text).toContain('on WeChat: linbang-uk')
})

test('suspending works once, and not for a closed or unknown account', async () => {
  const { id: by } = await newAdmin(['members'])
  const student = await newStudent()
  const suspend = (id: string) => suspendAccount(services, by, id, 'as asked by the bank')
  for (let said = 0; said < 2; said++) must(await suspend(student.id))
  for (let said = 0; said < 2; said++) must(await reinstateAccount(services, by, student.id))
  expect(await auditOf(student.id)).toHaveLength(2)
  await db.update(users).set({ closedAt: 1 }).where(eq(users.id, student.id))
  expect(codeOf(await suspend(student.id))).toBe('operationExpired')
  expect(codeOf(await suspend('usr_nobody'))).toBe('notFound')
})

test('a session started during a suspension never becomes valid', async () => {
  const { id: by } = await newAdmin(['members'])
  const student = await newStudent()
  must(await suspendAccount(services, by, student.id, 'lost phone'))
  const { token } = await startSession({ db, clock: devClock }, student.id)
  const seen = async () => (await api('GET', '/user/info', { as: { token } })).status
  expect(await seen()).toBe(401)
  must(await reinstateAccount(services, by, student.id))
  expect(await seen()).toBe(401)
})
