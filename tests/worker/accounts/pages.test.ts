import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions as sessionsTable, users } from '#db/schema.ts'
import { openCarpool } from '#tests/worker/world/api.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { db } from '#tests/worker/world/services.ts'
import { errorOf, heldBy, lastMessage, leadsTo, pass, textOf, Visitor } from './visitor.ts'
import { newPhone } from './world.ts'

const DAY = 24 * 3600
const PASSWORD = 'tram-to-beeston'

const person = (phone: string, over: Record<string, string> = {}) => ({
  intent: 'register',
  phone,
  verificationCode: '',
  email: `${phone}@example.com`,
  name: '王明',
  accountType: 'NORMAL',
  flatName: '',
  flatNumber: '',
  password: PASSWORD,
  confirmPassword: PASSWORD,
  wechat: 'ming_2026',
  homepage: '',
  ...over,
})

async function registerAt(visitor: Visitor, query = '', over: Record<string, string> = {}) {
  const phone = newPhone()
  await visitor.post('/register', person(phone, { intent: 'send-code' }))
  const verificationCode = (await lastMessage(phone))?.code ?? ''
  const fields = person(phone, { verificationCode, ...over })
  return { phone, fields, done: await visitor.post(`/register${query}`, fields) }
}

/** Registers, and forgets the session that comes with it. */
async function register(visitor = new Visitor(), over: Record<string, string> = {}) {
  const { phone, done } = await registerAt(visitor, '', over)
  for (const name of ['sid', '__Host-sid']) visitor.cookies.delete(name)
  return { visitor, phone, done }
}

async function logIn(visitor: Visitor, phone: string, query = '', password = PASSWORD) {
  return visitor.post(`/login${query}`, { phone, password })
}

/** Visible only once a code is sent; before, the page contains it to keep its room. */
const CODE_SENT =
  /<span role="status" class="text-ok">验证码已发出，10 分钟内有效，60 秒后可以重发。/

test('without scripts a student registers and is logged in, sees the account and logs out', async () => {
  const visitor = new Visitor()
  const phone = newPhone()
  const empty = await visitor.get('/register')
  expect(empty.status).toBe(200)
  expect(empty.html).not.toMatch(CODE_SENT)

  const sent = await visitor.post('/register', person(phone, { intent: 'send-code' }))
  expect(sent.status).toBe(200)
  expect(sent.html).toMatch(CODE_SENT)
  // Everything typed is still there except the passwords.
  expect([heldBy(sent, 'phone'), heldBy(sent, 'email'), heldBy(sent, 'name')]).toEqual([
    phone,
    `${phone}@example.com`,
    '王明',
  ])
  expect(sent.html).toMatch(/<option value="NORMAL" selected=""/)
  expect(sent.html).not.toContain(PASSWORD)

  const verificationCode = (await lastMessage(phone))?.code ?? ''
  const done = await visitor.post('/register', person(phone, { verificationCode }))
  expect([done.status, leadsTo(done)]).toEqual([303, '/'])
  expect(textOf(await visitor.get('/'))).toContain('注册成功，已登录。')
  expect(textOf(await visitor.get('/'))).not.toContain('注册成功')
  const profile = textOf(await visitor.get('/profile'))
  for (const fact of [phone, `${phone}@example.com`, '王明', 'ming_2026', '普通账号'])
    expect(profile).toContain(fact)
  expect(textOf(await visitor.get('/rides'))).toContain('还没有行程')
  expect(profile).not.toContain('积分')

  const token = visitor.cookies.get('sid') ?? ''
  const logout = await visitor.post('/logout', {})
  expect([logout.status, leadsTo(logout)]).toEqual([303, '/'])
  expect(visitor.cookies.has('sid')).toBe(false)
  expect(textOf(await visitor.get('/'))).toContain('已退出登录。')
  visitor.cookies.set('sid', token)
  expect(leadsTo(await visitor.get('/profile'))).toMatch(/^\/session-expired/)
})

