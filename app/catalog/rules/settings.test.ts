import { expect, test } from 'vitest'
import { MIN_CHARGE_PENCE } from '#app/kernel/limits.ts'
import { isChargeable, isSwitch, NUMBER_NAMES, numbersOf, textsOf } from './settings.ts'

test('a setting that nobody has set, or that is stored wrongly, has its start', () => {
  const rows = [
    { key: 'mailBasePrice', value: 0 },
    { key: 'moveBasePrice', value: 'free' },
    { key: 'contactName', value: 'Ann' },
    { key: 'contactLink', value: 7 },
    { key: 'of a newer version', value: 1 },
  ]
  expect(numbersOf(rows)).toEqual({
    mailBasePrice: 0,
    moveBasePrice: 2000,
    tripBalancePrice: 3000,
    pointsPerPound: 100,
    pointsEarnedPerPound: 1,
    recordMonths: 12,
    fenPerPound: 0,
    rideSms: 0,
    driverSms: 0,
    deadlineSms: 1,
    ...{ alipay: 0, wechatPay: 0, vatRegistered: 0 },
    ...{ vatCarpool: 0, vatTrip: 0, vatMail: 0, vatMove: 0, vatOther: 0 },
  })
  const notices = { homeNoticeZh: '', homeNoticeEn: '', tripNoticeZh: '', tripNoticeEn: '' }
  const company = { companyName: '', companyAddress: '', vatNumber: '' }
  expect(textsOf(rows)).toEqual({ contactName: 'Ann', contactLink: '', ...notices, ...company })
})

test('text messages, ways to pay and VAT are switched on and off', () => {
  expect(NUMBER_NAMES.filter(isSwitch)).toEqual([
    ...['rideSms', 'driverSms', 'deadlineSms', 'alipay', 'wechatPay'],
    ...['vatRegistered', 'vatCarpool', 'vatTrip', 'vatMail', 'vatMove', 'vatOther'],
  ])
})

test('a card is charged nothing, or at least the minimum', () => {
  const tried = [0, 1, MIN_CHARGE_PENCE - 1, MIN_CHARGE_PENCE, MIN_CHARGE_PENCE + 1]
  expect(tried.map(isChargeable)).toEqual([true, false, false, true, true])
})
