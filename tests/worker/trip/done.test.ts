import { describe, expect, test } from 'vitest'
import { prepareBalance } from '#app/group/service/groups.server.ts'
import { HOLD_MS, hours, minutes } from '#app/kernel/limits.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { leadsTo, textOf } from '#tests/worker/accounts/visitor.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { advance, fault, must, pay, services, stripeUp } from '#tests/worker/world/services.ts'
import {
  draftTrip,
  holdPlace,
  join,
  openTrip,
  stateOf,
  untilCutoff,
} from '#tests/worker/world/trips.ts'

/** What the page after paying says, or where it leads. */
async function look(id: string, viewer: { id: `usr_${string}` }, lang: 'zh' | 'en' = 'zh') {
  const shown = await (await browserOf(viewer, lang)).get(`/trip/done/${id}`)
  return leadsTo(shown) ?? (shown.status === 200 ? textOf(shown) : shown.status)
}
const confirm = async (at: string, viewer: { id: `usr_${string}` }) =>
  leadsTo(await (await browserOf(viewer)).post(at, { intent: 'confirm' }))

describe('the deposit', () => {
  test('of who opens a trip leads to how many are missing, until when, and the group chat', async () => {
    const creator = await newStudent()
    const trip = await draftTrip({ minPassengers: 3 }, creator)
    await pay(trip.clientSecret)
    expect(await confirm(`/pay/deposit-${trip.id}`, creator)).toBe(`/trip/done/${trip.id}`)
    const page = await look(trip.id, creator)
    for (const words of [
      '组团发起好了，还差 2 人成团',
      '押金 £20 已付。到截止时间看人数',
      '截止时间看人数',
      '约 £30',
      '发到微信群，叫上同学',
      '看我的行程',
    ])
      expect(page).toContain(words)
    const { html } = await (await browserOf(creator)).get(`/trip/done/${trip.id}`)
    expect(html).toContain(`href="/neighbourhelp/share/trip/${trip.id}?lang=zh"`)
    // No script is needed, and none is sent with it but that of every page.
    expect(html).not.toContain('__remixContext')
  })

  test('of who joins leads there too, and says when enough have', async () => {
    const [creator, viewer] = [await newStudent(), await newStudent()]
    const trip = await openTrip({ minPassengers: 3 }, creator)
    const held = await holdPlace(trip.id, { people: 1 }, viewer)
    await pay(held.clientSecret)
    expect(await confirm(`/pay/deposit-${trip.id}`, viewer)).toBe(`/trip/done/${trip.id}`)
    expect(await look(trip.id, viewer)).toContain('参加好了，还差 1 人成团')
    expect(await look(trip.id, viewer, 'en')).toContain('You’re in, 1 more person needed')
    await join(trip.id)
    // The same address, reloaded or on another phone, says what is so by then.
    expect(await look(trip.id, viewer)).toContain('参加好了，人数够了')
    expect(await look(trip.id, creator)).toContain('已有 3 人，最多 4 人')
  })

  test('is found after coming back from the bank without the confirmation', async () => {
    await fault('drop-events', 100_000)
    const viewer = await newStudent()
    const trip = await openTrip()
    await pay((await holdPlace(trip.id, {}, viewer)).clientSecret)
    const browser = await browserOf(viewer)
    const back = await browser.get(`/pay/deposit-${trip.id}`)
    expect(textOf(back)).toContain('看一下结果')
    const checked = await browser.get(`/pay/deposit-${trip.id}/return`)
    expect(leadsTo(checked)).toBe(`/trip/done/${trip.id}`)
    expect(await look(trip.id, viewer)).toContain('参加好了')
  })

  test('that is open, or has come too late, leads to the record', async () => {
    const viewer = await newStudent()
    const trip = await openTrip()
    const { participantId } = await holdPlace(trip.id, {}, viewer)
    expect(await look(trip.id, viewer)).toBe(`/trip/record/${participantId}`)
    await advance(HOLD_MS + minutes(5))
    expect(await look(trip.id, viewer)).toBe(`/trip/record/${participantId}`)
  })

  test('that the bank has not answered for leads to the record until it has', async () => {
    const viewer = await newStudent()
    const trip = await openTrip()
    const held = await holdPlace(trip.id, {}, viewer)
    await fault('drop-events', 100_000)
    await pay(held.clientSecret)
    await fault('fail-calls', 100_000)
    await advance(HOLD_MS + minutes(5))
    expect(await look(trip.id, viewer)).toBe(`/trip/record/${held.participantId}`)
    expect(textOf(await (await browserOf(viewer)).get(`/pay/deposit-${trip.id}`))).toContain(
      '先不要再付',
    )
    await stripeUp()
    await advance(hours(1))
    expect(await look(trip.id, viewer)).toContain('参加好了')
  })
})

describe('after the cutoff', () => {
  test('it says that the trip is on, what is due by when, and then that it is paid', async () => {
    const [creator, viewer] = [await newStudent(), await newStudent()]
    const trip = await openTrip({}, creator)
    await join(trip.id, { people: 2 }, viewer)
    await advance(await untilCutoff(trip.id))
    const due = await look(trip.id, viewer)
    for (const words of ['人数够了，成团', '待付 £60', '前付清余款', '付余款 £60'])
      expect(due).toContain(words)
    expect(due).not.toContain('发到微信群')
    // A trip’s own words: nobody waits for a full car.
    expect(await look(trip.id, viewer, 'en')).not.toContain('Car full')
    const { clientSecret } = must(await prepareBalance(tripKind, services, viewer, trip.id))
    await pay(clientSecret ?? '')
    expect(await confirm(`/pay/balance-${trip.id}`, viewer)).toBe(`/trip/done/${trip.id}`)
    const paid = await look(trip.id, viewer)
    expect(paid).toContain('余款已付清')
    expect(paid).not.toContain('付余款')
    // The others' money is theirs: the creator still owes theirs.
    expect(await look(trip.id, creator)).toContain('付余款 £30')
    const again = await (await browserOf(viewer)).get(`/pay/balance-${trip.id}`)
    expect(leadsTo(again)).toBe(`/trip/done/${trip.id}`)
  })

  test('a trip without a balance names none', async () => {
    const viewer = await newStudent()
    const trip = await openTrip({ balancePrice: 0 })
    await join(trip.id, {}, viewer)
    expect(await look(trip.id, viewer)).not.toContain('付清余款')
    await advance(await untilCutoff(trip.id))
    const page = await look(trip.id, viewer)
    expect(page).toContain('人数够了，成团')
    expect(page).not.toContain('付清余款')
  })

  test('a trip that has failed or is over leads to the record', async () => {
    const viewer = await newStudent()
    const few = await openTrip({ minPassengers: 4 })
    const { participantId } = await join(few.id, {}, viewer)
    await advance(await untilCutoff(few.id))
    expect((await stateOf(few.id)).status).toBe('FAILED')
    expect(await look(few.id, viewer)).toBe(`/trip/record/${participantId}`)
  })
})
