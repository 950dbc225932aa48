import { expect, test } from 'vitest'
import { SHARING_VERSION } from '#app/domain/group/consent.ts'
import type { Group } from '#app/domain/group/state.ts'
import type { UserId } from '#app/domain/id.ts'
import { addDays, londonDay, londonWall } from '#app/domain/time.ts'
import { getT } from '#app/i18n/server.ts'
import { leadsTo } from './accounts/visitor.ts'
import { api, createPayload, joinPayload, newStudent, openCarpool } from './api/world.ts'
import { advance, carOf, now, openCar } from './carpool/kit.ts'
import { filledForm } from './forms/filled.ts'
import { browserOf } from './share-kit.ts'
import { openTrip, stateOf } from './trip/kit.ts'

/** Whoever takes a place consents to sharing the car at separate fares (docs/rules.md#terms). */

const SENTENCE = { zh: getT('zh')('carpool:sharing'), en: getT('en')('carpool:sharing') }
const placeOf = ({ participants }: Group, id: UserId) =>
  participants.find(({ userId }) => userId === id)
const TRAVEL = { terminal: 'T2', nLocation: '1 Castle Boulevard' }
const day = (days: number, time: string) => `${addDays(londonDay(now()), days)}T${time}`

test('a form says it in both languages, even where the terms are agreed to, and stores it', async () => {
  const student = await newStudent()
  for (const turn of ['first', 'again'] as const) {
    const car = await openCar({ maxPassengers: 4 })
    const path = `/carpool/${car.carpoolId}/join`
    const browser = await browserOf(student, 'zh')
    const shown = await browser.get(path)
    expect(shown.html, turn).toContain(SENTENCE.zh)
    expect(shown.html.includes('name="termsVersion"'), turn).toBe(turn === 'first')
    expect((await (await browserOf(student, 'en')).get(path)).html).toContain(SENTENCE.en)
    const sent = filledForm(shown, 'people')
    const typed = { ...TRAVEL, flightTime: londonWall(car.flightTime ?? 0) }
    expect(leadsTo(await browser.post(path, { ...sent, ...typed }))).toMatch(/^\/carpool\/pay\//)
    const place = placeOf(await carOf(car.carpoolId), student.id)
    expect(place?.consent, turn).toEqual({ version: SHARING_VERSION, at: place?.heldAt })
  }
})

test('a form that did not show the sentence stores no consent', async () => {
  const student = await newStudent()
  const car = await openCar({ maxPassengers: 4 })
  const path = `/carpool/${car.carpoolId}/join`
  const browser = await browserOf(student)
  const sent = filledForm(await browser.get(path), 'people')
  const typed = { ...TRAVEL, flightTime: londonWall(car.flightTime ?? 0), sharing: '2020-01-01' }
  expect(leadsTo(await browser.post(path, { ...sent, ...typed }))).toMatch(/^\/carpool\/pay\//)
  expect(placeOf(await carOf(car.carpoolId), student.id)).not.toHaveProperty('consent')
})

test('opening a carpool, and opening and joining a trip, ask for it too', async () => {
  const student = await newStudent()
  const browser = await browserOf(student, 'en')
  const joined = await openTrip()
  const forms = [
    ['/carpool/create', 'maxPassengers'],
    ['/trip/create', 'tripName'],
    [`/trip/${joined.id}/join`, 'people'],
  ] as const
  for (const [path, field] of forms) {
    const shown = await browser.get(path)
    expect(shown.html, path).toContain(SENTENCE.en)
    expect(filledForm(shown, field).sharing, path).toBe(SHARING_VERSION)
  }
  const made = await browser.post('/trip/create', {
    ...filledForm(await browser.get('/trip/create'), 'tripName'),
    tripName: 'Lakes',
    cutoffTime: day(5, '18:00'),
    tripStartDatetime: day(10, '08:00'),
    tripEndDatetime: day(11, '20:00'),
  })
  const trip = leadsTo(made)?.split('/').at(-1) ?? ''
  const place = placeOf(await stateOf(trip as 'trip_'), student.id)
  expect(place?.consent).toEqual({ version: SHARING_VERSION, at: place?.heldAt })
})

test('the calls of the API are the consent of their caller', async () => {
  const [ann, bob, cat] = [await newStudent(), await newStudent(), await newStudent()]
  const path = '/carpool/deposit-payment-intent-for-create'
  const drafted = await api('POST', path, { as: ann, json: createPayload() })
  expect(placeOf(await carOf(drafted.body.carpoolId), ann.id)?.consent?.version).toBe(
    SHARING_VERSION,
  )
  const car = await openCarpool(await newStudent(), { maxPassengers: 4 })
  const joins = `/carpool/${car.id}/join`
  expect((await api('POST', joins, { as: bob, json: joinPayload() })).status).toBe(201)
  const first = placeOf(await carOf(car.id), bob.id)
  expect(first?.consent).toEqual({ version: SHARING_VERSION, at: first?.heldAt })
  // A correction is the same booking.
  await advance(1000)
  expect((await api('POST', joins, { as: bob, json: joinPayload({ bag: 3 }) })).status).toBe(201)
  expect(placeOf(await carOf(car.id), bob.id)?.consent).toEqual(first?.consent)
  const trip = await openTrip()
  const payBase = await api('POST', '/trip/pay-base', {
    as: cat,
    json: {
      tripId: trip.id,
      userId: cat.id,
      ...TRAVEL,
      flightTime: day(10, '06:00'),
    },
  })
  expect(payBase.status).toBe(200)
  expect(placeOf(await stateOf(trip.id), cat.id)?.consent?.version).toBe(SHARING_VERSION)
})
