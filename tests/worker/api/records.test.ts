import { expect, test } from 'vitest'
import { api, openCarpool, refusal, rideIn } from '#tests/worker/world/api.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'

type Item = { id: string; participantId: string }
const ids = ({ items }: { items: Item[] }) => items.map(({ id }) => id)
const list = async (as: Student, which: 'ongoing' | 'completed', query = '') => {
  const { status, body } = await api('GET', `/user/my/${which}?${query}`, { as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { items: Item[]; nextCursor: string | null }
}

/** Every page of a list, two at a time. */
async function pages(as: Student, which: 'ongoing' | 'completed') {
  const seen: string[][] = []
  let cursor: string | null = ''
  for (let page = 0; cursor !== null && page < 5; page++) {
    const found = await list(
      as,
      which,
      `limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    seen.push(ids(found))
    cursor = found.nextCursor
  }
  return seen
}

/** Each call about one place, with an id that names it. */
const calls = (
  carpoolId: string,
  participantId: string,
  userId: string,
): [string, string, object?][] => [
  ['GET', `/user/participant/status/${participantId}`],
  ['POST', '/user/participant/repay-deposit', { userId, carpoolId, participantId }],
  ['POST', '/user/my/pay-remaining', { participantId }],
  ['POST', '/user/my/confirm-remaining', { participantId }],
  ['GET', `/user/my/payment-status/${participantId}`],
  [
    'POST',
    '/user/update-open-participant',
    {
      participantId,
      bigLuggage: 1,
      smallLuggage: 1,
      bag: 1,
      flightTime: '2026-12-06T14:00',
      nlocation: 'NG7',
    },
  ],
  ['DELETE', `/carpool/${carpoolId}/exit`],
  ['POST', `/carpool/${carpoolId}/convert-to-private`],
  ['POST', `/carpool/${carpoolId}/cancel-failed`],
]

test('a record has all details of a place, and is the same everywhere', async () => {
  const as = await newStudent()
  const { id, participantId, created } = await openCarpool(as)
  const { isJoined: _, ...car } = created
  const { items } = await list(as, 'ongoing')
  expect(items).toEqual([
    {
      ...car,
      id,
      participantId,
      paymentStatus: 'DEPOSIT',
      refundedAmount: 0,
      refundOwed: 0,
      flightChange: null,
      place: 'joined',
      nlocation: '12 Castle Boulevard',
      terminal: 'T5',
      flightNumber: 'BA038',
      flightTime: created.flightTimes[0],
      bigLuggage: 2,
      smallLuggage: 1,
      bag: 1,
      people: 1,
      deposit: { status: 'held', isValid: true, amount: 2000, captureBefore: expect.any(String) },
      holdExpiresAt: null,
      balanceDueAt: null,
      remainingAmount: null,
      originalRemainingAmount: null,
      pointsDeducted: 0,
      deductedAmount: 0,
      actions: ['editInfo', 'exit'],
    },
  ])
  expect((await api('POST', `/carpool/confirm-join/${participantId}`, { as })).body).toEqual(
    items[0],
  )
  const { body } = await api('GET', `/user/my/payment-status/${participantId}`, { as })
  expect(body).toEqual({
    participantId,
    deposit: { status: 'held', isValid: true, amount: 2000 },
    balance: null,
    paymentStatus: 'DEPOSIT',
  })
})
test('ongoing records come soonest first, past ones latest first, page by page', async () => {
  const as = await newStudent()
  const made: string[] = []
  for (const days of [6, 4, 8, 5, 7]) made.push((await openCarpool(as, rideIn(days))).id)
  const [six, four, eight, five, seven] = made
  expect(await pages(as, 'ongoing')).toEqual([[four, five], [six, seven], [eight]])
  expect(await pages(as, 'completed')).toEqual([[]])
  for (const id of made) await api('DELETE', `/carpool/${id}/exit`, { as })
  expect(await pages(as, 'ongoing')).toEqual([[]])
  expect(await pages(as, 'completed')).toEqual([[eight, seven], [six, five], [four]])
})
test('a list is private to its reader', async () => {
  await openCarpool(await newStudent())
  const stranger = await newStudent()
  expect(await list(stranger, 'ongoing')).toEqual({ items: [], nextCursor: null })
  expect(await list(stranger, 'completed')).toEqual({ items: [], nextCursor: null })
})
test('another student’s place looks to every call like one that does not exist', async () => {
  const [ann, bob] = [await newStudent(), await newStudent()]
  const { id, participantId } = await openCarpool(ann)
  const missing = {
    status: 404,
    code: 'notFound',
    zh: '没有找到，可能已经取消，也可能链接不完整。回到列表再看看。',
    en: 'We couldn’t find this. It may have been cancelled, or the link may be incomplete. Go back to the list and look again.',
  }
  const unknown = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
  const nobody = participantId.replace(id.slice(4), unknown.slice(4))
  for (const [car, place] of [
    [id, participantId],
    [unknown, nobody],
    ['car_x', 'par_x'],
    ['x', 'x'],
  ] as const)
    for (const [method, path, json] of calls(car, place, bob.id))
      expect(await refusal(method, path, { as: bob, json }), `${method} ${path}`).toEqual(missing)
  expect(ids(await list(ann, 'ongoing'))).toEqual([id])
})
