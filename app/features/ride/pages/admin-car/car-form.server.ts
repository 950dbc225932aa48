import { meetingOf } from '#app/console/service/dispatch.server.ts'
import type { GroupView } from '#app/console/service/group-views.server.ts'
import { FLEET } from '#app/features/ride/dispatch-schema.server.ts'
import { newRideId } from '#app/features/ride/service/fleet.server.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { RideId } from '#app/kernel/id.ts'
import { type Instant, parseTime } from '#app/kernel/time.ts'
import type { AppContext } from '#app/server/context.server.ts'

export const NEW = 'new'
export const isCarId = (id: string): id is RideId => /^ride_[0-9a-z]{3,32}$/.test(id)

/**
 * A group's car for its form. A carpool has one car, so any id, or none, means that one: somebody
 * may have assigned it meanwhile. `waitFor`: the place whose changed flight the proposed meeting
 * time has to suit.
 */
export async function shownCar(
  context: AppContext,
  group: GroupView,
  carId: string,
  waitFor: string | null = null,
) {
  const { meetAt, points } = await meetingOf(context, group, waitFor)
  const { cars, version } = group.ride
  const isTrip = group.about.kind === 'trip'
  const car = cars.find(({ id }) => id === carId) ?? (isTrip ? null : (cars[0] ?? null))
  const others = cars.filter(({ id }) => id !== car?.id)
  const taken = group.places.filter(({ seat }) => seat === 'taken')
  return {
    version,
    car,
    others,
    isNew: car === null,
    values: {
      id: car?.id ?? (isCarId(carId) ? carId : newRideId()),
      vehicleId: car?.vehicle.id ?? '',
      driverId: car?.driver.id ?? '',
      meetingPoint: car?.meetingPoint ?? '',
      meetAt: formatOf(context.t).wall(waitFor === null ? (car?.meetAt ?? meetAt) : meetAt),
      note: car?.note ?? '',
    },
    people: taken.map(({ participantId: id, person, party }) => ({
      id,
      name: person?.name ?? '',
      people: party.people,
      isIn: car
        ? car.places === null || car.places.includes(id)
        : !others.some(({ places }) => places?.includes(id)),
    })),
    /** The doors of a shared drop-off, where each may have a time of its own. */
    stops: isByDoor(group) && taken.length > 1 ? taken.map(stopOf) : [],
    points,
    limits: FLEET,
  }

  function stopOf({ participantId: id, person, party }: (typeof taken)[number]) {
    const at = car?.stops?.[id]
    const wall = at === undefined ? '' : formatOf(context.t).wall(at)
    return { id, name: person?.name ?? '', address: party.nLocation, wall }
  }
}

const isByDoor = ({ about }: Pick<GroupView, 'about'>) =>
  about.kind === 'carpool' && about.tripType === 'DROPOFF'

/** The times of stops that a form sends; null if one is not a time. */
export function stopsIn(form: FormData): Record<string, Instant> | undefined | null {
  const times = form.getAll('stops').map(String)
  const given = form.getAll('stopOf').flatMap((id, at) => {
    const text = times[at]?.trim()
    return text ? [[String(id), parseTime(text)] as const] : []
  })
  if (given.length === 0) return undefined
  const stops: Record<string, Instant> = {}
  for (const [id, time] of given) {
    if (!time.ok) return null
    stops[id] = time.value
  }
  return stops
}
export type ShownCar = Awaited<ReturnType<typeof shownCar>>
