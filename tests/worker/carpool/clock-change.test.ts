import { afterEach, expect, test } from 'vitest'
import { hours, minutes } from '#app/domain/limits.ts'
import { parseTime } from '#app/domain/time.ts'
import { type ClockChange, clockChanges } from '#tests/worker/clock-changes.ts'
import {
  carOf,
  goTo,
  joinCar,
  moneyFor,
  openCar,
  payBalance,
  recordFor,
} from '#tests/worker/world/cars.ts'
import { advance, carpools, codeOf, must, now, stripeUp } from '#tests/worker/world/services.ts'

afterEach(stripeUp)

const nextChange = () => clockChanges(1)[0] as ClockChange
const at = (wall: string) => must(parseTime(wall))

// The development clock only goes forward, so the second change is of the other kind.
test.each(['next', 'one after'])('a failed group around the clock change, the %s', async () => {
  const { day, next, hours: length } = nextChange()
  const [departure, midnight, start] = [at(`${day}T14:00`), at(`${next}T00:00`), at(`${day}T00:00`)]
  expect(midnight - start).toBe(hours(length))
  await advance(departure - hours(24 * 5) - now())
  const terms = { maxPassengers: 3, carpoolAt: departure, flightTime: departure - hours(2) }
  const idle = await openCar(terms)
  const [leaver, goer] = [await joinCar(idle), await openCar(terms)]
  const { cutoffAt } = await carOf(idle.carpoolId)
  expect(departure - cutoffAt).toBe(hours(24))
  await advance(cutoffAt - now() - minutes(1))
  expect((await carOf(idle.carpoolId)).status).toBe('OPEN')
  await goTo(cutoffAt)
  expect((await carOf(idle.carpoolId)).status).toBe('FAILED')

  const record = must(await carpools.convertToPrivate(goer.creator, goer.carpoolId))
  const going = { viewer: goer.creator, participantId: record.participantId }
  await payBalance(going)
  await goTo(departure + hours(3))
  expect(await recordFor(going)).toMatchObject({ status: 'COMPLETED' })
  expect(await moneyFor(goer.creator)).toEqual({ taken: record.prices[0], holds: 0, open: 0 })

  await advance(midnight - now() - minutes(1))
  const waiting = { viewer: idle.creator, participantId: idle.participantId }
  expect(await recordFor(waiting)).toMatchObject({
    paymentStatus: 'DEPOSIT',
    expired: false,
    actions: ['cancelFailed'],
  })
  expect(codeOf(await carpools.cancelFailed(leaver.viewer, idle.carpoolId))).toBe('ok')
  await goTo(midnight)
  expect(await recordFor(waiting)).toMatchObject({
    paymentStatus: 'REFUNDED',
    expired: true,
    actions: [],
  })
  for (const viewer of [idle.creator, leaver.viewer])
    expect(await moneyFor(viewer)).toEqual({ taken: 0, holds: 0, open: 0 })
})

test.each(['next', 'one after'])(
  'a private car that departs in the night of a clock change, the %s, can be left until then',
  async () => {
    const { day, hours: length } = nextChange()
    // 01:30 does not exist in spring and occurs twice in autumn, where it means the first.
    const departure = at(`${day}T${length === 23 ? '02:30' : '01:30'}`)
    await advance(departure - hours(24 * 5) - now())
    const car = await openCar({
      maxPassengers: 1,
      carpoolAt: departure,
      flightTime: departure - hours(2),
    })
    const seat = { viewer: car.creator, participantId: car.participantId }
    await advance(departure - now() - minutes(1))
    expect((await recordFor(seat)).actions).toEqual(['payRemaining', 'changeFlight', 'exit'])
    await goTo(departure)
    expect(await recordFor(seat)).toMatchObject({ status: 'CLOSED', paymentStatus: 'REFUNDED' })
    expect(await moneyFor(car.creator)).toEqual({ taken: 0, holds: 0, open: 0 })
  },
)
