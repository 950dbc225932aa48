import { expect, test } from 'vitest'
import { languages } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { NOTICES, type NoticeCode } from '#app/notices/rules/notices.ts'
import { EXAMPLES } from '#tests/kit/notice-cases.ts'
import { missed, noticeAt, onTrip, car as ride } from '#tests/kit/notice-facts.ts'
import { renderNoticeMail } from './notice-mail.server.ts'
import { describeMail, describeNotice } from './notice-texts.server.ts'
import { ticketOf } from './notice-ticket.server.ts'

const SITE = 'https://example.org'
/** The ways out of an email: of a confirmed address, and of one that may be a stranger's. */
const OUT = [
  { way: 'off', link: `${SITE}/neighbourhelp/email-off?to=a.b&lang=zh` },
  { way: 'unwanted', link: `${SITE}/neighbourhelp/email-off?to=c.d&lang=zh` },
] as const
const startAt = Date.parse('2026-12-06T08:00:00Z')
function mailOf(
  code: NoticeCode,
  params: Record<string, string | number>,
  language: 'zh' | 'en' = 'zh',
  out: (typeof OUT)[number] = OUT[0],
) {
  const facts = EXAMPLES[code][0]?.facts
  const t = getT(language)
  const told = facts && { code, params, createdAt: noticeAt, facts }
  const words = told && describeNotice(told, t, noticeAt)
  if (!words) throw new Error(`${code} has no words`)
  return renderNoticeMail({ ...words, ...describeMail(told, words, t) }, out, language, SITE)
}
const car = { carpoolId: 'car_1', participantId: 'par_1', carpoolAt: startAt }
const named = (tripName: string) => ({
  tripId: 'trp_1',
  participantId: 'par_1',
  tripName,
  tripStartAt: startAt,
})

