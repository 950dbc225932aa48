import { listPeople } from '#app/account/rows/people.server.ts'
import { rules as carpoolRules } from '#app/carpool/rules/rules.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { changeOf } from '#app/features/flights/rules/flights.ts'
import {
  drivenCar,
  driveUntil,
  progressOf,
  seesPhones,
} from '#app/features/ride/rules/ride-progress.ts'
import {
  type Car,
  type CarRef,
  type DriverMark,
  meetsAt,
  type PartyMark,
  placesIn,
  type RideStage,
} from '#app/features/ride/rules/ride-state.ts'
import type { NamedAbout } from '#app/group/rules/group-name.ts'
import type { Rules } from '#app/group/rules/rules.ts'
import type { Party } from '#app/group/rules/state.ts'
import { isCarpoolId, isTripId } from '#app/group/service/group-id.server.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import { type Language, LINK_LANGUAGE } from '#app/i18n/languages.ts'
import { withBase } from '#app/kernel/base-path.ts'
import type { GroupId, ParticipantId } from '#app/kernel/id.ts'
import { DRIVE_PHONES_FROM_MS } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { isSeal, sealOf } from '#app/platform/seal.server.ts'
import { rules as tripRules } from '#app/trip/rules/rules.ts'
import type { TripState } from '#app/trip/rules/state.ts'

/** A party as its driver sees it. */
export type DriverParty = {
  participantId: ParticipantId
  /** Null: the account is closed. */
  name: string | null
  /** Null until DRIVE_PHONES_FROM_MS before departure. */
  phone: string | null
  party: Party
  /** When the flight was last changed after the group was complete; null: never. */
  flightChangedAt: Instant | null
  /** When it is met, if the car's stops have times of their own. */
  stopAt: Instant | null
  mark: PartyMark | null
  /** Since when. */
  at: Instant | null
}
/** What a driver sees of this car; nothing of others. */
export type DriverView = Pick<Car, 'meetingPoint' | 'meetAt' | 'note'> &
  Pick<Car['vehicle'], 'plate' | 'make' | 'colour'> & {
    driver: string
    about: NamedAbout
    departureAt: Instant
    stage: RideStage | null
    at: Instant | null
    /** When phone numbers become visible; null if they are. */
    phonesFrom: Instant | null
    /** When the link stops working. */
    until: Instant
    parties: DriverParty[]
  }
export type Press = { mark: DriverMark; participantId: ParticipantId | null }

type Ref = CarRef & { groupId: GroupId }
type State = CarpoolState | TripState

const isGroupId = (id: string): id is GroupId => isCarpoolId(id) || isTripId(id)
const isTrip = (state: State): state is TripState => 'tripName' in state
const rulesOf = (state: State) => (isTrip(state) ? tripRules : carpoolRules) as Rules
const textOf = ({ groupId, carId, version }: Ref) => `${groupId}.${carId}.${version}`

// The page of a car's driver behind a secret link, without a login (decision 0030). Links are not
// stored: each names a version of a car and is sealed with the pepper, so another driver, vehicle
// or meeting point invalidates it. All invalid links get the same answer.

const sealed = (ref: Ref) => `drive:${textOf(ref)}`

/** The group and car that a link is for; null if we did not issue it. */
function refOf({ config }: Needs<'config'>, token: string): Ref | null {
  const [groupId = '', carId = '', version = '', mac = '', ...more] = token.split('.')
  if (!isGroupId(groupId) || more.length > 0) return null
  const ref = { groupId, carId: carId as Ref['carId'], version: Number(version) }
  return isSeal(config.pepper, sealed(ref), mac) ? ref : null
}

async function viewOf(
  { clock, db }: Needs<'db' | 'clock'>,
  ref: Ref,
  state: State,
): Promise<Result<DriverView>> {
  const now = clock.now()
  const rules = rulesOf(state)
  const car = drivenCar(rules, state, ref, now)
  if (!car) return fail('driveLinkGone')
  const places = placesIn<State['participants'][number]>(state, car).toSorted(
    (a, b) => meetsAt(car, a) - meetsAt(car, b),
  )
  const people = await listPeople(
    db,
    places.map((p) => p.userId),
  )
  const { stage, at, parties } = progressOf(state, car)
  const mayCall = seesPhones(rules, state, now)
  const departureAt = rules.departureAt(state)
  const { vehicle, driver, meetingPoint, meetAt, note } = car
  return ok({
    plate: vehicle.plate,
    make: vehicle.make,
    colour: vehicle.colour,
    driver: driver.name,
    meetingPoint,
    meetAt,
    note,
    about: aboutOf(state),
    departureAt,
    stage,
    at,
    phonesFrom: mayCall ? null : departureAt - DRIVE_PHONES_FROM_MS,
    until: driveUntil(rules, state, car),
    parties: places.map(({ id, userId, party }): DriverParty => {
      // A closed account has neither name nor phone.
      const person = people.find((one) => one.id === userId && one.name)
      return {
        participantId: id,
        name: person?.name ?? null,
        phone: mayCall ? (person?.phone ?? null) : null,
        party,
        flightChangedAt: changeOf(state, { id })?.at ?? null,
        stopAt: car.stops ? meetsAt(car, { id }) : null,
        mark: parties[id]?.mark ?? null,
        at: parties[id]?.at ?? null,
      }
    }),
  })
}

/** The links of a car's driver, by language; `version` is the car's. */
export function driverLinks(
  { config }: Needs<'config'>,
  groupId: GroupId,
  { id: carId, version }: Pick<Car, 'id' | 'version'>,
) {
  const ref = { groupId, carId, version }
  const path = withBase(`/drive/${textOf(ref)}.${sealOf(config.pepper, sealed(ref))}`)
  const link = (as: Language) => new URL(`${path}?${LINK_LANGUAGE}=${as}`, config.siteUrl).href
  return { zh: link('zh'), en: link('en') }
}

/** The car of a link. Fails with driveLinkGone unless the link works now. */
export async function findDrive(
  context: Needs<'db' | 'clock' | 'config'> & Objects,
  token: string,
): Promise<Result<DriverView>> {
  const { objects } = context
  const ref = refOf(context, token)
  const found = ref && (await objects.of(ref.groupId).snapshot(ref.groupId))
  if (found && !found.ok) return found
  return ref && found?.value ? viewOf(context, ref, found.value.state) : fail('driveLinkGone')
}

/**
 * Records a driver's report, and returns the car after it; repeating it has no further effect.
 * Fails with driveLinkGone, and with notFound for a party that does not travel in the car.
 */
export async function markDrive(
  context: Needs<'db' | 'clock' | 'config'> & Objects,
  token: string,
  press: Press,
): Promise<Result<DriverView>> {
  const { objects } = context
  const ref = refOf(context, token)
  if (!ref) return fail('driveLinkGone')
  const { groupId, ...car } = ref
  const said = await objects.of(groupId).execute(groupId, {
    type: 'driverMark',
    ...car,
    ...press,
  })
  return said.ok ? viewOf(context, ref, said.value.state) : said
}

const aboutOf = (state: State): NamedAbout =>
  isTrip(state)
    ? { kind: 'trip', tripName: state.tripName }
    : { kind: 'carpool', tripType: state.tripType, airportName: state.airportName }
