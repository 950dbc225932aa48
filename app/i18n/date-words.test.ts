import { expect, test } from 'vitest'
import { dateWords } from './date-words.ts'

test.each([
  ['2026-12-09', '12月9日 星期三', 'Wednesday 9 December'],
  ['2026-12-09T15:00', '12月9日 星期三', 'Wednesday 9 December'],
  ['2027-09-30', '9月30日 星期四', 'Thursday 30 September'],
  ['2028-02-29T00:00', '2月29日 星期二', 'Tuesday 29 February'],
  // Not moved into another day by a time zone: the night in which clocks change.
  ['2026-10-25T00:30', '10月25日 星期日', 'Sunday 25 October'],
])('%s reads %s, %s', (value, zh, en) => {
  expect(dateWords('zh', value)).toBe(zh)
  expect(dateWords('en', value)).toBe(en)
})

test.each(['', 'tomorrow', '2026-13-09', '2026-12-', '2026-12-099', '12/09/2026'])(
  '“%s” is no date and has no words',
  (value) => {
    expect(dateWords('zh', value)).toBe('')
  },
)
