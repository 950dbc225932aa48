import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readPoints } from '#app/account/service/points.server.ts'
import { openUser, readUsers } from '#app/console/service/members.server.ts'
import { hours } from '#app/kernel/limits.ts'
import { londonDay } from '#app/kernel/time.ts'
import { notices, users } from '#db/schema.ts'
import { api, refusal } from '#tests/worker/world/api.ts'
import { give, newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance, db, services } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'
import { auditOf, backAtWork, login, newAdmin, PASSWORD, visitorOf } from './kit.ts'

const ACCOUNT = '/admin/account'
const approve = (as: { token: string }, userId: string) =>
  api('POST', `${ACCOUNT}/approve-member`, { as, json: { userId } })
const reject = (as: { token: string }, userId: string) =>
  api('POST', `${ACCOUNT}/reject-member`, { as, json: { userId } })
const allocate = (as: { token: string }, json: object, key?: string) =>
  api('POST', `${ACCOUNT}/allocate-points`, {
    as,
    json,
    ...(key && { headers: { 'Idempotency-Key': key } }),
  })

/** A member waiting for approval in a building where no one else lives. */
async function newPending(): Promise<Student & { flatName: string }> {
  const student = await newStudent()
  const flatName = `Block_${student.id.slice(4, 12)}`
  await db
    .update(users)
    .set({ accountType: 'MEMBER', auth: 'PENDING', flatName, flatNumber: '12%B' })
    .where(eq(users.id, student.id))
  return { ...student, flatName }
}
/** An approved member: an account that can use points. */
async function newMember(): Promise<Student> {
  const student = await newPending()
  await db.update(users).set({ auth: 'APPROVED' }).where(eq(users.id, student.id))
  return student
}
const close = ({ id }: Student) =>
  db
    .update(users)
    .set({ closedAt: devClock.now(), phone: `closed:${id}`, name: '' })
    .where(eq(users.id, id))
const balance = async ({ id }: Student) =>
  (await readPoints(db, { id }, { type: 'all', after: null, limit: 1 })).balance
const told = ({ id }: Student) =>
  db
    .select({ code: notices.code, params: notices.params, emailState: notices.emailState })
    .from(notices)
    .where(eq(notices.userId, id))

