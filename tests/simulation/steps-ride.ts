import {
  giveCar,
  settleFlight,
  settleMissed,
  unassignCar,
} from '#app/console/service/groups.server.ts'
import { changesOf } from '#app/features/flights/rules/flights.ts'
import { sweepFlights } from '#app/features/flights/service/flight-watch.server.ts'
import { DRIVER_MARKS, type DriverMark, rideOf } from '#app/features/ride/rules/ride-state.ts'
import { driverLinks, markDrive } from '#app/features/ride/service/drive.server.ts'
import type { Group } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { DRIVE_FROM_MS, hours, minutes } from '#app/kernel/limits.ts'
import { sweepTexts } from '#app/reminders/service/text-messages.server.ts'
import type { TripState } from '#app/trip/rules/state.ts'
// Loaded beforehand: reading a file takes real time, of which a history has none.
import '#app/features/ride/service/drive.server.ts'
import '#app/reminders/service/text-messages.server.ts'
import { carFor, startOf } from '#tests/kit/ride.ts'
import { short } from './actions.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'
import { flightsAreEntered, meetSuggestions } from './invariants-flight-status.ts'
import { tryNextCar } from './steps-move.ts'
import type { Step } from './steps-pointed.ts'
import { TEXT_FAULTS } from './texter.ts'

const ADMINS: AdminId[] = ['adm_one', 'adm_two']
const PLATES = ['AB12 CDE', 'CD34 EFG', 'EF56 GHI']

/** A meeting point by which the text messages about this version are known. */
const meetingPointOf = (groupId: string, version: number) => `stand ${groupId.slice(-8)}-${version}`

/** An administrator assigns a car, or takes it away, having seen the ride as it was in `seen`. */
export async function dispatch(
  h: History,
  group: Group,
  seen: number,
  isAway = rideOf(group).cars.length > 0 && h.chance.chance(0.4),
  later = 0,
): Promise<void> {
  const { chance, world } = h
  const kind = group.id.startsWith('trip_') ? 'trip' : 'carpool'
  const by = chance.pick(ADMINS)
  const plate = chance.pick(PLATES)
  const what = isAway ? `${short(group.id)} without its car` : `${plate} for ${short(group.id)}`
  try {
    const answer = isAway
      ? await unassignCar(world.worker.services, kind, group.id, {
          carId: 'ride_one',
          seen,
          reason: 'a reason',
          by,
        })
      : await giveCar(world.worker.services, kind, group.id, {
          car: carFor(plate, {
            meetAt: startOf(group) + later,
            meetingPoint: meetingPointOf(group.id, seen + 1),
          }),
          seen,
          reason: 'a reason',
          isBusy: false,
          confirmed: ['luggage'],
          by,
        })
    world.note(`${what} → ${answer.ok ? 'ok' : answer.error.code}`)
    h.meet(`car: ${answer.ok ? (isAway ? 'taken away' : 'assigned') : answer.error.code}`)
  } catch (error) {
    world.note(`${what} ✗ ${error}`)
  }
}

/** Cars come and go for a complete group: one or two consoles at once, corrected soon or late. */
async function dispatchCars(h: History) {
  const { chance, world } = h
  const groups: Group[] = [...h.cars(), ...h.trips()]
  const fitting = groups.filter(({ status }) => is(status, 'going'))
  const list = fitting.length > 0 && chance.chance(0.9) ? fitting : groups
  if (list.length === 0) return
  const { id } = chance.pick(list)
  const current = () => [...h.cars(), ...h.trips()].find((one) => one.id === id)
  for (let turn = chance.int(1, 3); turn > 0; turn--) {
    const group = current()
    if (!group) return
    const seen = rideOf(group).version
    const calls = [dispatch(h, group, seen)]
    if (chance.chance(0.3)) calls.push(dispatch(h, group, seen))
    await world.during(Promise.all(calls))
    await world.advance(chance.pick([0, minutes(3), minutes(11)]))
    if (chance.chance(0.6)) await sendTexts(h)
  }
}

/** The cron sends what is due, once or in two runs at the same time. */
export async function sendTexts(h: History): Promise<void> {
  const { chance, world } = h
  const send = async () => {
    const done = await sweepTexts(world.worker.services)
    world.note(`text messages: ${done}`)
  }
  await world.during(Promise.all(chance.chance(0.2) ? [send(), send()] : [send()]))
}

/** The cron asks about flights that are due, in one run or in two at the same time. */
export async function askFlights(h: History): Promise<void> {
  const ask = async () => {
    const asked = await sweepFlights(h.world.worker.services)
    h.world.note(`flights asked about: ${asked}`)
  }
  await h.world.during(Promise.all([ask(), ask()]))
  flightsAreEntered(h)
  meetSuggestions(h)
}

/** The provider of text messages fails, or sends and does not say so. */
async function textTrouble(h: History) {
  const faults = Array.from({ length: h.chance.int(1, 4) }, () => h.chance.pick(TEXT_FAULTS))
  h.world.note(`text messages: ${faults.join(' ')}`)
  h.world.texter.faults.push(...faults)
}