test.each([
  ['/carpool/car_1/join', '/carpool/car_1/join'],
  ['/neighbourhelp/trip?tab=end', '/trip?tab=end'],
  ['//evil.example', '/'],
  ['https://evil.example/', '/'],
  ['/\\evil.example', '/'],
  ['/logout', '/'],
])('someone who registers on the way to %s goes on to %s', async (redirect, to) => {
  const { done } = await registerAt(new Visitor(), `?${new URLSearchParams({ redirect })}`)
  expect([done.status, leadsTo(done)]).toEqual([303, to])
})

test('registering begins a session of its own and ends the one that the browser brought along', async () => {
  const other = new Visitor()
  await logIn(other, (await register()).phone)
  const planted = other.cookies.get('sid') ?? ''
  const visitor = new Visitor()
  visitor.cookies.set('sid', planted)
  const { phone, fields } = await registerAt(visitor)
  const own = visitor.cookies.get('sid')
  expect(own).toMatch(/^[\w-]{43}$/)
  expect(own).not.toBe(planted)
  expect(textOf(await visitor.get('/profile'))).toContain(phone)
  expect(leadsTo(await other.get('/profile'))).toMatch(/^\/session-expired/)
  // The form sent again, as when the answer was lost, is one account and one session.
  expect(leadsTo(await visitor.post('/register', fields))).toBe('/')
  const sessions = await db.select().from(sessionsTable)
  const [user] = await db.select().from(users).where(eq(users.phone, phone))
  expect(sessions.filter(({ userId }) => userId === user?.id)).toHaveLength(1)
  // With another password it is nobody's session.
  const thief = new Visitor()
  const wrong = { ...fields, password: 'another-one-1', confirmPassword: 'another-one-1' }
  await thief.post('/register', wrong)
  expect(thief.cookies.has('sid')).toBe(false)
})

test('where a login has to wait, registering leads to the login, and back from there', async () => {
  const visitor = new Visitor()
  const phone = newPhone()
  // Each counts, and the wait after the last is minutes long.
  for (let tries = 0; tries < 14; tries++) {
    await pass(15 * 60)
    await logIn(visitor, phone, '', 'not-the-one')
  }
  await visitor.post('/register', person(phone, { intent: 'send-code' }))
  const verificationCode = (await lastMessage(phone))?.code ?? ''
  const done = await visitor.post('/register?redirect=%2Ftrip', person(phone, { verificationCode }))
  expect([done.status, leadsTo(done)]).toEqual([303, '/login?redirect=%2Ftrip'])
  expect(visitor.cookies.has('sid')).toBe(false)
  expect(textOf(await visitor.get('/login'))).toContain('注册成功，请登录。')
})

test('login and registration show the ticket of the group that the visitor is about to join', async () => {
  const { id } = await openCarpool(await newStudent(), { maxPassengers: 3 })
  for (const [page, lang, says] of [
    ['login', 'zh', '登录或注册后接着加入这趟车。'],
    ['register', 'en', 'Log in or register, and carry on joining this car.'],
  ] as const)
    for (const step of ['terms', 'join?from=list']) {
      const redirect = encodeURIComponent(`/carpool/${id}/${step}`)
      const shown = await new Visitor({ lang }).get(`/${page}?redirect=${redirect}`)
      expect(textOf(shown)).toContain(says)
      expect(shown.html).toContain('<article aria-labelledby="goal"')
      // Nothing that only those inside may see.
      expect(shown.html).not.toContain('NG7')
    }
})

test.each(['/carpool/car_nothing/terms', '/carpool', '/trip/x/join', '//evil.example', ''])(
  'a login on the way to “%s” shows no ticket',
  async (redirect) => {
    const shown = await new Visitor().get(`/login?${new URLSearchParams({ redirect })}`)
    expect(shown.status).toBe(200)
    expect(shown.html).not.toContain('<article')
  },
)

test('a draft and a private car are not shown to a visitor who has their link', async () => {
  const { id } = await openCarpool(await newStudent(), { maxPassengers: 1 })
  const redirect = encodeURIComponent(`/carpool/${id}/terms`)
  expect((await new Visitor().get(`/login?redirect=${redirect}`)).html).not.toContain('<article')
})

