import { expect, test } from 'vitest'
import type { NoticeCode } from '#app/domain/notice.ts'
import { languages } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { TRUE, toldAt } from '#tests/kit/notice-facts.ts'
import { renderNoticeMail } from './notice-mail.server.ts'
import { describeNotice } from './notice-texts.server.ts'

const SITE = 'https://example.org'
const startAt = Date.parse('2026-12-06T08:00:00Z')
function mailOf(
  code: NoticeCode,
  params: Record<string, string | number>,
  language: 'zh' | 'en' = 'zh',
) {
  const facts = TRUE[code][0]?.facts
  const words =
    facts && describeNotice({ code, params, createdAt: toldAt, facts }, getT(language), toldAt)
  if (!words) throw new Error(`${code} has no words`)
  return renderNoticeMail(words, language, SITE)
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
  expect(subject).toBe('拼车成团了，请付余款')
  for (const body of [text, html]) {
    expect(body).toContain('12月6日 周日 08:00（伦敦时间）')
    expect(body).toContain('https://example.org/neighbourhelp/carpool/record/par_1')
  }
  expect(text).not.toMatch(/<\w/)
})
test.each(languages)('an email in %s declares its language and how to unsubscribe', (language) => {
  const { html, text, headers } = mailOf('groupComplete', car, language)
  expect(html).toContain(language === 'zh' ? '<html lang="zh-Hans">' : '<html lang="en">')
  expect(headers['List-Unsubscribe']).toBe('<https://example.org/neighbourhelp/profile#info>')
  for (const body of [html, text]) {
    expect(body).toContain('https://example.org/neighbourhelp/profile#info')
    expect(body).toContain(language === 'zh' ? '关闭邮件提醒' : 'Turn emails off')
  }
})
test('a trip’s name is text, never markup', () => {
  const { html, text } = mailOf('tripConfirmed', named(`<img src=x>"'&amp;`))
  expect(html).not.toContain('<img')
  expect(html).toContain('&#60;img src=x&#62;&#34;&#39;&#38;amp;')
  expect(text).toContain(`<img src=x>"'&amp;`)
})
test('a subject is one line, whatever a trip is called', () => {
  expect(mailOf('tripConfirmed', named('a\r\nBcc: b')).subject).toBe('“a Bcc: b”成团了，请付余款')
})
test('the page loads and runs nothing', () => {
  const { html } = mailOf('groupComplete', car)
  expect(html).not.toMatch(/<(script|img|link|iframe|form)\b|url\(|@import| on\w+=/i)
})
