import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** The tests that see mistakes in rules: those of pure code. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['app/**/*.test.{ts,tsx}'],
    environment: 'node',
    isolate: false,
    testTimeout: 120_000,
  },
})