test('a member sees flat and approval, a regular account does not', async () => {
  const flat = { accountType: 'MEMBER', flatName: 'Trent House', flatNumber: '12B' }
  for (const [over, facts] of [
    [flat, ['Trent House', '12B', 'Member', 'Being checked']],
    [{ ...flat, accountType: 'NORMAL' }, ['Regular account']],
  ] as const) {
    const { visitor, phone } = await register(new Visitor({ lang: 'en' }), over)
    await logIn(visitor, phone)
    const profile = textOf(await visitor.get('/profile'))
    for (const fact of facts) expect(profile).toContain(fact)
    if (over.accountType === 'NORMAL') expect(profile).not.toMatch(/Trent House|Membership/)
  }
})

test.each([
  ['/register', 'zh', '请换一个英国手机号'],
  ['/register', 'en', 'Use a UK mobile number'],
  ['/forgot-password', 'zh', '请换一个英国手机号'],
  ['/forgot-password', 'en', 'Use a UK mobile number'],
] as const)(
  '%s reports in %s, at the phone field, that it gets no codes',
  async (path, lang, words) => {
    const page = await new Visitor({ lang }).post(
      path,
      person('07781123456', { intent: 'send-code' }),
    )
    expect(page.status).toBe(422)
    expect(errorOf(page, 'phone')).toContain(words)
    expect(heldBy(page, 'phone')).toBe('07781123456')
    expect(await lastMessage('07781123456')).toBeUndefined()
  },
)

test('a number typed without its leading zero, as after +44, is accepted', async () => {
  const phone = newPhone()
  const page = await new Visitor().post(
    '/register',
    person(`${phone.slice(1, 5)} ${phone.slice(5)}`, { intent: 'send-code' }),
  )
  expect(page.status).toBe(200)
  expect((await lastMessage(phone))?.code).toMatch(/^\d{6}$/)
})

test('the countdown survives a reload, and the server enforces it as well', async () => {
  const visitor = new Visitor({ lang: 'en' })
  const phone = newPhone()
  await visitor.post('/register', person(phone, { intent: 'send-code' }))
  await pass(20)
  const [until = '', sentTo] = (visitor.cookies.get('code-wait') ?? '').split('.')
  expect([until, sentTo]).toEqual([expect.stringMatching(/^\d{13}$/), phone])
  const reloaded = await visitor.get('/register')
  expect(reloaded.html).toMatch(/data-wait="(?:39|40)"/)
  expect(heldBy(reloaded, 'phone')).toBe(phone)
  for (const nonsense of ['', until, `${until}.`, `${until}.<b>`, `9${until}.${phone}`]) {
    const other = new Visitor()
    other.cookies.set('code-wait', encodeURIComponent(nonsense))
    expect(heldBy(await other.get('/register'), 'phone') ?? '', nonsense).toBe('')
  }
  const again = await visitor.post('/register', person(phone, { intent: 'send-code' }))
  expect(again.status).toBe(429)
  expect(errorOf(again, 'verificationCode')).toMatch(/You can ask for another in (39|40) s/)
  expect(heldBy(again, 'email')).toBe(`${phone}@example.com`)
  await pass(40)
  expect(heldBy(await visitor.get('/register'), 'phone')).toBe(phone)
  expect((await visitor.post('/register', person(phone, { intent: 'send-code' }))).status).toBe(200)
})

