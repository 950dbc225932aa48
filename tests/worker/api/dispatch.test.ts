import { beforeEach, describe, expect, test } from 'vitest'
import { CLEARING_MINUTES, minutes } from '#app/kernel/limits.ts'
import { type Admin, auditOf, newAdmin } from '#tests/worker/admin/kit.ts'
import {
  carpoolWithCar,
  completeCarpool,
  DRIVER,
  meeting,
  VEHICLE,
} from '#tests/worker/every-call/scenes-dispatch.ts'
import { api, openCarpool } from '#tests/worker/world/api.ts'
import { newStudent } from '#tests/worker/world/people.ts'

/** Vehicles, drivers, assignments, the day and the ride through the API. */

let as: Admin
beforeEach(async () => {
  as = await newAdmin(['dispatch'])
})

describe('the fleet', () => {
  test.each([
    ['/admin/vehicles', { ...VEHICLE, plate: 'AB12 CDE' }, { colour: 'black' }],
    ['/admin/drivers', DRIVER, { phone: '07700900456' }],
  ])('%s: added, changed, archived, and brought back', async (path, fields, change) => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await api('POST', path, { as, json: fields, headers })
    expect([first.status, first.body]).toEqual([
      201,
      { ...fields, id: first.body.id, archived: false },
    ])
    const again = await api('POST', path, { as, json: fields, headers })
    expect(again.body.id).toBe(first.body.id)
    const one = `${path}/${first.body.id}`
    const changed = { ...fields, ...change }
    expect((await api('PUT', one, { as, json: changed })).body).toMatchObject(change)
    const mine = async () =>
      (await api('GET', path, { as })).body.items.filter(
        ({ id }: { id: string }) => id === first.body.id,
      )
    expect(await mine()).toEqual([{ ...changed, id: first.body.id, archived: false }])
    for (const _ of ['once', 'twice']) expect((await api('DELETE', one, { as })).status).toBe(204)
    expect(await mine()).toMatchObject([{ archived: true }])
    await api('PUT', one, { as, json: { ...changed, archived: false } })
    expect(await mine()).toMatchObject([{ archived: false }])
    expect(JSON.stringify(await auditOf(first.body.id))).not.toMatch(/Carter|07700/)
  })

  test('changing one that does not exist adds nothing', async () => {
    const before = (await api('GET', '/admin/vehicles', { as })).body.items.length
    for (const id of ['veh_nowhere00', 'nothing'])
      expect((await api('PUT', `/admin/vehicles/${id}`, { as, json: VEHICLE })).status).toBe(404)
    expect((await api('GET', '/admin/vehicles', { as })).body.items).toHaveLength(before)
  })
})

describe('an assignment', () => {
  test('without a time, the car meets the last flight; a change needs a reason and the version', async () => {
    const { id, student, participantId } = await completeCarpool()
    const path = `/admin/carpools/${id}/assignment`
    const json = await meeting(as)
    const put = (change: object = {}) => api('PUT', path, { as, json: { ...json, ...change } })
    const first = await put()
    expect(first.body).toMatchObject({ plate: 'AB12 CDE', driverPhone: DRIVER.phone, version: 1 })
    const { carpoolDatetime, flightTimes } = (await api('GET', `/carpool/${id}`, { as: student }))
      .body
    const last = Math.max(...flightTimes.map(Date.parse)) + minutes(CLEARING_MINUTES)
    expect(Date.parse(first.body.meetAt)).toBe(Math.max(last, Date.parse(carpoolDatetime)))

    // The same again is no change, whatever version was seen.
    expect((await put({ reason: 'x' })).body).toEqual(first.body)
    const elsewhere = { meetingPoint: 'T3' }
    expect((await put(elsewhere)).body.code).toBe('versionConflict')
    const unexplained = await put({ ...elsewhere, version: 1 })
    expect(unexplained.body).toMatchObject({ code: 'validationFailed' })
    const why = { version: 1, reason: '换航站楼' }
    expect((await put({ ...elsewhere, ...why })).body).toMatchObject({ ...elsewhere, version: 2 })
    const own = await api('GET', `/user/my/ride/${participantId}`, { as: student })
    expect(own.body.assignment).toMatchObject({ ...elsewhere, plate: 'AB12 CDE', version: 2 })
  })

  test.each([
    ['licenceExpired', { licenceUntil: '2020-01-01' }],
    ['tooFewSeats', { seats: 1 }],
  ])('%s is refused, confirmed or not', async (code, change) => {
    const { id } = await completeCarpool()
    const path = `/admin/carpools/${id}/assignment`
    const json = { ...VEHICLE, ...change }
    const vehicleId = (await api('POST', '/admin/vehicles', { as, json })).body.id
    const refused = await api('PUT', path, {
      as,
      json: await meeting(as, { vehicleId, confirm: ['luggage', 'driverBusy'] }),
    })
    expect([refused.status, refused.body.code]).toEqual([409, code])
  })
})

describe('who sees a car', () => {
  test('the owners of its confirmed places, and of them nobody else’s', async () => {
    const { student, friend, participantId, car } = await carpoolWithCar()
    const path = `/user/my/ride/${participantId}`
    const own = await api('GET', path, { as: student })
    expect(own.body.assignment).toMatchObject({ plate: car.plate, driverPhone: DRIVER.phone })
    expect(JSON.stringify(own.body)).not.toMatch(/PHV-77|BADGE-9|veh_|drv_/)
    for (const other of [friend, await newStudent()])
      expect((await api('GET', path, { as: other })).status).toBe(404)
    const open = await openCarpool(await newStudent())
    expect((await api('GET', `/user/my/ride/${open.participantId}`, { as: student })).status).toBe(
      404,
    )
  })
})
