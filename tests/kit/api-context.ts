import { sessionHash } from '#app/account/service/sessions.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { hours } from '#app/kernel/limits.ts'
import { ok } from '#app/kernel/result.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { openDb } from '#db/db.ts'
import { emptyDatabase, fill, over } from '#tests/rows/world.ts'
import { d1For } from '#tests/simulation/d1.ts'
import { Life } from '#tests/simulation/life.ts'
import type { Network } from '#tests/simulation/network.ts'

export const TEST_NOW = Date.parse('2026-11-21T10:00:00Z')
const nothing = () => undefined

type Parts = { [K in keyof AppContext]?: unknown }

/** A database in which somebody has a session with the token `good`. */
function databaseOf() {
  const rows = emptyDatabase()
  const lasting = { createdAt: TEST_NOW, lastSeenAt: TEST_NOW, expiresAt: TEST_NOW + hours(1) }
  const session = { userId: 'usr_1', tokenHash: sessionHash('good'), ...lasting } as const
  const user = { id: 'usr_1', closedAt: null, suspendedAt: null } as const
  fill(rows, over({}, { users: user, sessions: session }))
  const network = { trouble: { d1: [] }, send: (_: Life, work: () => unknown) => work() }
  const db = openDb(d1For(new Life(), rows, network as unknown as Network), async (work) => work())
  return { db, rows }
}
const { db, rows } = databaseOf()

export { rows }

/** A context made of the given parts, for unit tests of the code in front of the services. */
export const fakeContext = (parts: Parts = {}): AppContext =>
  Object.assign(
    {
      db,
      clock: { now: () => TEST_NOW, systemTime: (instant: number) => instant },
      config: {
        version: 'test',
        environment: 'development',
        pepper: 'a pepper of the tests, 32 characters',
        contact: { link: '', name: '' },
        stripe: { webhookSecret: 'whsec_test' },
      },
      log: { info: nothing, warn: nothing, error: nothing },
      requestId: 'request-1',
      nonce: 'nonce-1',
      language: 'zh' as Language,
      get t() {
        return getT(this.language)
      },
      rateLimit: async () => ok(null),
    },
    parts,
  ) as unknown as AppContext
