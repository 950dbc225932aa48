import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Instant } from '#app/kernel/time.ts'
import { createResources } from '#app/server/resources.server.ts'
import { createWorker } from '#workers/app.server.ts'
import { devRuntime } from '#workers/dev/runtime.ts'
import { handlePage } from '#workers/remix.ts'

/**
 * The worker and its services with a clock that can be set to any moment. Objects and stand-ins
 * keep development's clock, so this is only for what is read from and written to D1.
 */
export function worldAt(at: Instant) {
  let now = at
  const clock = { now: () => now, systemTime: (instant: Instant) => instant }
  const runtime = { ...devRuntime(env), clock }
  const worker = createWorker(() => runtime, handlePage)
  return {
    ...createResources(env, runtime, { info() {}, warn() {}, error() {} }),
    goTo(instant: Instant): void {
      now = instant
    },
    /** What the cron job does. */
    sweep: () => worker.scheduled({} as ScheduledController, env),
    /** For a `Visitor`, or for an API call. */
    async visit(request: Request): Promise<Response> {
      const execution = createExecutionContext()
      const response = await worker.fetch(request, env, execution)
      await waitOnExecutionContext(execution)
      return response
    },
  }
}