test('a wrong code and a taken email are reported at their fields, and the right one still works', async () => {
  const known = await register()
  const visitor = new Visitor()
  const phone = newPhone()
  await visitor.post('/register', person(phone, { intent: 'send-code' }))
  const code = (await lastMessage(phone))?.code ?? ''
  const wrong = code === '000000' ? '000001' : '000000'
  const first = await visitor.post('/register', person(phone, { verificationCode: wrong }))
  expect([first.status, errorOf(first, 'verificationCode')]).toEqual([
    422,
    expect.stringContaining('验证码'),
  ])
  const email = `${known.phone}@example.com`
  await db.update(users).set({ emailConfirmedAt: 1 }).where(eq(users.phone, known.phone))
  const second = await visitor.post('/register', person(phone, { verificationCode: code, email }))
  expect([second.status, errorOf(second, 'email')]).toEqual([409, expect.stringContaining('邮箱')])
  const third = await visitor.post('/register', person(phone, { verificationCode: code }))
  expect(third.status).toBe(303)
  expect(visitor.cookies.get('code-wait') || null, 'who comes next sees no phone').toBeNull()
})

test('the register, forgot and login pages respond the same to a known and an unknown phone', async () => {
  const { phone: known } = await register()
  const unknown = newPhone()
  await pass(60)
  const seen = async (path: string, fields: (phone: string) => Record<string, string>) => {
    const pages = [
      await new Visitor().post(path, fields(known)),
      await new Visitor().post(path, fields(unknown)),
    ]
    const [a, b] = pages.map((page, at) => ({
      status: page.status,
      text: textOf(page).replaceAll(at === 0 ? known : unknown, 'PHONE'),
      cookies: page.set.map((header) =>
        header.replace(/=\d{13}/, '=INSTANT').replace(at === 0 ? known : unknown, 'PHONE'),
      ),
    }))
    expect(a).toEqual(b)
    return pages
  }
  await seen('/register', (phone) => person(phone, { intent: 'send-code' }))
  expect((await lastMessage(known))?.code).toBeNull()
  await pass(60)
  await seen('/forgot-password', (phone) => ({ intent: 'send-code', phone }))
  expect((await lastMessage(unknown))?.code).toBeNull()
  await seen('/login', (phone) => ({ phone, password: 'not-the-one' }))
  await seen('/forgot-password', (phone) => ({
    intent: 'reset',
    phone,
    verificationCode: '000000',
    password: 'another-one-1',
    confirmPassword: 'another-one-1',
  }))
})

test.each([
  ['zh', '登录没成功', '手机号或密码不对'],
  ['en', 'Login failed', 'The phone number or password is wrong'],
] as const)(
  'a failed login shows a banner, keeps the phone and not the password (%s)',
  async (lang, title, text) => {
    const phone = newPhone()
    const page = await logIn(new Visitor({ lang }), phone, '', 'not-the-one')
    expect(page.status).toBe(401)
    expect(page.html).toMatch(/role="alert"/)
    expect(textOf(page)).toContain(title)
    expect(textOf(page)).toContain(text)
    expect(heldBy(page, 'phone')).toBe(phone)
    expect(page.html).not.toContain('not-the-one')
  },
)

test('a forgotten password is replaced, and every device is logged out', async () => {
  const { visitor, phone } = await register()
  await logIn(visitor, phone)
  await pass(60)
  const elsewhere = new Visitor()
  const sent = await elsewhere.post('/forgot-password', { intent: 'send-code', phone })
  expect(sent.html).toMatch(CODE_SENT)
  const verificationCode = (await lastMessage(phone))?.code ?? ''
  const fields = {
    intent: 'reset',
    phone,
    verificationCode,
    password: 'another-one-1',
    confirmPassword: 'another-one-2',
  }
  const mismatch = await elsewhere.post('/forgot-password', fields)
  expect([mismatch.status, errorOf(mismatch, 'confirmPassword')]).toEqual([
    422,
    '两次输入的密码不一致',
  ])
  const done = await elsewhere.post('/forgot-password', {
    ...fields,
    confirmPassword: 'another-one-1',
  })
  expect([done.status, leadsTo(done)]).toEqual([303, '/login'])
  expect(textOf(await elsewhere.get('/login'))).toContain('密码已重设')
  expect(leadsTo(await visitor.get('/profile'))).toMatch(/^\/session-expired/)
  expect((await logIn(elsewhere, phone, '', PASSWORD)).status).toBe(401)
  expect((await logIn(elsewhere, phone, '', 'another-one-1')).status).toBe(303)
})

