import { expect, test } from 'vitest'
import { aroundChange } from './editor.server.ts'

test('for a long text only the changed part is shown, with some context', () => {
  const before = `${'a'.repeat(100)} old ${'z'.repeat(100)}`
  const after = `${'a'.repeat(100)} new ${'z'.repeat(100)}`
  expect(aroundChange(before, after)).toEqual([
    `…${'a'.repeat(11)} old ${'z'.repeat(11)}…`,
    `…${'a'.repeat(11)} new ${'z'.repeat(11)}…`,
  ])
})

test('short texts are shown whole', () => {
  expect(aroundChange('押金', '押金二')).toEqual(['押金', '押金二'])
  expect(aroundChange('', 'new')).toEqual(['', 'new'])
  expect(aroundChange('aaa', 'aaaa')).toEqual(['aaa', 'aaaa'])
})
