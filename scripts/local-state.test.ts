import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { databasesIn, markLoaded, prepareState } from './local-state.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'local-state-'))
const state = path.join(folder, 'state')
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A database that has had these migrations. */
function migrate(names: string[]): void {
  mkdirSync(databasesIn(state), { recursive: true })
  const database = new DatabaseSync(path.join(databasesIn(state), `${'a'.repeat(64)}.sqlite`))
  database.exec('CREATE TABLE IF NOT EXISTS d1_migrations (name TEXT)')
  for (const name of names) database.prepare('INSERT INTO d1_migrations VALUES (?)').run(name)
  database.close()
}

/** A start that comes to its end. */
function start(known: string[]): string | null {
  const said = prepareState(state, known)
  migrate(known)
  markLoaded(state)
  return said
}

test('a new folder, and one that only lacks new migrations, are used without a word', () => {
  expect([start(['one']), start(['one']), start(['one', 'two'])]).toEqual([null, null, null])
})

test('a folder that an administrator was created in before the first start is used', () => {
  migrate(['one'])
  expect(prepareState(state, ['one'])).toBe(null)
})

test('one with migrations that no longer exist is put aside, each under its own name', () => {
  start(['one', 'two'])
  expect(start(['three'])).toContain(`${state}-old-1`)
  expect(start(['four'])).toContain(`${state}-old-2`)
  expect(existsSync(databasesIn(`${state}-old-1`))).toBe(true)
  expect(start(['four'])).toBe(null)
})

test('one whose demo data are incomplete is emptied', () => {
  prepareState(state, ['one'])
  migrate(['one'])
  expect(prepareState(state, ['one'])).toContain('Starting over')
  expect(existsSync(databasesIn(state))).toBe(false)
})

test('so is one that an administrator was created in before', () => {
  migrate(['one'])
  prepareState(state, ['one'])
  expect(prepareState(state, ['one'])).toContain('Starting over')
  expect(existsSync(databasesIn(state))).toBe(false)
})

test('what a start that was stopped while emptying has left does not matter', () => {
  prepareState(state, ['one'])
  mkdirSync(path.join(`${state}-unfinished`, 'v3'), { recursive: true })
  expect(start(['one'])).toContain('Starting over')
  expect(start(['one'])).toBe(null)
  expect(existsSync(`${state}-unfinished`)).toBe(false)
})

test('one that nothing was written to yet is used', () => {
  mkdirSync(state, { recursive: true })
  writeFileSync(path.join(state, 'demo'), '')
  expect([start(['one']), start(['one'])]).toEqual([null, null])
})
