import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { MUTATIONS } from '#tests/simulation/mutations.ts'

const root = path.join(import.meta.dirname, '../..')

test.each(MUTATIONS)('the mutation "$name" can be applied to the code as it is', (mutation) => {
  const file = path.join(root, mutation.file)
  expect(existsSync(file), mutation.file).toBe(true)
  expect(readFileSync(file, 'utf8').split(mutation.from), mutation.from).toHaveLength(2)
})
