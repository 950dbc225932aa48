import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { sweepFlights } from '#app/features/flights/service/flight-watch.server.ts'
import { sweepDriverTexts } from '#app/features/ride/service/driver-texts.server.ts'
import { sweepGroups } from '#app/group/service/groups.server.ts'
import { sweepEmails } from '#app/notices/service/notice-emails.server.ts'
import { sweepOrders } from '#app/orders/service/orders.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { sweepClosings } from '#app/privacy/service/closing.server.ts'
import { sweepRecovery } from '#app/reconciliation/service/recovery.server.ts'
import { sweepTexts } from '#app/reminders/service/text-messages.server.ts'
import { sweepRequestPayments } from '#app/requests/service/payments.server.ts'
import { createResources } from '#app/server/resources.server.ts'
import { remind } from '#app/server/sweep.server.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { turnstileStandIn } from '#workers/turnstile/stand-in.ts'
import { advanceClock, clockOffsetSeconds, devClock, devStore } from './clock.ts'
import { devPage } from './page.ts'
import {
  type DevEnv,
  devRuntime,
  emailStandIn,
  flightStandIn,
  smsStandIn,
  stripeStandIn,
} from './runtime.ts'
import { playDemo } from './seed.ts'
import { addSession, addStudent } from './students.ts'

/** Everything must be settled after this many rounds; otherwise two parts trigger each other. */
const ROUNDS_MAX = 20

/**
 * `/__dev/…`: the stand-ins' pages and calls, the clock, the demo data, students for tests. Takes a
 * request, returns its response.
 */
export async function handleDev(request: Request, env: DevEnv): Promise<Response> {
  const url = new URL(request.url)
  const path = url.pathname.slice('/__dev'.length)
  if (path === '' || path === '/') return devPage(request, env)
  if (path === '/clock') return handleClock(request, env)
  if (path === '/seed' && request.method === 'POST')
    return playDemo(env).then(
      Response.json,
      (error: Error) => new Response(error.stack, { status: 500 }),
    )
  if (path === '/students' && request.method === 'POST') return addStudent(request, env)
  if (path === '/sessions' && request.method === 'POST') return addSession(request, env)
  if (path === '/ready')
    return Response.json({}, { status: (await devStore(env).hasDemo()) ? 200 : 503 })
  if (path === '/sms') return smsStandIn(env).fetch(request)
  if (path === '/email' || path === '/email/') return emailStandIn(env).fetch(request)
  if (path === '/flights') return flightStandIn(env).fetch(request)
  if (path.startsWith('/turnstile/'))
    return turnstileStandIn(path.slice('/turnstile'.length), request.method)
  if (path === '/stripe' || path.startsWith('/stripe/')) {
    const inner = new URL(path.slice('/stripe'.length) || '/', url)
    inner.search = url.search
    return stripeStandIn(env).fetch(new Request(inner, request))
  }
  return Response.json({ error: 'no such development page' }, { status: 404 })
}

async function handleClock(request: Request, env: DevEnv): Promise<Response> {
  if (request.method === 'POST') {
    const seconds = await readSeconds(request)
    if (seconds === null)
      return Response.json(
        { error: 'advanceSeconds must be a whole number of seconds, 0 or more' },
        { status: 422 },
      )
    // Wishes matched in one minute's sweep are announced in a later one.
    if (seconds > 0) await remind(resourcesOf(env))
    await advanceClock(env, seconds)
    await settleWorld(env)
    if (request.headers.get('Accept')?.includes('text/html'))
      return new Response(null, { status: 303, headers: { Location: '/__dev/' } })
  }
  return Response.json({
    now: new Date(devClock.now()).toISOString(),
    offsetSeconds: clockOffsetSeconds(),
  })
}

async function readSeconds(request: Request): Promise<number | null> {
  const json = request.headers.get('Content-Type')?.includes('json')
  const body: unknown = json
    ? await request.json().catch(() => null)
    : Object.fromEntries(await request.formData())
  const seconds = Number(
    (body as { advanceSeconds?: unknown } | null)?.advanceSeconds ?? Number.NaN,
  )
  return Number.isSafeInteger(seconds) && seconds >= 0 ? seconds : null
}

const resourcesOf = (env: DevEnv) =>
  createResources(env, devRuntime(env), createLog({ job: 'dev-clock' }))

/**
 * Does all due work: the stand-in's expiries and events, and that of every object that waits for
 * something (poking also sets its alarm by the moved clock). Ends after a round in which nothing
 * happened.
 */
export async function settleWorld(env: DevEnv): Promise<void> {
  const resources = resourcesOf(env)
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const events = (await stripeStandIn(env).settleDue()) + (await emailStandIn(env).settleDue())
    const changed =
      (await sweepGroups(carpoolKind, resources, Number.MAX_SAFE_INTEGER)) +
      (await sweepGroups(tripKind, resources, Number.MAX_SAFE_INTEGER))
    const decided =
      (await sweepOrders(resources)) +
      (await sweepRequestPayments(resources)) +
      (await sweepClosings(resources)) +
      (await sweepRecovery(resources))
    const sent =
      (await remind(resources)) +
      (await sweepEmails(resources)) +
      (await sweepTexts(resources)) +
      (await sweepDriverTexts(resources))
    const asked = await sweepFlights(resources)
    if (!events && !changed && !decided && !sent && !asked) return
  }
}
