import { expect, test } from 'vitest'
import { methodsFor, offerFor } from './payment.ts'

const settings = (alipay: number, wechatPay: number) => ({ alipay, wechatPay })

test.each([
  [0, 0, false, ['card']],
  [1, 0, false, ['card', 'alipay']],
  [0, 1, false, ['card', 'wechat_pay']],
  [1, 1, false, ['card', 'alipay', 'wechat_pay']],
  [1, 1, true, ['card']],
])('Alipay %i and WeChat Pay %i, for a hold: %s', (alipay, wechatPay, isHold, methods) => {
  expect(methodsFor(settings(alipay, wechatPay), isHold)).toEqual(methods)
})

const whys = (of: ReturnType<typeof offerFor>) =>
  Object.fromEntries(of.notTaken.map(({ method, why }) => [method, why]))

test.each([
  ['switched off', settings(0, 1), false, false, { alipay: 'off' }],
  // What is off is off, whatever else would stand in its way.
  ['a hold', settings(1, 0), true, false, { alipay: 'hold', wechat_pay: 'off' }],
  ['all of them', settings(1, 1), false, false, {}],
  [
    'inside WeChat',
    settings(1, 1),
    false,
    true,
    { alipay: 'inApp', apple_pay: 'inApp', google_pay: 'inApp' },
  ],
  [
    'a hold inside WeChat',
    settings(1, 1),
    true,
    true,
    { alipay: 'hold', wechat_pay: 'hold', apple_pay: 'inApp', google_pay: 'inApp' },
  ],
] as const)('a page says what is not taken and why: %s', (_, set, isHold, inApp, expected) => {
  const offer = offerFor(set, isHold, inApp)
  expect(whys(offer)).toEqual(expected)
  // Each method is either offered or said not to be.
  for (const method of ['alipay', 'wechat_pay'] as const)
    expect(offer.methods.includes(method)).toBe(!(method in expected))
})
