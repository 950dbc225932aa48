import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { callKey } from '#app/api/call-text.ts'
import { calls } from '#app/api/table.server.ts'
import { openGroup } from '#app/console/service/groups.server.ts'
import { openUser } from '#app/console/service/members.server.ts'
import type { GroupKind } from '#app/group/rules/group-name.ts'
import type { OrderId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import { adminSessions, failedRefunds } from '#db/schema.ts'
import { leadsTo, type Shown } from '#tests/worker/accounts/visitor.ts'
import type { Ask } from '#tests/worker/every-call/scene.ts'
import { adminScenes } from '#tests/worker/every-call/scenes-admin.ts'
import { consolePages } from '#tests/worker/every-page/pages.ts'
import { inCar, ofOrder, refundsOf } from '#tests/worker/paid.ts'
import { keyOf, sources } from '#tests/worker/sources.ts'
import { refundStep } from '#tests/worker/stripe-dashboard.ts'
import { api, openCarpool } from '#tests/worker/world/api.ts'
import { placeOrder } from '#tests/worker/world/api-orders.ts'
import { openTrip } from '#tests/worker/world/api-trips.ts'
import { rowOf } from '#tests/worker/world/orders.ts'
import { makeMember, newStudent } from '#tests/worker/world/people.ts'
import { advance, db, must, services } from '#tests/worker/world/services.ts'
import { stateOf } from '#tests/worker/world/trips.ts'
import { devClock } from '#workers/dev/clock.ts'
import { type Admin, hidden, newAdmin, PASSWORD, visitorOf } from './kit.ts'

/**
 * Anything that moves money asks for the administrator's password again: every page, on GET and
 * POST, and every call.
 */

/** The password was entered an hour ago, although the administrator has been active since. */
const forgetPassword = ({ id }: { id: string }) =>
  db
    .update(adminSessions)
    .set({ confirmedAt: devClock.now() - hours(1) })
    .where(eq(adminSessions.adminId, id as Admin['id']))
const asksFor = (shown: Shown): boolean =>
  leadsTo(shown)?.startsWith('/admin/confirm?redirect=') ?? false
const groupOf = async (kind: GroupKind, id: string) =>
  must(await openGroup(services, 'adm_one', kind, id))

type Scene = {
  path: string
  /** The form's data, from the page as it was shown. */
  form(html: string): Record<string, string>
  /** The state that the form changes. */
  state(): Promise<unknown>
  /** The form's response with a fresh password; 303 by default. */
  status?: number
}
type Row = { source: string; route: string; scene(): Promise<Scene> }
const seen = (html: string) => ({ seen: hidden(html, 'seen') })

const cancelling = (kind: GroupKind, make: () => Promise<{ id: string }>): Row => ({
  source: 'console/give-back',
  route: `/admin/${kind}s/:groupId/cancel`,
  scene: async () => {
    const { id } = await make()
    const state = async () => (await groupOf(kind, id)).status
    return { path: `/admin/${kind}s/${id}/cancel`, form: seen, state }
  },
})
/** There is nothing to refund here, but only an administrator with a fresh password is told so. */
const givingBack = (
  group: 'carpools' | 'trips',
  make: () => Promise<{ id: string; place: string }>,
): Row => ({
  source: 'console/give-back',
  route: `/admin/${group}/:groupId/refund/:participantId`,
  scene: async () => {
    const { id, place } = await make()
    const state = async () => null
    return { path: `/admin/${group}/${id}/refund/${place}`, form: seen, state, status: 409 }
  },
})
/** There is no late flight here, but only an administrator with a fresh password is told so. */
const moving: Row = {
  source: 'moves/admin-move',
  route: '/admin/carpools/:groupId/move/:participantId',
  scene: async () => {
    const { id, place } = await carpool()
    const form = () => ({ to: id, seen: '0' })
    const state = async () => null
    return { path: `/admin/carpools/${id}/move/${place}`, form, state, status: 409 }
  },
}
const settling: Row = {
  source: 'console/failed-refund',
  route: '/admin/refunds/:refundId',
  scene: async () => {
    const { intentId, cancel } = await inCar('deposit')
    await cancel()
    await advance(0)
    await refundStep(intentId, 'fail')
    await advance(0)
    const find = () =>
      db.select().from(failedRefunds).where(eq(failedRefunds.intentId, intentId)).get()
    const path = `/admin/refunds/${(await find())?.id}`
    return { path, form: () => ({}), state: async () => (await find())?.settledAt }
  },
}
const failing = (kind: 'mail' | 'move'): Row => ({
  source: 'console/order/fail',
  route: '/admin/orders/:kind/:orderId/fail',
  scene: async () => {
    const id = await placeOrder(kind, await newStudent())
    const state = async () => (await rowOf(id as OrderId))?.status
    return { path: `/admin/orders/${kind}/${id}/fail`, form: seen, state }
  },
})
const refunding: Row = {
  source: 'console/refund',
  route: '/admin/payments/:intentId/refund',
  scene: async () => {
    const { intentId } = await ofOrder('mail')
    const path = `/admin/payments/${intentId}/refund?amount=1&reason=goodwill`
    const names = ['amount', 'reason', 'attempt', 'seen']
    const form = (html: string) =>
      Object.fromEntries(names.map((name) => [name, hidden(html, name)]))
    return { path, form, state: () => refundsOf(intentId) }
  },
}
const carpool = async () => {
  const { id, participantId } = await openCarpool(await newStudent())
  return { id, place: participantId }
}
const trip = async () => {
  const { id, trip: opened } = await openTrip({ balancePrice: 3000 })
  return { id, place: String(opened.participants[0].participantId) }
}

/** Always asked for. */
const ALWAYS: Row[] = [
  cancelling('carpool', carpool),
  cancelling('trip', trip),
  givingBack('carpools', carpool),
  givingBack('trips', trip),
  moving,
  failing('mail'),
  failing('move'),
  settling,
  refunding,
]
/** Depends on what is typed. */
const BY_FORM: Row[] = [
  {
    source: 'console/user-points',
    route: '/admin/users/:userId/points',
    scene: async () => {
      const { id } = await newStudent()
      await makeMember({ id }, 0)
      const gift = { points: '2000', description: 'sorry' }
      return {
        path: `/admin/users/${id}/points?${new URLSearchParams(gift)}`,
        form: (html) => ({ ...gift, attempt: hidden(html, 'attempt') }),
        state: async () => (await openUser(services, 'adm_one', id))?.points,
      }
    },
  },
  {
    source: 'console/group',
    route: '/admin/trips/:groupId',
    scene: async () => {
      const { id } = await trip()
      return {
        path: `/admin/trips/${id}?price=45`,
        form: () => ({ price: '45' }),
        state: async () => (await stateOf(id as 'trip_')).balancePrice,
      }
    },
  },
]
/**
 * Refuses an action that needs the password; that action has a page of its own (orders.test.ts).
 */
const REFUSES = ['console/order']
/** Pages and files with names, which ask before they are read and have no form. */
const NAMED = ['console/bookings', 'ride/admin-day/file']

test('every page whose code requires the password is listed here, and nothing else', () => {
  const asking = Object.entries(sources)
    .filter(([path]) => /\/console\/pages\/|\/pages\/admin-/.test(path))
    .filter(([, text]) =>
      /accessToMove\(|\bconfirmed(: true|, | \})/.test(text.replace(/^import.*$/gm, '')),
    )
    .map(([path]) => keyOf(path).replace(/(console\/group|console\/order(?!\/fail))\/.*/, '$1'))
  const listed = [...ALWAYS, ...BY_FORM].map(({ source }) => source)
  expect([...new Set(asking)].sort()).toEqual(
    [...new Set([...listed, ...REFUSES, ...NAMED])].sort(),
  )
})

describe.each([...ALWAYS, ...BY_FORM])('the page $route', ({ scene }) => {
  test('requires a recently confirmed password to be shown and to act', async () => {
    const { path, form, state, status = 303 } = await scene()
    const admin = await newAdmin()
    const visitor = visitorOf(admin)
    const shown = await visitor.get(path)
    expect(shown.status).toBe(200)
    const before = await state()
    await forgetPassword(admin)
    expect(asksFor(await visitor.get(path)), 'GET').toBe(true)
    expect(asksFor(await visitor.post(path, form(shown.html))), 'POST').toBe(true)
    expect(await state()).toEqual(before)
    const back = `/admin/confirm?redirect=${encodeURIComponent(path)}`
    expect(leadsTo(await visitor.post(back, { password: PASSWORD }))).toBe(path)
    const sent = await visitor.post(path, form((await visitor.get(path)).html))
    expect([sent.status, asksFor(sent)]).toEqual([status, false])
    if (status === 303) expect(await state()).not.toEqual(before)
  })
})

test('no other page of the console requires it', async () => {
  const places = { carpoolId: await carpool(), tripId: await trip() }
  const ids: Record<string, string> = {
    carpoolId: places.carpoolId.id,
    participantId: places.carpoolId.place,
    tripId: places.tripId.id,
    tripPlaceId: places.tripId.place,
    placedId: await placeOrder('mail', await newStudent()),
    userId: (await newStudent()).id,
    airportId: 'air_lhr',
    refundId: 're_any',
  }
  const admin = await newAdmin()
  await forgetPassword(admin)
  const asking = { GET: new Set<string>(), POST: new Set<string>() }
  for (const { route, at, post } of consolePages) {
    const path = at.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
    if (asksFor(await visitorOf(admin).get(path))) asking.GET.add(route)
    if (post && asksFor(await visitorOf(admin).post(path, {}))) asking.POST.add(route)
  }
  const always = new Set(ALWAYS.map(({ route }) => route))
  // Files and papers with names.
  const named = ['/admin/day/file', '/admin/bookings/print']
  expect(asking).toEqual({ GET: new Set([...always, ...named]), POST: always })
})

/** The change that makes a call ask for the password when it does not always do so. */
const ASKING: Record<string, (ask: Ask) => object> = {
  postAdminAccountAllocatePoints: ({ json }) => ({ ...(json as object), points: 2000 }),
  putAdminTripsIdBalancePrice: () => ({ balancePrice: 45_000 }),
  putAdminPriceNormalPriceMatrix: dearer,
  putAdminPriceSpecialPriceMatrix: dearer,
  putAdminPostagePriceMatrix: ({ json }) => {
    const { items } = json as { items: { royalMail: number }[] }
    return { items: items.map((row) => ({ ...row, royalMail: 4321 })) }
  },
  putAdminSpecialPeriod: () => ({
    items: [{ from: '2027-02-01', to: '2027-02-02', label: 'Half-term' }],
  }),
  putAdminOrdersKindIdStatus: () => ({ status: 'failed' }),
}
function dearer({ json }: Ask) {
  const { items } = json as { items: { prices: object }[] }
  return { items: items.map((line) => ({ ...line, prices: { ...line.prices, 1: 9999 } })) }
}
const confirmed = calls
  .filter((call) => call.confirmed !== undefined)
  .map((call) => ({ ...call, key: callKey(call) }))

test('every call that requires it depending on its input is listed here, and nothing else', () => {
  const byBody = confirmed
    .filter((call) => typeof call.confirmed === 'function')
    .map(({ key }) => key)
  expect(byBody.sort()).toEqual(Object.keys(ASKING).sort())
  expect(confirmed.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['postAdminCarpoolsIdCancel', 'postAdminTripsIdCancel']),
  )
})

test.each(confirmed)(
  '$method $path needs a recently confirmed password',
  async ({ key, method, path }) => {
    const ask = await adminScenes[key]?.()
    if (!ask) throw new Error('no scene')
    const admin = await newAdmin()
    const filled = path.replace(/:(\w+)/g, (_, name: string) => ask.params?.[name] ?? '')
    const json = ASKING[key]?.(ask) ?? ask.json
    const { headers } = ask
    const sent = { as: admin, ...(json !== undefined && { json }), ...(headers && { headers }) }
    const send = () => api(method, filled, sent)
    await forgetPassword(admin)
    const refused = await send()
    expect([refused.status, refused.body.code]).toEqual([403, 'passwordNeeded'])
    await api('POST', '/admin/account/confirm', { as: admin, json: { password: PASSWORD } })
    expect((await send()).status).toBe(ask.status)
  },
)
