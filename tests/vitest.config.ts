import path from 'node:path'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

const root = path.resolve(import.meta.dirname, '..')

export default defineConfig({
  test: {
    projects: [
      {
        root,
        test: { name: 'unit', include: ['{app,db,locales,scripts,workers}/**/*.test.{ts,tsx}'], environment: 'node' },
      },
    ],
  },
})
void cloudflareTest
void readD1Migrations
