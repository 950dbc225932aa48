import { reset, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { devStore } from '#workers/dev/clock.ts'
import { emailStandIn, flightStandIn, smsStandIn, stripeStandIn } from '#workers/dev/runtime.ts'

/**
 * An object that has had no request for ten seconds sleeps. Groups with pending work were poked
 * when the file ended.
 */
const wake = () =>
  Promise.all([
    env.DB.prepare('SELECT 1').run(),
    ...[devStore, emailStandIn, flightStandIn, smsStandIn, stripeStandIn].map((of) =>
      runInDurableObject(of(env) as DurableObjectStub, () => undefined),
    ),
  ])

const tables = () =>
  env.DB.prepare(`SELECT count(*) AS tables FROM sqlite_master WHERE name = 'users'`).first(
    'tables',
  )

/** Empties the database and every object. `reset` skips sleeping objects. */
export async function emptyEverything(): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    await wake()
    await reset()
    if ((await tables()) === 0) return
  }
  throw new Error('the database of the file before could not be emptied')
}
