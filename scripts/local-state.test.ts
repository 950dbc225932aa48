import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { prepareState, unfinishedIn } from './local-state.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'local-state-'))
const state = path.join(folder, 'state')
const data = path.join(state, 'data')
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A start that comes to its end. */
function start(first: string): string | null {
  const said = prepareState(state, first)
  writeFileSync(data, `since ${first}`, { flag: 'a' })
  rmSync(unfinishedIn(state), { force: true })
  return said
}

test('a new folder and one that began with the same migration are kept without a word', () => {
  expect([start('one'), start('one')]).toEqual([null, null])
  expect(readFileSync(data, 'utf8')).toBe('since onesince one')
})

test('one that began with another migration is put aside, each under its own name', () => {
  start('one')
  expect(start('two')).toContain(`${state}-old-1`)
  expect(start('three')).toContain(`${state}-old-2`)
  expect(readFileSync(path.join(`${state}-old-1`, 'data'), 'utf8')).toBe('since one')
  expect(readFileSync(data, 'utf8')).toBe('since three')
})

test('one that says nothing of its beginning is put aside', () => {
  start('one')
  rmSync(path.join(state, 'began'))
  expect(start('one')).toContain('put aside')
})

test('one whose demo data are incomplete is emptied', () => {
  prepareState(state, 'one')
  writeFileSync(data, 'half')
  expect(prepareState(state, 'one')).toContain('Starting over')
  expect(existsSync(data)).toBe(false)
})
