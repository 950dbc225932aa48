import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { apply, type Decide, decide } from '#app/carpool/rules/machine.ts'
import type { AnyEvent } from '#app/group/rules/extensions.ts'
import { confirmedPeople, seatedPeople } from '#app/group/rules/state.ts'
import { ok } from '#app/kernel/result.ts'
import { api, joinPayload, openCarpool } from '#tests/worker/world/api.ts'
import { carOf, stub } from '#tests/worker/world/cars.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { advance, pay, stripe } from '#tests/worker/world/services.ts'

type Student = Awaited<ReturnType<typeof newStudent>>
type Answer = { status: number; code: string }

/**
 * One student's attempt: hold, intent, card, confirmation. Returns every response along the way;
 * the last one decides.
 */
async function tryToJoin(as: Student, carpoolId: string, people: number): Promise<Answer[]> {
  const answers: Answer[] = []
  const say = async (method: string, path: string, json?: object) => {
    const { status, body } = await api(method, path, { as, json })
    answers.push({ status, code: body?.code ?? 'ok' })
    return status < 300 ? body : null
  }
  const held = await say('POST', `/carpool/${carpoolId}/join`, joinPayload({ people }))
  const intent = held && (await say('GET', `/carpool/deposit-payment-intent/${held.participantId}`))
  if (intent) await pay(intent.clientSecret)
  if (intent) await say('POST', `/carpool/confirm-join/${held.participantId}`)
  return answers
}

/** That many students at the same moment, over HTTP, for the seats other than the creator's. */
async function race(seats: number, joiners: number, people: number, rules?: Decide) {
  const car = await openCarpool(await newStudent(), { maxPassengers: seats + 1 })
  const students = await Promise.all(Array.from({ length: joiners }, newStudent))
  if (rules)
    await runInDurableObject(stub(car.id), (object) => {
      ;(object as unknown as { decide: Decide }).decide = rules
    })
  const tries = await Promise.all(students.map((student) => tryToJoin(student, car.id, people)))
  await advance(0)
  const state = await carOf(car.id)
  const intents = await stripe.paymentIntents
    .list({ limit: 100 })
    .autoPagingToArray({ limit: 10_000 })
  const paid = intents.filter(
    (i) => i.metadata.carpoolId === car.id && ['requires_capture', 'succeeded'].includes(i.status),
  )
  return { car, state, tries, paid, answers: tries.flat(), sold: confirmedPeople(state) - 1 }
}

type Race = { seats: number; people: number; joiners?: number }

/** The whole proof in one function, so that the control below runs exactly the same. */
async function raceAndCheck({ seats, people, joiners = 200 }: Race, rules?: Decide) {
  const { car, state, tries, paid, answers, sold } = await race(seats, joiners, people, rules)
  expect(sold).toBe(seats)
  expect(seatedPeople(state)).toBe(seats + 1)
  expect(state.status).toBe('SUCCESS_PENDING_PAYMENT')
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const lost = tries.filter((answers) => answers.at(-1)?.status !== 200)
  expect(lost).toHaveLength(joiners - seats / people)
  for (const answers of lost) expect(answers).toEqual([{ status: 409, code: 'carpoolFull' }])
  const taken = state.participants.filter((p) => p.seat === 'taken').map((p) => p.deposit.intentId)
  expect(paid.map((i) => i.id).sort()).toEqual(taken.sort())
  expect((await api('GET', `/carpool/${car.id}`)).body).toMatchObject({
    status: 'SUCCESS_PENDING_PAYMENT',
    currentPassengers: seats + 1,
  })
}

const races = [
  { seats: 1, people: 1 },
  { seats: 2, people: 1 },
  { seats: 4, people: 1 },
  { seats: 4, people: 2 },
]
test.each(races)(
  '200 students race for $seats seats in parties of $people: exactly the seats are sold',
  (r) => raceAndCheck(r),
)

/**
 * The rules without the seat check: a hold is decided as if the car were far larger, and priced for
 * that many.
 */
const withoutSeatCheck: Decide = (state, command, now) => {
  if (!state || command.type !== 'hold') return decide(state, command, now)
  const { tripType, airportId, airportName, airportTerminals, maxPassengers, carpoolAt, cutoffAt } =
    state
  const prices = Array.from({ length: 1000 }, () => 5000)
  const ride = { tripType, airportId, airportName, airportTerminals, carpoolAt }
  const decided = decide({ ...state, status: 'OPEN', maxPassengers: 1000 }, command, now)
  if (!decided.ok) return decided
  const terms = { ...ride, maxPassengers, prices }
  const priced: AnyEvent[] =
    state.prices.length === prices.length ? [] : [{ type: 'draftChanged', terms, cutoffAt }]
  return ok(apply(state, [...priced, ...decided.value.events]))
}

test('the same race without the seat check fails, so the test can detect an oversold car', async () => {
  // They all get in, and each is rewritten with every later one: 200 take a minute.
  await expect(
    raceAndCheck({ seats: 2, people: 1, joiners: 60 }, withoutSeatCheck),
  ).rejects.toThrow(/expected \d+ to be 2/)
}, 60_000)
