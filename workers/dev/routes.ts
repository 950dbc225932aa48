import { createLog } from '#app/platform/log.server.ts'
import { createServices } from '#app/server/services.server.ts'
import { createSweepOnly } from '#app/server/sweep-only.server.ts'
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

/**
 * Everything must be settled after this many rounds; more means that two parts trigger each other.
 */
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
    // What a minute's sweep finds for wishes, a later one tells.
    if (seconds > 0) await createSweepOnly(servicesOf(env)).remind()
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

const servicesOf = (env: DevEnv) =>
  createServices(env, devRuntime(env), createLog({ job: 'dev-clock' }))

/**
 * Does everything that is due: the stand-in's expiries and events, and the work of every object
 * that still waits for something (poking also sets its alarm by the moved clock). Ends after a
 * round in which nothing happened.
 */
export async function settleWorld(env: DevEnv): Promise<void> {
  const services = servicesOf(env)
  const { carpools, closing, orders, trips } = services
  const { remind } = createSweepOnly(services)
  const noticeEmails = await services.noticeEmails()
  const textMessages = await services.textMessages()
  const flightWatch = await services.flightWatch()
  const recovery = await services.recovery()
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const events = (await stripeStandIn(env).settleDue()) + (await emailStandIn(env).settleDue())
    const changed =
      (await carpools.sweep(Number.MAX_SAFE_INTEGER)) + (await trips.sweep(Number.MAX_SAFE_INTEGER))
    const decided = (await orders.sweep()) + (await closing.sweep()) + (await recovery.sweep())
    const sent = (await remind()) + (await noticeEmails.sweep()) + (await textMessages.sweep())
    const asked = await flightWatch.sweep()
    if (!events && !changed && !decided && !sent && !asked) return
  }
}
