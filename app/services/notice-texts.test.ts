import { expect, test } from 'vitest'
import type { NoticeParams } from '../domain/group/effect.ts'
import type { NoticeCode } from '../domain/notice.ts'
import { languages } from '../i18n/languages.ts'
import { getT } from '../i18n/server.ts'
import { describeNotice, TONES } from './notice-texts.server.ts'

/** 14:00 in London on 6 June 2027, when UTC says 13:00. */
const at = Date.parse('2027-06-06T13:00:00Z')
const car: NoticeParams = { carpoolId: 'car_1', participantId: 'par_1', carpoolAt: at, private: 0 }
const wholeCar: NoticeParams = { ...car, private: 1 }
const trip: NoticeParams = {
  tripId: 'trp_1',
  participantId: 'par_1',
  tripName: '湖区两日游',
  tripStartAt: at,
}
const balance = { amount: 1850, dueAt: at }
const mail: NoticeParams = { orderId: 'ord_1', kind: 'mail', sendDate: '2027-06-06', amount: 1500 }
const move: NoticeParams = { ...mail, kind: 'move' }

/** Every notice that there is, with all it may be about. */
const about: Record<NoticeCode, NoticeParams[]> = {
  holdExpired: [car, trip],
  holdExpiredReleased: [car, trip],
  groupComplete: [car, { ...car, amount: 1850 }, { ...car, amount: 0 }],
  groupPaid: [car],
  groupFailed: [car],
  groupFailedRefunded: [car],
  groupCancelled: [car, trip],
  placeRefunded: [
    { ...car, amount: 4300 },
    { ...car, amount: 0 },
  ],
  departedUnpaid: [car],
  privateUnpaid: [car],
  depositReleased: [car],
  renewalFailed: [car],
  balanceReturned: [car, trip],
  tripConfirmed: [trip],
  tripFailed: [trip],
  memberApproved: [{}],
  memberRejected: [{}],
  pointsAllocated: [{ points: 200 }, { points: -200 }],
  orderProcessing: [mail, move],
  orderCompleted: [mail, move],
  orderFailed: [mail, move, { ...mail, amount: 0 }],
  balanceDue: [
    { ...car, ...balance },
    { ...wholeCar, ...balance },
    { ...trip, ...balance },
  ],
}
const all = Object.entries(about).flatMap(([code, each]) =>
  each.flatMap((params) =>
    languages.map((language) => [code as NoticeCode, JSON.stringify(params), language] as const),
  ),
)
const told = (code: string, params: NoticeParams, language: 'zh' | 'en' = 'zh') => {
  const words = describeNotice({ code, params }, getT(language))
  if (!words) throw new Error(`${code} has no words`)
  return words
}

test('every notice there is has been thought of here', () => {
  expect(Object.keys(about).sort()).toEqual(Object.keys(TONES).sort())
})
test.each(all)('%s about %s has a title, a text and a page in %s', (code, params, language) => {
  const { title, message, to, open } = told(code, JSON.parse(params), language)
  for (const text of [title, message, open]) {
    expect(text).not.toBe('')
    expect(text).not.toMatch(/\{\{|undefined|NaN|notices:|\[object/)
  }
  expect(to).toMatch(/^\//)
  expect(/\p{Script=Han}{4}/u.test(message.replace('湖区两日游', ''))).toBe(language === 'zh')
})
test.each(all.filter(([, params]) => params.includes('"carpoolAt"') || params.includes('"tripStartAt"')))(
  '%s about %s tells the time in London, and says so, in %s',
  (code, params, language) => {
    const { message } = told(code, JSON.parse(params), language)
    expect(message).toContain('14:00')
    expect(message).toContain(language === 'zh' ? '伦敦时间' : 'UK time')
  },
)
test.each(all.filter(([, params]) => params.includes('tripName')))(
  '%s of a trip names it and has no word of a car in it',
  (code, params, language) => {
    const { title, message, to } = told(code, JSON.parse(params), language)
    expect(title + message).toContain('湖区两日游')
    expect(title + message).not.toMatch(/拼车|座位|[Cc]arpool|\bseat/)
    expect(to).toBe('/trip?tab=end')
  },
)
test('what is to be paid is named with its deadline, and what happens otherwise', () => {
  const { title, message } = told('balanceDue', { ...car, ...balance })
  expect(title).toContain('£18.50')
  expect(message).toContain('最晚 6月6日 周日 14:00（伦敦时间）出发前付清')
  expect(message).toContain('押金不退')
  expect(told('balanceDue', { ...wholeCar, ...balance }).message).toContain('押金退回')
})
test('a group that completes says what is left, and that nothing is', () => {
  const { title, message } = told('groupComplete', { ...car, amount: 1850 })
  expect(title).toContain('£18.50')
  expect(message).toContain('请在 6月6日 周日 14:00（伦敦时间）出发前付清')
  expect(told('groupComplete', { ...car, amount: 0 }).message).toContain('没有余款要付')
})
test('points that were taken are told as a loss, without a sign', () => {
  expect(told('pointsAllocated', { points: 200 }, 'en').title).toBe('You have been given 200 points')
  expect(told('pointsAllocated', { points: -200 }, 'en').title).toBe('200 points were taken off')
})
test('an order that cost nothing promises no money', () => {
  expect(told('orderFailed', mail).message).toContain('£15')
  expect(told('orderFailed', { ...mail, amount: 0 }).message).toContain('没有收过费用')
})
test('each leads to the page that tells more', () => {
  expect(told('groupComplete', car).to).toBe('/carpool/record/par_1')
  expect(told('orderProcessing', mail).to).toBe('/mail?tab=mine')
  expect(told('orderCompleted', move).to).toBe('/moving?tab=mine')
  expect(told('memberRejected', {}).to).toBe('/profile')
  expect(told('pointsAllocated', { points: 5 }).to).toBe('/profile#points')
})
test.each(['somethingNew', 'toString', '__proto__'])('%s has no words', (code) => {
  expect(describeNotice({ code, params: {} }, getT('zh'))).toBeNull()
})
