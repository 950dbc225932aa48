import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { is } from '#app/group/rules/status.ts'
import { Car } from '#app/web/ui/ticket/car.tsx'

type OwnCarProps = { record: CarpoolRecord; height: number; className?: string }

/** Number of people who go; 0 for a car that was closed because nobody paid. */
export const seatedIn = (record: Pick<CarpoolRecord, 'status' | 'currentPassengers'>): number =>
  is(record.status, 'closed') ? 0 : record.currentPassengers

/** The car of a place, with the viewer's own seats in it. */
export function OwnCar({ record, height, className }: OwnCarProps) {
  const { maxPassengers, party, seat, status } = record
  const taken = seatedIn(record)
  return (
    <Car
      taken={taken}
      max={maxPassengers}
      mine={seat === 'gone' ? 0 : Math.min(party.people, taken)}
      missing={is(status, 'joinable') ? undefined : 0}
      height={height}
      className={className}
    />
  )
}
