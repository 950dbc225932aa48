import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { notices, users } from '#db/schema.ts'
import { inboxAt, linkSentTo } from '#tests/worker/notices-kit.ts'
import { api } from '#tests/worker/world/api.ts'
import { browserOf, newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance, db } from '#tests/worker/world/services.ts'
import { leadsTo, textOf } from './visitor.ts'

/**
 * What pages say about emails is what happens: to an unconfirmed address go only those about money
 * or a seat.
 */

type Lang = 'zh' | 'en'
type Row = Partial<typeof users.$inferInsert>
const LANGS: Lang[] = ['zh', 'en']
const WORDS = {
  zh: {
    on: '已开启，消息也会发到上面的邮箱',
    waits: '邮箱还没确认，现在只发和钱、座位有关的',
    off: '已关闭，消息在网页上看',
    next: '打开确认邮件里的链接，所有通知才会发到那里；在那之前只发和钱、座位有关的',
    nextOff: '的链接，这个邮箱才算确认。邮件提醒现在关着',
    again: '重发确认邮件',
    oldUsed: '现在还用原来的',
    oldUnused: '原来的邮箱也没有确认，所以现在只发和钱、座位有关的邮件',
    turnedOn: '以后的消息也会发到你的邮箱',
    turnedOnWaits: '已开启。邮箱还没确认，打开确认邮件里的链接之前，只发和钱、座位有关的',
    comesHere: '行程和付款的?通知(就)?会发到这里|以后的通知会发到',
    stillOff: '邮件提醒关着',
    changes: '之前还用原来的',
    changesNone: '在那之前只发和钱、座位有关的邮件',
  },
  en: {
    on: 'On: notifications also go to the address above',
    waits: 'Only about money or a seat: please confirm your address first',
    off: 'Off: notifications are on the website',
    next: 'and all notifications will come there; until then only those about money or a seat do',
    nextOff: 'to confirm this address. Emails are off',
    again: 'Send the link again',
    oldUsed: 'until then we use your old address',
    oldUnused:
      'Your old address isn’t confirmed either, so only emails about money or a seat are sent',
    turnedOn: 'notifications come to your address as well',
    turnedOnWaits: 'Emails are on, but your address isn’t confirmed',
    comesHere: 'payments (will )?come (to )?(here|this address)|Notifications now come to',
    stillOff: 'Emails are off',
    changes: 'until then the old one stays',
    changesNone: 'until then only emails about money or a seat are sent',
  },
} as const

/** A notice of money. */
const REFUNDED: [string, Record<string, number | string>] = [
  'balanceReturned',
  { carpoolId: 'car_1', participantId: 'par_1', carpoolAt: 1_900_000_000_000, amount: 500 },
]

async function studentWith(row: Row): Promise<Student & { email: string }> {
  const student = await newStudent()
  const email = `${crypto.randomUUID()}@example.org`
  await db
    .update(users)
    .set({ email, emailKey: email, ...row })
    .where(eq(users.id, student.id))
  return { ...student, email }
}
const profileOf = async (student: Student, lang: Lang) =>
  textOf(await (await browserOf(student, lang)).get('/profile'))

/** Whether a notice that is told now also comes by email. */
async function isEmailed(
  { id, email }: { id: Student['id']; email: string },
  [code, params]: [string, Record<string, number | string>] = ['pointsAllocated', { points: 5 }],
): Promise<boolean> {
  const before = (await inboxAt(email)).length
  await db.insert(notices).values({
    id: `${code}:${crypto.randomUUID()}`,
    userId: id,
    code,
    params,
    createdAt: 1_800_000_000_000,
    emailState: 'waiting',
    emailDueAt: 1,
  })
  await advance(0)
  return (await inboxAt(email)).length > before
}