/** Every page of a list. */
async function all(as: { token: string }, path: string) {
  const items = []
  let cursor = ''
  do {
    const { status, body } = await api(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}limit=2${cursor && `&cursor=${cursor}`}`,
      { as },
    )
    expect(status).toBe(200)
    items.push(...body.items)
    cursor = body.nextCursor ?? ''
  } while (cursor)
  return items
}

test('members are listed in the order they came, page by page, until they are decided', async () => {
  const admin = await newAdmin(['members'])
  const [first, second, third] = [await newPending(), await newPending(), await newPending()]
  const waiting = [first, second, third]
  const other = await newStudent()
  const ids = async () => (await all(admin, `${ACCOUNT}/pending-members`)).map(({ id }) => id)
  const listed = await ids()
  const mine = listed.filter((id) => waiting.some((student) => student.id === id))
  expect(mine.toSorted()).toEqual(waiting.map(({ id }) => id).toSorted())
  expect(listed).not.toContain(other.id)
  await approve(admin, first.id)
  await reject(admin, second.id)
  await close(third)
  const left = await ids()
  for (const { id } of waiting) expect(left).not.toContain(id)
})

test('an approved member can use points, is notified once, and the log says who decided', async () => {
  const admin = await newAdmin(['members'])
  const student = await newPending()
  const first = await approve(admin, student.id)
  expect([first.status, first.body.id, first.body.auth]).toEqual([200, student.id, 'APPROVED'])
  const again = await approve(admin, student.id)
  expect(again.body).toEqual(first.body)
  expect(await auditOf(student.id)).toEqual([
    {
      adminId: admin.id,
      action: 'memberApproved',
      before: { auth: 'PENDING' },
      after: { auth: 'APPROVED' },
    },
  ])
  const [notice, ...more] = await told(student)
  expect([notice?.code, more]).toEqual(['memberApproved', []])
  expect(['waiting', 'sent']).toContain(notice?.emailState)
  expect((await api('GET', '/user/info', { as: student })).body.auth).toBe('APPROVED')
})

test('the user can be given in the query', async () => {
  const admin = await newAdmin(['members'])
  const student = await newPending()
  const { status, body } = await api('POST', `${ACCOUNT}/reject-member?userId=${student.id}`, {
    as: admin,
  })
  expect([status, body.auth]).toEqual([200, 'REJECTED'])
  expect((await told(student)).map(({ code }) => code)).toEqual(['memberRejected'])
})

test('of two simultaneous decisions one counts, and the other administrator sees it', async () => {
  const [one, two] = [await newAdmin(['members']), await newAdmin(['members'])]
  const student = await newPending()
  const answers = await Promise.all([approve(one, student.id), reject(two, student.id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await auditOf(student.id)).toHaveLength(1)
  expect(await told(student)).toHaveLength(1)
  const both = await newPending()
  const same = await Promise.all([approve(one, both.id), approve(two, both.id)])
  expect(same.map(({ status }) => status)).toEqual([200, 200])
  expect(await auditOf(both.id)).toHaveLength(1)
})

test('a member who is not pending cannot be decided', async () => {
  const admin = await newAdmin(['members'])
  const regular = await newStudent()
  const closed = await newPending()
  await close(closed)
  const gone = await newPending()
  await reject(admin, gone.id)
  const refused = (userId: string, name = 'approve') =>
    refusal('POST', `${ACCOUNT}/${name}-member`, { as: admin, json: { userId } })
  expect(await refused(regular.id)).toMatchObject({
    status: 422,
    code: 'validationFailed',
    fields: {
      en: { userId: 'This isn’t a member account' },
      zh: { userId: '这个账号不是会员账号' },
    },
  })
  expect(await refused(closed.id)).toMatchObject({ status: 409, code: 'operationExpired' })
  expect(await refused(gone.id)).toMatchObject({ status: 409, code: 'operationExpired' })
  expect(await refused('usr_nobody')).toMatchObject({ status: 404, code: 'notFound' })
  expect(await refused('usr_nobody', 'reject')).toMatchObject({ status: 404, code: 'notFound' })
  for (const { id } of [regular, closed]) expect(await auditOf(id)).toEqual([])
})

test('a level is set once, by body or query, and only from 0 to 9', async () => {
  const admin = await newAdmin(['members'])
  const { id } = await newStudent()
  const path = `${ACCOUNT}/update-membership-level`
  const set = (membershipLevel: unknown) =>
    api('POST', path, { as: admin, json: { userId: id, membershipLevel } })
  expect((await set(3)).body.membershipLevel).toBe(3)
  expect((await set(3)).status).toBe(200)
  const byQuery = await api('POST', `${path}?userId=${id}&membershipLevel=9`, { as: admin })
  expect([byQuery.status, byQuery.body.membershipLevel]).toEqual([200, 9])
  for (const wrong of [-1, 10, 1.5, '', 'x', null, true])
    expect((await set(wrong)).status, String(wrong)).toBe(422)
  expect((await auditOf(id)).map(({ before, after }) => [before, after])).toEqual([
    [{ membershipLevel: 3 }, { membershipLevel: 9 }],
    [{ membershipLevel: 0 }, { membershipLevel: 3 }],
  ])
})

test('points are added and deducted with a reason that the student sees', async () => {
  const admin = await newAdmin(['members'])
  const student = await newMember()
  const given = await allocate(admin, { userId: student.id, points: 300, description: '迎新活动' })
  expect([given.status, given.body.points]).toEqual([200, 300])
  const byQuery = await api(
    'POST',
    `${ACCOUNT}/allocate-points?userId=${student.id}&points=-100&description=${encodeURIComponent('多给了')}`,
    { as: admin },
  )
  expect([byQuery.status, byQuery.body.points]).toEqual([200, 200])
  const history = (await api('GET', '/user/my/all/points', { as: student })).body
  expect(history.balance).toBe(200)
  expect(
    history.items.map(({ points, description }: { points: number; description: string }) => [
      points,
      description,
    ]),
  ).toEqual([
    [-100, '多给了'],
    [300, '迎新活动'],
  ])
  expect((await told(student)).map(({ params }) => params)).toEqual([
    { points: 300 },
    { points: -100 },
  ])
  expect((await auditOf(student.id)).map(({ after }) => after)).toEqual([
    { points: -100, worth: 100, reason: '多给了' },
    { points: 300, worth: 300, reason: '迎新活动' },
  ])
})

test('points are added once per key, whoever repeats the request and however often', async () => {
  const admin = await newAdmin(['members'])
  const student = await newMember()
  const gift = { userId: student.id, points: 50, description: 'welcome' }
  const key = `gift-${student.id}`
  const both = await Promise.all([allocate(admin, gift, key), allocate(admin, gift, key)])
  expect(both.some(({ status }) => status === 200)).toBe(true)
  expect((await allocate(admin, gift, key)).body.points).toBe(50)
  expect((await allocate(admin, { ...gift, points: 60 }, key)).body.code).toBe(
    'idempotencyKeyReused',
  )
  expect(await balance(student)).toBe(50)
  expect(await auditOf(student.id)).toHaveLength(1)
})

test('a balance never falls below 0, even with simultaneous deductions', async () => {
  const admin = await newAdmin(['members'])
  const student = await newMember()
  await allocate(admin, { userId: student.id, points: 100, description: 'welcome' })
  const take = (points: number) =>
    allocate(admin, { userId: student.id, points, description: 'back' })
  const answers = await Promise.all([take(-60), take(-60), take(-60)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
  expect(answers.find(({ status }) => status === 422)?.body.errors.points[0].detail).toBe(
    'Only 40 points are left; they can’t go below 0',
  )
  expect(await balance(student)).toBe(40)
  expect(await auditOf(student.id)).toHaveLength(2)
  expect(await told(student)).toHaveLength(2)
})

test('points must be a whole number other than 0, with a reason', async () => {
  const admin = await newAdmin(['members'])
  const student = await newMember()
  const good = { userId: student.id, points: 5, description: 'welcome' }
  const wrong = [
    { ...good, points: 0 },
    { ...good, points: 1.5 },
    { ...good, points: '1e3' },
    { ...good, points: 100_001 },
    { ...good, description: ' ' },
    { ...good, description: 'x'.repeat(101) },
    { points: 5, description: 'welcome' },
    { ...good, more: 1 },
  ]
  for (const json of wrong)
    expect((await allocate(admin, json)).status, JSON.stringify(json)).toBe(422)
  await close(student)
  expect((await allocate(admin, good)).body.code).toBe('operationExpired')
  expect((await allocate(admin, { ...good, userId: 'usr_nobody' })).status).toBe(404)
  expect(await balance(student)).toBe(0)
  expect(await auditOf(student.id)).toEqual([])
})

test('an account that cannot use points gets none, and its points can be deducted', async () => {
  const admin = await newAdmin(['members'])
  const gift = { points: 5, description: 'welcome' }
  const regular = await newStudent()
  for (const student of [regular, await newPending()]) {
    const refused = await allocate(admin, { ...gift, userId: student.id })
    expect([refused.status, refused.body.errors.points[0].detail]).toEqual([
      422,
      'Only approved members can use points, so this account can’t',
    ])
    expect(await told(student)).toEqual([])
  }
  await give(regular.id, 30)
  expect((await allocate(admin, { ...gift, points: -30, userId: regular.id })).body.points).toBe(0)
})

test('one administrator adds at most £200 in 24 hours, even with simultaneous requests', async () => {
  const [admin, colleague] = [await newAdmin(['members']), await newAdmin(['members'])]
  const { id: userId } = await newMember()
  const say = (points: number, by = admin) => allocate(by, { userId, points, description: 'sorry' })
  expect((await say(15_000)).status).toBe(200)
  const both = await Promise.all([say(4000), say(4000)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  // Points taken back do not offset points given.
  expect((await say(-5000)).status).toBe(200)
  const refused = await say(1001)
  expect(refused.body.errors.points[0].detail).toBe(
    'You can add 1000 more points today; ask a colleague for the rest',
  )
  expect((await say(1000)).status).toBe(200)
  expect((await say(1, colleague)).status).toBe(200)
  await advance(hours(24))
  await confirm(admin)
  const again = { token: await login(admin.phone) }
  expect((await allocate(again, { userId, points: 15_000, description: 'sorry' })).status).toBe(200)
})
const confirm = (as: { token: string }) =>
  api('POST', `${ACCOUNT}/confirm`, { as, json: { password: PASSWORD } })

test('users are found by phone, name and flat, and search texts have no wildcards', async () => {
  const admin = await newAdmin(['members'])
  const student = await newPending()
  const { phone } = (await api('GET', '/user/info', { as: student })).body
  const found = async (search: string, more: object = {}) => {
    const asked = { search, limit: 100, ...more }
    return (await readUsers(services, asked, admin.id)).items.map(({ id }) => id)
  }
  for (const q of [
    phone,
    `+44 ${phone.slice(1)}`,
    phone.slice(-7),
    student.flatName,
    `${student.flatName.toLowerCase()} 12%`,
    student.id,
  ])
    expect(await found(q), q).toEqual([student.id])
  expect(await found('王明')).toContain(student.id)
  expect(await found(student.flatName.replace('_', '%'))).toEqual([])
  expect(await found(student.flatName, { auth: 'APPROVED' })).toEqual([])
  expect(await found(student.flatName, { accountType: 'MEMBER', auth: 'PENDING' })).toEqual([
    student.id,
  ])
})

test('a user’s record is complete, and a closed account has no personal data', async () => {
  const admin = await newAdmin(['members'])
  const student = await newStudent()
  expect(await openUser(services, admin.id, student.id)).toMatchObject({
    id: student.id,
    closedAt: null,
    carpools: [],
    trips: [],
    orders: [],
  })
  await close(student)
  const { status, html } = await visitorOf(admin).get(`/admin/users/${student.id}`)
  expect([status, html.includes('closed:')]).toEqual([200, false])
  expect(await openUser(services, admin.id, student.id)).toMatchObject({
    name: '',
    closedAt: expect.any(Number),
  })
  expect(await openUser(services, admin.id, 'usr_nobody')).toBeNull()
})

test('the log is filtered by action, administrator, subject and day, page by page', async () => {
  const since = londonDay(devClock.now())
  const admin = await newAdmin()
  await backAtWork(admin)
  const student = await newMember()
  for (const membershipLevel of [1, 2, 3])
    await api('POST', `${ACCOUNT}/update-membership-level`, {
      as: admin,
      json: { userId: student.id, membershipLevel },
    })
  await allocate(admin, { userId: student.id, points: 5, description: 'welcome' })
  const mine = await all(admin, `/admin/audit-log?adminId=${admin.id}`)
  expect(mine.map(({ action }) => action)).toEqual([
    'pointsAllocated',
    'membershipLevelSet',
    'membershipLevelSet',
    'membershipLevelSet',
    'loggedIn',
  ])
  expect(mine.map(({ after }) => after)[1]).toEqual({ membershipLevel: 3 })
  const levels = await all(
    admin,
    `/admin/audit-log?subject=${student.id}&action=membershipLevelSet`,
  )
  expect(levels).toHaveLength(3)
  const today = londonDay(devClock.now())
  expect(
    await all(admin, `/admin/audit-log?adminId=${admin.id}&from=${since}&to=${today}`),
  ).toHaveLength(5)
  expect(await all(admin, `/admin/audit-log?adminId=${admin.id}&to=2020-01-01`)).toEqual([])
  for (const wrong of ['action=nothing', 'from=2020-13-01', 'cursor=mangled'])
    expect((await api('GET', `/admin/audit-log?${wrong}`, { as: admin })).status, wrong).toBe(422)
})
