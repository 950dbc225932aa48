import { expect, test } from 'vitest'
import type { CarpoolId } from '#app/domain/id.ts'
import { hours } from '#app/domain/limits.ts'
import { isoTime } from '#app/domain/time.ts'
import { auditOf, newAdmin } from '#tests/worker/admin/kit.ts'
import { carOf, noticesWith, placeIn } from '#tests/worker/carpool/kit.ts'
import { lateFlight, nextCar } from '#tests/worker/every-call/flights.ts'
import { api } from './world.ts'

/** What the console decides about a flight that changed too much, through the API. */

async function lateAsk() {
  const late = await lateFlight()
  const as = await newAdmin(['dispatch'])
  const path = `/admin/carpools/${late.id}/participants/${late.participantId}`
  const call = (method: string, end: string, json?: object) =>
    api(method, `${path}/flight${end}`, { as, ...(json && { json }) })
  const read = async () => (await call('GET', '')).body
  const viewer = { id: late.as.id as `usr_${string}` }
  return { ...late, carpoolId: late.id as CarpoolId, admin: as, path, call, read, viewer }
}

test('the flight, when its car would meet, and what other cars there are at what price', async () => {
  const { read, participantId, flightTime, carpoolId } = await lateAsk()
  const next = await nextCar()
  const [car, there] = [await carOf(carpoolId), await carOf(next as CarpoolId)]
  const flight = await read()
  const { before } = flight
  expect(flight).toMatchObject({
    ...{ participantId, version: 1, fits: false, meetAt: null },
    now: { flightTime: isoTime(Date.parse(flightTime)), terminal: 'T2' },
  })
  expect(Date.parse(flightTime) - Date.parse(before.flightTime)).toBe(hours(24))
  const each = car.prices[1] ?? 0
  expect(flight.move).toMatchObject({ refused: null, movingTo: null, price: each })
  expect(flight.move.carpools).toContainEqual({
    carpoolId: next,
    departureTime: isoTime(there.carpoolAt),
    ...{ status: 'OPEN', currentPassengers: 1, maxPassengers: 2 },
    price: there.prices[1],
    refused: null,
  })
})

test('a move takes the place along, is recorded, and answers twice alike', async () => {
  const { call, carpoolId, participantId, admin, viewer } = await lateAsk()
  const json = { carpoolId: await nextCar(), version: 1 }
  for (let n = 0; n < 2; n++)
    expect(await call('POST', '/move', json)).toMatchObject({
      status: 200,
      body: { state: 'moved' },
    })
  expect(await placeIn(carpoolId, participantId)).toMatchObject({ leaving: 'moved' })
  expect(await noticesWith(viewer, 'placeMoved')).toHaveLength(1)
  expect(await auditOf(carpoolId)).toContainEqual(
    expect.objectContaining({ adminId: admin.id, action: 'placeMoved' }),
  )
  expect((await call('GET', '')).status).toBe(404)
})

test('a car that does not take the place says why, and nothing has moved', async () => {
  const { call, carpoolId, participantId } = await lateAsk()
  const before = await placeIn(carpoolId, participantId)
  const wrong = await call('POST', '/move', { carpoolId, version: 1 })
  expect([wrong.status, wrong.body.code]).toEqual([409, 'moveRefused'])
  expect(wrong.body.detail).not.toBe('')
  const stale = await call('POST', '/move', { carpoolId: await nextCar(), version: 2 })
  expect([stale.status, stale.body.code]).toEqual([412, 'versionConflict'])
  const none = await call('POST', '/move', { carpoolId: 'car_none', version: 1 })
  expect(none.status).toBe(404)
  expect(await placeIn(carpoolId, participantId)).toEqual(before)
})

test('a kept ride tells its passenger the note, and needs one', async () => {
  const { call, viewer } = await lateAsk()
  const empty = await call('POST', '/keep', { note: ' ', version: 1 })
  expect([empty.status, Object.keys(empty.body.errors)]).toEqual([422, ['note']])
  const stale = await call('POST', '/keep', { note: '司机等不了', version: 2 })
  expect(stale.body.code).toBe('versionConflict')
  for (let n = 0; n < 2; n++)
    expect((await call('POST', '/keep', { note: '司机等不了', version: 1 })).status).toBe(204)
  expect(await noticesWith(viewer, 'flightKept')).toMatchObject([
    { params: { note: '司机等不了' } },
  ])
  expect((await call('GET', '')).status).toBe(404)
})

test('the carpool names the places with a flight to decide about', async () => {
  const { id, participantId } = await lateAsk()
  const as = await newAdmin(['groups'])
  const { participants } = (await api('GET', `/admin/carpools/${id}`, { as })).body
  const open = participants.filter(({ flightIsOpen }: { flightIsOpen: boolean }) => flightIsOpen)
  expect(open.map((one: { participantId: string }) => one.participantId)).toEqual([participantId])
})