/** A driver presses a button of the newest link, or of one that another car has replaced. */
export async function press(
  h: History,
  group: Group,
  mark: DriverMark = h.chance.pick(DRIVER_MARKS),
): Promise<void> {
  const { chance, world } = h

  const { id, participants } = group
  const [car] = rideOf(group).cars
  if (!car) return
  const isOld = car.version > 1 && chance.chance(0.25)
  const version = isOld ? chance.int(1, car.version - 1) : car.version
  const { en } = driverLinks(world.worker.services, id, { id: car.id, version })
  const [, token = ''] = en.split(/\/drive\/|\?/)
  const participantId = chance.pick(participants).id
  let code = ''
  try {
    const answer = await markDrive(world.worker.services, token, { mark, participantId })
    code = answer.ok ? 'ok' : answer.error.code
    world.note(`driver of ${short(id)}: ${mark} → ${code}`)
    h.meet(`drive: ${code}`)
  } catch (error) {
    world.note(`driver of ${short(id)}: ${mark} ✗ ${error}`)
  }
  if (isOld && code === 'ok') broken('the link of an earlier car does not work', id)
}

/** Somebody sees to a passenger who was not found. */
export async function seeTo(h: History, group: Group): Promise<void> {
  const { chance, world } = h
  const { id } = group
  const missed = Object.keys(rideOf(group).missed ?? {})
  if (missed.length === 0) return
  const command = { participantId: chance.pick(missed) as 'par_', by: chance.pick(ADMINS) }
  try {
    const kind = id.startsWith('trip_') ? 'trip' : 'carpool'
    await settleMissed(world.worker.services, kind, id, command)
    world.note(`${command.participantId} of ${short(id)} is seen to`)
  } catch (error) {
    world.note(`${short(id)} is not seen to ✗ ${error}`)
  }
}

/** Somebody leaves a ride as it is although a flight has changed, having seen it now or before. */
export async function keepRide(
  h: History,
  { id, slices }: Group,
  place = h.chance.pick(Object.keys(changesOf({ slices }))),
  isOld = h.chance.chance(0.2),
): Promise<void> {
  const { chance, world } = h
  const seen = (changesOf({ slices })[place]?.version ?? 0) - (isOld ? 1 : 0)
  const about = { participantId: place as 'par_', seen, note: 'a coach', by: chance.pick(ADMINS) }
  try {
    const done = await settleFlight(world.worker.services, 'carpool', id, about)
    world.note(`flight of ${short(place)} is kept → ${done.ok ? 'ok' : done.error.code}`)
  } catch (error) {
    world.note(`flight of ${short(place)} is not kept ✗ ${error}`)
  }
}

/** Flights are seen to: the ride stays as it is, or the car meets later. */
async function seeToFlights(h: History) {
  const { chance, world } = h
  const groups = h.cars().filter((car) => Object.keys(changesOf(car)).length > 0)
  if (groups.length === 0) return
  const group = chance.pick(groups)
  const later = minutes(chance.int(0, 600))
  const seen = rideOf(group).version
  const see = () => {
    if (chance.chance(0.3)) return tryNextCar(h, group)
    return chance.chance(0.5) ? keepRide(h, group) : dispatch(h, group, seen, false, later)
  }
  await world.during(Promise.all(chance.chance(0.2) ? [see(), see()] : [see()]))
  await world.advance(chance.pick([0, minutes(3), minutes(11)]))
}

/** A driver on the way: buttons are pressed once or twice, in any order and with any link. */
export async function driveCars(h: History) {
  const { chance, world } = h
  const groups = [...h.cars(), ...h.trips()].filter((one) => rideOf(one).cars.length > 0)
  if (groups.length === 0) return
  const { id } = chance.pick<Group>(groups)
  const current = () => [...h.cars(), ...h.trips()].find((one) => one.id === id)
  for (let turn = chance.int(2, 5); turn > 0; turn--) {
    const group = current()
    if (!group) return
    const opensAt = departureOf(group) - DRIVE_FROM_MS
    if (h.now < opensAt && opensAt - h.now < hours(72)) await world.advance(opensAt - h.now)
    const calls = [press(h, group)]
    if (chance.chance(0.4)) calls.push(press(h, group))
    if (chance.chance(0.2)) calls.push(seeTo(h, group))
    await world.during(Promise.all(calls))
    await world.advance(chance.pick([0, minutes(1), minutes(20)]))
  }
}

/** When a group leaves. */
export const departureOf = (group: Group): number =>
  'carpoolAt' in group ? Number(group.carpoolAt) : Number((group as TripState).tripStartAt)

export const RIDE_STEPS: Record<string, Step> = {
  dispatchCars: { weight: 3, run: dispatchCars },
  textTrouble: { weight: 2, run: textTrouble },
  driveCars: { weight: 3, run: driveCars },
  seeToFlights: { weight: 2, run: seeToFlights },
}
