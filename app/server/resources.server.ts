import { createAllObjects } from '#app/group/service/group-objects.server.ts'
import { createNewNotices } from '#app/notices/service/new-notices.server.ts'
import { createPayments } from '#app/payments/service/payments.server.ts'
import { createAlerts } from '#app/platform/alerts.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { createEmail } from '#app/platform/email.server.ts'
import type { Env } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.server.ts'
import { createPatience } from '#app/platform/patience.server.ts'
import type { Runtime } from '#app/platform/runtime.ts'
import { createSms } from '#app/platform/sms.server.ts'
import { openDb } from '#db/db.ts'

export type AllResources = ReturnType<typeof createResources>

/**
 * What an isolate holds in one worker environment, shared by all its requests: made from bindings,
 * configuration and runtime alone.
 */
export function createResources(env: Env, runtime: Runtime, log = createLog()) {
  const config = readConfig(env)
  const { clock, fetch } = runtime
  const bounded = createPatience(runtime.patienceMs)
  const email = createEmail({ email: config.email, fetch, log })
  const newNotices = createNewNotices()
  return {
    db: openDb(env.DB, bounded),
    clock,
    log,
    config,
    fetch,
    email,
    sms: createSms({ twilio: config.twilio, fetch, log }),
    alert: createAlerts({ email, to: config.alertEmail }),
    addressLimits: runtime.rateLimits,
    payments: createPayments({
      secretKey: config.stripe.secretKey,
      fetch,
      readGapMs: runtime.readGapMs,
    }),
    objects: createAllObjects(env, { bounded, log, newNotices }),
    newNotices,
  }
}
