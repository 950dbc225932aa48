import { expect, test } from 'vitest'
import { surnameOf } from './surname.ts'

test.each([
  ['王小明', '王'],
  ['欧阳娜', '欧阳'],
  ['东方', '东'],
  ['𠮷田', '𠮷'],
  ['Xiaoyu Li', 'Xiaoyu'],
  ['  Anna  ', 'Anna'],
  ['', ''],
])('“%s” is called “%s”', (name, called) => {
  expect(surnameOf(name)).toBe(called)
})