test('an expired session is announced once, then leads to the login after a second, and back', async () => {
  const { visitor, phone } = await register()
  await logIn(visitor, phone)
  await pass(30 * DAY)
  const guarded = await visitor.get('/profile')
  expect(leadsTo(guarded)).toBe('/session-expired?redirect=%2Fprofile')
  expect(visitor.cookies.has('sid')).toBe(false)
  const expired = await visitor.get('/session-expired?redirect=%2Fprofile')
  expect(expired.headers.get('Refresh')).toBe('1; url=/neighbourhelp/login?redirect=%2Fprofile')
  expect(textOf(expired)).toContain('登录已过期，请重新登录')
  // One second is short, so the login page says why it is there; once.
  const why = '登录已过期，重新登录后回到刚才的页面。'
  expect(textOf(await visitor.get('/login?redirect=%2Fprofile'))).toContain(why)
  expect(textOf(await visitor.get('/login?redirect=%2Fprofile'))).not.toContain('已过期')
  expect(leadsTo(await visitor.get('/profile'))).toBe('/login?redirect=%2Fprofile')
  expect(leadsTo(await logIn(visitor, phone, '?redirect=%2Fprofile'))).toBe('/profile')
})

test('a session in use is renewed, and so is its cookie', async () => {
  const { visitor, phone } = await register()
  await logIn(visitor, phone)
  await pass(14 * DAY)
  expect((await visitor.get('/profile')).set.filter((header) => header.startsWith('sid='))).toEqual(
    [],
  )
  await pass(2 * DAY)
  const renewed = await visitor.get('/profile')
  expect(renewed.set).toContainEqual(
    expect.stringMatching(/^sid=[\w-]{43}; Path=\/; Max-Age=2592000; SameSite=Lax; HttpOnly$/),
  )
})

test('logging in again ends the browser’s previous session', async () => {
  const { visitor, phone } = await register()
  await logIn(visitor, phone)
  const before = visitor.cookies.get('sid') ?? ''
  await logIn(visitor, phone)
  expect(visitor.cookies.get('sid')).not.toBe(before)
  const old = new Visitor()
  old.cookies.set('sid', before)
  expect(leadsTo(await old.get('/profile'))).toMatch(/^\/session-expired/)
})

test('a logged-in student is redirected away from the login', async () => {
  const { visitor, phone } = await register()
  await logIn(visitor, phone)
  expect(leadsTo(await visitor.get('/login?redirect=/trip'))).toBe('/trip')
  expect(leadsTo(await visitor.get('/register'))).toBe('/')
})

test('logging out takes a form, not a link', async () => {
  const { visitor, phone } = await register()
  await logIn(visitor, phone)
  expect(leadsTo(await visitor.get('/logout'))).toBe('/')
  expect((await visitor.get('/profile')).status).toBe(200)
})

test('pages accept the cookie and no bearer token; API calls accept the token and no cookie', async () => {
  const { visitor, phone } = await register()
  await logIn(visitor, phone)
  const { exports } = await import('cloudflare:workers')
  const token = visitor.cookies.get('sid') ?? ''
  const fetched = (path: string, headers: Record<string, string>) =>
    exports.default.fetch(`http://localhost:8787/neighbourhelp${path}`, {
      headers,
      redirect: 'manual',
    })
  expect((await fetched('/profile', { Authorization: `Bearer ${token}` })).status).toBe(302)
  expect((await fetched('/api/user/current', { Cookie: `sid=${token}` })).status).toBe(401)
  expect((await fetched('/api/user/current', { Authorization: `Bearer ${token}` })).status).toBe(
    200,
  )
})

test('a bot that fills in the hidden field registers nobody and sends no message', async () => {
  const phone = newPhone()
  const page = await new Visitor().post(
    '/register',
    person(phone, { intent: 'send-code', homepage: 'https://x.example' }),
  )
  expect(page.status).toBe(422)
  expect(await lastMessage(phone)).toBeUndefined()
})
