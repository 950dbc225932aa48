import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { Car } from '#app/ui/ticket/car.tsx'

type OwnCarProps = { record: CarpoolRecord; height: number; className?: string }

/** The car of a place, with the viewer's own seats in it. */
export function OwnCar({ record, height, className }: OwnCarProps) {
  const { currentPassengers, maxPassengers, party, seat, status } = record
  return (
    <Car
      taken={currentPassengers}
      max={maxPassengers}
      mine={seat === 'gone' ? 0 : Math.min(party.people, currentPassengers)}
      missing={status === 'OPEN' ? undefined : 0}
      height={height}
      className={className}
    />
  )
}
