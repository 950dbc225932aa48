import type { Clock } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import type { Alert } from './alerts.server.ts'
import type { Config } from './config.server.ts'
import type { EmailService } from './email.server.ts'
import type { Log } from './log.server.ts'
import type { Sms } from './sms.server.ts'

/**
 * An isolate's resources: everything with a connection, a secret or state. Rooms above add theirs,
 * such as the Stripe client and the groups' objects.
 */
export type Resources = {
  db: Db
  clock: Clock
  log: Log
  config: Config
  fetch: typeof fetch
  email: EmailService
  sms: Sms
  alert: Alert
  /** Whether limits also count by address (off in development unless DEV_LIMITS=on). */
  addressLimits: boolean
}

/** The resources a function needs. Callers pass the context, tests only these. */
export type Needs<Name extends keyof Resources> = Pick<Resources, Name>
