import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { ok } from '#app/kernel/result.ts'
import type { AppContext } from '#app/server/context.server.ts'

export const TEST_NOW = Date.parse('2026-11-21T10:00:00Z')
const nothing = () => undefined

type Parts = { [K in keyof AppContext]?: Partial<AppContext[K]> | AppContext[K] }

/** A context made of the given parts, for unit tests of the code in front of the services. */
export const fakeContext = (parts: Parts = {}): AppContext =>
  Object.assign(
    {
      clock: { now: () => TEST_NOW, systemTime: (instant: number) => instant },
      config: { version: 'test', stripe: { webhookSecret: 'whsec_test' } },
      log: { info: nothing, warn: nothing, error: nothing },
      requestId: 'request-1',
      nonce: 'nonce-1',
      language: 'zh' as Language,
      get t() {
        return getT(this.language)
      },
      rateLimit: async () => ok(null),
      sessions: {
        hashOf: (token: string) => token,
        read: async (token: string) => (token === 'good' ? { user: { id: 'usr_1' } } : null),
      },
    },
    parts,
    { carpools: { beginHold: nothing, ...parts.carpools } },
  ) as unknown as AppContext
