import { describe, expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import {
  type CarpoolDraft,
  draftPayableCarpool,
  holdSeats,
  type Party,
} from '#app/carpool/service/carpools.server.ts'
import { confirmDeposit, giveUpPlace, leaveGroup } from '#app/group/service/groups.server.ts'
import { leadsTo, textOf } from '#tests/worker/accounts/visitor.ts'
import { draft, holdSeat, openCar, party } from '#tests/worker/world/cars.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { must, pay, services } from '#tests/worker/world/services.ts'

/**
 * What the page says a deposit does, before, beside and after the button: it is held, or charged at
 * once with no way out.
 */

/** Text that must not be shown to a student whose £20 is charged in the same second. */
const HELD = ['今天扣款 £0', '拼满前退出', '冻结 £20 并']
const CHARGED = ['今天扣款 £20', '付完立即成团', '不能自行退出，押金不退']

type Shown = Awaited<ReturnType<typeof at>>

async function at(participantId: string, browser: Awaited<ReturnType<typeof browserOf>>) {
  const page = await browser.get(`/pay/deposit-${participantId}`)
  expect(page.status).toBe(200)
  const press = async (filling: string) => {
    const answer = await browser.post(`/pay/deposit-${participantId}/begin`, { filling })
    return JSON.parse(answer.html) as { kind: string; clientSecret?: string; text?: string }
  }
  const finish = (what: 'create' | 'join') =>
    browser.post(`/pay/deposit-${participantId}`, { intent: 'confirm', what })
  return { text: textOf(page), press, finish }
}
async function joiner(car: Awaited<ReturnType<typeof openCar>>, change: Partial<Party> = {}) {
  const viewer = await newStudent()
  const held = await holdSeat(car, change, viewer)
  const browser = await browserOf(viewer)
  return { ...held, browser, look: () => at(held.participantId, browser) }
}
async function creator(change: Partial<CarpoolDraft>) {
  const viewer = await newStudent()
  const made = must(await draftPayableCarpool(services, viewer, draft(change), crypto.randomUUID()))
  return { ...made, ...(await at(made.participantId, await browserOf(viewer))) }
}
const expectCharged = ({ text }: Pick<Shown, 'text'>) => {
  for (const words of CHARGED) expect(text).toContain(words)
  for (const words of HELD) expect(text).not.toContain(words)
}

describe('taking the last seat', () => {
  test('shows on the form, the page and in the reply that £20 is charged at once', async () => {
    const car = await openCar({ maxPassengers: 2 })
    const viewer = await newStudent()
    const browser = await browserOf(viewer)
    const form = textOf(await browser.get(`/carpool/${car.carpoolId}/join`))
    expectCharged({ text: form })
    expect(form).toContain('下一步：填银行卡')
    const { participantId } = must(
      await holdSeats(services, viewer, car.carpoolId, party({ flightTime: car.flightTime ?? 0 })),
    )
    const page = await at(participantId, browser)
    expectCharged(page)
    expect(page.text).toContain('付 £20 并成团')
    const begun = await page.press('fills')
    expect(begun.kind).toBe('ready')
    await pay(begun.clientSecret ?? '')
    const done = await page.finish('join')
    expect(leadsTo(done)).toBe(`/carpool/record/${participantId}/done`)
    const record = textOf(await browser.get(`/carpool/record/${participantId}/done`))
    expect(record).toContain('坐满了，成团')
    expect(record).toContain('£20 押金已抵车费，不能再退出')
    expect(record).not.toContain('押金已冻结。')
  })

  test('shows the same to a creator whose own party fills the car', async () => {
    const page = await creator({ maxPassengers: 2, people: 2 })
    expectCharged(page)
    await pay(page.clientSecret)
    const done = await page.finish('create')
    expect(leadsTo(done)).toMatch(/^\/carpool\/record\/par_\w+\/done$/)
  })
})

test('a car for one party is held, and can be left until it is paid', async () => {
  const page = await creator({ maxPassengers: 1 })
  expect(page.text).toContain('冻结 £20 并包车')
  expect(page.text).toContain('今天扣款 £0')
  expect(page.text).toContain('付余款前取消包车： £20 全部解冻')
})

test('with seats left the deposit is held, and opening one is called 发起拼车', async () => {
  const page = await creator({ maxPassengers: 3 })
  expect(page.text).toContain('冻结 £20 并发起拼车')
  expect(page.text).toContain('今天扣款 £0')
})

describe('between viewing and pressing', () => {
  test('if the others pay, nothing is started, and the page says that the last deposit is charged', async () => {
    const car = await openCar({ maxPassengers: 3 })
    const first = await joiner(car)
    const last = await joiner(car)
    const page = await last.look()
    expect(page.text).toContain('他们先交好，你付完就成团')
    await pay(first.clientSecret)
    must(await confirmDeposit(carpoolKind, services, first.viewer, first.participantId))
    const begun = await page.press('mayFill')
    expect(begun).toEqual({
      kind: 'changed',
      text: expect.stringContaining('没有扣款。看一下上面的新说明'),
    })
    const again = await last.look()
    expectCharged(again)
    expect(await again.press('fills')).toMatchObject({ kind: 'ready' })
  })

  test('if someone leaves, the former last seat is only held again', async () => {
    const car = await openCar({ maxPassengers: 3 })
    const leaver = await joiner(car)
    await pay(leaver.clientSecret)
    must(await confirmDeposit(carpoolKind, services, leaver.viewer, leaver.participantId))
    const last = await joiner(car)
    const page = await last.look()
    expectCharged(page)
    must(await leaveGroup(carpoolKind, services, leaver.viewer, car.carpoolId))
    expect(await page.press('fills')).toMatchObject({ kind: 'changed' })
    expect((await last.look()).text).toContain('今天扣款 £0')
  })

  test('the hold may be over, or the deposit paid already', async () => {
    const car = await openCar({ maxPassengers: 3 })
    const given = await joiner(car)
    const page = await given.look()
    must(await giveUpPlace(carpoolKind, services, given.viewer, given.participantId))
    expect(await page.press('open')).toMatchObject({ kind: 'refused' })
    const paid = await joiner(car)
    const other = await paid.look()
    await pay(paid.clientSecret)
    must(await confirmDeposit(carpoolKind, services, paid.viewer, paid.participantId))
    expect(await other.press('open')).toEqual({ kind: 'paid' })
  })
})