test('the subject says what happened; text and page repeat it with the deadline and a link', () => {
  const { subject, text, html } = mailOf('groupComplete', car)
  expect(subject).toBe('12月6日 周日 希思罗机场 → 诺丁汉：拼车成团了，请付余款')
  for (const body of [text, html]) {
    expect(body).toContain('12月6日 周日 08:00（伦敦时间）')
    expect(body).toContain('https://example.org/neighbourhelp/carpool/record/par_1')
  }
  expect(text).not.toMatch(/<\w/)
})
test.each(languages)('an email in %s declares its language and how to unsubscribe', (language) => {
  for (const out of OUT) {
    const { html, text, headers } = mailOf('groupComplete', car, language, out)
    expect(html).toContain(language === 'zh' ? '<html lang="zh-Hans">' : '<html lang="en">')
    expect(headers).toEqual({
      'List-Unsubscribe': `<${out.link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(text).toContain(out.link)
    expect(html).toContain(out.link.replace('&', '&#38;'))
    const words = { off: ['关闭邮件提醒', 'Turn emails off'], unwanted: ['不是你本人', 'Not you?'] }
    for (const body of [html, text])
      expect(body).toContain(words[out.way][language === 'zh' ? 0 : 1])
  }
})
test('a trip’s name is text, never markup', () => {
  const { html, text } = mailOf('tripConfirmed', named(`<img src=x>"'&amp;`))
  expect(html).not.toContain('<img')
  expect(html).toContain('&#60;img src=x&#62;&#34;&#39;&#38;amp;')
  expect(text).toContain(`<img src=x>"'&amp;`)
})
test('a subject is one line, whatever a trip is called', () => {
  expect(mailOf('tripConfirmed', named('a\r\nBcc: b')).subject).toMatch(
    /^12月6日 周日：.a Bcc: b.成团了，请付余款$/,
  )
})
test('the page loads and runs nothing', () => {
  const { html } = mailOf('groupComplete', car)
  expect(html).not.toMatch(/<(script|img|link|iframe|form)\b|url\(|@import| on\w+=/i)
})

/** Every email there is, by what it is about. */
const all = Object.entries(EXAMPLES).flatMap(([code, cases]) =>
  cases.flatMap(({ params, facts }, i) =>
    languages.map((language) => [code as NoticeCode, i, language, params, facts] as const),
  ),
)
const RECEIPTS = ['placeTaken', 'balancePaid', 'orderPaid', 'requestPaid']
test.each(all)('%s %i in %s: route and day first, one button, the same facts twice', (...one) => {
  const [code, , language, params, facts] = one
  const t = getT(language)
  const told = { code, params, createdAt: noticeAt, facts }
  const words = describeNotice(told, t, noticeAt)
  if (!words) throw new Error(`${code} has no words`)
  const more = describeMail(told, words, t)
  const { subject, text, html } = renderNoticeMail({ ...words, ...more }, OUT[0], language, SITE)
  for (const body of [subject, text, html])
    expect(body).not.toMatch(/\{\{|undefined|NaN|notices:|\[object/)
  // One button; the other links are the switch, and the receipt of what was charged.
  expect(html.match(/<a /g)).toHaveLength(more.receipt ? 3 : 2)
  for (const body of [text, html]) expect(body.includes('/receipt/')).toBe(more.receipt !== null)
  if (more.receipt) expect(RECEIPTS).toContain(code)
  // Nothing is charged for a deposit on hold.
  if (params.until !== undefined) expect(more.receipt).toBeNull()
  expect(html.match(/class="go"/g)).toHaveLength(1)
  const first = text.split('\n')[0] ?? ''
  if (facts.car ?? facts.trip) {
    const name = facts.trip ? '湖区两日游' : language === 'zh' ? '希思罗机场' : 'Heathrow'
    const day = language === 'zh' ? '6月6日 周日' : 'Sun 6 Jun'
    for (const line of [subject, first]) {
      expect(line).toContain(name)
      expect(line).toContain(day)
    }
    expect(first).toContain('14:00')
  }
  if (params.orderId) expect(subject).toContain(language === 'zh' ? '6月6日' : '6 Jun')
  // What the ticket, the lines and the text say is in both parts, in the same order.
  const { ticket, lines } = more
  const bare = html.replace(/^[\s\S]*?<table/, '').replace(/<[^>]*>/g, '\n')
  const decoded = bare.replace(/&#(\d+);/g, (_, n) => String.fromCharCode(Number(n)))
  for (const body of [text, decoded]) {
    const facts = [
      ticket?.name,
      words.title,
      ...lines.flatMap(({ label, value }) => [label, value]),
      words.message,
      words.open,
    ].filter((fact) => fact !== undefined)
    let from = 0
    for (const fact of facts) {
      const at = body.indexOf(fact, from)
      expect(at, `${fact} in ${body}`).toBeGreaterThanOrEqual(from)
      from = at
    }
  }
})
test('a balance names its deadline in the subject, and its button the amount', () => {
  const params = { ...car, carpoolAt: startAt, amount: 1850, dueAt: startAt - 86_400_000 }
  const { subject, html, text } = mailOf('groupComplete', params)
  expect(subject).toBe(
    '12月6日 周日 希思罗机场 → 诺丁汉：成团了，请在 12月5日 周六 08:00 前付余款 £18.50',
  )
  expect(html).toContain('>付余款 £18.50</a>')
  expect(text).toContain('付余款 £18.50: https://example.org/')
  expect(mailOf('groupComplete', params, 'en').subject).toBe(
    'Sun 6 Dec Heathrow → Nottingham: your car is full. Pay £18.50 by Sat 5 Dec, 08:00',
  )
})

/** Notices of money that comes back, with what each text says it is. */
const REFUNDS: [NoticeCode, Record<string, string | number>][] = [
  ['groupCancelled', car],
  ['groupCancelled', named('湖区两日游')],
  ['placeRefunded', car],
  ['groupFailedRefunded', car],
  ['tripFailed', named('湖区两日游')],
  ['privateUnpaid', car],
  ['balanceReturned', car],
  ['balanceReturned', named('湖区两日游')],
  ['orderFailed', { orderId: 'ord_1', kind: 'mail', sendDate: '2026-12-06' }],
]
test.each(
  REFUNDS.flatMap(([code, params]) =>
    languages.map(
      (language) => [code, 'tripId' in params ? 'trip' : '', language, params] as const,
    ),
  ),
)('%s %s in %s names its amount in the text and as a line', (code, _, language, params) => {
  const label = language === 'zh' ? '退回' : 'Back to you'
  const { text, html } = mailOf(code, { ...params, amount: 4321 }, language)
  expect(text).toMatch(new RegExp(`^${label}: £43\\.21$`, 'm'))
  const [, message] = text.split(/^.*£43\.21$/m)
  expect(message).toContain('£43.21')
  expect(html).toContain('£43.21')
  if (params.tripName) expect(text).not.toMatch(/拼车|carpool|\bcar\b/i)
  // Those stored before the amount was, and those without one, name none.
  for (const none of [params, { ...params, amount: 0 }]) {
    const old = mailOf(code, none, language)
    expect(old.text.split('\n')).not.toContainEqual(expect.stringContaining(`${label}: `))
  }
})

test.each(all.filter(([code]) => NOTICES[code].reach === 'money'))(
  '%s %i in %s may be read by a stranger: it names nobody else, and offers the way out',
  (...one) => {
    const [code, , language, params, facts] = one
    const t = getT(language)
    const told = { code, params, createdAt: noticeAt, facts }
    const words = describeNotice(told, t, noticeAt)
    if (!words) throw new Error(`${code} has no words`)
    const mail = renderNoticeMail(
      { ...words, ...describeMail(told, words, t) },
      OUT[1],
      language,
      SITE,
    )
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain(language === 'zh' ? '不是你本人' : 'Not you?')
      for (const fact of [ride.driver, ride.plate, ride.meetingPoint, missed.driverPhone])
        expect(body).not.toContain(fact)
    }
  },
)
test.each<[string, number, number, string, string]>([
  ['people are missing', 10, 2, '已有 10 人，还差 2 人成团', '10 joined, 2 more needed'],
  ['enough are in', 12, 0, '已有 12 人，人数够了', '12 joined: enough people'],
  ['it is full', 30, 0, '30/30 人，已满', '30 of 30 people: full'],
])('a trip’s email counts to the smallest number where %s', (_, people, needed, zh, en) => {
  const trip = { status: 'OPEN', people, neededPeople: needed, maxPeople: 30 } as const
  for (const [language, says] of [
    ['zh', zh],
    ['en', en],
  ] as const) {
    const facts = onTrip({ ...trip, balancePrice: 3000 })
    const ticket = ticketOf(named('湖区两日游'), facts, getT(language))
    expect(ticket?.seats?.words).toBe(says)
    expect(ticket?.price).toMatch(/^£50.*£20/)
  }
})
