import { expect, test } from 'vitest'
import {
  canBeTexted,
  emailKey,
  hideMost,
  internationalPhone,
  isTel,
  isUkMobile,
  localPhone,
  nameProblem,
  tidyName,
  tidyTel,
} from './account.ts'

test.each([
  ['王明', null],
  ['欧阳娜娜', null],
  ['买买提·吐尔逊', null],
  ['古丽•买买提', null],
  ['迪丽热巴・迪力木拉提', null],
  [' 王明 ', null],
  ['\u{20BB7}野', null],
  ['王'.repeat(20), null],
  ['', 'nameRequired'],
  ['   ', 'nameRequired'],
  ['王', 'nameLength'],
  ['王'.repeat(21), 'nameLength'],
  [`${'王'.repeat(10)}·${'王'.repeat(10)}`, 'nameLength'],
  ['\u{20BB7}', 'nameLength'],
  ['Wang Ming', 'nameChinese'],
  ['王Ming', 'nameChinese'],
  ['王 明', 'nameChinese'],
  ['·王明', 'nameChinese'],
  ['王明·', 'nameChinese'],
  ['买买提··吐尔逊', 'nameChinese'],
  ['王明1', 'nameChinese'],
  ['ワンミン', 'nameChinese'],
  ['王明，', 'nameChinese'],
])('the full name %j gives %j', (typed, problem) => {
  expect(nameProblem(tidyName(typed))).toBe(problem)
})

test.each([
  ['07123456789', true],
  ['07123 456-789', true],
  ['０７１２３４５６７８９', true],
  ['7123456789', true],
  ['+447123456789', true],
  ['0712345678', false],
  ['071234567890', false],
  ['08123456789', false],
  ['13800138000', false],
  ['0712345678a', false],
  ['+867123456789', false],
  ['', false],
])('the phone %j is a UK mobile: %j', (typed, valid) => {
  expect(isUkMobile(localPhone(typed))).toBe(valid)
})

test.each([
  ['+44 7123 456789', '+447123456789'],
  ['+44 (0)115 496 0000', '+441154960000'],
  ['（0115）496-0000', '01154960000'],
  ['1234567', '1234567'],
  ['+123456789012345', '+123456789012345'],
])('the telephone number %s is %s', (text, tel) => {
  expect(tidyTel(text)).toBe(tel)
  expect(isTel(tel)).toBe(true)
})
test.each([
  '',
  '   ',
  '123456',
  '1234567890123456',
  '07123 45678x',
  '++447123456789',
  '44+7123456789',
  '电话号码',
  '+',
])('%j is not a telephone number', (text) => {
  expect(isTel(tidyTel(text))).toBe(false)
})

test('a UK mobile is sent to with its prefix', () => {
  expect(internationalPhone('07123456789')).toBe('+447123456789')
})

test.each([
  ['07100000000', true],
  ['07399999999', true],
  ['07457500000', true],
  ['07457600000', false],
  ['07457700000', true],
  ['07508999999', true],
  ['07509000000', false],
  ['07510000000', true],
  ['07523999999', true],
  ['07524000000', false],
  ['07012345678', false],
  ['07000000000', false],
  ['07612345678', false],
  ['07624123456', false],
  ['07700100000', true],
  ['07700300000', false],
  ['07700700000', false],
  ['07700800000', false],
  ['07700900123', true],
  ['07780999999', true],
  ['07781123456', false],
  ['07782000000', true],
  ['07797123456', false],
  ['07798000000', true],
  ['07829123456', false],
  ['07839123456', false],
  ['07840000000', true],
  ['07911000000', true],
  ['07911100000', false],
  ['07911700000', false],
  ['07911800000', true],
  ['07924123456', false],
  ['07937123456', false],
  ['07999999999', true],
])('a text message may be sent to %s: %j', (phone, may) => {
  expect(isUkMobile(phone)).toBe(true)
  expect(canBeTexted(phone)).toBe(may)
})

test('an email is one account’s in any case, and shown only to who knows it', () => {
  expect(emailKey(' Ann.Lee@Example.COM ')).toBe('ann.lee@example.com')
  expect(['ann@a.uk', 'a@a.uk', '安妮@a.uk', '@a.uk'].map(hideMost)).toEqual([
    'a***@a.uk',
    'a***@a.uk',
    '安***@a.uk',
    '@a.uk',
  ])
})
