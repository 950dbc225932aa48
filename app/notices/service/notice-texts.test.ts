import { expect, test } from 'vitest'
import { languages } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { hours } from '#app/kernel/limits.ts'
import type { NoticeParams } from '#app/notices/rules/notice.ts'
import type { Facts } from '#app/notices/rules/notice-facts.ts'
import type { NoticeCode } from '#app/notices/rules/notices.ts'
import { EXAMPLES } from '#tests/kit/notice-cases.ts'
import { about, dueAt, inCar, nothing, noticeAt, startAt } from '#tests/kit/notice-facts.ts'
import { describeNotice } from './notice-texts.server.ts'

const { car, wholeCar, trip, mail, move } = about
const balance = { amount: 1850, dueAt }
/** Long after everything is over. */
const later = startAt + hours(24 * 30)
/** Every notice, both while it is true and when it is over. */
const all = Object.entries(EXAMPLES).flatMap(([code, each]) =>
  each.flatMap(({ params, facts }) =>
    languages.flatMap((language) =>
      [noticeAt, later].map(
        (now) => [code as NoticeCode, JSON.stringify(params), language, now, facts] as const,
      ),
    ),
  ),
)
/** The words of a notice that is true, or over if its code has no case in the table. */
const told = (
  code: NoticeCode,
  params: NoticeParams,
  language: 'zh' | 'en' = 'zh',
  now = noticeAt,
  facts?: Facts,
) => {
  const same =
    EXAMPLES[code].find((one) => JSON.stringify(one.params) === JSON.stringify(params)) ??
    EXAMPLES[code][0]
  const words = describeNotice(
    { code, params, createdAt: noticeAt, facts: facts ?? same?.facts ?? nothing },
    getT(language),
    now,
  )
  if (!words) throw new Error(`${code} has no words`)
  return words
}

test.each(all)(
  '%s about %s has a title, a text and a page in %s',
  (code, params, language, now, facts) => {
    const { title, message, to, open } = told(code, JSON.parse(params), language, now, facts)
    for (const text of [title, message, open]) {
      expect(text).not.toBe('')
      expect(text).not.toMatch(/\{\{|undefined|NaN|notices:|\[object/)
    }
    expect(to).toMatch(/^\//)
    expect(/\p{Script=Han}{4}/u.test(message.replace('湖区两日游', ''))).toBe(language === 'zh')
  },
)
test.each(
  all.filter(([, params]) => params.includes('"carpoolAt"') || params.includes('"tripStartAt"')),
)(
  '%s about %s gives London times, labelled as such, in %s',
  (code, params, language, now, facts) => {
    const { message } = told(code, JSON.parse(params), language, now, facts)
    expect(message).toContain('14:00')
    expect(message).toContain(language === 'zh' ? '伦敦时间' : 'UK time')
  },
)
test.each(all.filter(([, params]) => params.includes('tripName')))(
  '%s of a trip names the trip and does not mention a car',
  (code, params, language, now, facts) => {
    const { title, message, to, verdict } = told(code, JSON.parse(params), language, now, facts)
    expect(title + message).toContain('湖区两日游')
    expect(title + message).not.toMatch(/拼车|座位|[Cc]arpool|\bseat/)
    // What is to be shared leads to the page that others can open.
    const isShared = code === 'seatsFree' && verdict === 'so'
    const pages: Record<string, string> = { boardPosts: 'board', autoPayTold: 'auto-pay' }
    const own = `/trip/${(verdict === 'so' && pages[code]) || 'record'}/par_1`
    expect(to).toBe(isShared ? '/share/trip/trp_1' : own)
  },
)
test.each(all)(
  '%s about %s asks for nothing once it is over, in %s',
  (code, params, language, now, facts) => {
    const { verdict, title, message } = told(code, JSON.parse(params), language, now, facts)
    if (verdict === 'over')
      expect(title + message).not.toMatch(/请|尽快|最晚|[Pp]lease|on its way|still/)
    else expect(message).not.toMatch(/当时|earlier message/)
  },
)
test('the amount due is the current one, not the one at the time of the notice', () => {
  const { title, message } = told(
    'groupComplete',
    { ...car, amount: 1850 },
    'en',
    noticeAt,
    inCar({ remaining: 2345 }),
  )
  expect(title).toContain('£23.45')
  expect(message).toContain('£23.45')
})
test('an amount due comes with its deadline, and with the consequence of missing it', () => {
  const { title, message } = told('balanceDue', { ...car, ...balance })
  expect(title).toContain('£18.50')
  expect(message).toContain('请在 6月5日 周六 14:00（伦敦时间）前付清')
  expect(message).toContain('座位会释放，押金不退，付清的人照常出发')
  expect(told('balanceDue', { ...trip, ...balance }).message).toContain('名额会释放，押金不退')
  expect(told('balanceDue', { ...wholeCar, ...balance }).message).toContain('押金退回')
})
test('the notice of a complete group states what is left to pay, or that nothing is', () => {
  const { title, message } = told('groupComplete', { ...car, ...balance })
  expect(title).toContain('£18.50')
  expect(message).toContain('请在 6月5日 周六 14:00（伦敦时间）前付清')
  // Notices written before they had a due time: at departure.
  expect(told('groupComplete', car).message).toContain('请在 6月6日 周日 14:00（伦敦时间）前付清')
  expect(told('groupComplete', { ...car, amount: 0 }).message).toContain('没有余款要付')
})
test('deducted points are described as a loss, without a sign', () => {
  expect(told('pointsAllocated', { points: 200 }, 'en').title).toBe('You’ve been given 200 points')
  expect(told('pointsAllocated', { points: -200 }, 'en').title).toBe('200 points were deducted')
})
test('a free order promises no money', () => {
  expect(told('orderFailed', mail).message).toContain('£15')
  expect(told('orderFailed', { ...mail, amount: 0 }).message).toContain('没有收过费用')
})
test('each notice links to the page with more details', () => {
  expect(told('groupComplete', car).to).toBe('/carpool/record/par_1')
  expect(told('orderProcessing', mail).to).toBe('/mail?tab=mine')
  expect(told('orderCompleted', move).to).toBe('/moving?tab=mine')
  expect(told('memberRejected', {}).to).toBe('/profile')
  expect(told('pointsAllocated', { points: 5 }).to).toBe('/profile#points')
})
test.each(['somethingNew', 'toString', '__proto__'])('%s has no text', (code) => {
  expect(
    describeNotice({ code, params: {}, createdAt: noticeAt, facts: nothing }, getT('zh'), noticeAt),
  ).toBeNull()
})
