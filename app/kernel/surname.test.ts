import { expect, test } from 'vitest'
import doubleSurnames from './double-surnames.json' with { type: 'json' }
import { surnameOf } from './surname.ts'

test('no two-character surname is written twice, and none has another length', () => {
  expect(new Set(doubleSurnames).size).toBe(doubleSurnames.length)
  for (const surname of doubleSurnames) expect([...surname], surname).toHaveLength(2)
})

test.each([
  ['王小明', '王'],
  ['欧阳娜', '欧阳'],
  ['歐陽娜娜', '歐陽'],
  ['司馬光', '司馬'],
  ['諸葛亮', '諸葛'],
  ['尉遲恭', '尉遲'],
  ['東方朔', '東方'],
  ['公孫策', '公孫'],
  ['长孙无忌', '长孙'],
  ['長孫無忌', '長孫'],
  ['司徒美堂', '司徒'],
  ['南宫适', '南宫'],
  ['鍾離昧', '鍾離'],
  ['端木赐', '端木'],
  ['宇文成都', '宇文'],
  ['東方', '東'],
  ['东方', '东'],
  ['欧小明', '欧'],
  ['阿不都·热合曼', '阿不都·热合曼'],
  ['古丽·买买提', '古丽·买买提'],
  ['欧阳·娜娜', '欧阳·娜娜'],
  ['𠮷田', '𠮷'],
  ['Xiaoyu Li', 'Xiaoyu'],
  ['  Anna  ', 'Anna'],
  ['', ''],
])('“%s” is called “%s”', (name, called) => {
  expect(surnameOf(name)).toBe(called)
})
