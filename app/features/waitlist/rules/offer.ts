import type { CarpoolStatus } from '#app/carpool/rules/state.ts'

/** How full a carpool is for one viewer; `offered`: of the free seats, those kept for them. */
type Filled = {
  currentPassengers: number
  maxPassengers: number
  status: CarpoolStatus
  offered: number
}

/** The same with seats that are offered to its viewer, which are free for them alone. */
export const withOffered = <C extends Filled>(car: C, offered: number): C =>
  offered === 0
    ? car
    : { ...car, offered, currentPassengers: car.currentPassengers - offered, status: 'OPEN' }

/** The same as everybody else sees it. */
export function asOthersSee<C extends Filled>(car: C): C {
  if (car.offered === 0) return car
  const currentPassengers = car.currentPassengers + car.offered
  const isFull = currentPassengers >= car.maxPassengers
  return { ...car, offered: 0, currentPassengers, status: isFull ? 'FULL' : 'OPEN' }
}
