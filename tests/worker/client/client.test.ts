import { exports } from 'cloudflare:workers'
import createClient from 'openapi-fetch'
import { expect, test } from 'vitest'
import { newPhone } from '#tests/kit/phone.ts'
import { codeSentTo } from '#tests/worker/every-call/scene.ts'
import { createPayload, joinPayload, rideIn } from '#tests/worker/world/api.ts'
import { ORIGIN, pay } from '#tests/worker/world/services.ts'
// Generated from the document by `npm run check`, so anything that does not match the document
// fails to compile.
import type { paths } from '../../../.cache/api.d.ts'

const clientOf = (token?: string) =>
  createClient<paths>({
    baseUrl: `${ORIGIN}/api`,
    fetch: (request) => exports.default.fetch(request),
    ...(token && { headers: { Authorization: `Bearer ${token}` } }),
  })

async function must<T>(asked: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await asked
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

/** Registers and logs in; returns a client authenticated as that student. */
async function newcomer() {
  const [visitor, phone, password] = [clientOf(), newPhone(), 'quiet-lamp-7']
  await must(visitor.POST('/user/send-verification-code', { body: { phone } }))
  const user = {
    phone,
    password,
    email: `${phone}@example.com`,
    name: '王小明',
    phoneWithPrefix: `+44${phone.slice(1)}`,
    wechat: 'wang_xiaoming',
    accountType: 'NORMAL' as const,
  }
  const verificationCode = await codeSentTo(phone)
  await must(
    visitor.POST('/user/register', { body: { user, verificationCode, phonePrefix: '+44' } }),
  )
  const { token } = await must(visitor.POST('/user/login', { body: { phone, password } }))
  return clientOf(token)
}

test('a client generated from the document registers, logs in, opens a carpool, joins one and pays', async () => {
  const [ann, bob] = [await newcomer(), await newcomer()]
  const ride = rideIn(4, { maxPassengers: 2 })

  const body = createPayload(ride)
  const draft = await must(ann.POST('/carpool/deposit-payment-intent-for-create', { body }))
  await pay(draft.clientSecret)
  const car = await must(
    ann.POST('/carpool/create', { body: { ...body, tempParticipantId: draft.participantId } }),
  )
  expect(car.status).toBe('OPEN')

  const path = { id: car.id }
  const { participantId } = await must(
    bob.POST('/carpool/{id}/join', {
      params: { path },
      body: joinPayload({ flightTime: ride.flightTime }),
    }),
  )
  const place = { params: { path: { participantId } } }
  const deposit = await must(bob.GET('/carpool/deposit-payment-intent/{participantId}', place))
  await pay(deposit.clientSecret)
  expect(await must(bob.POST('/carpool/confirm-join/{participantId}', place))).toMatchObject({
    place: 'joined',
  })

  const balance = await must(bob.POST('/user/my/pay-remaining', { body: { participantId } }))
  await pay(balance.clientSecret ?? '')
  const paid = await must(bob.POST('/user/my/confirm-remaining', { body: { participantId } }))
  expect(paid).toMatchObject({ remainingAmount: 0 })
  const { data, error } = await bob.GET('/carpool/{id}', { params: { path: { id: 'car_none' } } })
  expect([data, error?.code]).toEqual([undefined, 'invalidCarpool'])
})
