import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { findAccount } from '#app/account/service/accounts.server.ts'
import { balanceDueOf } from '#app/carpool/rules/permissions.ts'
import { hours } from '#app/kernel/limits.ts'
import { users } from '#db/schema.ts'
import { carOf, completeCar, goTo, payBalance, type Seat } from '#tests/worker/world/cars.ts'
import { browserOf, newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance, db, services } from '#tests/worker/world/services.ts'
import { join, openTrip, stateOf, untilCutoff } from '#tests/worker/world/trips.ts'

/** Who else is in the car: what companions see of each other, and nobody else. */

let all: Student[]
let seats: Seat[]
let carpoolId: string
beforeEach(async () => {
  all = [await newStudent(), await newStudent(), await newStudent()]
  await db
    .update(users)
    .set({ name: '李小红' })
    .where(eq(users.id, (all[1] as Student).id))
  ;({ seats, carpoolId } = await completeCar(all))
})
const seat = (at: number) => seats[at] as Seat
const record = (at: number) => `/carpool/record/${seat(at).participantId}`
const pageOf = async (at: number, path = `${record(at)}/companions`) =>
  (await (await browserOf(seat(at).viewer)).get(path)).html
const show = async (at: number, fields: Record<string, string>) =>
  (await browserOf(seat(at).viewer)).post(`${record(at)}/companions`, fields)
async function accountOf(at: number) {
  const account = await findAccount(services, seat(at).viewer.id)
  if (!account) throw new Error('no account')
  return account
}

describe('what companions see', () => {
  test('surname, party and flight from completion on, and no contact unless it is shown', async () => {
    const { name, wechat, phone } = await accountOf(1)
    const html = await pageOf(0)
    expect(html).toContain('李同学')
    for (const hidden of [name, wechat, phone]) expect(html, hidden).not.toContain(hidden)
  })

  test.each([
    [{ showWechat: 'on' }, [true, false]],
    [{ showPhone: 'on' }, [false, true]],
    [{ showWechat: 'on', showPhone: 'on' }, [true, true]],
    [{}, [false, false]],
  ])('%o shows [WeChat, phone] %o, and switching it off hides it at once', async (fields, is) => {
    const { wechat, phone } = await accountOf(1)
    const seen = async () => {
      const html = await pageOf(0)
      return [html.includes(wechat), html.includes(phone)]
    }
    const { status, headers } = await show(1, fields as Record<string, string>)
    expect([status, headers.get('Location')]).toEqual([
      303,
      expect.stringContaining(`${record(1)}/companions`),
    ])
    expect(await seen()).toEqual(is)
    await show(1, {})
    expect(await seen()).toEqual([false, false])
  })

  test('whoever leaves sees nothing more, and is not seen', async () => {
    const { wechat } = await accountOf(2)
    await show(2, { showWechat: 'on' })
    await payBalance(seat(0))
    await payBalance(seat(1))
    // The balance of the third is not paid in time.
    await goTo(balanceDueOf(await carOf(carpoolId)) + hours(1))
    expect(await pageOf(0)).not.toContain(wechat)
    expect(await pageOf(2, record(2))).not.toContain('/companions')
    expect((await show(2, { showPhone: 'on' })).status).toBe(404)
  })

  test('until a day after departure', async () => {
    for (const at of [0, 1, 2]) await payBalance(seat(at))
    await show(1, { showPhone: 'on' })
    const { phone } = await accountOf(1)
    const { carpoolAt } = await carOf(carpoolId)
    await goTo(carpoolAt + hours(23))
    expect(await pageOf(0)).toContain(phone)
    await goTo(carpoolAt + hours(24))
    expect(await pageOf(0)).not.toContain(phone)
    expect((await show(1, { showWechat: 'on' })).status).toBe(404)
  })
})

describe('companions of a trip', () => {
  const at = (place: { participantId: string }) => `/trip/companions/${place.participantId}`
  const record = async (student: Student, id: string) =>
    (await (await browserOf(student)).get(`/trip/record/${id}`)).html
  async function tripOf([creator, ...others]: Student[]) {
    const trip = await openTrip({ minPassengers: 2, balancePrice: 0 }, creator)
    const places = [trip]
    for (const other of others) places.push({ ...trip, ...(await join(trip.id, {}, other)) })
    return { id: trip.id, places: places as [typeof trip, typeof trip] }
  }

  test('see each other from completion until a day after departure, on a page of the trip', async () => {
    const [creator, other, stranger] = all as [Student, Student, Student]
    const { id, places } = await tripOf([creator, other])
    const [mine, theirs] = places
    const browser = await browserOf(creator)
    expect((await browser.get(at(mine))).status, 'before it is complete').toBe(404)
    expect(await record(creator, id)).not.toContain(at(mine))

    await advance((await untilCutoff(id)) + 1)
    expect(await record(creator, id)).toContain(at(mine))
    const { wechat } = await accountOf(1)
    expect((await browser.get(at(mine))).html).toMatch(/同行的人[\s\S]*李同学/)
    expect((await browser.get(at(mine))).html).not.toContain(wechat)
    const sent = await (await browserOf(other)).post(at(theirs), { showWechat: 'on' })
    expect([sent.status, sent.headers.get('Location')]).toEqual([
      303,
      expect.stringContaining(at(theirs)),
    ])
    expect((await browser.get(at(mine))).html).toContain(wechat)
    for (const reader of [stranger, other])
      expect((await (await browserOf(reader)).get(at(mine))).status, 'not their place').toBe(404)

    const { tripStartAt } = await stateOf(id)
    await goTo(tripStartAt + hours(24))
    expect((await browser.get(at(mine))).status, 'a day after').toBe(404)
    expect(await record(creator, id)).not.toContain(at(mine))
  })
})
