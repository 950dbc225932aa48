import type { D1Migration } from 'cloudflare:test'
import type { DevEnv } from '../../workers/dev/runtime.ts'

declare global {
  namespace Cloudflare {
    interface Env extends DevEnv {
      TEST_MIGRATIONS: D1Migration[]
    }
  }
}
