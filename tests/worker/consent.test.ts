import { expect, test } from 'vitest'
import { SHARING_VERSION } from '#app/group/rules/consent.ts'
import type { Group } from '#app/group/rules/state.ts'
import { carpoolIdOf } from '#app/group/service/group-id.server.ts'
import { getT } from '#app/i18n/server.ts'
import type { UserId } from '#app/kernel/id.ts'
import { addDays, londonDay, londonWall } from '#app/kernel/time.ts'
import { keyOf, sources } from '#tests/worker/sources.ts'
import { api, createPayload, joinPayload, openCarpool } from '#tests/worker/world/api.ts'
import { carOf, intentsFor, openCar } from '#tests/worker/world/cars.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { advance, now } from '#tests/worker/world/services.ts'
import { openTrip, stateOf } from '#tests/worker/world/trips.ts'
import { leadsTo, type Shown } from './accounts/visitor.ts'
import { filledForm } from './forms/filled.ts'

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
    expect(leadsTo(await browser.post(path, { ...sent, ...typed }))).toMatch(/^\/pay\/deposit-par_/)
    const place = placeOf(await carOf(car.carpoolId), student.id)
    expect(place?.consent, turn).toEqual({ version: SHARING_VERSION, at: place?.heldAt })
  }
})

/** A form that takes a place: the module that reads it, one of its fields, and what is typed. */
type Form = { path: string; field: string; typed: Record<string, string> }
const FORMS: Record<string, () => Promise<Form>> = {
  'carpool/create': async () => {
    const times = { carpoolDatetime: day(9, '14:00'), flightTime: day(9, '12:00') }
    const about = { tripType: 'PICKUP', airportId: 'air_lhr', maxPassengers: '3' }
    const typed = { ...TRAVEL, ...about, ...times }
    return { path: '/carpool/create', field: 'maxPassengers', typed }
  },
  'group/join/carpool': async () => {
    const { carpoolId, flightTime } = await openCar({ maxPassengers: 4 })
    const typed = { ...TRAVEL, flightTime: londonWall(flightTime ?? 0) }
    return { path: `/carpool/${carpoolId}/join`, field: 'people', typed }
  },
  'trip/create': async () => {
    const ends = { tripStartDatetime: day(10, '08:00'), tripEndDatetime: day(11, '20:00') }
    const typed = { tripName: 'Lakes', cutoffTime: day(5, '18:00'), ...ends }
    return { path: '/trip/create', field: 'tripName', typed }
  },
  'group/join/trip': async () => {
    const { id } = await openTrip()
    const typed = { ...TRAVEL, flightTime: day(10, '06:00') }
    return { path: `/trip/${id}/join`, field: 'people', typed }
  },
}

/** The group of the payment that a form leads to. */
function groupBehind(answer: Shown): Promise<Group> {
  const [, id = ''] = leadsTo(answer)?.split('-') ?? []
  return id.startsWith('trip_') ? stateOf(id as 'trip_') : carOf(carpoolIdOf(id) ?? '')
}

test('every form that takes a place is here, and nothing else', () => {
  const asking = Object.entries(sources).filter(([, text]) =>
    /\b(?:holdSeats|holdInGroup|draftCarpool|createTrip)\(/.test(text),
  )
  const names = asking.map(([path]) => keyOf(path))
  expect(names.sort()).toEqual(Object.keys(FORMS).sort())
})

test.each(Object.entries(FORMS))(
  'the form of %s stores the consent that it showed, and none that it did not',
  async (_, make) => {
    for (const sharing of [SHARING_VERSION, '2020-01-01']) {
      const student = await newStudent()
      const browser = await browserOf(student, 'en')
      const { path, field, typed } = await make()
      const shown = await browser.get(path)
      expect(shown.html).toContain(SENTENCE.en)
      const sent = filledForm(shown, field)
      expect(sent.sharing).toBe(SHARING_VERSION)
      const place = placeOf(
        await groupBehind(await browser.post(path, { ...sent, ...typed, sharing })),
        student.id,
      )
      expect(place?.consent).toEqual(
        sharing === SHARING_VERSION ? { version: sharing, at: place?.heldAt } : undefined,
      )
      expect(place?.seat).toBe('held')
      // A payment begins where it is pressed: its page asks about no earlier one.
      expect(await intentsFor(student)).toEqual([])
    }
  },
)

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
