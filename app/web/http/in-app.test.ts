import { expect, test } from 'vitest'
import { isInApp } from './in-app.server.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; V2312A) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  ['WeChat', `${IPHONE} Mobile/15E148 MicroMessenger/8.0.50(0x1800323d) NetType/WIFI`, true],
  [
    'WeChat on Android',
    `${ANDROID} MQQBrowser/6.2 Mobile Safari/537.36 MMWEBID/1 MicroMessenger/8.0`,
    true,
  ],
  [
    'WeChat on a computer',
    'Mozilla/5.0 (Windows NT 10.0) WindowsWechat MicroMessenger/7.0.20',
    true,
  ],
  ['Xiaohongshu', `${IPHONE} Mobile/15E148 xhsdiscover/8.60 Language/zh-Hans`, true],
  [
    'an older Xiaohongshu',
    `${IPHONE} Mobile/15E148 Device/(Apple Inc.;iPhone16,1) discover/7.12`,
    true,
  ],
  ['Xiaohongshu on Android', `${ANDROID} Mobile Safari/537.36 XiaoHongShu/8.60.0`, true],
  ['Weibo', `${IPHONE} Mobile/15E148 Weibo (iPhone16,1__weibo__14.10.0__iphone__os18.0)`, true],
  ['QQ', `${ANDROID} MQQBrowser/6.2 TBS/046295 Mobile Safari/537.36 QQ/9.0.60.17095`, true],
  ['QQ’s browser', `${ANDROID} MQQBrowser/15.0 Mobile Safari/537.36`, false],
  ['Safari', `${IPHONE} (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1`, false],
  ['Chrome', `${ANDROID} Chrome/130.0.0.0 Mobile Safari/537.36`, false],
  ['nothing', '', false],
])('%s is an app that downloads no files, or it is a browser', (_name, agent, expected) => {
  const request = new Request('https://x.test', { headers: { 'User-Agent': agent } })
  expect(isInApp(request)).toBe(expected)
})