describe.each(LANGS)('in %s', (lang) => {
  const words = WORDS[lang]
  const switchTo = async (student: Student, emails: 'on' | 'off') => {
    const browser = await browserOf(student, lang)
    const pressed = await browser.post('/profile/emails', { emails })
    return textOf(await browser.get(leadsTo(pressed) ?? ''))
  }

  test.each([
    [true, true, 'on'],
    [true, false, 'waits'],
    [false, true, 'off'],
    [false, false, 'off'],
  ] as const)(
    'with emails wanted (%s) and the address confirmed (%s), the profile says %s',
    async (emailNotices, isConfirmed, says) => {
      const emailConfirmedAt = isConfirmed ? 1 : null
      const student = await studentWith({ emailNotices, emailConfirmedAt })
      const page = await profileOf(student, lang)
      for (const one of ['on', 'waits', 'off'] as const)
        expect([one, page.includes(words[one])]).toEqual([one, one === says])
      expect(await isEmailed(student)).toBe(says === 'on')
      const isRefunded = await isEmailed(student, REFUNDED)
      expect(isRefunded).toBe(says !== 'off')
      expect(page.includes(words.again)).toBe(!isConfirmed)
      expect(page.includes(words.next)).toBe(!isConfirmed && emailNotices)
      expect(page.includes(words.nextOff)).toBe(!isConfirmed && !emailNotices)
    },
  )

  test('the next step that the profile names starts the emails', async () => {
    const student = await studentWith({ emailConfirmedAt: null })
    const browser = await browserOf(student, lang)
    await browser.post('/profile/email-link', {})
    const link = `/confirm-email?token=${await linkSentTo(student.email)}`
    expect(textOf(await browser.get(link))).toMatch(new RegExp(words.comesHere))
    expect(textOf(await browser.post(link, {}))).toMatch(new RegExp(words.comesHere))
    expect(await profileOf(student, lang)).toContain(words.on)
    expect(await isEmailed(student)).toBe(true)
  })

  test('turning emails on says whether any are sent', async () => {
    for (const emailConfirmedAt of [1, null]) {
      const student = await studentWith({ emailNotices: false, emailConfirmedAt })
      const page = await switchTo(student, 'on')
      const isSent = await isEmailed(student)
      expect([page.includes(words.turnedOn), page.includes(words.turnedOnWaits)]).toEqual([
        isSent,
        !isSent,
      ])
    }
  })

  test('of a new address, the profile says whether the old one is used until then', async () => {
    for (const emailConfirmedAt of [1, null]) {
      const pendingEmail = `${crypto.randomUUID()}@example.org`
      const student = await studentWith({ emailConfirmedAt, pendingEmail })
      const page = await profileOf(student, lang)
      const isUsed = await isEmailed(student)
      expect(page).toContain(pendingEmail)
      expect([page.includes(words.oldUsed), page.includes(words.oldUnused)]).toEqual([
        isUsed,
        !isUsed,
      ])
    }
  })

  test('before an address is changed, the page says whether the old one is used until then', async () => {
    for (const emailConfirmedAt of [1, null]) {
      const student = await studentWith({ emailConfirmedAt })
      const email = `${crypto.randomUUID()}@example.org`
      const asked = await (await browserOf(student, lang)).post('/profile/contact', {
        email,
        wechat: 'new_wechat',
      })
      expect(textOf(asked)).toContain(emailConfirmedAt ? words.changes : words.changesNone)
      expect(textOf(asked)).not.toContain(emailConfirmedAt ? words.changesNone : words.changes)
    }
  })

  test('a link that is opened while emails are off promises none', async () => {
    const student = await studentWith({
      emailNotices: false,
      emailConfirmedAt: null,
      language: lang,
    })
    const browser = await browserOf(student, lang)
    await browser.post('/profile/email-link', {})
    const [mail] = await inboxAt(student.email)
    const link = `/confirm-email?token=${await linkSentTo(student.email)}`
    const asked = textOf(await browser.get(link))
    const done = textOf(await browser.post(link, {}))
    const again = textOf(await browser.get(link))
    for (const text of [mail?.text ?? '', asked, done, again])
      expect(text).not.toMatch(new RegExp(words.comesHere))
    for (const text of [done, again]) expect(text).toContain(words.stillOff)
    expect(await isEmailed(student)).toBe(false)
  })
})

test('the API says of an address that receives nothing that it is not confirmed', async () => {
  for (const emailConfirmedAt of [1, null]) {
    const student = await studentWith({ emailConfirmedAt })
    const { body } = await api('GET', '/user/info', { as: student })
    expect(body).toMatchObject({ email: student.email, emailConfirmed: await isEmailed(student) })
  }
})
