import { expect, test } from 'vitest'
import { EMAIL_STOPS, emailingOf } from '#app/kernel/account.ts'
import { REACHES } from '#tests/kit/notice-cases.ts'
import type { Reach } from './notice.ts'
import { mailTo } from './notice-reach.ts'
import { isNoticeCode, NOTICES, type NoticeCode, reachOf } from './notices.ts'

/** Which notice is emailed to whom, as a table over all of them. */

const EMAIL = 'li@example.com'
const OLD = 'old@example.com'
const confirmed = {
  email: EMAIL as string | null,
  emailTo: null as string | null,
  emailConfirmedAt: 1 as number | null,
  emailNotices: true,
  emailStop: null as (typeof EMAIL_STOPS)[number] | null,
}
const unconfirmed = { ...confirmed, emailConfirmedAt: null }
const off = { emailNotices: false }

const stopped = EMAIL_STOPS.flatMap((emailStop) =>
  [confirmed, unconfirmed].flatMap((one) =>
    [true, false].map((emailNotices) => ({ ...one, emailNotices, emailStop })),
  ),
)
const NOBODY = { security: null, money: null, usual: null }
const HERE = { to: EMAIL, isTheirs: true }
/** Who reads what, where. */
const TABLE: [who: string, Parameters<typeof mailTo>[1][], Record<Reach, unknown>][] = [
  ['a confirmed address', [confirmed], { security: HERE, money: HERE, usual: HERE }],
  [
    // Nobody has confirmed it, so it hears of no change of the account.
    'an unconfirmed address',
    [unconfirmed],
    { security: null, money: { to: EMAIL, isTheirs: false }, usual: null },
  ],
  ['emails switched off', [{ ...confirmed, ...off }], { security: HERE, money: null, usual: null }],
  ['emails switched off, unconfirmed', [{ ...unconfirmed, ...off }], NOBODY],
  ['an address that bounced or whose reader wants nothing', stopped, NOBODY],
  ['a user that is gone', [{ ...unconfirmed, email: null, ...off }], NOBODY],
  [
    'the address about to be replaced',
    [
      { ...confirmed, emailTo: OLD },
      { ...unconfirmed, ...off, emailTo: OLD },
    ],
    { security: { to: OLD, isTheirs: true }, money: expect.anything(), usual: expect.anything() },
  ],
]

const CODES = Object.keys(NOTICES).filter(isNoticeCode)
const written = (code: NoticeCode): Reach =>
  REACHES.security.includes(code) ? 'security' : REACHES.money.includes(code) ? 'money' : 'usual'
test.each(CODES)('%s reaches exactly whom it should', (code) => {
  const reach = written(code)
  expect(reachOf(code)).toBe(reach)
  for (const [who, receivers, expected] of TABLE)
    for (const one of receivers)
      if (one.emailTo === null || reach === 'security')
        expect([who, mailTo(reach, one)]).toEqual([who, expected[reach]])
})

test('a notice of a newer version is a usual one', () => {
  expect(reachOf('ofNextYear')).toBe('usual')
  expect(reachOf('toString')).toBe('usual')
})

test('only whom every notice reaches counts as reached by email', () => {
  const on = { emailNotices: true, emailConfirmedAt: 1, emailStop: null }
  expect(emailingOf(on)).toBe('on')
  expect(emailingOf({ ...on, emailConfirmedAt: null })).toBe('unconfirmed')
  for (const emailStop of EMAIL_STOPS) {
    expect(emailingOf({ ...on, emailStop })).toBe(emailStop)
    expect(emailingOf({ ...on, emailConfirmedAt: null, emailStop })).toBe(emailStop)
  }
  for (const emailStop of [null, ...EMAIL_STOPS])
    expect(emailingOf({ emailNotices: false, emailConfirmedAt: 1, emailStop })).toBe('off')
})
