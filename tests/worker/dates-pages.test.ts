import { expect, test } from 'vitest'
import { latestDay } from '#app/kernel/latest.ts'
import { addDays } from '#app/kernel/time.ts'
import { api, openCarpool } from '#tests/worker/world/api.ts'
import { openTrip } from '#tests/worker/world/api-trips.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { devClock } from '#workers/dev/clock.ts'

/** The `max` of every date or time field on a page. */
const lastDays = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input[^>]*type="(?:date|datetime-local)"[^>]*>/g)].map(([field]) => [
      /name="(\w+)"/.exec(field)?.[1] ?? '',
      (/max="([^"]*)"/.exec(field)?.[1] ?? 'none').slice(0, 10),
    ]),
  )

test('every form tells the browser its latest possible day', async () => {
  const as = await newStudent()
  const visitor = await browserOf(as, 'en')
  const last = latestDay(devClock.now())
  const { id } = await openTrip()
  const dropoff = {
    tripType: 'DROPOFF',
    flightTime: `${addDays(latestDay(devClock.now()), -300)}T20:00`,
  }
  const { participantId } = await openCarpool(as, {
    ...dropoff,
    carpoolDatetime: dropoff.flightTime.replace('T20', 'T15'),
  })
  const forms = {
    '/carpool/create': ['carpoolDatetime', 'flightTime'],
    '/trip/create': ['cutoffTime', 'tripStartDatetime', 'tripEndDatetime'],
    [`/trip/${id}/join`]: ['flightTime'],
    '/mail/create': ['boxDate', 'sendDate'],
    '/moving/create': ['sendDate'],
    [`/carpool/record/${participantId}/info`]: ['flightTime'],
  }
  for (const [page, fields] of Object.entries(forms)) {
    const { html } = await visitor.get(page)
    expect(lastDays(html), page).toMatchObject(
      Object.fromEntries(fields.map((field) => [field, last])),
    )
  }
})

test('a day too far ahead is refused at its field, by API calls too', async () => {
  const as = await newStudent()
  const sendDate = addDays(latestDay(devClock.now()), 1)
  const { status, body } = await api('POST', '/move/create', { as, json: { sendDate } })
  expect([status, body.errors.sendDate[0].code]).toEqual([422, 'dateTooFar'])
})
