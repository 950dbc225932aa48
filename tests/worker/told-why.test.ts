import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { startSession } from '#app/account/service/sessions.server.ts'
import { cancelFailed } from '#app/carpool/service/carpool-actions.server.ts'
import { confirmDeposit, prepareBalance } from '#app/group/service/groups.server.ts'
import type { Viewer } from '#app/group/service/viewer.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import {
  beginBalance,
  completeCar,
  failedCar,
  goTo,
  holdSeat,
  inDays,
  joinCar,
  openCar,
  payBalance,
  type Seat,
} from '#tests/worker/world/cars.ts'
import { paidOrder } from '#tests/worker/world/orders.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { fault, must, pay } from '#tests/worker/world/services.ts'
import { holdPlace, openTrip, stateOf } from '#tests/worker/world/trips.ts'
import { createWorker } from '#workers/app.server.ts'
import { type DevEnv, devRuntime } from '#workers/dev/runtime.ts'
import { handlePage } from '#workers/remix.ts'
import { leadsTo, textOf, Visitor } from './accounts/visitor.ts'
import { newPhone } from './accounts/world.ts'
import { services } from './world/services.ts'

/**
 * What a page says when something was not done, or can no longer be done: always the reason, and
 * nothing that may be false.
 */

async function browserOf(
  { id }: { id: Viewer['id'] },
  worker?: (request: Request) => Promise<Response>,
) {
  const visitor = new Visitor({ worker })
  visitor.cookies.set('sid', (await startSession(services, id)).token)
  return visitor
}
/** What the page says that a response redirects to. */
async function saysThere(visitor: Visitor, answer: Awaited<ReturnType<Visitor['post']>>) {
  return textOf(await visitor.get(leadsTo(answer) ?? ''))
}

describe('a code that cannot be sent', () => {
  const worker = createWorker((given) => {
    const real = devRuntime(given as DevEnv)
    const refuses: typeof fetch = async (input, init) =>
      new Request(input, init).url.includes('/Messages.json')
        ? new Response(null, { status: 500 })
        : real.fetch(input, init)
    return { ...real, fetch: refuses }
  }, handlePage)
  test.each(['/register', '/forgot-password'])('is reported by %s as not sent', async (path) => {
    const execution = createExecutionContext()
    const visitor = new Visitor({
      worker: (request) => worker.fetch(request, env as never, execution),
    })
    const answer = await visitor.post(path, { intent: 'send-code', phone: newPhone() })
    await waitOnExecutionContext(execution)
    expect(textOf(answer)).toContain('验证码没发出去')
    expect(textOf(answer)).not.toMatch(/注册没成功|密码没改/)
  })
  test('is not mentioned when the same form fails for another reason', async () => {
    const visitor = new Visitor()
    const reset = { phone: newPhone(), verificationCode: '123456', password: 'tram-to-beeston' }
    const answer = await visitor.post('/forgot-password', {
      ...reset,
      confirmPassword: reset.password,
    })
    expect(textOf(answer)).not.toContain('验证码没发出去')
  })
})

describe('a payment that cannot be cancelled while the bank is unreachable', () => {
  const CHARGED = /没有扣款。用到的积分|余款还没付/
  test('for a balance: the page says nothing about charges', async () => {
    const viewer = await newStudent()
    const car = await completeCar([viewer, await newStudent()])
    const seat = car.seats[0] as Seat
    const { clientSecret } = await beginBalance(seat)
    await fault('drop-events', 100_000)
    await pay(clientSecret ?? '')
    await fault('fail-calls', 100_000)
    const visitor = await browserOf(viewer)
    const answer = await visitor.post(`/pay/balance-${seat.participantId}`, {
      intent: 'cancel',
    })
    const said = await saysThere(visitor, answer)
    expect(said).toContain('不确定余款有没有付成功')
    expect(said).not.toMatch(CHARGED)
  })
  test('for a trip’s balance: the same', async () => {
    const trip = await openTrip()
    const viewer = await newStudent()
    const held = await holdPlace(trip.id, {}, viewer)
    await pay(held.clientSecret)
    must(await confirmDeposit(tripKind, services, viewer, trip.id))
    await goTo((await stateOf(trip.id)).cutoffAt)
    const { clientSecret } = must(await prepareBalance(tripKind, services, viewer, trip.id))
    await fault('drop-events', 100_000)
    await pay(clientSecret ?? '')
    await fault('fail-calls', 100_000)
    const visitor = await browserOf(viewer)
    const answer = await visitor.post(`/pay/balance-${trip.id}`, { intent: 'cancel' })
    const said = await saysThere(visitor, answer)
    expect(said).toContain('不确定余款有没有付成功')
    expect(said).not.toMatch(CHARGED)
  })
})

