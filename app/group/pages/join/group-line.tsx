import { RideLine } from '#app/ui/carpool/ride-line.tsx'
import { TripLine } from '#app/ui/trip/trip-line.tsx'
import type { JoinView } from './view.ts'

/** What is joined, in one line. */
export const GroupLine = (of: JoinView['of']) =>
  of.kind === 'trip' ? <TripLine trip={of.trip} /> : <RideLine carpool={of.carpool} />
