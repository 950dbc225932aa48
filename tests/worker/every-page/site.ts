import { exports } from 'cloudflare:workers'
import { beforeAll } from 'vitest'
import { ADMIN_SCOPES } from '#app/kernel/admin.ts'
import { askForMoney } from '#app/requests/service/requests.server.ts'
import { newAdmin } from '#tests/worker/admin/kit.ts'
import { pendingMember } from '#tests/worker/every-call/scene.ts'
import { ofOrder } from '#tests/worker/paid.ts'
import { asked } from '#tests/worker/requests/kit.ts'
import { refund, refundStep } from '#tests/worker/stripe-dashboard.ts'
import { openCarpool } from '#tests/worker/world/api.ts'
import { makeOrder, placeOrder } from '#tests/worker/world/api-orders.ts'
import { openTrip } from '#tests/worker/world/api-trips.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { must, ORIGIN, services, stripe } from '#tests/worker/world/services.ts'
// @ts-expect-error The build of the pages exists only once `npm run build` has run.
import { routes } from '../../../build/server/index.js'

/** Every page with its address, and the people and things that the tests of all of them need. */

type Route = {
  id: string
  parentId?: string
  path?: string
  load(): Promise<{ action?: unknown; loader?: unknown; default?: unknown }>
}
export const BASE = '/neighbourhelp'
export const all = Object.values(routes as Record<string, Route>).filter(({ id }) => id !== 'root')
const modules = await Promise.all(all.map(({ load }) => load()))
export const withAction = all.filter((_, index) => modules[index]?.action)

/** A route's whole path, with its parents'. */
export const pathOf = (route: Route): string => stepsOf(route) || '/'
function stepsOf({ path, parentId }: Route): string {
  const parent = (routes as Record<string, Route>)[parentId ?? '']
  return (parent ? stepsOf(parent) : '') + (path ? `/${path}` : '')
}

/**
 * Not pages: the console's frame, the page behind a dialog, and the API, whose calls every-call
 * checks.
 */
export const NO_PAGES = [
  'console/pages/frame.route',
  'site/pages/under-dialog.route',
  'api/api.route',
]
/** Logging in to the console and out of it (admin/accounts.test.ts, tests/e2e/console.spec.ts). */
export const ELSEWHERE = ['/admin/login', '/admin/logout']

type Who = { cookie: string } | null
const asStudent = ({ token }: { token: string }): Who => ({ cookie: `sid=${token}` })
const asAdmin = ({ token }: { token: string }): Who => ({ cookie: `asid=${token}` })

/** The result of requesting an address: its status, or the page it redirects to. */
export async function ask(path: string, who: Who, method = 'GET'): Promise<string> {
  const response = await exports.default.fetch(`${ORIGIN}${BASE}${path}`, {
    method,
    redirect: 'manual',
    headers: { 'Sec-Fetch-Site': 'same-origin', ...(who && { Cookie: who.cookie }) },
    ...(method === 'POST' && { body: new URLSearchParams() }),
  })
  await response.text()
  const to = response.headers.get('Location')
  return to ? `→ ${new URL(to, ORIGIN).pathname.replace(BASE, '')}` : String(response.status)
}

/**
 * The owner of everything named in the addresses; another student; an unapproved member;
 * administrators.
 */
export let owner: Who
export let other: Who
export let pending: Who
export let admin: Who
/** Only the sheets of today and tomorrow. */
export let ofSheet: Who
export let unscoped: (scope: string) => Promise<Who>
export let swapped: { studentAsAdmin: Who; adminAsStudent: Who }
let ids: Record<string, string>
beforeAll(async () => {
  const [ann, bob, eve] = [await newStudent(), await newStudent(), await pendingMember()]
  const boss = await newAdmin()
  owner = asStudent(ann)
  other = asStudent(bob)
  pending = asStudent(eve)
  admin = asAdmin(boss)
  ofSheet = asAdmin(await newAdmin(['today']))
  unscoped = async (scope) => asAdmin(await newAdmin(ADMIN_SCOPES.filter((one) => one !== scope)))
  swapped = { studentAsAdmin: asAdmin(ann), adminAsStudent: asStudent(boss) }
  const { id: carpoolId, participantId } = await openCarpool(ann)
  const { id: tripId, trip } = await openTrip({}, ann)
  ids = {
    carpoolId,
    participantId,
    tripId,
    tripPlaceId: trip.participants[0].participantId,
    mailId: await makeOrder('mail', ann),
    moveId: await makeOrder('move', ann),
    placedId: await placeOrder('mail', ann),
    refundId: await failedRefund(),
    requestId: must(await askForMoney(services, boss.id, asked(ann.id))),
    userId: ann.id,
    airportId: 'air_lhr',
  }
})

async function failedRefund(): Promise<string> {
  const { intentId } = await ofOrder('mail')
  await refund(intentId)
  await refundStep(intentId, 'fail')
  const { data } = await stripe.refunds.list({ payment_intent: intentId })
  return data[0]?.id ?? ''
}

export const fill = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `no-${name}`)
