import { describe, expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { draftPayableCarpool } from '#app/carpool/service/carpools.server.ts'
import { joinWaitlist } from '#app/features/waitlist/service.server.ts'
import { giveUpPlace } from '#app/group/service/groups.server.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { type Shown, textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { api } from '#tests/worker/world/api.ts'
import {
  carOf,
  completeCar,
  draft,
  goTo,
  holdSeat,
  openCar,
  payBalance,
} from '#tests/worker/world/cars.ts'
import { browserOf, newStudent, student } from '#tests/worker/world/people.ts'
import { advance, must, services } from '#tests/worker/world/services.ts'
import { holdPlace, openTrip } from '#tests/worker/world/trips.ts'

/** What pages say of money and of seats is so, also without scripts. */

/** The dialog's text, without the terms that are folded away. */
const dialogOf = ({ html }: Shown): string => {
  const dialog = /<dialog[\s\S]*<\/dialog>/.exec(html)?.[0] ?? ''
  return textOf({ html: dialog.replace(/<details[\s\S]*?<\/details>/g, '') } as Shown)
}
const joinForm = async (carpoolId: string, lang: 'zh' | 'en' = 'zh') =>
  dialogOf(await (await browserOf(await newStudent(), lang)).get(`/carpool/${carpoolId}/join`))

/** A car for three whose balances are due, of which so many are paid. */
async function due(paid: number) {
  const viewers = [await newStudent(), await newStudent(), await newStudent()]
  const car = await completeCar(viewers)
  for (const seat of car.seats.slice(0, paid)) await payBalance(seat)
  const { cutoffAt, carpoolAt, prices } = await carOf(car.carpoolId)
  await goTo(cutoffAt)
  return { ...car, carpoolAt, price: (prices[2] ?? 0) / 100 }
}

describe('a form whose payment is charged at once', () => {
  test('of the last seat holds nothing and promises nothing back', async () => {
    const { carpoolId } = await openCar({ maxPassengers: 2 })
    const text = await joinForm(carpoolId)
    expect(text).toContain('今天扣款 £20')
    expect(text).not.toMatch(/冻结|没拼满|押金全退/)
    expect(await joinForm(carpoolId, 'en')).not.toMatch(/\bhold|\bheld|Not full/i)
  })

  test('of a released seat asks for the whole price, in every line', async () => {
    const { carpoolId, price } = await due(2)
    const text = await joinForm(carpoolId)
    expect(text).toContain(`今天扣款 £${price}`)
    expect(text).toContain(`还有 1 个座位，每人 £${price}，押金和余款当场一次付清`)
    expect(text).toContain('这趟车已经成团')
    expect(text).not.toMatch(/冻结|没拼满|押金全退|£20 当场扣款/)
    const english = await joinForm(carpoolId, 'en')
    expect(english).toContain('Deposit and balance are charged at once')
    expect(english).not.toMatch(/£20 is charged|holding|\bheld|Not full/i)
  })

  test('of a trip does not speak of a hold', async () => {
    const { id } = await openTrip()
    const browser = await browserOf(await newStudent())
    expect(dialogOf(await browser.get(`/trip/${id}/join`))).not.toMatch(/冻结/)
    expect(dialogOf(await browser.get('/trip/create'))).not.toMatch(/冻结/)
  })

  test('of an open car still says that it is held, and comes back', async () => {
    const { carpoolId } = await openCar({ maxPassengers: 4 })
    const text = await joinForm(carpoolId)
    for (const words of ['今天扣款 £0', '没拼满', '冻结']) expect(text).toContain(words)
  })

  test('of a car for one party speaks of that car', async () => {
    const viewer = await newStudent()
    const made = must(
      await draftPayableCarpool(services, viewer, draft({ maxPassengers: 1 }), crypto.randomUUID()),
    )
    const page = await (await browserOf(viewer)).get(`/pay/deposit-${made.participantId}`)
    expect(dialogOf(page)).not.toMatch(/没拼满/)
  })
})

describe('a place that was cancelled in another tab', () => {
  test('of a carpool says so, and not that its time is up', async () => {
    const seat = await holdSeat(await openCar({ maxPassengers: 4 }), {}, await newStudent())
    must(await giveUpPlace(carpoolKind, services, seat.viewer, seat.participantId))
    const path = `/pay/deposit-${seat.participantId}`
    const text = textOf(await (await browserOf(seat.viewer)).get(path))
    expect(text).toContain('你已经取消了，没有扣款')
    expect(text).not.toContain('保留时间已过')
    expect(textOf(await (await browserOf(seat.viewer, 'en')).get(path))).toContain(
      'You’ve cancelled it',
    )
  })

  test('of a trip too', async () => {
    const viewer = await newStudent()
    const { id } = await openTrip()
    await holdPlace(id, {}, viewer)
    must(await giveUpPlace(tripKind, services, viewer, id))
    const text = textOf(await (await browserOf(viewer)).get(`/pay/deposit-${id}`))
    expect(text).toContain('你已经取消了，没有扣款')
    expect(text).not.toContain('保留时间已过')
  })
})

describe('a seat that is offered to a student', () => {
  test('is free for them in list, card, page and API, and taken for everybody else', async () => {
    const [ann, bob] = [await newStudent(), await newStudent()]
    const car = await openCar({ maxPassengers: 3 })
    const other = await holdSeat(car, { people: 2 })
    const party = { people: 2, bigLuggage: 1, smallLuggage: 1, bag: 1 }
    must(await joinWaitlist(services, { viewer: ann, carpoolId: car.carpoolId, ...party }))
    must(await giveUpPlace(carpoolKind, services, other.viewer, other.participantId))
    await advance(0)
    const { carpoolAt } = await carOf(car.carpoolId)
    const day = new Date(carpoolAt).toISOString().slice(0, 10)
    const asked = `date=${day}&tripType=PICKUP`
    const seen = async (who: { token: string } | null) => {
      const by = who ? { as: who } : {}
      const one = (await api('GET', `/carpool/${car.carpoolId}`, by)).body
      const list = (await api('GET', `/carpool/list?${asked}`, by)).body.items
      const listed = list.find(({ id }: { id: string }) => id === car.carpoolId)
      return [one, listed].map(({ status, currentPassengers }) => [status, currentPassengers])
    }
    expect(await seen(ann)).toEqual([
      ['OPEN', 1],
      ['OPEN', 1],
    ])
    for (const who of [bob, null])
      expect(await seen(who)).toEqual([
        ['FULL', 3],
        ['FULL', 3],
      ])
    const join = `/carpool/${car.carpoolId}/join`
    const linked = async (browser: Visitor, path: string) =>
      (await browser.get(path)).html.includes(`href="/neighbourhelp${join}`)
    const shared = `/share/carpool/${car.carpoolId}`
    const [hers, his] = [await browserOf(ann), await browserOf(bob)]
    expect(textOf(await hers.get(`/carpool?${asked}`))).toContain('还差 2 人（1/3）')
    expect(await linked(hers, shared)).toBe(true)
    expect(await linked(his, shared)).toBe(false)
    expect(textOf(await his.get(`/carpool?${asked}`))).toContain('暂时满座')
    // What she sends on is what others see.
    expect(textOf(await hers.get(shared))).toContain('座位暂满')
    expect(textOf(await hers.get(join))).toContain('还有 2 个座位')
  })
})

describe('a group that cannot be joined', () => {
  test('says that a complete car is complete, and not over', async () => {
    const { carpoolId } = await completeCar([student(), student(), student()])
    const { carpoolAt } = await carOf(carpoolId)
    const day = new Date(carpoolAt).toISOString().slice(0, 10)
    const { html } = await new Visitor().get(`/carpool?date=${day}&tripType=PICKUP`)
    const buttons = html.match(/<button[^>]*disabled[\s\S]*?<\/button>/g) ?? []
    const labels = buttons.map((button) => button.replace(/<[^>]*>/g, ''))
    expect(labels).toContain('已成团')
    expect(labels).not.toContain('已结束')
    expect(textOf(await new Visitor().get(`/share/carpool/${carpoolId}`))).not.toContain('已结束')
  })

  test('says once that a trip is full, and to those on it what they wait for', async () => {
    const viewer = await newStudent()
    const tripName = `满员${crypto.randomUUID().slice(0, 6)}`
    const { id } = await openTrip({ tripName, maxPassengers: 2, minPassengers: 2 }, viewer)
    await holdPlace(id, {})
    const find = `name=${encodeURIComponent(tripName)}`
    const text = textOf(await (await browserOf(await newStudent())).get(`/trip?${find}`))
    expect(text.match(/名额暂满/g)).toHaveLength(1)
    expect(text).not.toContain('已结束')
    const rides = textOf(await (await browserOf(viewer)).get('/rides'))
    expect(rides).toContain('已参加，等人数')
    expect(rides).not.toMatch(/可参加|名额暂满/)
  })
})

test('nobody goes in a car for which nobody has paid', async () => {
  const some = await due(1)
  const none = await due(0)
  const recordOf = async ({ seats }: typeof none) => {
    const { viewer, participantId } = seats[2] as (typeof seats)[number]
    return textOf(await (await browserOf(viewer)).get(`/carpool/record/${participantId}`))
  }
  expect(await recordOf(some)).toContain('付清的人照常出发')
  const record = await recordOf(none)
  expect(record).not.toContain('照常出发')
  expect(record).toContain('0 / 3')
})
