import { DurableObject, exports } from 'cloudflare:workers'
import type { Clock } from '#app/kernel/time.ts'
import { type ClockEnv, devClock, loadClock } from '#workers/dev/clock.ts'
import { answerApi } from './api.ts'
import type { Call } from './call.ts'
import { expireHolds, nextExpiryAt } from './charges.ts'
import { Deliveries } from './deliveries.ts'
import { type Fault, Faults } from './faults.ts'
import { IdempotencyKeys } from './idempotency.ts'
import { answerPage } from './pages/pages.ts'
import { Store } from './store.ts'
import { attempt } from './webhooks.ts'
import type { World } from './world.ts'

export type StripeStandInEnv = ClockEnv & { STRIPE_WEBHOOK_SECRET: string }

const HANG_SECONDS = 60
/**
 * More deliveries than this in one run mean that the app and its events trigger each other
 * endlessly.
 */
const DELIVERIES_MAX = 20_000

/**
 * Development's Stripe, one object that keeps everything in its own SQLite: `/v1/…` for the
 * official client and the browser's Stripe.js, the script itself, the card form, the 3-D Secure
 * page and a control page. See docs/stand-ins.md.
 */
export class StripeStandIn extends DurableObject<StripeStandInEnv> {
  /** Tests replace this. */
  clock: Clock = devClock
  /** How an event reaches the app; tests replace this. */
  toApp: (request: Request) => Promise<Response> = (request) =>
    (exports as unknown as { default: Fetcher }).default.fetch(request)

  private readonly world: World
  private draining: Promise<number> | null = null
  private readonly hung = new Set<() => void>()

  constructor(ctx: DurableObjectState, env: StripeStandInEnv) {
    super(ctx, env)
    this.world = this.makeWorld(ctx.storage.sql)
    ctx.blockConcurrencyWhile(async () => {
      await loadClock(env)
      // A stopped process may have lost its alarms.
      await this.arm()
    })
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/v1/')) return answerApi(this.world, request)
    return answerPage(this.world, request)
  }

  /**
   * Expires holds and sends events until nothing is due any more, including follow-ups. Returns how
   * many things were done.
   */
  async settleDue(): Promise<number> {
    let done = 0
    for (;;) {
      const more = await this.drain()
      if (more === 0) return done
      done += more
    }
  }

  override async alarm(): Promise<void> {
    await this.drain()
  }

  /** One round at a time: a caller that arrives during a round waits for it to finish. */
  private drain(): Promise<number> {
    this.draining ??= this.drainNow().finally(() => {
      this.draining = null
    })
    return this.draining
  }

  private async drainNow(): Promise<number> {
    const { deliveries, store } = this.world
    let done = expireHolds(this.systemCall())
    const sender = { toApp: this.toApp, appSecret: this.env.STRIPE_WEBHOOK_SECRET }
    for (let sent = 0; sent < DELIVERIES_MAX; sent++) {
      const delivery = deliveries.nextDue(this.clock.now())
      if (!delivery) break
      const event = store.find('event', delivery.event_id)
      if (!event) throw new Error(`the event ${delivery.event_id} is gone`)
      const { status, note } = await attempt(event, sender, this.clock.now())
      deliveries.recordAttempt(delivery, status, note, this.clock.now())
      done++
    }
    await this.arm()
    return done
  }

  /** Sets the alarm to the next due time, in system time. */
  private async arm(): Promise<void> {
    const times = [this.world.deliveries.nextDueAt(), nextExpiryAt(this.systemCall())].filter(
      (at) => at !== null,
    )
    if (times.length === 0) return
    const at = Math.max(this.clock.systemTime(Math.min(...times)), Date.now())
    await this.ctx.storage.setAlarm(at)
  }

  private systemCall(): Call {
    return this.world.call({ publishable: false, key: null, requestId: null })
  }

  private makeWorld(sql: SqlStorage): World {
    const store = new Store(sql)
    const faults = new Faults(sql)
    const deliveries = new Deliveries(store, faults)
    return {
      store,
      faults,
      deliveries,
      keys: new IdempotencyKeys(sql),
      clock: {
        now: () => this.clock.now(),
        systemTime: (instant) => this.clock.systemTime(instant),
      },
      call: ({ publishable, key, requestId }) => ({
        store,
        deliveries,
        now: this.clock.now(),
        requestId,
        idempotencyKey: key,
        publishable,
      }),
      hang: (fault) => this.hang(fault),
      releaseHung: () => {
        for (const release of this.hung) release()
      },
      afterCall: () => this.ctx.waitUntil(this.arm()),
    }
  }

  /** Uses real time, like the waiting caller's timeout. */
  private hang(fault: Fault): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.hung.delete(end)
        resolve()
      }
      const timer = setTimeout(end, (fault.seconds ?? HANG_SECONDS) * 1000)
      this.hung.add(end)
    })
  }
}
