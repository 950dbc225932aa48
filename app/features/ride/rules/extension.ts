import type { Extension } from '#app/group/rules/extension.ts'
import {
  decideAssignCar,
  decideUnassignCar,
  dueOfRide,
  effectsOfCars,
  evolveCars,
  withNewcomer,
} from './ride.ts'
import type { CarEvent, ProgressEvent, RideCommand, RideEvent } from './ride-event.ts'
import {
  aboardOf,
  decideDriverMark,
  decideSettleMissed,
  effectsOfProgress,
  evolveProgress,
  isDone,
  metAt,
  missedSince,
  rideOfPlace,
} from './ride-progress.ts'
import { RIDE, type Ride, rideOf } from './ride-state.ts'

const CARS: Record<CarEvent['type'], true> = {
  carAssigned: true,
  carUnassigned: true,
  rideNotified: true,
}
const PROGRESS: Record<ProgressEvent['type'], true> = {
  driverMarked: true,
  partyMarked: true,
  missedSettled: true,
}
const isOfCars = (event: { type: string }): event is CarEvent => Object.hasOwn(CARS, event.type)
const isOfProgress = (event: { type: string }): event is ProgressEvent =>
  Object.hasOwn(PROGRESS, event.type)

/** How a group travels: its cars, their drivers' reports, and notices to passengers. */
export const ride = {
  name: RIDE,
  events: { ...CARS, ...PROGRESS },
  concernsAll: ['carAssigned', 'carUnassigned', 'driverMarked'],
  evolve(slice, event, state) {
    if (isOfCars(event)) return evolveCars(state, event)
    if (isOfProgress(event)) return evolveProgress(state, event)
    const comes = event.type === 'seatTaken' || event.type === 'placeArrived'
    return comes ? withNewcomer(state) : slice
  },
  facts(state) {
    const { cars } = rideOf(state)
    return {
      seats: cars.length > 0 ? cars.reduce((sum, { vehicle }) => sum + vehicle.seats, 0) : null,
      meetings: cars.map(({ meetAt }) => meetAt),
      metAt: metAt(state),
      isDone: isDone(state),
      aboard: aboardOf(state),
    }
  },
  decide(rules, state, command, now) {
    switch (command.type) {
      case 'assignCar':
        return decideAssignCar(rules, state, command, now)
      case 'unassignCar':
        return decideUnassignCar(rules, state, command, now)
      case 'driverMark':
        return decideDriverMark(rules, state, command, now)
      case 'settleMissed':
        return decideSettleMissed(state, command, now)
      default:
        return null
    }
  },
  placeRow: (_, state, p) => ({ ride: rideOfPlace(state, p), missedAt: missedSince(state, p) }),
  due(_, state) {
    const due = dueOfRide(state)
    return due ? [due] : []
  },
  effects(rules, event, state) {
    if (isOfCars(event)) return effectsOfCars(rules, event, state)
    return isOfProgress(event) ? effectsOfProgress(rules, event, state) : []
  },
} satisfies Extension<Ride, RideEvent, RideCommand>
