import { expect, test } from 'vitest'
import { hours } from '#app/kernel/limits.ts'
import { dayOver, EXAMPLES } from '#tests/kit/notice-cases.ts'
import { about, inCar, left, nothing, noticeAt, startAt } from '#tests/kit/notice-facts.ts'
import { isNoticeCode, NOTICES, verdictOf } from './notices.ts'

/**
 * When each kind of notice is still true. That the facts are read from where the product keeps them
 * is in tests/worker/notices-endings.test.ts.
 */

const all = Object.keys(NOTICES)
  .filter(isNoticeCode)
  .flatMap((code) => EXAMPLES[code].map((each, i) => [`${code} ${i}`, code, each] as const))

test.each(all)('%s is true when it is written', (_name, code, { params, facts, verdict }) => {
  expect(verdictOf({ code, params, createdAt: noticeAt }, facts, noticeAt)).toBe(verdict)
})

test.each(all)('%s is over by what ends it, and nothing else is', (_name, code, example) => {
  const { params, facts, ends } = example
  for (const [what, end] of Object.entries(ends)) {
    const [then, now] = 'length' in end ? end : [end, noticeAt]
    const verdict = verdictOf({ code, params, createdAt: noticeAt }, then, now)
    expect([what, verdict]).toEqual([what, 'over'])
  }
  // Of something that no longer exists nothing is true but what was done, or is the usual case.
  const isLasting = facts === nothing
  const long = noticeAt + hours(24 * 15)
  const ofNothing = verdictOf({ code, params, createdAt: noticeAt }, nothing, long)
  expect(ofNothing).toBe(isLasting ? 'so' : 'over')
})

test('a cancelled car stays news until its day is over, however early it was cancelled', () => {
  const facts = inCar(left('groupCancelled', 'CANCELLED'))
  const early = { code: 'groupCancelled', params: about.car, createdAt: noticeAt - hours(1440) }
  const verdictAt = (now: number) => verdictOf(early as never, facts, now)
  expect([verdictAt(startAt), verdictAt(dayOver)]).toEqual(['so', 'over'])
})
