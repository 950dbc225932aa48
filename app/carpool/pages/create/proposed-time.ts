import { usualDeparture } from '#app/carpool/rules/flights.ts'
import { instantOfWall } from '#app/carpool/ui/wall.ts'
import type { FormFields } from '#app/web/ui/form-state.ts'
import type { CreateValues } from './values.ts'

type ProposalOptions = { earliest: number; guess: string; wall(at: number): string }

/**
 * The car's time proposed from the flight's, as London wall time; null once the student has chosen
 * a time, and without a flight. `guess`: the field's initial value, `proposed`: the previous
 * proposal.
 */
export function proposedTime(
  { tripType, flightTime, carpoolDatetime, proposed }: FormFields<CreateValues>,
  { earliest, guess, wall }: ProposalOptions,
): string | null {
  const flight = instantOfWall(flightTime.value, wall)
  const isFree = ['', guess, proposed.value].includes(carpoolDatetime.value)
  if (flight === null || !isFree) return null
  const type = tripType.value === 'DROPOFF' ? 'DROPOFF' : 'PICKUP'
  return wall(Math.max(earliest, usualDeparture(type, flight)))
}
