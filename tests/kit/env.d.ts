import type { D1Migration } from 'cloudflare:test'
import type { DevEnv } from '../../workers/dev/runtime.ts'

declare global {
  namespace Cloudflare {
    interface Env extends DevEnv {
      STRIPE_WEBHOOK_SECRET: string
      TEST_MIGRATIONS: D1Migration[]
    }
    interface GlobalProps {
      mainModule: typeof import('../../workers/dev/server.ts')
    }
  }
}