test('a deposit that could not be cancelled is reported', async () => {
  const viewer = await newStudent()
  const seat = await holdSeat(await openCar(), {}, viewer)
  // The carpool can be read, but accepts no command.
  const deaf = (name: string) => {
    const stub = env.CARPOOL.getByName(name)
    const lost = () => Promise.reject(Object.assign(new Error('lost'), { overloaded: true }))
    return { snapshot: () => stub.snapshot(), poke: lost, execute: lost }
  }
  const bindings = { ...env, CARPOOL: { getByName: deaf } }
  const execution = createExecutionContext()
  const worker = createWorker((given) => devRuntime(given as DevEnv), handlePage)
  const visitor = await browserOf(viewer, (request) =>
    worker.fetch(request, bindings as never, execution),
  )
  const answer = await visitor.post(`/pay/deposit-${seat.participantId}`, { intent: 'cancel' })
  await waitOnExecutionContext(execution)
  expect(leadsTo(answer)).toBe(`/pay/deposit-${seat.participantId}`)
  expect(await saysThere(visitor, answer)).toContain('没能取消付款')
})

describe('a record that has changed in another tab', () => {
  const dialogs = ['convert', 'cancel', 'exit', 'info']
  test.each(dialogs)('%s leads to the record and says that nothing was done', async (dialog) => {
    const viewer = await newStudent()
    const car = await failedCar(viewer)
    must(await cancelFailed(services, viewer, car.carpoolId))
    const visitor = await browserOf(viewer)
    const answer = await visitor.post(`/carpool/record/${car.participantId}/${dialog}`, {})
    expect(leadsTo(answer)).toBe(`/carpool/record/${car.participantId}`)
    expect(await saysThere(visitor, answer)).toContain('这次没有改动')
    const looked = await visitor.get(`/carpool/record/${car.participantId}/${dialog}`)
    expect(await saysThere(visitor, looked)).toContain('这一步已经不用做了')
  })
})

describe('the join page', () => {
  const CAUSE = /这一步没成功|刚刚|先一步|没有扣款/
  test('after the cutoff says so', async () => {
    const car = await failedCar()
    const said = textOf(
      await (await browserOf(await newStudent())).get(`/carpool/${car.carpoolId}/join`),
    )
    expect(said).toContain('已经过了截止时间')
    expect(said).not.toMatch(CAUSE)
  })
})

describe('going back after paying leads to the paid record, without an alert', () => {
  const ALERT = /role="alert"/
  /** What is paid, its pages, and where each of them redirects. */
  const paid: [string, () => Promise<{ viewer: Viewer; pages: string[]; to: string }>][] = [
    [
      'a deposit',
      async () => {
        const [viewer, car] = [await newStudent(), await openCar({ maxPassengers: 3 })]
        const { participantId } = await joinCar(car, { as: viewer })
        const pages = [`/pay/deposit-${participantId}`, `/carpool/${car.carpoolId}/join`]
        return { viewer, pages, to: `/carpool/record/${participantId}` }
      },
    ],
    [
      'a balance',
      async () => {
        const viewer = await newStudent()
        const seat = (await completeCar([viewer, await newStudent()])).seats[0] as Seat
        await payBalance(seat)
        return {
          viewer,
          pages: [`/pay/balance-${seat.participantId}`],
          to: `/carpool/record/${seat.participantId}`,
        }
      },
    ],
    [
      'a deposit again',
      async () => {
        const viewer = await newStudent()
        const { participantId } = await openCar({ maxPassengers: 3, ...inDays(21) }, { as: viewer })
        return {
          viewer,
          pages: [`/pay/deposit-${participantId}`],
          to: `/carpool/record/${participantId}`,
        }
      },
    ],
    [
      'the form of a trip',
      async () => {
        const [viewer, { id }] = [await newStudent(), await openTrip()]
        const { clientSecret, participantId } = await holdPlace(id, {}, viewer)
        await pay(clientSecret)
        must(await confirmDeposit(tripKind, services, viewer, id))
        return { viewer, pages: [`/trip/${id}/join`], to: `/trip/record/${participantId}` }
      },
    ],
    [
      'a trip',
      async () => {
        const [viewer, { id }] = [await newStudent(), await openTrip()]
        await pay((await holdPlace(id, {}, viewer)).clientSecret)
        must(await confirmDeposit(tripKind, services, viewer, id))
        return { viewer, pages: [`/pay/deposit-${id}`], to: `/trip/done/${id}` }
      },
    ],
    ...(['mail', 'move'] as const).map((kind): (typeof paid)[number] => [
      kind,
      async () => {
        const { owner, id } = await paidOrder(kind)
        const home = kind === 'mail' ? '/mail' : '/moving'
        return { viewer: owner, pages: [`/pay/base-${id}`], to: `${home}/done/${id}` }
      },
    ]),
  ]
  test.each(paid)('%s', async (_what, make) => {
    const { viewer, pages, to } = await make()
    const visitor = await browserOf(viewer)
    for (const page of pages) {
      const answer = await visitor.get(page)
      expect([page, leadsTo(answer)]).toEqual([page, to])
      expect((await visitor.get(to)).html).not.toMatch(ALERT)
    }
  })
})
