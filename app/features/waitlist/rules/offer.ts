import type { CarpoolStatus } from '#app/carpool/rules/state.ts'

/** A carpool's seats for one viewer; `offered`: the free seats kept for them. */
type SeatCounts = {
  currentPassengers: number
  maxPassengers: number
  status: CarpoolStatus
  offered: number
}

/** The car with the seats offered to its viewer counted as free. */
export const withOffered = <C extends SeatCounts>(car: C, offered: number): C =>
  offered === 0
    ? car
    : { ...car, offered, currentPassengers: car.currentPassengers - offered, status: 'OPEN' }

/** The car as everybody else sees it. */
export function asOthersSee<C extends SeatCounts>(car: C): C {
  if (car.offered === 0) return car
  const currentPassengers = car.currentPassengers + car.offered
  const isFull = currentPassengers >= car.maxPassengers
  return { ...car, offered: 0, currentPassengers, status: isFull ? 'FULL' : 'OPEN' }
}
