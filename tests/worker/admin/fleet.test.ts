import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { PlaceRide } from '#app/features/ride/rules/ride-state.ts'
import {
  findCrew,
  isDriverBusy,
  listFleet,
  putDriver,
  putVehicle,
} from '#app/features/ride/service/fleet.server.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import type { Result } from '#app/kernel/result.ts'
import { participants } from '#db/schema.ts'
import { carFor } from '#tests/kit/ride.ts'
import { insertCar } from '#tests/worker/rows.ts'
import { inDays } from '#tests/worker/world/cars.ts'
import { codeOf, db, must, services } from '#tests/worker/world/services.ts'

const { vehicle, driver } = carFor()
const by = 'adm_fleet'

const bare = <T extends { id: string }>({ id: _, ...fields }: T) => ({ ...fields, archived: false })
const VEHICLE = bare(vehicle)
const DRIVER = bare(driver)

type Saved = Promise<Result<unknown>>
/** Both kinds: what one has, how it is saved with other fields, and where it is found. */
const KINDS = {
  vehicle: {
    fields: VEHICLE,
    save: (id: string, over: object): Saved =>
      putVehicle(services, by, id, { ...VEHICLE, ...over }),
    all: async (): Promise<{ id: string }[]> => (await listFleet(services)).vehicles,
  },
  driver: {
    fields: DRIVER,
    save: (id: string, over: object): Saved => putDriver(services, by, id, { ...DRIVER, ...over }),
    all: async (): Promise<{ id: string }[]> => (await listFleet(services)).drivers,
  },
}
const changed = (value: string | number | boolean) =>
  typeof value === 'string' ? `${value}2` : typeof value === 'number' ? value + 1 : !value

test.each(Object.entries(KINDS))(
  'every field of a %s can be changed, and what was sent twice is there once',
  async (kind, { fields, save, all }) => {
    const id = kind === 'vehicle' ? 'veh_saved' : 'drv_saved'
    const mine = async () => (await all()).filter((one) => one.id === id)
    for (let n = 0; n < 2; n++) must(await save(id, {}))
    expect(await mine()).toEqual([{ id, ...fields }])
    const after = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, changed(value)]),
    )
    for (const [name, value] of Object.entries(after)) {
      must(await save(id, { [name]: value }))
      expect(await mine(), name).toEqual([{ id, ...fields, [name]: value }])
    }
  },
)

test('neither an archived nor an unknown vehicle or driver is chosen for a ride', async () => {
  const ids = { vehicle: 'veh_chosen', driver: 'drv_chosen' }
  const crew = async (over: Partial<typeof ids> = {}) => {
    const asked = { ...ids, ...over }
    return codeOf(await findCrew(services, asked.vehicle, asked.driver))
  }
  must(await KINDS.vehicle.save(ids.vehicle, {}))
  must(await KINDS.driver.save(ids.driver, {}))
  expect(await crew()).toBe('ok')
  for (const kind of ['vehicle', 'driver'] as const) {
    expect(await crew({ [kind]: `${ids[kind]}2` }), `unknown ${kind}`).toBe('notFound')
    must(await KINDS[kind].save(ids[kind], { archived: true }))
    expect(await crew(), `archived ${kind}`).toBe('notFound')
    must(await KINDS[kind].save(ids[kind], { archived: false }))
    expect(await crew(), kind).toBe('ok')
  }
})

test('a driver is busy within three hours of another meeting, before and after it, both included', async () => {
  const { carpoolAt: meetAt } = inDays(9)
  const { places: _, ...car } = carFor('AB12 CDE', { meetAt, id: 'ride_busy' })
  const ride: PlaceRide = { version: 1, ...car, driver: { ...driver, id: 'drv_busy' } }
  const { participantId } = await insertCar({ status: 'SUCCESS' }, { seat: 'taken', ride })
  const busyAt = (by: number, besides = 'ride_new', id = 'drv_busy') =>
    isDriverBusy(services, id as 'drv_', besides as 'ride_', meetAt + by)
  for (const side of [-1, 1]) {
    expect(await busyAt(side * (hours(3) + minutes(1))), `${side}: later`).toBe(false)
    expect(await busyAt(side * hours(3)), `${side}: three hours`).toBe(true)
  }
  expect(await busyAt(0)).toBe(true)
  expect(await busyAt(0, 'ride_busy'), 'the same car').toBe(false)
  expect(await busyAt(0, 'ride_new', 'drv_other'), 'somebody else').toBe(false)
  await db.update(participants).set({ ride: null }).where(eq(participants.id, participantId))
  expect(await busyAt(0), 'no longer theirs').toBe(false)
})
