import { RideLine } from '#app/carpool/ui/ride-line.tsx'
import { TripLine } from '#app/trip/ui/trip-line.tsx'
import type { JoinView } from './view.ts'

/** The group to be joined, in one line. */
export const GroupLine = (of: JoinView['of']) =>
  of.kind === 'trip' ? <TripLine trip={of.trip} /> : <RideLine carpool={of.carpool} />
