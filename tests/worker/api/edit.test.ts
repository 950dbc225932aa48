import { expect, test } from 'vitest'
import { api, openCarpool } from '#tests/worker/world/api.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { dayIn } from '#tests/worker/world/services.ts'

const PATH = '/user/update-open-participant'
const edit = (as: Student, json: object) => api('POST', PATH, { as, json })

/**
 * A student's place in an open group that leaves in ten days, and the payload that changes nothing.
 */
async function openPlace(change: object = {}) {
  const as = await newStudent()
  const { id, participantId, created } = await openCarpool(as, change)
  const json = {
    participantId,
    bigLuggage: 2,
    smallLuggage: 1,
    bag: 1,
    flightNumber: 'BA038',
    flightTime: created.flightTimes[0],
    nlocation: '12 Castle Boulevard',
  }
  return { as, id, json, created }
}

test('travel details are changed, and the list shows the new flight', async () => {
  const { as, id, json } = await openPlace()
  const change = {
    bigLuggage: 0,
    smallLuggage: 0,
    bag: 0,
    flightNumber: ' vs 20 ',
    flightTime: `${dayIn(10)}T10:30`,
    nlocation: '3 Lenton Lane',
  }
  const { status, body } = await edit(as, { ...json, ...change })
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      ...change,
      flightNumber: 'VS 20',
      flightTime: expect.stringMatching(/T10:30:00Z$|T09:30:00Z$/),
      people: 1,
      terminal: 'T5',
    }),
  ])
  expect((await edit(as, { ...json, ...change })).body).toEqual(body)
  expect((await api('GET', `/carpool/${id}`)).body).toMatchObject({
    flightNumbers: ['VS 20'],
    flightTimes: [body.flightTime],
  })
  expect((await api('GET', '/user/my/ongoing', { as })).body.items).toEqual([body])
})
test('a flight number can be removed, and unknown fields change nothing', async () => {
  const { as, json } = await openPlace()
  const { status, body } = await edit(as, { ...json, flightNumber: '', people: 5, price: 1 })
  expect([status, body.flightNumber, body.people]).toEqual([200, null, 1])
})
