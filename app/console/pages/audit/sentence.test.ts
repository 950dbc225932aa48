import { expect, test } from 'vitest'
import { formatOf } from '#app/i18n/format.ts'
import { getT } from '#app/i18n/server.ts'
import { sentenceOf } from './sentence.ts'

test.each([
  [{ total: 6000, points: 0 }, '退回 £60', 'Refunded £60'],
  [{ total: 6000, points: 500 }, '退回 £60 和 500 积分', 'Refunded £60 and returned 500 points'],
  [{ total: 0, points: 500 }, '退回 500 积分', 'Returned 500 points'],
  // Logged before points existed.
  [{ total: 6000 }, '退回 £60', 'Refunded £60'],
])('a refund of one student, %j, is described in full', (after, zh, en) => {
  const said = (['zh', 'en'] as const).map((language) =>
    sentenceOf(
      { action: 'placeRefunded', subject: 'car_1', before: {}, after },
      getT(language),
      formatOf(getT(language)),
    ),
  )
  expect(said).toEqual([zh, en])
})
